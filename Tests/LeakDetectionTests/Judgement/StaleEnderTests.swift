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

  nonisolated(unsafe) private static var finished: [Task<Void, Never>] = []
  nonisolated(unsafe) private static var parts: [Part] = []

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
      let address = UInt(bitPattern: Unmanaged.passUnretained(part).toOpaque())
      // Another thread may take the memory of one.
      for _ in 0..<8 {
        leaveInTaskMemory { _ in [address] }
        Self.finished.append(Task {})
      }
      for task in Self.finished { await task.value }
    }
    Self.finished = []
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
