import LeakTesting
import TestOrder
import Testing

@testable import LeakDetection

/// Of two cycles that lead to an object and have nothing in common, each has to be broken.
@Suite(.slow, .disabled(if: isOptimized, "what an unoptimised build tells is compared"))
struct FurtherCycleTests {
  private final class Service {
    var onChange: (() -> Void)?

    func refresh() {}

    func leak() { onChange = { self.refresh() } }
  }

  private final class Screen {
    let service: Service
    var part: Part?

    init(_ service: Service) {
      self.service = service
      part = Part(self)
    }
  }

  private final class Part {
    let screen: Screen
    init(_ screen: Screen) { self.screen = screen }
  }

  private final class Menu {
    let service: Service
    var onOpen: (() -> Void)?

    init(_ service: Service) {
      self.service = service
      onOpen = { self.open() }
    }

    func open() {}
  }

  @inline(never)
  private static func make(_ body: (Service) -> Void) -> TrackedObject {
    let service = Service()
    body(service)
    return TrackedObject(service, location: CodeLocation())
  }

  private static func text(_ body: (Service) -> Void) async -> String {
    var text = ""
    // A word that was left somewhere may hold it, by chance, and hardly three times.
    for _ in 0..<3 where !text.contains("cycle") {
      let verdicts = await LeakCheck.verdicts(on: [make(body)], within: .milliseconds(1))
      if case .leaked(let path) = verdicts[0] { text = path.advice }
    }
    // An optimised build need not have the line of a property.
    return text.replacing(#/ \(FurtherCycleTests.swift:\d+\)/#, with: "")
      .replacing(/FurtherCycleTests.swift:\d+/, with: "LINE")
  }

  private static let screenAdvice =
    "FurtherCycleTests.Part.screen cannot be weak as it is declared. Try an optional weak var, or unowned if the "
    + "FurtherCycleTests.Screen always outlives the FurtherCycleTests.Part."

  private static let closureAdvice =
    "Try [weak self] in the closure at LINE. Something else has to keep the FurtherCycleTests.Menu then."

  @Test func `Two that lead to it`() async {
    let text = await Self.text {
      _ = Screen($0)
      _ = Menu($0)
    }
    let another = "After that another retain cycle keeps the FurtherCycleTests.Service, too:"
    // Both are as near.
    let screenFirst =
      "\(Self.screenAdvice) \(another) closure #1 in FurtherCycleTests.Menu.init(_:) captures self strongly. "
      + Self.closureAdvice
    let menuFirst =
      "\(Self.closureAdvice) \(another) FurtherCycleTests.Part.screen refers to FurtherCycleTests.Screen strongly. "
      + Self.screenAdvice
    #expect([screenFirst, menuFirst].contains(text), "\(text)")
  }

  @Test func `Its own, and one that leads to it`() async {
    let text = await Self.text {
      _ = Screen($0)
      $0.leak()
    }
    #expect(
      text
        == "Try [weak self] in the closure at LINE. After that another retain cycle keeps the FurtherCycleTests.Service, too: "
        + "FurtherCycleTests.Part.screen refers to FurtherCycleTests.Screen strongly. "
        + Self.screenAdvice)
  }

  @Test func `One alone`() async {
    let text = await Self.text { _ = Screen($0) }
    #expect(text == Self.screenAdvice)
  }
}
