import Foundation
import LeakDetection
import TestOrder
import Testing

/// An object with its own task, which only a part of the object could resume.
@Suite(.serialized) struct StaleEnderTests {
  private final class Part: @unchecked Sendable {
    var continuation: UnsafeContinuation<Void, Never>?
  }

  private final class Reader: @unchecked Sendable {
    let part = Part()

    func wait() {
      Task {
        await withUnsafeContinuation { self.part.continuation = $0 }
        self.note()
      }
    }

    func note() {}
  }

  nonisolated(unsafe) private static var finished: Task<Void, Never>?
  nonisolated(unsafe) private static var parts: [Part] = []

  /// Leaves the address in free blocks of all sizes that a task may have.
  private static func leaveInMemory(_ word: UInt) {
    for size in stride(from: 256, through: 1024, by: 16) {
      guard let block = malloc(size) else { continue }
      for index in 0..<size / 8 {
        block.storeBytes(of: word, toByteOffset: index * 8, as: UInt.self)
      }
      free(block)
    }
  }

  /// What is told of such an object; `note` is given its part.
  private func verdict(_ note: (Part) async -> Void) async -> Verdict? {
    weak var reader: Reader?
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let object = trackForLeaks(Reader())
      reader = object
      object.wait()
      while object.part.continuation == nil { await Task.yield() }
      await note(object.part)
      // Its task is still on its way to where it waits.
      try? await Task.sleep(for: .milliseconds(20))
    }
    reader?.part.continuation?.resume()
    return report.leaks.first?.verdict
  }

  /// Where a finished task had its closure, and where it never wrote, anything may be left.
  @Test(.slow) func aFinishedTaskOfAStaticDoesNotEndItByWordsThatAreLeft() async {
    let verdict = await verdict { part in
      Self.leaveInMemory(UInt(bitPattern: Unmanaged.passUnretained(part).toOpaque()))
      Self.finished = Task {}
      await Self.finished?.value
    }
    guard case .leaked? = verdict else {
      Issue.record("\(String(describing: verdict))")
      return
    }
  }

  @Test(.slow) func aStaticThatHasThePartMayEndIt() async {
    let verdict = await verdict { part in Self.parts = [part] }
    // What nobody reads is not written in optimised code.
    #expect(Self.parts.count == 1)
    Self.parts = []
    guard case .held? = verdict else {
      Issue.record("\(String(describing: verdict))")
      return
    }
  }
}
