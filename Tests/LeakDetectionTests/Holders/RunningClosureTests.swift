import CUnwindingScenes
import Dispatch
import Foundation
import Glibc
import LeakBase
import LeakDetection
import TestOrder
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// Closures on the stack of a thread that runs others.
@Suite(.slow) struct RunningClosureTests {
  final class Node: Sendable {}

  /// A closure in memory: its code, and its context.
  private typealias Words = (code: UInt, context: UInt)

  /// An object that a closure of `make`'s captures, with a retain of the closure that is not given back, and the closure, disguised.
  @inline(never)
  private static func makeRetained(_ make: (Node) -> [() -> Void]) -> (
    TrackedObject, disguised: Words
  ) {
    let node = Node()
    let disguised = make(node).withUnsafeBytes { bytes in
      let disguised = Words(
        ~bytes.load(as: UInt.self), ~bytes.load(fromByteOffset: 8, as: UInt.self))
      _ = context(disguised.context).retain()
      return disguised
    }
    return (TrackedObject(node, location: CodeLocation()), disguised)
  }

  private static func context(_ disguised: UInt) -> Unmanaged<AnyObject> {
    .fromOpaque(UnsafeRawPointer(bitPattern: ~disguised).unsafelyUnwrapped)
  }

  /// Checks with the words of a closure on the stack, in memory that is no variable's.
  @_optimize(none)
  private static func verdict(on tracked: TrackedObject, beside disguised: Words) -> Verdict? {
    withUnsafeTemporaryAllocation(of: UInt.self, capacity: 2) { words in
      words[0] = ~disguised.code
      words[1] = ~disguised.context
      return LeakCheck.verdicts(on: [tracked], within: .milliseconds(1)).first
    }
  }

  private static func expectIsNotRunning(
    _ tracked: TrackedObject, _ disguised: Words, while run: (_ check: @escaping () -> Void) -> Void
  ) {
    defer { context(disguised.context).release() }
    uws_clear_stack()
    var verdict: Verdict?
    run { verdict = Self.verdict(on: tracked, beside: disguised) }
    switch verdict {
    case .leaked(let path): #expect(path.isLostRetain)
    case .held(let holders): #expect(holders.allSatisfy { $0.isProbable }, "\(holders)")
    default: Issue.record("\(String(describing: verdict))")
    }
  }

  /// The code of both is a thunk, which calls the closure. All thunks have one name.
  @Test func aClosureIsNotRunningWhereAnotherOneIs() {
    let (tracked, disguised) = Self.makeRetained { node in
      let handler = { withExtendedLifetime(node) {} }
      return [handler]
    }
    Self.expectIsNotRunning(tracked, disguised) { check in
      let handlers = [check]
      for handler in handlers { handler() }
    }
  }

  /// Closures of one function, which tell the objects that they capture apart by their contexts.
  @inline(never)
  private static func handlers(
    with node: Node, check: @escaping () -> Void = {}
  ) -> [() -> Void] {
    [{ withExtendedLifetime(node, check) }]
  }

  @Test func aClosureIsNotRunningWhereAnotherOneOfItsCodeIs() {
    let (tracked, disguised) = Self.makeRetained { Self.handlers(with: $0) }
    Self.expectIsNotRunning(tracked, disguised) { check in
      for handler in Self.handlers(with: Node(), check: check) { handler() }
    }
  }

  final class Player {
    let handler: () -> Void

    init(_ node: Node, _ play: @escaping () -> Void) {
      handler = { withExtendedLifetime(node, play) }
    }
  }

  /// A player, and the object that its closure captures.
  @inline(never)
  private static func makePlayer(_ play: @escaping () -> Void) -> (Player, TrackedObject) {
    let node = Node()
    return (Player(node, play), TrackedObject(node, location: CodeLocation()))
  }

  /// Makes two players, calls `made` with the objects that their closures capture, and has the second play.
  @_optimize(none)
  private static func perform(_ made: ([TrackedObject]) -> Void, play: @escaping () -> Void) {
    let first = makePlayer {}
    let second = makePlayer(play)
    made([first.1, second.1])
    clearStack()
    second.0.handler()
    withExtendedLifetime(first) {}
  }

  /// Writes over what calls have left on the stack: a word of theirs may stand in the frame of one that comes after.
  @inline(never)
  private static func clearStack() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { memory in
      explicit_bzero(memory.baseAddress!, memory.count)
    }
  }

  private static func kindsOfHolders(_ verdict: Verdict) -> [HoldingPlace.Kind] {
    guard case .held(let holders) = verdict else { return [] }
    return holders.compactMap(\.place?.kind)
  }

  @Test func ofTwoObjectsClosuresTheOneIsRunningThatWasCalled() {
    let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let tracked = VisibleMutex<[TrackedObject]>([])
    Thread.detachNewThread {
      // A thread before it may have had the same stack, and a closure at the same address.
      uws_clear_stack()
      Self.perform({ made in tracked.withLock { $0 = made } }) {
        hasBegun.signal()
        mayEnd.wait()
      }
    }
    hasBegun.wait()
    let verdicts = LeakCheck.verdicts(on: tracked.withLock(\.self), within: .milliseconds(1))
    mayEnd.signal()
    #expect(verdicts.map(Self.kindsOfHolders) == [[.stack], [.running]])
  }

  /// What the handler of a signal tells, and what it waits for.
  private enum Interruption {
    static let hasBegun = DispatchSemaphore(value: 0)
    static let mayEnd = DispatchSemaphore(value: 0)
    static let size = 64 << 10

    /// Runs a handler on a stack of its own in the calling thread, until it may end.
    static func raise() {
      let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      var stack = stack_t(ss_sp: memory, ss_flags: 0, ss_size: size)
      sigaltstack(&stack, nil)
      var action = sigaction()
      action.sa_flags = SA_ONSTACK
      action.__sigaction_handler.sa_handler = { _ in
        Interruption.hasBegun.signal()
        Interruption.mayEnd.wait()
      }
      sigaction(SIGUSR2, &action, nil)
      // A thread that one of libdispatch's has made has all signals blocked.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGUSR2)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      _ = Glibc.raise(SIGUSR2)
    }
  }

  /// Whose words are whose is not known of a thread that is elsewhere than on its stack: what they lead to is held, possibly.
  @Test func whereAHandlerHasAStackOfItsOwnNobodyIsKnownToHold() {
    let tracked = VisibleMutex<[TrackedObject]>([])
    Thread.detachNewThread {
      Self.perform({ made in tracked.withLock { $0 = made } }) {
        Interruption.raise()
      }
    }
    Interruption.hasBegun.wait()
    let verdicts = LeakCheck.verdicts(on: tracked.withLock(\.self), within: .milliseconds(1))
    Interruption.mayEnd.signal()
    // A word that another test has left in memory may lead to them as well, and is told as uncertain too: as a holder, or as a task that may
    // have the object, and that checks keep from going on.
    #expect(verdicts.count == 2)
    for verdict in verdicts {
      switch verdict {
      case .held(let holders):
        #expect(!Self.kindsOfHolders(verdict).contains(.running), "\(verdict)")
        #expect(!holders.isEmpty && holders.allSatisfy { $0.isProbable }, "\(verdict)")
      case .inconclusive(let reason):
        #expect(reason.hasPrefix("a task that may have it waits for a thread"), "\(verdict)")
      default: Issue.record("\(verdict)")
      }
    }
  }
}
