import LeakHeapReading
import LeakHeapRoots

/// Asks what holds objects while they are waited for.
enum HolderQueries {
  /// What holds the named objects of a check, by their position, for those of which it can be told.
  static func holders(among check: CheckedObjects, by reader: HeapReader)
    -> [Int: any RecognizedHolder]
  {
    holders(of: check.named, for: check, by: reader)
  }

  /// What holds `objects`, by their position, for those of which it can be told.
  private static func holders(
    of objects: [ObjectWitness], for check: CheckedObjects, by reader: HeapReader
  ) -> [Int: any RecognizedHolder] {
    let living = objects.indices.filter { objects[$0].isAlive }
    guard let recognize = check.recognize, !living.isEmpty else { return [:] }
    var search = RootSearch(for: [check.caller])
    search.beginnings = living.map { _ in check.beginning }
    let answers = reader.holders(of: living.map { objects[$0] }, search: search).answers
    var holders: [Int: any RecognizedHolder] = [:]
    for (position, answer) in zip(living, answers) {
      guard case .held(let path) = answer else { continue }
      let holder = recognize(path)
      // Of an object that went meanwhile, what was read may be of what came in its holder's place.
      if objects[position].isAlive { holders[position] = holder }
    }
    return holders
  }

  /// The objects that nobody named and that are there, one for each reason, with what holds them.
  static func lateObjects(among check: CheckedObjects, by reader: HeapReader) -> [LateObject] {
    let others = check.others?.objects() ?? []
    if others.isEmpty { return [] }
    let reading = CheckReading.look(at: others, of: check, by: reader)
    let subjects = reading.groups.filter { $0.concernsInstance && !$0.judgement.isLeaked }
      .compactMap { group in
        group.representative.map { (typeName: group.typeName, position: $0) }
      }.filter { $0.position >= reading.namedCount }
    let holders = holders(
      of: subjects.map { reading.objects[$0.position] }, for: check, by: reader)
    return subjects.enumerated().map { index, subject in
      LateObject(
        object: reading.recorded[subject.position - reading.namedCount],
        typeName: subject.typeName, holder: holders[index])
    }
  }
}
