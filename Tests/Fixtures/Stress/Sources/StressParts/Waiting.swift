import Dispatch
import Foundation

/// Waits on this thread, also where the caller is asynchronous.
public func block(on semaphore: DispatchSemaphore) { semaphore.wait() }

/// Waits on this thread, also where the caller is asynchronous.
public func block(on group: DispatchGroup) { group.wait() }

/// Calls `body`, which may call what asynchronous code must not.
public func inPlace(_ body: () -> Void) { body() }

/// Lets the thread's run loop run until `condition` holds.
public func runLoop(until condition: () -> Bool) {
  while !condition() {
    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
  }
}

/// Suspends until `condition` holds.
public func eventually(
  isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool
) async {
  while !condition() { try? await Task.sleep(nanoseconds: 500_000) }
}

/// A place that threads share.
public final class Shared<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  public init(_ value: Value) { stored = value }

  public var value: Value {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }

  public func update(_ change: (inout Value) -> Void) {
    lock.withLock { change(&stored) }
  }
}
