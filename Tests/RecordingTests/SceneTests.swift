import Foundation
import SeededRandom
import TestOrder
import Testing

/// What the recorder finds, in a process for each scene: the hook is the whole process's.
@Suite(.slow) struct SceneTests {
  @Test func anIdleProcessIsUntouched() async throws {
    #expect(
      try await Scene("idle").output() == """
        available
        at first: untouched
        open: replaced
        closed: replaced
        recorded while no scope is open: 0
        removed: untouched
        opened again: 1 × recordings.Leaf

        """)
  }

  @Test func recordingIsAvailable() async throws {
    #expect(try await Scene("availability").output() == "available\n")
  }

  @Test func everyKindOfObjectIsFoundWhenItLeaks() async throws {
    #expect(
      try await Scene("kinds").output() == """
        instance, let go: nothing
        instance, leaked: 1 × recordings.Node
        generic instance, let go: nothing
        generic instance, leaked: 1 × recordings.Pair<Swift.Int, recordings.Node>
        actor, let go: nothing
        actor, leaked: 1 × recordings.Counter
        closure, let go: nothing
        closure, leaked: 2 × closure context, 1 × recordings.Node
        indirect case, let go: nothing
        indirect case, leaked: 3 × closure context, 1 × recordings.Node
        initialiser that gives up, let go: nothing
        initialiser that gives up, leaked: 1 × recordings.Leaf
        object with weak and unowned references, let go: nothing
        object with weak and unowned references, leaked: 1 × recordings.Leaf
        buffer, let go: nothing
        buffer, leaked: 1 × recordings.Row
        buffer of a class of one's own, let go: nothing
        buffer of a class of one's own, leaked: 1 × recordings.Store
        operation, let go: nothing
        operation, leaked: 1 × Foundation.BlockOperation
        queue, let go: nothing
        queue, leaked: 1 × Dispatch.DispatchQueue

        """)
  }

  @Test func deinitializersMayDoAsTheyLike() async throws {
    #expect(
      try await Scene("lives").output() == """
        while their heirs live: 1000 × recordings.Leaf
        in order of allocation: true
        when they are gone: nothing
        a million unowned references: nothing

        """)
  }

  @Test func boxesOfValuesThatWereNotMadeAreGone() async throws {
    #expect(
      try await Scene("thrown").output() == """
        3000 values were not made: nothing
        3 values were made: 3 × closure context, 3 × recordings.Node
        when they are gone: nothing
        records left: 0

        """)
  }

  @Test func memoryHeldIsBounded() async throws {
    #expect(
      try await Scene("memory").output() == """
        a million short-lived: recorded 1000000, tables 1
        ten thousand large ones: held back little
        a hundred thousand at once: true
        when they are gone: records swept
        closed: records 0, tables 0

        """)
  }

  @Test func theInnermostScopeOwns() async throws {
    #expect(
      try await Scene("nesting").output() == """
        outer: 17 × recordings.Leaf
        inner: 14 × recordings.Leaf
        outer, later: 17 × recordings.Leaf
        inner, closed: 14 × recordings.Leaf
        pool, later: nothing
        around the pool, later: 128 × recordings.Leaf
        around the pool, closed: 128 × recordings.Leaf

        """)
  }

  @Test func whatHasNoScopeIsPooledOrClaimed() async throws {
    #expect(
      try await Scene("outside").output() == """
        claiming: 7 × recordings.Leaf; pooled nothing
        nested: 7 × recordings.Leaf; pooled nothing
        modest: nothing; pooled 7 × recordings.Leaf of modest
        modest: nothing; pooled 14 × recordings.Leaf of modest; modest or third
        third: nothing; pooled 7 × recordings.Leaf of modest or third
        fourth: nothing; pooled nothing
        last: nothing; pooled nothing

        """)
  }

  @Test func threadsDoNotDisturbEachOther() async throws {
    #expect(
      try await Scene("threads").output() == """
        one scope: 800 × recordings.Leaf
        one each: 100 × recordings.Leaf
        tables of 400 short threads: small

        """)
  }

  @Test func aForkedChildGoesOn() async throws {
    #expect(
      try await Scene("fork").output() == """
        children: 50, all well: true
        the parent goes on: nothing

        """)
  }

  @Test(.slow, .enabled(if: Library.canBeMade, "swiftc is not in the PATH"))
  func aLibraryOpenedLaterIsRecorded() async throws {
    let library = try await Library(
      source: """
        public final class Leaking { var me: Leaking? }
        @_cdecl("leak_from_library") public func leak() { let object = Leaking(); object.me = object }
        """)
    defer { library.remove() }
    let warning = """
      warning: libPlugin.so was opened during a leak check: what it has allocated until now is not checked. It is if it was opened before the check.

      """
    let ending = try await Scene("library", library.path).ending()
    #expect(
      ending.output == """
        opened between scopes: 1 × Plugin.Leaking
        removed: 0

        """)
    #expect(ending.errors == warning)
    let opening = try await Scene("opening", library.path).ending()
    #expect(
      opening.output == """
        the first: nothing
        the next: 1 × Plugin.Leaking
        another: 1 × Plugin.Leaking

        """)
    #expect(opening.errors == warning)
  }

  @Test(.slow, .enabled(if: Library.canBeMade, "swiftc is not in the PATH"))
  func aLibraryMayBeClosedWhileItsObjectsAreRecorded() async throws {
    let library = try await Library(
      source: """
        public final class Leaking {
          var me: Leaking?
          var handler: (() -> Void)?
        }
        @_cdecl("leak_from_library") public func leak() {
          let object = Leaking()
          object.me = object
          let others = (0..<10).map { _ in Leaking() }
          for other in others { other.handler = { [weak other] in other?.me = nil } }
        }
        """)
    defer { library.remove() }
    let output = """
      while it is open: records of the dead are there
      closed: true
      opened and closed again: true
      afterwards: 1 × Plugin.Leaking
      it reaches ["Plugin.Leaking"]
      the next scope: 1 × recordings.Leaf
      records left: 0

      """
    let ending = try await Scene("closing", library.path).ending()
    #expect(ending.output == output)
    // Said once.
    #expect(
      ending.errors == """
        warning: libPlugin.so was closed, and stays in memory because leak checks have recorded or read objects of its classes.

        """)
    // And where nobody reads it, no signal ends the process.
    #expect(try await Scene("closing", library.path, "unheard").output() == output)
  }

  /// What is known of a library's types stays true: the library stays as well. One of which nothing is known goes as ever.
  @Test(.slow, .enabled(if: Library.canBeMade, "swiftc is not in the PATH"))
  func aLibraryThatWasReadStays() async throws {
    let source = """
      public final class Player { var next: Player? }
      @_cdecl("make_in_library") public func make() -> UnsafeRawPointer {
        let player = Player()
        player.next = Player()
        return UnsafeRawPointer(Unmanaged.passRetained(player).toOpaque())
      }
      """
    let libraries = try await [Library(source: source), Library(source: source)]
    defer { for library in libraries { library.remove() } }
    #expect(
      try await Scene("reading", libraries[0].path, libraries[1].path).output() == """
        while it is open: ["Plugin.Player", "Plugin.Player"]
        read and closed: still there
        afterwards: ["Plugin.Player", "Plugin.Player"]
        not read and closed: gone

        """)
  }

  /// The measurement of attribution: 16 tests, each ten times, or 50 where all rounds are played, and what each leaked.
  @Test func parallelTestsAreToldApart() async throws {
    let times = Rounds.areAll ? 50 : 10
    let line = try await Scene("attribution", "\(times)").output()
    print(line, terminator: "")
    let words = line.split(separator: " ")
    let open = try #require(words.firstIndex(of: "to").flatMap { Int(words[$0 + 1]) })
    #expect(open >= 8)
    #expect(
      line == """
        16 parallel tests × \(times) repetitions, up to \(open) scopes open at once: \
        \(112 * times) of \(112 * times) leaks found, 0 misattributed; \
        \(48 * times) of \(48 * times) allocated in no scope pooled with their test

        """)
  }
}
