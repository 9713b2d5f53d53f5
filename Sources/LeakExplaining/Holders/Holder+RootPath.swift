import LeakDeciding
import LeakHeapModel
import LeakHeapReading
import LeakHeapRoots
import LeakSymbolication

extension Holder: RecognizedHolder {}

extension [Holder] {
  /// What was recognized while the objects were waited for, if anything was.
  init(_ recognized: (any RecognizedHolder)?) {
    self = (recognized as? Holder).map { [$0] } ?? []
  }
}

extension CheckedObjects {
  /// The same, with what holds objects that go late told as a report does.
  package var recognizingHolders: CheckedObjects {
    var check = self
    check.recognize = { Holder($0) }
    return check
  }
}

extension Holder {
  /// The place that a path begins at, and the path.
  init(_ path: RootPath) {
    let place = HoldingPlace(path)
    self = .place(place, path: HoldingPath(path, from: place))
  }
}

extension HoldingPath {
  init(_ path: RootPath, from place: HoldingPlace) {
    let graph = path.snapshot.graph
    let evidence = HeapEvidence(naming: path.snapshot)
    // XCTest keeps its test cases: what it has them in is no help.
    let testCase = path.testCaseProperty
    let property = testCase?.reference ?? path.suiteProperty?.reference
    let references = Array(graph.references.indices.dropFirst(property ?? 0))
    // What the system has inside before the first closure or object of the program's is no help.
    let own = references.drop { reference in
      let isSystems = graph.type(of: graph.source(of: reference)).visibility != .program
      guard isSystems, let function = graph.function(of: reference),
        evidence.name(function)?.kind != .thunk
      else { return isSystems }
      return !ProgramCode.contains(path.snapshot.functions[Int(function.rawValue)])
    }
    let drafts = RetainPath.Step.drafts(along: Array(own), in: graph, of: evidence)
    self.init(
      steps: drafts.map(\.step),
      references: graph.described(
        references, from: references.map(graph.source), name: evidence.name),
      isSure: testCase == nil
        ? path.grade.isNamedFlatly
        : references.allSatisfy { graph.references[$0].confidence.grade.isNamedFlatly })
    weakDeclaration = Self.weakDeclaration(forLastCaptureOf: drafts, in: evidence)
    if [.dispatchTimer, .dispatchSource].contains(place.kind) {
      handler =
        references.lazy.compactMap {
          path.snapshot.handler(graph.target(of: $0), of: graph.source(of: $0))
        }.first
    }
    if place.kind.goesWhenRun {
      // What the place itself runs, and no closure that an object behind it has stored.
      let own = drafts.prefix { $0.step.capture != nil }
      repetition = own.lazy.compactMap(\.functionCalledAgain).first
    }
  }
}

extension HoldingPath {
  /// Of the last closure's capture: a variable that the closure shares; or the property behind its object, where nothing else keeps that,
  /// and it does not make what it refers to.
  private static func weakDeclaration(
    forLastCaptureOf drafts: [StepDraft], in evidence: HeapEvidence
  ) -> String? {
    guard let index = drafts.lastIndex(where: { $0.captured != nil }), !drafts[index].canBeSelf,
      let captured = drafts[index].captured
    else { return nil }
    if drafts[index].isVariable, let variable = drafts[index].step.capture?.variable,
      !variable.contains("."), let target = drafts[index].step.target
    {
      return "weak before var \(variable), where something else owns the \(TypeName(target).short)"
    }
    guard evidence.counts(captured)?.strong == 1,
      let next = drafts.dropFirst(index + 1).first, next.foreignPackage == nil,
      let label = next.label, let ends = next.ends, ends.source == captured,
      let property = next.step.property?.declared,
      label.declaresObject(of: evidence.graph.type(of: ends.target)),
      !evidence.makes(ends.source, ends.target)
    else { return nil }
    return (label.canBeWeak ? "" : "an optional ") + "weak var for \(property)"
  }
}

extension RootPath {
  /// The property of a test case that the path goes through, with the name of its class, and the reference there.
  var testCaseProperty: (name: String, reference: HeapGraph.ReferenceID?)? {
    property { $0.superclasses.contains("XCTest.XCTestCase") }
  }

  /// The property of a suite that the path goes through, with the suite's name, and the reference there, if it is an object.
  ///
  /// The macro `@Test` makes a function that has the suite's object in a variable of its own, named as only macros do.
  var suiteProperty: (name: String, reference: HeapGraph.ReferenceID?)? {
    guard let variable, variable.isCallers, variable.name?.hasPrefix("$s") == true else {
      return nil
    }
    // A suite that is a structure is no object, and its parts are the variable's.
    guard let part = variable.part else { return property { $0.visibility == .program } }
    // The function of the macro's is the suite's own.
    let suite = Symbolizer.shared.functionName(at: variable.code)?.enclosingType.map { $0 + "." }
    return ((suite ?? "") + part, nil)
  }

  /// The property through which the first such object on the path leads on, with the name of its class, and the reference there.
  private func property(
    ofFirst isMeant: (HeapObjectType) -> Bool
  ) -> (name: String, reference: HeapGraph.ReferenceID?)? {
    let graph = snapshot.graph
    let first = graph.references.indices.first { isMeant(graph.type(of: graph.source(of: $0))) }
    guard let first, let property = graph.label(of: first).path.split(separator: ".").first else {
      return nil
    }
    let owner = TypeName(graph.type(of: graph.source(of: first)).name).short
    return (owner + "." + property, first)
  }
}
