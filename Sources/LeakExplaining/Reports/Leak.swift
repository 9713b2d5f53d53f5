import LeakDeciding

extension LeakReport {
  /// An object that was not deinitialized, or was deinitialized late; or several such objects with the same finding.
  public struct Leak: Sendable, Hashable {
    /// The type's name with its module.
    public package(set) var typeName: String
    /// The name that the test gave the object, if any.
    public package(set) var label: String?
    /// The other objects of the finding, each name once: they have the same cause.
    package var also: [Subject] {
      get { others ?? [] }
      set { others = newValue.isEmpty ? nil : newValue }
    }

    private var others: [Subject]?

    /// How many instances this finding stands for.
    public package(set) var count: Int
    /// How many groups of objects that keep one another alive they are in, all of which the same change lets go.
    package var causes = 1
    /// What happened to the object.
    public package(set) var verdict: Verdict
    /// Where the object was tracked; with an empty path and line 0 if no line has asked for the check.
    public package(set) var location: LeakLocation
    /// The size of what would be freed with the object, if the check determined it.
    public package(set) var retained: LeakSize?
    /// The call that created the object, if its allocation was recorded.
    public package(set) var created: AllocationSite?

    /// A further object of a finding.
    package struct Subject: Sendable, Hashable, Codable {
      /// The type's name with its module.
      package var typeName: String
      /// The name that the test gave the object, if any.
      package var label: String?
      /// Where the object was tracked.
      package var location: LeakLocation
      /// For an object that the cycle leads to, the path from the cycle to the object.
      package var approach: RetainPath.Approach?

      /// Creates a subject from its parts.
      package init(
        typeName: String, label: String? = nil, location: LeakLocation,
        approach: RetainPath.Approach? = nil
      ) {
        self.typeName = typeName
        self.label = label
        self.location = location
        self.approach = approach
      }
    }

    /// Creates a finding from its parts.
    package init(
      typeName: String, label: String? = nil, also: [Subject] = [], count: Int = 1,
      verdict: Verdict, location: LeakLocation,
      retained: LeakSize? = nil, created: AllocationSite? = nil
    ) {
      self.typeName = typeName
      self.label = label
      self.count = count
      self.verdict = verdict
      self.location = location
      self.retained = retained
      self.created = created
      self.also = also
    }
  }
}

package typealias Leak = LeakReport.Leak

extension Leak {
  /// The strong references that keep the object alive, if they are known.
  public var path: LeakReport.RetainPath? {
    guard case .leaked(let path) = verdict else { return nil }
    return path
  }

  /// The reference to change, if it is known.
  public var suspect: LeakReport.RetainPath.Step? {
    guard let path, path.steps.indices.contains(path.suspect) else { return nil }
    return path.steps[path.suspect]
  }

  /// The name of the known pattern that the finding matches: `nested-closure-trap`.
  ///
  /// The text of the report names the case of the catalogue that shows the pattern, both leaking and fixed.
  public var pattern: String? {
    if case .held(let holders) = verdict { return holders.lazy.compactMap(\.pattern).first?.name }
    return path?.pattern
  }

  /// Eight hexadecimal digits that reports of the same defect share in every run of one build configuration.
  ///
  /// It identifies the reference to change if that is known, or all of several; for a held object, the type and the place that
  /// holds it, and the references of the cycles that keep it afterwards; otherwise the type and the kind of the verdict. An optimised build may lack names that it is made of, and give
  /// another one.
  public var fingerprint: String {
    switch verdict {
    case .leaked(let path) where path.further.isEmpty: path.fingerprint
    case .leaked(let path): Fingerprint.of(path.cuts.map(\.fingerprint).sorted())
    case .deinitialized: Fingerprint.of(["deinitialized", typeName])
    case .late: Fingerprint.of(["late", typeName])
    case .held(let holders):
      Fingerprint.of(
        ["held", typeName] + holders.flatMap(\.identity)
          + (holders.cycleAfterwards?.cuts.map(\.fingerprint).sorted()
            ?? []))
    case .inconclusive: Fingerprint.of(["inconclusive", typeName])
    }
  }
}
