import LeakTesting
import Testing

@testable import LeakExplaining

@Suite(.leakFree) struct FingerprintTests {
  @Test func `It is the 32-bit FNV-1a hash, eight digits long`() {
    // The published test vectors of FNV-1a: an empty input, and "a" followed by our separator.
    #expect(Fingerprint.of([]) == "811c9dc5")
    #expect(Fingerprint.of(["a"]) == "2b24d044")
    #expect(Fingerprint.of(["ab", "c"]) != Fingerprint.of(["a", "bc"]))
  }

  private static func path(
    _ steps: [RetainPath.Step], start: String = "Shop.A"
  ) -> RetainPath {
    RetainPath(start: start, steps: steps, suspect: steps.count - 1, advice: "", references: [])
  }

  private static func capture(
    _ function: String = "closure #1 in A.f()", module: String? = "Shop",
    type: String? = "() -> ()",
    discriminator: String? = nil, position: Int? = 0, target: String = "Shop.A",
    isSelf: Bool = false, storedIn: String? = nil
  ) -> RetainPath.Step {
    .capture(
      .init(
        function: function, module: module, functionType: type, discriminator: discriminator,
        position: position, target: target,
        isSelf: isSelf, storedIn: storedIn))
  }

  @Test func `Only the reference to change matters`() {
    let holder = RetainPath.Step.property(
      .init(owner: "Shop.A", path: "handler", target: nil))
    let first = Self.path([holder, Self.capture()])
    let second = Self.path([
      .property(.init(owner: "Shop.B", path: "a", target: "Shop.A")), holder, Self.capture(),
    ])
    #expect(first.fingerprint == second.fingerprint)
    #expect(first.fingerprint == Self.path([Self.capture()]).fingerprint)
    #expect(first.fingerprint == Self.path([Self.capture(target: "Shop.B")]).fingerprint)
  }

  @Test func `A capture is told by its function, with module and type, and its position`() {
    let fingerprints = [
      Self.capture(), Self.capture("closure #2 in A.f()"), Self.capture(module: "Other"),
      Self.capture(type: "(Swift.Int) -> ()"), Self.capture(discriminator: "_E35"),
      Self.capture(position: 1),
      Self.capture(position: nil, isSelf: true),
    ].map { Self.path([$0]).fingerprint }
    #expect(Set(fingerprints).count == fingerprints.count)
  }

