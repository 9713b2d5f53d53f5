import LeakHeapModel

extension LeakReport {
  /// The strong references that keep an object alive.
  ///
  /// The steps are those that a person thinks in: the compiler's own boxes, contexts, thunks and blocks are folded into the
  /// step that owns them. They start after the reference to change, so that it closes the cycle. The JSON form has every
  /// reference of the heap as well.
  public struct RetainPath: Sendable, Hashable, Codable {
    /// How sure it is that a reference exists.
    public enum Confidence: String, Sendable, Hashable, Codable {
      /// The runtime's own metadata describes it.
      case exact
      /// The memory layout of a well-known system type describes it.
      case knownLayout
      /// A word in untyped memory looks like it.
      case conservative
    }

    /// One strong reference of the heap.
    package struct Reference: Sendable, Hashable, Codable {
      /// The type of the object that holds the reference, with its module.
      package var source: String
      /// Where in the source it is stored: `.delegate`, `capture 0`, `[2]`.
      package var label: String
      /// The type of the object that it keeps alive, with its module.
      package var target: String
      /// The closure or function whose context the reference is.
      package var function: String?
      /// How sure it is that the reference exists.
      package var confidence: Confidence

      /// Creates a reference from its parts.
      package init(
        source: String, label: String, target: String, function: String? = nil,
        confidence: Confidence = .exact
      ) {
        self.source = source
        self.label = label
        self.target = target
        self.function = function
        self.confidence = confidence
      }
    }

    /// The way to an object that something keeps alive to which the object does not lead back.
    public struct Approach: Sendable, Hashable, Codable {
      /// The type of the object that the way starts at, with its module.
      public package(set) var start: String
      /// The references as a person thinks of them, in order; none where too many other ways are told.
      public package(set) var steps: [Step]

      /// Creates a way from its parts.
      package init(start: String, steps: [Step]) {
        self.start = start
        self.steps = steps
      }
    }

    /// How many instances of one type keep one another alive.
    public struct Members: Sendable, Hashable, Codable {
      /// The type's name with its module.
      public package(set) var typeName: String
      /// The number of instances.
      public package(set) var count: Int

      /// Creates a count.
      package init(typeName: String, count: Int) {
        self.typeName = typeName
        self.count = count
      }
    }

    /// The object that the path starts at, and that the last step leads back to: its type, with its module.
    public package(set) var start: String

    /// The name that the test gave that object, if any.
    public package(set) var startLabel: String?

    /// The references as a person thinks of them, in order.
    public package(set) var steps: [Step]

    /// The index in ``steps`` of the reference to change.
    public package(set) var suspect: Int

    /// What to change, in one or two sentences.
    public package(set) var advice: String

    /// The same as a value, with the changes of the source where they can be told.
    public package(set) var remedy: Remedy?

    /// The name of the known pattern that the path is one of: `nested-closure-trap`.
    public package(set) var pattern: String?

    /// Every strong reference of the heap along the path, in order.
    package var references: [Reference]

    /// The other cycles that keep the objects alive, each of which must be broken as well.
    public package(set) var further: [RetainPath] {
      get { others ?? [] }
      set { others = newValue.isEmpty ? nil : newValue }
    }

    /// `nil` for none, so that the JSON form has it only where there are some.
    private var others: [RetainPath]?

    /// Whether still other cycles keep objects alive when this one and ``further`` are broken: there are too many to report.
    public package(set) var leavesCycles: Bool {
      get { leaves ?? false }
      set { leaves = newValue ? true : nil }
    }

    private var leaves: Bool?

    /// All instances that keep one another alive, the most of one type first, where these are more than the path shows.
    public package(set) var members: [Members] {
      get { all ?? [] }
      set { all = newValue.isEmpty ? nil : newValue }
    }

    private var all: [Members]?

    /// For an object that is not part of the cycle: the way from there to it.
    public package(set) var approach: Approach?

    /// Creates a path from its parts.
    package init(
      start: String, startLabel: String? = nil, steps: [Step], suspect: Int, advice: String,
      remedy: Remedy? = nil,
      pattern: String? = nil,
      references: [Reference], further: [RetainPath] = [], leavesCycles: Bool = false,
      members: [Members] = [], approach: Approach? = nil
    ) {
      self.start = start
      self.startLabel = startLabel
      self.steps = steps
      self.suspect = suspect
      self.advice = advice
      self.remedy = remedy
      self.pattern = pattern
      self.references = references
      self.approach = approach
      others = further.isEmpty ? nil : further
      leaves = leavesCycles ? true : nil
      all = members.isEmpty ? nil : members
    }
  }
}

package typealias RetainPath = LeakReport.RetainPath
