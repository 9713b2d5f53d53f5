import Dispatch
import Foundation
import LeakHeapReading
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// Cycles that only an address leads to: whoever has it may still open them.
@Suite struct AddressTests {
  final class Upload: @unchecked Sendable {
    var itself: Upload?

    /// Retains itself until ``finish(_:)`` is called with the address that is returned.
    func begin() -> UnsafeMutableRawPointer {
      itself = self
      return Unmanaged.passUnretained(self).toOpaque()
    }

    static func finish(_ address: UnsafeMutableRawPointer) {
      Unmanaged<Upload>.fromOpaque(address).takeUnretainedValue().itself = nil
    }
  }

  /// Where an address waits to be used.
  enum Place: CaseIterable {
    case memoryOfC, capture, unmanagedCapture, staticVariable, valueOfAThread, stackOfAThread, list

    nonisolated(unsafe) fileprivate static var address: UnsafeMutableRawPointer?
  }

  private static func verdict(
    within grace: Duration, _ make: () -> Upload
  ) async -> Verdict {
    let object = { TrackedObject(make(), location: CodeLocation()) }()
    return await LeakCheck.verdicts(on: [object], within: grace)[0]
  }

  private static func isLate(_ verdict: Verdict) -> Bool {
    if case .late = verdict { true } else { false }
  }

  private static func afterwards(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(150), execute: work)
  }

  @Test(.timeLimit(.minutes(5)), arguments: Place.allCases)
  func `Who has the address of an object is waited for`(_ place: Place) async {
    let verdict = await Self.verdict(within: .seconds(30)) {
      let upload = Upload()
      nonisolated(unsafe) let address = upload.begin()
      switch place {
      case .memoryOfC:
        nonisolated(unsafe) let memory = malloc(32)!
        memory.storeBytes(of: address, toByteOffset: 16, as: UnsafeMutableRawPointer.self)
        Self.afterwards {
          Upload.finish(memory.load(fromByteOffset: 16, as: UnsafeMutableRawPointer.self))
          free(memory)
        }
      case .unmanagedCapture:
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(600)) {
          [unowned(unsafe) upload] in upload.itself = nil
        }
      case .capture:
        Self.afterwards { Upload.finish(address) }
      case .staticVariable:
        Place.address = address
        Self.afterwards {
          Upload.finish(Place.address!)
          Place.address = nil
        }
      case .valueOfAThread:
        nonisolated(unsafe) let parcel = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(
          capacity: 1)
        parcel.initialize(to: address)
        Thread.detachNewThread { Self.keepForThread(parcel) }
        while parcel.pointee != nil { usleep(1000) }
        parcel.deallocate()
      case .stackOfAThread:
        nonisolated(unsafe) let parcel = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(
          capacity: 1)
        parcel.initialize(to: address)
        Thread.detachNewThread { Self.keepOnStack(parcel) }
        while parcel.pointee != nil { usleep(1000) }
        parcel.deallocate()
      case .list:
        nonisolated(unsafe) let addresses = [address]
        Self.afterwards { Upload.finish(addresses[0]) }
      }
      return upload
    }
    #expect(Self.isLate(verdict), "\(verdict)")
  }

  final class Pipeline {
    let lock = Lock()
    var itself: Pipeline?
  }

  final class Lock {}

  /// Somebody's memory may have a word left over from what was at an object's address before, and who has that may know the address.
  /// Others, at other addresses, nobody knows.
  @Test func `Who has the address of what a lost cycle keeps is not waited for`() {
    let memory = malloc(32)!
    defer { free(memory) }
    var lost: [UInt] = []
    var all: [TrackedObject] = []
    var settled: [[Int]] = []
    while settled != [[0, 1]], lost.count < 8 {
      let (disguised, objects) = Self.lose(at: memory)
      lost.append(disguised)
      all += objects
      // The address is there, and does not let the lock go.
      #expect(memory.load(fromByteOffset: 16, as: UInt.self) == objects[1].witness.address)
      let check = CheckedObjects(naming: objects, within: .seconds(3600))
      settled = CheckReading.settled(in: [check], by: HeapReader())
    }
    #expect(settled == [[0, 1]])
    for disguised in lost {
      let pipeline = UnsafeRawPointer(bitPattern: ~disguised)!
      Unmanaged<Pipeline>.fromOpaque(pipeline).takeUnretainedValue().itself = nil
    }
    #expect(!all.contains { $0.isAlive })
  }

  /// Leaks a pipeline, and leaves the address of its lock in `memory`.
  @inline(never)
  private static func lose(at memory: UnsafeMutableRawPointer) -> (UInt, [TrackedObject]) {
    let pipeline = Pipeline()
    pipeline.itself = pipeline
    let lock = Unmanaged.passUnretained(pipeline.lock).toOpaque()
    memory.storeBytes(of: lock, toByteOffset: 16, as: UnsafeMutableRawPointer.self)
    return (
      ~UInt(bitPattern: Unmanaged.passUnretained(pipeline).toOpaque()),
      [
        TrackedObject(pipeline, location: CodeLocation()),
        TrackedObject(pipeline.lock, location: CodeLocation()),
      ]
    )
  }

  /// Takes the address out of the parcel, and uses it 150 ms later.
  private static func keepForThread(_ parcel: UnsafeMutablePointer<UnsafeMutableRawPointer?>) {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    pthread_setspecific(key, parcel.pointee)
    parcel.pointee = nil
    usleep(150_000)
    Upload.finish(pthread_getspecific(key)!)
    pthread_setspecific(key, nil)
    pthread_key_delete(key)
  }

  /// Takes the address out of the parcel, and uses it 150 ms later. Optimised, the address would be in a register alone.
  @_optimize(none)
  private static func keepOnStack(_ parcel: UnsafeMutablePointer<UnsafeMutableRawPointer?>) {
    var address = parcel.pointee
    parcel.pointee = nil
    withUnsafeMutablePointer(to: &address) { address in
      usleep(150_000)
      Upload.finish(address.pointee!)
    }
  }
}