  @Test func `The way to what no declaration is known for counts as well`() {
    func fingerprint(_ property: String, _ step: RetainPath.Step) -> String {
      let holder = RetainPath.Step.property(.init(owner: "Shop.A", path: property, target: nil))
      return Self.path([holder, step]).fingerprint
    }
    let unknown = Self.capture("a closure", module: nil)
    #expect(fingerprint("first", unknown) != fingerprint("second", unknown))
    let method = Self.capture("A.refresh()", storedIn: "A.start()")
    #expect(fingerprint("first", method) != fingerprint("second", method))
    // Not every build tells which method it is.
    #expect(
      fingerprint("first", method)
        == fingerprint("first", Self.capture("a method stored in A.start()")))
    let value = RetainPath.Step.property(.init(owner: "Task", path: "value", target: "Shop.A"))
    #expect(fingerprint("first", value) != fingerprint("second", value))
    let element = RetainPath.Step.property(
      .init(owner: "Foundation.NSMutableArray", path: "[3]", target: "Shop.A"))
    #expect(fingerprint("first", element) != fingerprint("second", element))
  }

  @Test func `A property is its class's, whatever subclass or specialization has it`() {
    func fingerprint(_ owner: String, in declaringClass: String? = nil) -> String {
      Self.path([
        .property(
          .init(owner: owner, path: "x", target: "Shop.A", declaringClass: declaringClass))
      ]).fingerprint
    }
    #expect(fingerprint("Shop.Box<Swift.Int>") == fingerprint("Shop.Box<Swift.String>"))
    #expect(fingerprint("Shop.Derived", in: "Shop.Base") == fingerprint("Shop.Base"))
    #expect(fingerprint("Shop.Derived") != fingerprint("Shop.Base"))
  }

  @Test func `What is in an Any matters, but not with which arguments`() {
    func fingerprint(_ target: String, isInAny: Bool = true) -> String {
      Self.path([
        .property(.init(owner: "Shop.A", path: "userInfo", target: target, isInAny: isInAny))
      ]).fingerprint
    }
    #expect(fingerprint("Shop.B") != fingerprint("Shop.C"))
    #expect(fingerprint("Shop.Box<Swift.Int>") == fingerprint("Shop.Box<Swift.String>"))
    #expect(fingerprint("Shop.B", isInAny: false) == fingerprint("Shop.C", isInAny: false))
  }

  @Test func `Positions and confidence do not matter, modules do`() {
    func fingerprint(
      _ owner: String, _ path: String, _ confidence: RetainPath.Confidence = .exact
    ) -> String {
      Self.path([
        .property(.init(owner: owner, path: path, target: "Shop.A", confidence: confidence))
      ]).fingerprint
    }
    #expect(fingerprint("Shop.A", "x[1].y") == fingerprint("Shop.A", "x[27].y"))
    #expect(fingerprint("Shop.A", "x[1].y") != fingerprint("Shop.A", "x[value].y"))
    #expect(fingerprint("Shop.A", "x2") != fingerprint("Shop.A", "x1"))
    #expect(fingerprint("Shop.A", "x") != fingerprint("Other.A", "x"))
    #expect(fingerprint("Shop.A", "x") == fingerprint("Shop.A", "x", .conservative))
  }

  @Test func `A finding without a path is told by its type and kind`() {
    func fingerprint(_ type: String, _ verdict: Verdict) -> String {
      Leak(typeName: type, verdict: verdict, location: CodeLocation()).fingerprint
    }
    #expect(
      fingerprint("M.A", .held(by: [.unknown(1)])) == fingerprint("M.A", .held(by: [.unknown(2)])))
    func held(_ place: HoldingPlace) -> String {
      fingerprint("M.A", .held(by: [.place(place, path: HoldingPath())]))
    }
    #expect(
      held(HoldingPlace(.delayedBlock, name: "q", dueWithin: 1))
        == held(HoldingPlace(.delayedBlock, name: "q", dueWithin: 29)))
    #expect(
      Set([
        held(HoldingPlace(.global, name: "static A.b")),
        held(HoldingPlace(.global, name: "static A.c")),
        held(HoldingPlace(.stack, name: "f()", variable: "a")),
        held(HoldingPlace(.stack, name: "f()", variable: "b")),
        held(HoldingPlace(.task, name: "f()", variable: "b")),
        fingerprint("M.A", .held(by: [.unknown(1)])),
      ]).count == 6)
    #expect(
      fingerprint("M.A", .late(after: .seconds(1))) == fingerprint("M.A", .late(after: .seconds(2)))
    )
    #expect(
      Set([
        fingerprint("M.A", .held(by: [])), fingerprint("M.A", .late(after: .zero)),
        fingerprint("M.A", .inconclusive("")), fingerprint("M.A", .deinitialized),
        fingerprint("M.B", .held(by: [])),
      ]).count == 5)
  }

  private static func held(
    by place: HoldingPlace, _ steps: [RetainPath.Step] = [], type: String = "Shop.A"
  ) -> String {
    let holder = Holder.place(place, path: HoldingPath(steps: steps))
    return Leak(typeName: type, verdict: .held(by: [holder]), location: CodeLocation()).fingerprint
  }

  private static func property(_ owner: String, _ path: String) -> RetainPath.Step {
    .property(.init(owner: owner, path: path, target: "Shop.A"))
  }

  @Test func `Work that waits is known by its closure, wherever it waits`() {
    func held(_ kind: HoldingPlace.Kind, _ name: String?, _ closure: RetainPath.Step) -> String {
      Self.held(by: HoldingPlace(kind, name: name), [closure])
    }
    let other = Self.capture("closure #1 in B.f()")
    for kind: HoldingPlace.Kind in [
      .task, .continuation, .pendingBlock, .delayedBlock, .urlSessionTask, .operationQueue,
      .process,
    ] {
      #expect(held(kind, "A.sleep()", Self.capture()) == held(kind, "queue 17", Self.capture()))
      #expect(held(kind, "A.sleep()", Self.capture()) != held(kind, "A.sleep()", other))
      #expect(
        held(kind, nil, Self.capture()) != held(kind, nil, Self.capture(module: "Other")))
    }
    #expect(held(.task, "f()", Self.capture()) != held(.pendingBlock, "f()", Self.capture()))
    // Closures of the system's say nothing.
    let systems = Self.capture("closure #1 in observe()", module: "Foundation")
    let place = HoldingPlace(.notificationCenter)
    #expect(
      Self.held(by: place, [systems, Self.capture()]) == Self.held(by: place, [Self.capture()]))
    #expect(Self.held(by: place, [systems]) == Self.held(by: place))
  }

  @Test func `A variable is known by its declaration, and what of it leads to the object`() {
    let shared = HoldingPlace(.global, name: "static App.shared", module: "Shop")
    var others = [shared, shared, shared]
    others[0].module = "Other"
    others[1].discriminator = "_E35"
    others[2].variable = "b"
    let fingerprints =
      [Self.held(by: shared)] + others.map { Self.held(by: $0) } + [
        Self.held(by: shared, [Self.property("Shop.App", "current")]),
        Self.held(by: shared, [Self.property("Shop.App", "history[1]")]),
        Self.held(by: shared, [Self.property("Shop.App", "history[1]"), Self.capture()]),
        Self.held(by: shared, type: "Shop.B"),
      ]
    #expect(Set(fingerprints).count == fingerprints.count)
    #expect(
      fingerprints[5] == Self.held(by: shared, [Self.property("Shop.App", "history[27]")]))
  }
}
