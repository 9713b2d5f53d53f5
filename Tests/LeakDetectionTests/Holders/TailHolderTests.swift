import LeakDetection
import TestOrder
import Testing

/// Objects that something behind an object has, of which no type says what is there.
@Suite(.slow) struct TailHolderTests {
  private final class Item {}

  private final class Storage {
    deinit {
      let buffer = ManagedBufferPointer<Int, Item?>(unsafeBufferObject: self)
      _ = buffer.withUnsafeMutablePointers { $1.deinitialize(count: $0.pointee) }
    }
  }

  private final class Handles: ManagedBuffer<Int, Unmanaged<Item>?> {
    deinit {
      withUnsafeMutablePointers { count, items in
        for item in 0..<count.pointee { items[item]?.release() }
      }
    }
  }

  private enum Store {
    nonisolated(unsafe) static var ring: ManagedBufferPointer<Int, Item?>?
    nonisolated(unsafe) static var handles: ManagedBuffer<Int, Unmanaged<Item>?>?
  }

  /// What is there need not be all that may hold it: what other tests left in memory may be told first.
  private static let held = "TailHolderTests.Item is held: 1 instance is kept alive, possibly by "

  private static func headline(_ body: () -> Void) -> String {
    let report = LeakDetector.detectBlocking(within: .milliseconds(10)) { body() }
    return report.description.split(separator: "\n").first.map(String.init) ?? ""
  }

  private static func fillRing() {
    let ring = ManagedBufferPointer<Int, Item?>(bufferClass: Storage.self, minimumCapacity: 8) {
      _, _ in 8
    }
    ring.withUnsafeMutablePointerToElements { items in
      for item in 0..<8 { (items + item).initialize(to: item == 5 ? Item() : nil) }
    }
    Store.ring = ring
  }

  private static func fillHandles() {
    let handles = Handles.create(minimumCapacity: 8) { _ in 8 }
    handles.withUnsafeMutablePointerToElements { items in
      for item in 0..<8 {
        (items + item).initialize(to: item == 5 ? Unmanaged.passRetained(Item()) : nil)
      }
    }
    Store.handles = handles
  }

  @Test func `What a ManagedBufferPointer has is held by what has that`() {
    let headline = Self.headline { Self.fillRing() }
    Store.ring = nil
    #expect(headline.hasPrefix(Self.held))
  }

  @Test func `What a ManagedBuffer has by hand is held by what has that`() {
    let headline = Self.headline { Self.fillHandles() }
    Store.handles = nil
    #expect(headline.hasPrefix(Self.held))
  }
}
