import LeakHeapReading
import Testing

/// Reading runs no code of the objects' types, retains nothing and writes nothing.
struct UserCodeTests {
  @Test func readingRunsNoUserCodeAndChangesNoCounts() throws {
    let calls = CallCounter()
    let talkative = Talkative(calls: calls)
    talkative.child = Talkative(calls: calls)
    talkative.others = [talkative, Talkative(calls: calls)]
    talkative.keyed = [TalkativeKey(calls: calls): talkative]
    weak let observer = talkative
    try withExtendedLifetime((talkative, calls)) {
      let pointer = UnsafeRawPointer(Unmanaged.passUnretained(talkative).toOpaque())
      let before = try HeapReader.shared.snapshot(from: pointer)
      let hashed = calls.count
      let counts = before.graph.objects.indices.map(before.counts)
      let bytes = before.addresses.map(words)

      let after = try HeapReader.shared.snapshot(from: pointer)
      #expect(calls.count == hashed)
      #expect(after.addresses == before.addresses)
      #expect(after.graph.objects.indices.map(after.counts) == counts)
      #expect(after.addresses.map(words) == bytes)
      #expect(after.unread == [])
    }
    talkative.others = []
    talkative.keyed = [:]
    #expect(observer != nil)
  }

  /// The metadata, the counts and the first field of the object at `address`.
  private func words(at address: UInt) -> [UInt] {
    let base = UnsafePointer<UInt>(bitPattern: address)
    return (0..<3).map { base?[$0] ?? 0 }
  }
}

// MARK: - Fixtures

final class CallCounter {
  var count = 0
}

/// Counts every call that a careless reader would make.
final class Talkative: CustomReflectable, CustomStringConvertible, CustomDebugStringConvertible {
  let calls: CallCounter
  var child: Talkative?
  var others: [Talkative] = []
  var keyed: [TalkativeKey: Talkative] = [:]

  init(calls: CallCounter) { self.calls = calls }

  deinit { calls.count += 1 }

  var customMirror: Mirror {
    calls.count += 1
    return Mirror(self, children: [])
  }
  var description: String {
    calls.count += 1
    return "description"
  }
  var debugDescription: String { description }
}

struct TalkativeKey: Hashable {
  let calls: CallCounter
  static func == (left: TalkativeKey, right: TalkativeKey) -> Bool {
    left.calls.count += 1
    return left.calls === right.calls
  }
  func hash(into hasher: inout Hasher) {
    calls.count += 1
    hasher.combine(ObjectIdentifier(calls))
  }
}
