import LeakHeapReading
import LeakHeapRecording
import LeakHeapRoots

/// Asks what holds objects while they are waited for.
enum HolderQueries {
  /// What holds the objects of a check: the named ones, by their position, for those of which it can be told; and of the others that
  /// are there one for each reason.
  struct Answer {
    var named: [Int: any RecognizedHolder] = [:]
    var others: [LateObject] = []
  }

  /// Objects of a check of which it is asked what holds them.
  private struct Query {
    var check: CheckedObjects
    var objects: [ObjectWitness]
  }

  /// Answers several checks by one search of the process.
  ///
  /// - Complexity: O(*m*) in the size of the process's writable memory, where any object is there.
  static func answers(for checks: [CheckedObjects], by reader: HeapReader) -> [Answer] {
    let others = checks.map { $0.notesLateOthers ? lateOthers(of: $0, by: reader) : [] }
    let queries =
      checks.map { Query(check: $0, objects: $0.reportsLateHolders ? $0.named : []) }
      + zip(checks, others).map { Query(check: $0, objects: $1.map(\.object.witness)) }
    let holders = holders(queries, by: reader)
    return checks.indices.map { index in
      let late = others[index].enumerated().map { position, other in
        LateObject(
          object: other.object, typeName: other.typeName,
          holder: holders[checks.count + index][position])
      }
      return Answer(named: holders[index], others: late)
    }
  }

  /// What holds the objects of each query, by their position, for those of which it can be told.
  private static func holders(
    _ queries: [Query], by reader: HeapReader
  ) -> [[Int: any RecognizedHolder]] {
    let asked = queries.indices.flatMap { query in
      queries[query].check.recognize == nil
        ? [] : queries[query].objects.indices.map { (query: query, position: $0) }
    }.filter { queries[$0.query].objects[$0.position].isAlive }
    var holders = queries.map { _ in [Int: any RecognizedHolder]() }
    if asked.isEmpty { return holders }
    let objects = asked.map { queries[$0.query].objects[$0.position] }
    var search = RootSearch(for: Set(asked.map(\.query)).sorted().map { queries[$0].check.caller })
    search.groups = asked.map(\.query)
    search.beginnings = asked.map { queries[$0.query].check.beginning }
    let answers = reader.holders(of: objects, search: search).answers
    for ((query, position), (answer, object)) in zip(asked, zip(answers, objects)) {
      guard case .held(let path) = answer else { continue }
      let holder = queries[query].check.recognize?(path)
      // Of an object that went meanwhile, what was read may be of what came in its holder's place.
      if object.isAlive { holders[query][position] = holder }
    }
    return holders
  }

  /// An object that nobody named and that is there.
  private struct LateOther {
    var object: RecordedObject
    var typeName: String
  }

  /// The objects of a check that nobody named and that are there, one for each reason.
  private static func lateOthers(of check: CheckedObjects, by reader: HeapReader) -> [LateOther] {
    let others = check.others?.objects() ?? []
    if others.isEmpty { return [] }
    let reading = CheckReading.look(at: others, of: check, by: reader)
    return reading.groups.compactMap { group in
      guard group.concernsInstance, !group.judgement.isLeaked,
        let position = group.representative, position >= reading.namedCount
      else { return nil }
      return LateOther(
        object: reading.recorded[position - reading.namedCount], typeName: group.typeName)
    }
  }
}
