import Foundation
import LeakTesting
import TestOrder
import Testing

/// Cycles in which nothing tells which object owns the other: a reference that owns must not be made weak, so there is no edit.
@Suite(.disabled(if: isOptimized, "objects that nobody else has are not made there"))
struct UndecidedOwnerTests {
  private static func leaks(_ make: @Sendable () -> AnyObject) async -> [Leak] {
    await LeakDetector.detect(within: .milliseconds(50)) { make() }.leaks
  }

  private static func advice(_ make: @Sendable () -> AnyObject) async throws -> String {
    let path = try #require(await leaks(make).first?.path)
    #expect(path.edits.isEmpty)
    return path.advice.replacing("UndecidedOwnerTests.", with: "")
  }

  private protocol Input: AnyObject {}

  private final class Screen: Input {
    var handler: (any Input)?
    var list: List?
  }

  private final class Handler: Input {
    var screen: (any Input)?
  }

  private final class List {
    var delegate: (any Input)?
  }

  @Test func twoPropertiesOfProtocols() async throws {
    let advice = try await Self.advice {
      let screen = Screen()
      let handler = Handler()
      screen.handler = handler
      handler.screen = screen
      return screen
    }
    #expect(
      advice
        == "Try weak var on Handler.screen, or on Screen.handler: the code does not tell which of the two owns the other."
    )
  }

  @Test func onePropertyOfAProtocol() async throws {
    let advice = try await Self.advice {
      let screen = Screen()
      let list = List()
      screen.list = list
      list.delegate = screen
      return screen
    }
    #expect(
      advice
        == "Try weak var on List.delegate, or on Screen.list: the code does not tell which of the two owns the other."
    )
  }

  private final class Desk: Input {
    let list = List()
    init() { list.delegate = self }
  }

  /// Whose code makes the other one owns it.
  @Test func theMakerOwns() async throws {
    let path = try #require(await Self.leaks { Desk() }.first?.path)
    #expect(path.advice == "Try weak var on UndecidedOwnerTests.List.delegate.")
    #expect(!path.edits.isEmpty)
  }

  private final class Model {
    var delegate: (any Input)?
    var render: (() -> Void)?
  }

  private final class View: Input {
    let model: Model
    private(set) var count = 0

    init(_ model: Model) {
      self.model = model
      model.delegate = self
      model.render = { self.count += 1 }
    }
  }

  /// One change of the owner's reference would do, and is not proposed: it is no mistake.
  @Test func twoMistakesAreTold() async throws {
    let paths = await Self.leaks { View(Model()) }.compactMap(\.path)
    let advice = ([paths.first].compactMap(\.self) + (paths.first?.further ?? [])).compactMap(
      \.advice)
    #expect(
      advice.map {
        $0.replacing("UndecidedOwnerTests.", with: "").replacing(#/ swift:[0-9]+/#, with: "")
      }
        == [
          "Try [weak self] in the closure at. The View keeps the Model that stores it.",
          "Try weak var on Model.delegate, or on View.model: the code does not tell which of the two owns the other.",
        ])
  }

  private final class Link {
    var next: Link?
  }

  @Test func aRing() async throws {
    let advice = try await Self.advice {
      let links = [Link(), Link(), Link()]
      for (index, link) in links.enumerated() { link.next = links[(index + 1) % 3] }
      return links[0]
    }
    #expect(advice == "Try weak var on Link.next: the code does not tell whether it owns the Link.")
  }

  @Test func oneThatKeepsItself() async throws {
    let advice = try await Self.advice {
      let link = Link()
      link.next = link
      return link
    }
    #expect(
      advice == "Try weak var on Link.next, or set it to nil when the Link is no longer needed.")
  }

  private final class Vertex {
    var neighbours: [Vertex] = []
  }

  @Test func aGraph() async throws {
    let advice = try await Self.advice {
      let (left, right) = (Vertex(), Vertex())
      left.neighbours.append(right)
      right.neighbours.append(left)
      return left
    }
    #expect(
      advice
        == "Take the Vertex out of Vertex.neighbours when it is no longer needed, or keep only a weak reference to it there "
        + "if something else owns it.")
  }

  private final class Host {
    private var plugins: [String: Plugin] = [:]
    func register(_ plugin: Plugin) { plugins["one"] = plugin }
  }

  private final class Plugin {
    let host: Host
    init(_ host: Host) { self.host = host }
  }

  @Test func aRegistry() async throws {
    let advice = try await Self.advice {
      let host = Host()
      host.register(Plugin(host))
      return host
    }
    #expect(
      advice
        == "Plugin.host cannot be weak as it is declared. Try an optional weak var, or unowned if the Host always outlives "
        + "the Plugin. If the Plugin owns the Host, take the Plugin out of Host.plugins instead: the code does not tell which of the "
        + "two owns the other.")
  }

  private final class Shelf {
    let array = NSMutableArray()
    let dictionary = NSMutableDictionary()

    func keepTwice() {
      array.add(self)
      dictionary["self"] = self
    }
  }

  @Test func twoCollectionsOfFoundation() async throws {
    let path = try #require(
      await Self.leaks {
        let shelf = Shelf()
        shelf.keepTwice()
        return shelf
      }.first?.path)
    let cuts = ([path] + path.further).compactMap(\.advice).map { $0.prefix { $0 != "," } }
    #expect(
      Set(cuts) == [
        "Take the UndecidedOwnerTests.Shelf out of the NSMutableArray when it is no longer needed",
        "Take the UndecidedOwnerTests.Shelf out of the NSMutableDictionary when it is no longer needed",
      ])
  }
}
