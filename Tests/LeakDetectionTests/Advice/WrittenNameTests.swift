import LeakTesting
import Observation
import TestOrder
import Testing

@testable import LeakExplaining

/// Properties that are told by the names that the program has for them, and parts that cannot be captured weakly.
@Suite(.slow, .disabled(if: isOptimized, "edits need what an unoptimised build tells"))
struct WrittenNameTests {
  fileprivate final class Session {
    var models: [Model]
    init(_ model: Model) { models = [model] }
  }

  @Observable
  fileprivate final class Model {
    var session: Session?
    @ObservationIgnored var _kept: Session?
  }

  private static func path(_ make: () -> AnyObject) async -> RetainPath? {
    await LeakDetector.detect(within: .milliseconds(50)) { make() }.leaks.first?.path
  }

  /// The path of a model that has a session which has the model.
  private static func modelPath(_ keep: (Model, Session) -> Void) async -> RetainPath? {
    await path {
      let model = Model()
      keep(model, Session(model))
      return model
    }
  }

  @Test func `A property that is observed`() async throws {
    let path = try #require(await Self.modelPath { $0.session = $1 })
    #expect(path.advice.contains("WrittenNameTests.Model.session"))
    #expect(path.steps[path.suspect].line?.description == "WrittenNameTests.swift:18")
    #expect(path.edits.map(\.replacement) == ["weak "])
    #expect(path.edits.map(\.line) == [18])
  }

  @Test func `One that is not, and has such a name`() async throws {
    let path = try #require(await Self.modelPath { $0._kept = $1 })
    #expect(path.advice.contains("WrittenNameTests.Model._kept"))
    #expect(path.steps[path.suspect].line?.description == "WrittenNameTests.swift:19")
  }

  fileprivate protocol Listening {
    func hear()
  }

  private final class Ear: Listening {
    var onSound: (() -> Void)?
    func hear() {}
  }

  private struct Room {
    let listener: any Listening
    var floor: Int = 1
  }

  private static func hearing() -> Ear {
    let ear = Ear()
    let room = Room(listener: ear)
    ear.onSound = { room.listener.hear() }
    return ear
  }

  private static func noting() -> Ear {
    let ear = Ear()
    let room = Room(listener: ear)
    ear.onSound = { WrittenNameTests.note(room.floor) }
    return ear
  }

  private static func note(_ floor: Int) {}

  @Test func `A part of a protocol that is not class-bound`() async throws {
    let path = try #require(await Self.path(Self.hearing))
    #expect(path.edits == [])
    #expect(path.advice.contains("[weak listener = room.listener as? WrittenNameTests.Ear]"))
  }

  @Test func `A structure of which such a part is not used`() async throws {
    let path = try #require(await Self.path(Self.noting))
    #expect(path.edits.map(\.replacement) == [" [floor = room.floor] in", ""])
  }

  actor Counter {
    var onTick: (() -> Void)?
    var onEvent: (@Sendable () -> Void)?
    var count = 0
    let name = Name()
  }

  final class Name: Sendable {
    func note() {}
  }

  private static func edits(
    _ start: @Sendable (Counter) async -> Void
  ) async -> [String]? {
    let report = await LeakDetector.detect(within: .milliseconds(50)) { () -> AnyObject in
      let counter = Counter()
      await start(counter)
      return counter
    }
    return report.leaks.first?.path.map { $0.edits.map(\.replacement) }
  }

  @Test func `Closures in the extension of an actor`() async {
    let isolated = await Self.edits { await $0.tick() }
    #expect(isolated == [" [weak self] in", "self?.assumeIsolated { $0", " }"])
    let sendable = await Self.edits { await $0.listen() }
    #expect(sendable == [" [weak self] in", "?"])
  }
}
