import Foundation
import HoldingSituations
import LeakDetection
import Synchronization

/// A thread's arena in glibc, whose marks of bins that are not empty read like the header of a block.
///
/// The second half of the marks (`binmap` in `malloc_state`, malloc/malloc.c) is 0x10001 while blocks of 1024 to 1087 bytes and
/// of 2048 to 2111 bytes are free: "in use, 65,536 bytes long". Here a block begins where that would end.
enum MarkedBins {
  private static let guests = Mutex<[Guest]>([])

  /// What is said of an object in that arena, which a static keeps.
  static func report() async -> String {
    let isFilled = await withCheckedContinuation { continuation in
      Thread {
        let isKnown = areMarksKnown
        if isKnown { fillArena() }
        continuation.resume(returning: isKnown)
        // The arena of a thread that ends is given to another one.
        while true { sleep(1000) }
      }.start()
    }
    if !isFilled { return "The marks are elsewhere." }
    let object = guests.withLock { TrackedObject($0[0], location: CodeLocation()) }
    let verdict = await LeakCheck.verdicts(on: [object], within: .milliseconds(100))[0]
    let leak = Leak(typeName: object.typeName, verdict: verdict, location: CodeLocation())
    return String(leak.description.prefix { $0 != "\n" })
  }

  /// Whether the marks are where they can read like a header: behind the last list of free chunks, which is empty and so leads
  /// to itself. Since glibc 2.43 they are elsewhere.
  private static var areMarksKnown: Bool {
    let last = state + 2128
    return UnsafePointer<UInt>(bitPattern: last)!.pointee == last - 16
  }

  /// The state of the thread's arena.
  private static var state: UInt {
    let block = malloc(24)
    defer { free(block) }
    let start = UInt(bitPattern: block) & ~(64 << 20 - 1)
    return UnsafePointer<UInt>(bitPattern: start)!.pointee
  }

  private static func fillArena() {
    let state = state
    let end = state + 2144 + 0x10000
    guests.withLock { $0.append(Guest()) }
    // What was given back before is used up first.
    for size in [24, 40] { for _ in 0..<300 { _ = malloc(size) } }
    var next = UInt(bitPattern: malloc(24)) + 16
    while next < end {
      let size = (end - next) % 32 == 0 ? 32 : 48
      next = UInt(bitPattern: malloc(size - 8)) - 16 + UInt(size)
    }
    // Too large for a thread's cache; each has a neighbour in use.
    let blocks = [1048, 1048, 2040, 1048].map { malloc($0) }
    free(blocks[0])
    free(blocks[2])
    // A large request puts them into their bins.
    _ = malloc(8000)
    precondition(
      UnsafePointer<UInt>(bitPattern: state + 2152)!.pointee == 0x10001, "the marks are others")
  }
}
