import Foundation
import LeakHeapReading
import LeakHeapRecording
import Synchronization

/// Whether allocations can be recorded in a program that is built like this one.
func availability(_ arguments: [String]) {
  switch AllocationRecorder.availability {
  case .available: print("available")
  case .off(let reason):
    print(
      "off because \(reason); a scope \(AllocationScope(label: "") == nil ? "does not open" : "opens")"
    )
  }
}

/// The same where the program's memory that is read-only stays so whoever asks (`mseal`, Linux 6.10 and later). By hand: only a program
/// that is linked with `-z now` has its imports there.
func sealed(_ arguments: [String]) throws {
  typealias Call = @convention(c) (Int, UInt, UInt, UInt) -> Int
  let call = unsafeBitCast(dlsym(nil, "syscall"), to: Call.self)
  let sealing = 462
  let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  let map = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
  for line in map.split(separator: "\n") where line.hasSuffix(program) && line.contains(" r--p ") {
    let bounds = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
    guard call(sealing, bounds[0], bounds[1] - bounds[0], 0) == 0 else {
      return print("this system seals nothing")
    }
  }
  availability(arguments)
}

/// A process that opens no scope is not touched; one that has closed its scopes can be put back.
func idling(_ arguments: [String]) {
  func tell(_ moment: String) {
    print("\(moment): \(AllocationRecorder.replacedImportCount == 0 ? "untouched" : "replaced")")
  }
  print(AllocationRecorder.availability)
  tell("at first")
  var scope = openScope("idle")
  tell("open")
  scope.close()
  tell("closed")
  let before = AllocationRecorder.use.recorded
  for _ in 0..<1000 { Leaf().leak() }
  print("recorded while no scope is open: \(AllocationRecorder.use.recorded - before)")
  AllocationRecorder.remove()
  tell("removed")
  scope = openScope("idle again")
  scope.run { Leaf().leak() }
  print("opened again: \(census(scope.survivors()))")
  scope.close()
}

/// Opens a library in the midst of things: its objects are recorded from the next scope on.
func library(_ arguments: [String]) {
  typealias Make = @convention(c) () -> Void
  let outer = openScope("outer")
  let handle = dlopen(arguments[0], RTLD_NOW)
  guard let handle, let make = dlsym(handle, "leak_from_library") else {
    fatalError(String(cString: dlerror()))
  }
  let inner = openScope("inner")
  inner.run { unsafeBitCast(make, to: Make.self)() }
  print("opened between scopes: \(census(inner.survivors()))")
  inner.close()
  outer.close()
  AllocationRecorder.remove()
  print("removed: \(AllocationRecorder.replacedImportCount)")
}

/// Opens a library in a scope, and uses it there and in the next one.
func opening(_ arguments: [String]) {
  typealias Make = @convention(c) () -> Void
  var make: Make?
  for name in ["the first", "the next", "another"] {
    let scope = openScope(name)
    scope.run {
      if make == nil, let handle = dlopen(arguments[0], RTLD_NOW) {
        make = dlsym(handle, "leak_from_library").map { unsafeBitCast($0, to: Make.self) }
      }
      make?()
    }
    print("\(name): \(census(scope.survivors()))")
    scope.close()
  }
}

/// Closes a library of which objects were recorded, opens and closes it again, and sweeps, asks, reads and closes the scopes after
/// that. With `unheard` behind its path nobody reads standard error.
func closing(_ arguments: [String]) throws {
  if arguments.dropFirst().first == "unheard" {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    close(ends[0])
    dup2(ends[1], STDERR_FILENO)
    signal(SIGPIPE, SIG_DFL)
  }
  typealias Make = @convention(c) () -> Void
  func open() -> (handle: UnsafeMutableRawPointer, make: Make) {
    guard let handle = dlopen(arguments[0], RTLD_NOW), let make = dlsym(handle, "leak_from_library")
    else { fatalError(String(cString: dlerror())) }
    return (handle, unsafeBitCast(make, to: Make.self))
  }
  let library = open()
  let scope = openScope("closing")
  scope.run(library.make)
  print(
    "while it is open: records of the dead are \(AllocationRecorder.use.records > 1 ? "" : "not ")there"
  )
  print("closed: \(dlclose(library.handle) == 0)")
  print("opened and closed again: \(dlclose(open().handle) == 0)")
  // Enough for several sweeps.
  scope.run { for _ in 0..<1000 { _ = Leaf() } }
  let survivors = scope.survivors()
  print("afterwards: \(census(survivors))")
  for object in survivors.compactMap({ UnsafeRawPointer(bitPattern: $0.witness.address) }) {
    print("it reaches \(try types(from: object))")
  }
  let later = openScope("later")
  later.run { Leaf().leak() }
  print("the next scope: \(census(later.survivors()))")
  later.close()
  scope.close()
  print("records left: \(AllocationRecorder.use.records)")
}

/// Closes libraries: one of which an object was read, and one of which nothing was.
func reading(_ arguments: [String]) throws {
  typealias Make = @convention(c) () -> UnsafeRawPointer
  for (path, isRead) in [(arguments[0], true), (arguments[1], false)] {
    guard let handle = dlopen(path, RTLD_NOW), let make = dlsym(handle, "make_in_library") else {
      fatalError(String(cString: dlerror()))
    }
    let object = unsafeBitCast(make, to: Make.self)()
    if isRead { print("while it is open: \(try types(from: object))") }
    dlclose(handle)
    let isThere = dlopen(path, RTLD_LAZY | RTLD_NOLOAD) != nil
    print("\(isRead ? "read" : "not read") and closed: \(isThere ? "still there" : "gone")")
    if isThere { print("afterwards: \(try types(from: object))") }
  }
}

private func types(from object: UnsafeRawPointer) throws -> [String] {
  let graph = try HeapReader.shared.snapshot(from: object).graph
  return graph.objects.indices.map { graph.type(of: $0).name }
}

/// Forks while threads allocate. The child's only thread goes on as if nothing recorded.
func forking(_ arguments: [String]) {
  typealias Fork = @convention(c) () -> pid_t
  let fork = unsafeBitCast(dlsym(nil, "fork"), to: Fork.self)
  let scope = openScope("fork", claims: true)
  let isDone = Atomic(false)
  onThreads(4) { index in
    guard index == 0 else {
      while !isDone.load(ordering: .relaxed) { for _ in 0..<1000 { _ = Node() } }
      return
    }
    var statuses: [Int32] = []
    for _ in 0..<50 {
      let child = fork()
      if child == 0 {
        // A child that cannot go on ends by this alarm.
        alarm(30)
        for _ in 0..<10_000 { _ = Node() }
        let isQuiet = scope.survivors().isEmpty && AllocationScope(label: "child") == nil
        scope.close()
        _exit(isQuiet ? 0 : 1)
      }
      var status: Int32 = -1
      waitpid(child, &status, 0)
      statuses.append(status)
    }
    isDone.store(true, ordering: .relaxed)
    print("children: \(statuses.count), all well: \(statuses.allSatisfy { $0 == 0 })")
  }
  print("the parent goes on: \(census(instances(scope.survivors())))")
}
