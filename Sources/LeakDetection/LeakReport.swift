/// What was found about the objects of one check.
public struct LeakReport: Sendable, Hashable, Codable {
  /// The version of the JSON form, which is this type's `Codable` form.
  public static let schemaVersion = 1

  /// The objects that did not go in time, and those that went late, in the order in which they were tracked.
  public var leaks: [Leak]

  public init(leaks: [Leak]) {
    self.leaks = leaks
  }
}

/// One object that did not go, or went late.
public struct Leak: Sendable, Hashable, Codable {
  /// The type's name with its module.
  public var typeName: String
  /// The name that the test gave the object, if any.
  public var label: String?
  /// How many instances this finding stands for.
  public var count: Int
  public var verdict: Verdict
  /// Where the object was tracked.
  public var location: CodeLocation

  public init(
    typeName: String, label: String? = nil, count: Int = 1, verdict: Verdict, location: CodeLocation
  ) {
    self.typeName = typeName
    self.label = label
    self.count = count
    self.verdict = verdict
    self.location = location
  }
}
