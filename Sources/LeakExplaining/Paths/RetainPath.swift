import LeakHeapModel

extension LeakReport {
  /// The strong references that keep an object alive.
  ///
  /// The steps are references at source level: the compiler's own boxes, contexts, thunks and blocks are folded into the step that
  /// owns them. The steps start after the reference to change, so that this reference closes the cycle. The JSON form also has
  /// every reference of the heap.
  public struct RetainPath: Sendable, Hashable, Codable {
    /// How certain it is that a reference exists.
    package enum Confidence: String, Sendable, Hashable, Codable {
      /// The runtime's own metadata describes it.
      case exact
      /// The memory layout of a well-known system type describes it.
      case knownLayout
      /// A word in untyped memory looks like the reference.
      case conservative
    }

    /// The path to an object from what keeps it alive, if the object does not lead back there.
    package struct Approach: Sendable, Hashable, Codable {
      /// The type of the object where the path starts, with its module.
      package var start: String
      /// The strong references at source level, in order; empty if too many other paths are reported.
      package var steps: [Step]

      /// Creates an approach from its parts.
      package init(start: String, steps: [Step]) {
        self.start = start
        self.steps = steps
      }
    }

    /// The number of instances of one type that keep one another alive.
    package struct Members: Sendable, Hashable, Codable {
      /// The type's name with its module.
      package var typeName: String
      /// The number of instances.
      package var count: Int

      /// Creates a count.
      package init(typeName: String, count: Int) {
        self.typeName = typeName
        self.count = count
      }
    }

    /// The object that the path starts at, and that the last step leads back to: its type, with its module.
    package var start: String

    /// The name that the test gave that object, if any.
    package var startLabel: String?

    /// The strong references at source level, in order.
    public package(set) var steps: [Step]

    /// The index in ``steps`` of the reference to change.
    ///
    /// Invalid if ``steps`` is empty, as for a retain that no reference explains: use `Leak.suspect`, which is `nil` then.
    public package(set) var suspect: Int

    /// Where the compiler found the file of the suspect's line, which has the file's name only; `nil` where the binary does not tell, and
    /// where there are edits, which tell the file.
    package var suspectFile: String?

    /// What to change, in one or two sentences.
    public package(set) var advice: String

    /// The advice as a value, with the source edits if they are known.
    package var remedy: Remedy?

    /// The source edits that break the cycle: with all of them applied, the program compiles, and behaves as before while the
    /// object is alive.
    ///
    /// Empty if the source is not available, has changed since it was compiled, or does not show all of them. The other cycles have
    /// their own, in ``further``.
    public var edits: [SourceEdit] { remedy?.edits ?? [] }

    /// The name of the known pattern that the path matches: `nested-closure-trap`.
    package var pattern: String?

    /// Every strong reference of the heap along the path, in order.
    package var references: [Reference]

    /// The other cycles that keep the objects alive, each of which must be broken as well.
    public package(set) var further: [RetainPath] {
      get { others ?? [] }
      set { others = newValue.isEmpty ? nil : newValue }
    }

    /// `nil` for none, so that the JSON form has it only where there are some.
    private var others: [RetainPath]?

    /// Whether yet other cycles keep objects alive after this one and ``further`` are broken: there are too many to report.
    package var leavesCycles: Bool

    /// Whether references that are not sure form another cycle after this one and ``further`` are broken.
    package var probablyLeavesCycles: Bool

    /// Whether what may be changed instead of one of this one and ``further`` breaks all of them.
    package var mayNeedOne = false

    /// How many of the cycles, the last ones, are to be broken in another package than the one whose tests run; 0 where this one is.
    package var foreignCycles = 0

    /// The types of what other tasks probably keep after this one and ``further`` are broken, unless a deinit ends these tasks.
    package var keptByTasks: [String] {
      get { stillKept ?? [] }
      set { stillKept = newValue.isEmpty ? nil : newValue }
    }

    private var stillKept: [String]?

    /// Where the closures of those tasks are written, as far as that is known.
    package var closuresOfTasks: [SourceLine] = []

    /// All instances that keep one another alive, the most frequent type first, if there are more than the path shows.
    package var members: [Members] {
      get { all ?? [] }
      set { all = newValue.isEmpty ? nil : newValue }
    }

    private var all: [Members]?

    /// For an object that is not part of the cycle, the path from the cycle to the object.
    package var approach: Approach?

    /// Creates a path from its parts.
    package init(
      start: String, startLabel: String? = nil, steps: [Step], suspect: Int, advice: String,
      remedy: Remedy? = nil,
      pattern: String? = nil,
      references: [Reference], further: [RetainPath] = [], leavesCycles: Bool = false,
      probablyLeavesCycles: Bool = false, members: [Members] = [], approach: Approach? = nil
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
      self.leavesCycles = leavesCycles
      self.probablyLeavesCycles = probablyLeavesCycles
      all = members.isEmpty ? nil : members
    }
  }
}

package typealias RetainPath = LeakReport.RetainPath
