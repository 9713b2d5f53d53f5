import LeakTesting
import TestOrder
import Testing

/// References in a property of a structure: that is what can be weak, and not what has the structure.
@Suite(.disabled(if: isOptimized, "objects that nobody else has are not made there"))
struct PropertyOfStructTests {
  private static func advice(_ make: @Sendable () -> AnyObject) async throws -> String {
    let report = await LeakDetector.detect(within: .milliseconds(50)) { make() }
    let path = try #require(report.leaks.first?.path)
    return path.advice.replacing("PropertyOfStructTests.", with: "")
  }

  private struct Link {
    let owner: Document
  }

  private struct LooseLink {
    var owner: Document?
  }

  private struct Frame {
    let link: Link
    let width = 1
  }

  private protocol Command {}

  private struct Save: Command {
    let target: Document
  }

  private protocol Owning {}

  private struct AnyLink {
    let owner: any Owning
    let other: Any
  }

  private final class Document: Owning {
    var anyLink: AnyLink?
    var link: Link?
    var frame: Frame?
    var links: [Link] = []
    var looseLinks: [LooseLink] = []
    var linksByName: [String: Link] = [:]
    var command: (any Command)?
    var pair: (Document, Int)?
  }

  private static let canBeWeak = "a struct's properties can be weak too."

  @Test func `A constant`() async throws {
    let advice = try await Self.advice {
      let document = Document()
      document.link = Link(owner: document)
      return document
    }
    #expect(
      advice
        == "Try an optional weak var on owner in the value that Document.link stores: \(Self.canBeWeak) Or take the value out of "
        + "Document.link when it is no longer needed.")
  }

  @Test func `A constant in a structure in a structure`() async throws {
    let advice = try await Self.advice {
      let document = Document()
      document.frame = Frame(link: Link(owner: document))
      return document
    }
    #expect(
      advice
        == "Try an optional weak var on owner in the value that Document.frame.link stores: \(Self.canBeWeak) Or take the value out of "
        + "Document.frame.link when it is no longer needed.")
  }

  @Test func `A constant behind a protocol`() async throws {
    let advice = try await Self.advice {
      let document = Document()
      document.command = Save(target: document)
      return document
    }
    #expect(
      advice
        == "Try an optional weak var on target in the value that Document.command stores: \(Self.canBeWeak) Or take the value out of "
        + "Document.command when it is no longer needed.")
  }

  @Test func `What cannot be weak`() async throws {
    let takeOut =
      "when it is no longer needed, or keep only a weak reference to it there if something else owns it."
    let ofProtocol = try await Self.advice {
      let document = Document()
      document.anyLink = AnyLink(owner: document, other: 1)
      return document
    }
    #expect(ofProtocol == "Take the Document out of Document.anyLink \(takeOut)")
  }

  @Test func `Constants in a list`() async throws {
    let advice = try await Self.advice {
      let document = Document()
      document.links = [Link(owner: document)]
      return document
    }
    #expect(
      advice
        == "Try an optional weak var on owner in the values of Document.links: \(Self.canBeWeak) Or take the value out of Document.links "
        + "when it is no longer needed.")
  }

  @Test func `Constants in a dictionary`() async throws {
    let advice = try await Self.advice {
      let document = Document()
      document.linksByName["first"] = Link(owner: document)
      return document
    }
    #expect(
      advice
        == "Try an optional weak var on owner in the values of Document.linksByName: \(Self.canBeWeak) Or take the value out of "
        + "Document.linksByName when it is no longer needed.")
  }

  @Test func `Variables in a list`() async throws {
    let advice = try await Self.advice {
      let document = Document()
      document.looseLinks = [LooseLink(owner: document)]
      return document
    }
    #expect(
      advice == "Try weak var on owner in the values of Document.looseLinks: \(Self.canBeWeak)")
  }

  @Test func `An element of a tuple`() async throws {
    let advice = try await Self.advice {
      let document = Document()
      document.pair = (document, 1)
      return document
    }
    #expect(
      advice
        == "Take the Document out of Document.pair.0 when it is no longer needed, or keep only a weak reference to it there if something "
        + "else owns it.")
  }

  private final class Feed: Sendable {
    let (stream, source) = AsyncStream<Feed>.makeStream()
  }

  @Test func `What a stream has to give`() async throws {
    let advice = try await Self.advice {
      let feed = Feed()
      feed.source.yield(feed)
      return feed
    }
    #expect(
      advice
        == "Read what the stream has to give, or give it nothing that refers to the Feed: it keeps each element until that is read, also "
        + "after finish().")
  }
}
