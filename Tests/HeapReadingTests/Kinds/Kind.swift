import Testing

/// One way to hold a reference, or to have none: a fixture, how it is wired, and what is to be read of it.
struct Kind: Sendable, Identifiable, CustomTestStringConvertible {
  /// What tells it from the other kinds of its family.
  let id: String

  var testDescription: String { id }

  private let subjects: [Subject]

  /// What is read, and what that may say.
  private struct Subject: Sendable {
    var read: @Sendable () async throws -> Reading
    var expected: [Reading]
    var sourceLocation: SourceLocation
  }

  /// How often a fixture was made and read already, because the reading was none that is expected.
  @TaskLocal static var attempt = 0

  /// Reads the fixture, and the twin if there is one.
  ///
  /// - Parameter attempts: How often a fixture is made and read until the reading is one that is expected.
  func check(attempts: Int = 1) async throws {
    for subject in subjects {
      var reading = try await subject.read()
      for attempt in 1..<attempts where !subject.expected.contains(reading) {
        reading = try await Self.$attempt.withValue(attempt) { try await subject.read() }
      }
      let expected = subject.expected.first { $0 == reading } ?? subject.expected[0]
      #expect(reading == expected, sourceLocation: subject.sourceLocation)
    }
  }
}

extension Kind {
  typealias Wiring<Owner> = @Sendable (Owner) -> Void

  /// A kind whose shortest cycle is `path`; everything that the fixture reaches is read, and every retain in its
  /// component is a reference that is found.
  init<Owner: Fixture>(
    _ id: String, in owner: Owner.Type, _ path: String,
    sourceLocation: SourceLocation = #_sourceLocation, wire: @escaping Wiring<Owner>
  ) {
    self.id = id
    subjects = [
      Subject(
        read: { try HeapReadingTests.read(Owner.self, wire: wire) }, expected: [Reading(path)],
        sourceLocation: sourceLocation)
    ]
  }

  /// A kind that keeps nothing alive, with a twin that does: a reader that is blind to both finds no cycle in the
  /// twin either, where it is to find `twin`.
  init<Owner: Fixture>(
    _ id: String, in owner: Owner.Type, twin: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    wire: @escaping Wiring<Owner>, strong: @escaping Wiring<Owner>
  ) {
    self.init(
      id, [Reading(nil)], twin: [Reading(twin)], sourceLocation: sourceLocation,
      read: { try HeapReadingTests.read(Owner.self, wire: wire) },
      readTwin: { try HeapReadingTests.read(Owner.self, wire: strong) })
  }

  /// A kind of which a reading other than a path with nothing left over is expected, or one of several.
  init(
    _ id: String, _ expected: [Reading], sourceLocation: SourceLocation = #_sourceLocation,
    read: @escaping @Sendable () async throws -> Reading
  ) {
    self.id = id
    subjects = [Subject(read: read, expected: expected, sourceLocation: sourceLocation)]
  }

  /// As ``init(_:_:sourceLocation:read:)``, with a twin.
  init(
    _ id: String, _ expected: [Reading], twin: [Reading],
    sourceLocation: SourceLocation = #_sourceLocation,
    read: @escaping @Sendable () async throws -> Reading,
    readTwin: @escaping @Sendable () async throws -> Reading
  ) {
    self.id = id
    subjects = [
      Subject(read: read, expected: expected, sourceLocation: sourceLocation),
      Subject(read: readTwin, expected: twin, sourceLocation: sourceLocation),
    ]
  }
}

/// Builds the list of a family's kinds, each type-checked by itself.
@resultBuilder
enum KindList {
  static func buildBlock(_ kinds: Kind...) -> [Kind] { kinds }
}
