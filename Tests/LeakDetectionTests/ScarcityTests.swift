#if os(Linux)
  import ChildProcess
  import Foundation
  import LeakDetection
  import TestOrder
  import Testing

  /// Checks where the process has little left, each in a process of its own.
  @Suite struct ScarcityTests {
    private final class Crate {
      let number: Int
      var other: Crate?
      var onOpen: (() -> Void)?

      init(_ number: Int) { self.number = number }
    }

    /// Some crates, each of which refers to the next and the last to the first, by closures and by references.
    private static func leakCrates(_ count: Int, isTracked: Bool) {
      let crates = (0..<count).map(Crate.init)
      for (index, crate) in crates.enumerated() {
        let next = crates[(index + 1) % count]
        if index % 2 == 0 { crate.onOpen = { _ = next.number } } else { crate.other = next }
      }
      if isTracked { for crate in crates { trackForLeaks(crate) } }
    }

    private static func tell(_ report: LeakReport) {
      for leak in report.leaks { print(leak) }
      for leak in report.late { print("late:", leak) }
      print("end")
    }

    // MARK: Memory maps

    enum Lack: CaseIterable, Codable {
      case descriptors, folderOfProcesses

      /// Begins for this thread, and for those that it starts. Others go on as they are: libdispatch looks at its threads in the
      /// folder of processes now and then, and traps where it cannot.
      func begin() {
        precondition(Self.unshareFiles())
        switch self {
        case .descriptors:
          var limit = rlimit(rlim_cur: 0, rlim_max: 0)
          getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
          limit.rlim_cur = 256
          precondition(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
          while open("/dev/null", O_RDONLY) >= 0 {}
        case .folderOfProcesses:
          // What is open stays open, and the folder itself goes when nobody is in it any more.
          let template = FileManager.default.temporaryDirectory.appending(path: "empty-XXXXXX")
          var folder = Array(template.path.utf8CString)
          precondition(mkdtemp(&folder) != nil && chdir(folder) == 0 && rmdir(folder) == 0)
          precondition(chroot(".") == 0)
        }
      }

      /// Whether a thread may have what ``begin()`` gives it: a container may forbid it.
      static var isPossible: Bool {
        // The thread has ended when it is read.
        nonisolated(unsafe) var isPossible = false
        ScarcityTests.onStack(of: 64 << 10) { isPossible = unshareFiles() }
        return isPossible
      }

      /// Gives this thread a table of open files and a root of its own.
      private static func unshareFiles() -> Bool {
        typealias Unshare = @convention(c) (CInt) -> CInt
        // CLONE_FS and CLONE_FILES of <linux/sched.h>.
        let flags: CInt = 0x200 | 0x400
        return unsafeBitCast(dlsym(nil, "unshare"), to: Unshare.self)(flags) == 0
      }
    }

    private struct Want: Codable {
      var lack: Lack
      var isTracked: Bool
    }

    @Test(
      .aheadOfOthers, .enabled(if: Lack.isPossible, "a thread may not have files of its own here"),
      arguments: Lack.allCases, [false, true])
    func aCycleDoesNotPassSilently(lack: Lack, isTracked: Bool) async throws {
      // Without rights nobody can be without the folder.
      if lack == .folderOfProcesses, geteuid() != 0 { return }
      let result = try await HandedOver.handing(Want(lack: lack, isTracked: isTracked)) {
        try await #require(
          processExitsWith: .success, observing: [\.standardOutputContent]
        ) {
          let want = try HandedOver.take(Want.self)
          Self.onStack(of: 512 << 10) {
            want.lack.begin()
            Self.tell(
              LeakDetector.detectBlocking(within: .milliseconds(50)) {
                Self.leakCrates(3, isTracked: want.isTracked)
              })
          }
        }
      }
      let reason =
        lack == .descriptors ? "Too many open files" : "No such file or directory"
      // The same is told of the three objects once.
      let text = String(decoding: result.standardOutputContent, as: UTF8.self)
      let head =
        "ScarcityTests.Crate: inconclusive, because the memory map of the process cannot be read: \(reason).\n"
      #expect(text.hasPrefix(head))
      #expect(text.hasSuffix("end\n"))
    }

    // MARK: Stacks

    /// Calls `body` on a thread with a stack of `size` bytes, and waits for it.
    private static func onStack(of size: Int, _ body: @escaping @Sendable () -> Void) {
      final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
      }
      var attributes = pthread_attr_t()
      pthread_attr_init(&attributes)
      precondition(pthread_attr_setstacksize(&attributes, size) == 0)
      var thread = pthread_t()
      let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        Unmanaged<Box>.fromOpaque($0!).takeRetainedValue().body()
        return nil
      }
      precondition(
        pthread_create(&thread, &attributes, start, Unmanaged.passRetained(Box(body)).toOpaque())
          == 0)
      pthread_join(thread, nil)
    }

    private struct Stack: Codable {
      var kilobytes: Int
      var isTracked: Bool
    }

    /// A check in a debug build does with 40 KB of its caller's stack, and not with 32 KB: the least that the system lets a
    /// thread have, 16 KB, is too little.
    @Test(
      .slow,
      .aheadOfOthers, .disabled(if: isOptimized, "what an unoptimised build tells is compared"),
      arguments: [40, 64, 512], [false, true])
    func aCheckOnASmallStack(kilobytes: Int, isTracked: Bool) async throws {
      let stack = Stack(kilobytes: kilobytes, isTracked: isTracked)
      let result = try await HandedOver.handing(stack) {
        try await #require(
          processExitsWith: .success, observing: [\.standardOutputContent]
        ) {
          let stack = try HandedOver.take(Stack.self)
          Self.onStack(of: stack.kilobytes << 10) {
            Self.tell(
              LeakDetector.detectBlocking(within: .milliseconds(50)) {
                Self.leakCrates(5, isTracked: stack.isTracked)
              })
          }
        }
      }
      let closure = "closure #1 in ScarcityTests.leakCrates(_:isTracked:)   ScarcityTests.swift:23"
      // Where nobody says so, the crate may be all that keeps the next one.
      let created =
        " If nothing else keeps the ScarcityTests.Crate, but something else keeps the other ScarcityTests.Crate, try weak var on ScarcityTests.Crate.other instead."
        + "\n  created in ScarcityTests.leakCrates(_:isTracked:), ≈ ScarcityTests.swift:20"
      #expect(
        String(decoding: result.standardOutputContent, as: UTF8.self) == """
          ScarcityTests.Crate leaked: 5 instances are kept alive by a retain cycle of 8 strong references.

            ╭→ ScarcityTests.Crate
            │    .other: ScarcityTests.Crate
            │    .onOpen
            │    \(closure)
            │       captures next: ScarcityTests.Crate strongly
            │    .other: ScarcityTests.Crate
            │    .onOpen
            │    \(closure)
            │       captures next: ScarcityTests.Crate strongly
            │    .onOpen
            │    \(closure)
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            │    captures next: ScarcityTests.Crate strongly
            ╰─ ScarcityTests.Crate

            Try [weak next] in the closure at ScarcityTests.swift:23.\(isTracked ? "" : created)
            pattern captured-object (swift run leakcases show capture-lists/ways-to-capture)
            fingerprint d626249f
          end

          """)
    }
  }
#endif
