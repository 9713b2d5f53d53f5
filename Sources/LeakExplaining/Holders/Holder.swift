import LeakHeapModel

extension LeakReport {
  /// What keeps an object alive and is not among the objects that this object reaches: a place in the process, or what is known
  /// of it where the place was not found.
  public struct Holder: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      /// A place in the process, and the strong references from there to the object.
      case place(HoldingPlace, path: HoldingPath)

      /// The number of strong references whose place was not found.
      case unknown(Int)

      /// Data that the object reaches and that could not be read: it may contain references to the object. The value is
      /// a part of a sentence, as in "the fields of Shop.Legacy".
      case unread(String)

      /// The process could not be searched for the place. The value is the reason, as a part of a sentence.
      case unsearched(String)
    }

    /// Which of them it is, with its facts.
    package let kind: Kind

    package static func place(_ place: HoldingPlace, path: HoldingPath) -> Self {
      Self(kind: .place(place, path: path))
    }

    package static func unknown(_ count: Int) -> Self { Self(kind: .unknown(count)) }

    package static func unread(_ what: String) -> Self { Self(kind: .unread(what)) }

    package static func unsearched(_ reason: String) -> Self { Self(kind: .unsearched(reason)) }
  }
}

package typealias Holder = LeakReport.Holder

extension Holder {
  /// The place, if it is known.
  package var place: HoldingPlace? { if case .place(let place, _) = kind { place } else { nil } }

  /// The strong references from the place to the object, if the place is known.
  package var path: HoldingPath? { if case .place(_, let path) = kind { path } else { nil } }

  /// The name of the variable, function, queue or library, if it has one: `static Cache.shared`; for a URL session task, its class:
  /// `URLSessionDataTask`. `IgnoredLeak.holder` takes this name.
  public var name: String? { place?.name }

  /// For a function or task that has not returned, the line where the variable that has the object is declared, or else the line
  /// that was reached, if there is debug information.
  public var line: LeakReport.RetainPath.SourceLine? { place?.line }

  /// Whether it is only probable that this keeps the object: the reference may be left over from a function that has returned, or
  /// may be a number that looks like an address.
  public var isProbable: Bool { path?.isSure == false }

  /// The retain cycle that still keeps the object alive after the place has released it, if there is one.
  public var cycleAfterwards: LeakReport.RetainPath? { path?.cycleAfterwards }

  /// The same holder, and what keeps the object afterwards, or as well.
  func followed(by cycle: RetainPath?, isOneOfSeveral: Bool) -> Holder {
    guard case .place(let place, var path) = kind else { return self }
    path.isOneOfSeveral = isOneOfSeveral ? true : nil
    path.cycleAfterwards = cycle.flatMap { place.breaks($0, along: path) ? nil : $0 }
    return .place(place, path: path)
  }
}

extension [Holder] {
  /// The cycle that keeps the object after all of them, if one does.
  var cycleAfterwards: RetainPath? { lazy.compactMap(\.cycleAfterwards).first }
}

extension HoldingPlace {
  /// Whether a cycle is over when the place lets go of the object: it leads through the place itself.
  fileprivate func breaks(_ cycle: RetainPath, along path: HoldingPath) -> Bool {
    let keeper: String
    switch kind {
    // The handle has its handler in a property, too.
    case .dispatchSource where name != nil && cycle.further.isEmpty:
      let handler = path.steps.lazy.compactMap(\.capture).first?.function
      return cycle.steps.contains { $0.capture?.function == handler }
    case .notificationCenter: keeper = "NotificationCenter"
    case .operationQueue: keeper = "OperationQueue"
    default: return false
    }
    return cycle.steps.lazy.compactMap(\.target).contains { TypeName($0).short == keeper }
  }
}

extension Holder: Codable {
  private enum CodedKind: String, Codable { case place, unknown, unread, unsearched }
  private enum CodingKeys: String, CodingKey { case kind, place, path, references, what, reason }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(CodedKind.self, forKey: .kind) {
    case .place:
      self = .place(
        try container.decode(HoldingPlace.self, forKey: .place),
        path: try container.decode(HoldingPath.self, forKey: .path))
    case .unknown: self = .unknown(try container.decode(Int.self, forKey: .references))
    case .unread: self = .unread(try container.decode(String.self, forKey: .what))
    case .unsearched: self = .unsearched(try container.decode(String.self, forKey: .reason))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch kind {
    case .place(let place, let path):
      try container.encode(CodedKind.place, forKey: .kind)
      try container.encode(place, forKey: .place)
      try container.encode(path, forKey: .path)
    case .unknown(let count):
      try container.encode(CodedKind.unknown, forKey: .kind)
      try container.encode(count, forKey: .references)
    case .unread(let what):
      try container.encode(CodedKind.unread, forKey: .kind)
      try container.encode(what, forKey: .what)
    case .unsearched(let reason):
      try container.encode(CodedKind.unsearched, forKey: .kind)
      try container.encode(reason, forKey: .reason)
    }
  }
}
