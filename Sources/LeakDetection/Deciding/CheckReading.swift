import HeapModel
import HeapReading

/// What was read about the objects of a check that stayed.
struct CheckReading: Sendable {
  /// The heap around them; or why it could not be read, as one sentence part.
  var look: Result<HeapLook, HeapReadingError>

  /// The positions of the objects that were read.
  var positions: [Int] = []

  /// What keeps those alive that nobody named.
  var groups: [SurvivorGroup] = []

  /// What a search of the process says, by the object's position, where that was asked.
  var answers: [Int: RootAnswer] = [:]
}

extension CheckReading {
  /// Reads the process for several checks at once: the heap around all their objects, and then, in one search, what
  /// holds those of which that does not tell.
  ///
  /// Blocks for as long as that takes.
  ///
  /// - Complexity: O((*n* + *r*) log *n*) in the number of objects and references that they reach, and, where
  ///   something holds them, O(*m*) in the size of the process's writable memory.
  static func read(_ checks: [CheckedObjects], by reader: HeapReader) -> [CheckReading] {
    var readings = lookAround(checks, by: reader)
    // A process that was changing is looked at again.
    for _ in 1..<mostLooks
    where zip(checks, readings).contains(where: { $1.isInconclusive(of: $0) }) {
      readings = lookAround(checks, by: reader)
    }
    let questions = zip(checks.indices, readings).flatMap { check, reading in
      reading.questions(of: checks[check]).map { (check: check, position: $0) }
    }
    if questions.isEmpty { return readings }
    let objects = questions.map { checks[$0.check].objects[$0.position] }
    for (question, answer) in zip(questions, reader.holders(of: objects).answers) {
      readings[question.check].answers[question.position] = answer
    }
    return readings
  }

  /// How often a look that gave no answer is repeated.
  static let mostLooks = 3

  /// Reads the heap around the objects of all checks at once.
  static func lookAround(
    _ checks: [CheckedObjects], by reader: HeapReader
  ) -> [CheckReading] {
    for _ in 0..<mostLooks {
      let living = checks.map(\.living)
      let readings = lookAround(checks, living, by: reader)
      // What was read of an object that has gone meanwhile is not what it referred to.
      let areAlive = zip(checks, living).allSatisfy { check, positions in
        positions.allSatisfy { check.objects[$0].isAlive }
      }
      if areAlive { return readings }
    }
    return checks.map { _ in
      CheckReading(look: .failure(HeapReadingError(reason: Judgement.changingGraph)))
    }
  }

  private static func lookAround(
    _ checks: [CheckedObjects], _ living: [[Int]], by reader: HeapReader,
    limits: ReadingLimits = ReadingLimits()
  ) -> [CheckReading] {
    var addresses: [UInt] = []
    for (check, positions) in zip(checks, living) {
      addresses += positions.map { check.objects[$0].address } + check.lenders
    }
    let look: Result<HeapLook, HeapReadingError>
    do throws(HeapReadingError) {
      look = .success(try HeapLook(around: addresses, by: reader, limits: limits))
    } catch {
      look = .failure(error)
    }
    return zip(checks, living).map { check, positions in
      var reading = CheckReading(look: look, positions: positions)
      if case .success(let look) = look { reading.group(check, in: look) }
      return reading
    }
  }

  /// The positions of the objects about which waiting can change nothing: those that nobody can get at any more, and
  /// those that are not reported.
  ///
  /// Only a part of the heap is read, as much as it takes to find small cycles: what lies beyond proves nothing.
  static func settled(in checks: [CheckedObjects], by reader: HeapReader) -> [[Int]] {
    var limits = ReadingLimits()
    limits.objects = 20_000
    limits.references = 40_000
    limits.elements = 1000
    let living = checks.map(\.living)
    return zip(checks, lookAround(checks, living, by: reader, limits: limits)).map {
      check, reading in
      let others = Set(reading.groups.flatMap { $0.members + $0.dragged })
      return reading.positions.filter { position in
        reading.judgement(of: position, of: check).isFinal
          || !check.ignored.isEmpty && !check.named.contains(position) && !others.contains(position)
      }
    }
  }

  /// Groups those of the objects that nobody named.
  private mutating func group(_ check: CheckedObjects, in look: HeapLook) {
    if check.named.count == check.objects.count { return }
    groups = SurvivorGrouping(
      positions.compactMap { position in
        look.object(at: check.objects[position].address).map { (position, $0) }
      }, in: look, lenders: Set(check.lenders.compactMap(look.object(at:)))
    ).groups().filter { !check.ignored.cover($0) }
  }

  /// What the counts say of the object at `position`.
  func judgement(of position: Int, of check: CheckedObjects) -> Judgement {
    switch look {
    case .failure(let error): return .inconclusive(error.reason)
    case .success(let look):
      guard let object = look.object(at: check.objects[position].address) else {
        return .inconclusive(Judgement.changingGraph)
      }
      return look.judgement(of: object)
    }
  }

  private func isInconclusive(of check: CheckedObjects) -> Bool {
    guard case .success = look else { return false }
    return groups.contains(where: \.judgement.isInconclusive)
      || check.named.intersection(positions).contains {
        judgement(of: $0, of: check).isInconclusive
      }
  }

  /// The positions of the objects of which the process is to be searched for what holds them.
  private func questions(of check: CheckedObjects) -> [Int] {
    let named = check.named.intersection(positions).sorted()
      .filter { !judgement(of: $0, of: check).isProven }
    let others = groups.filter { group in
      group.concernsInstance && !group.judgement.isProven
        && check.named.isDisjoint(with: group.members)
    }.compactMap(\.representative)
    return named + others
  }
}

extension SurvivorGroup {
  /// The position of the object that stands for the group when something is asked about it.
  var representative: Int? { subject ?? members.first }
}
