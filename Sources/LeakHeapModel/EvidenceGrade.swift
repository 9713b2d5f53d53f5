/// What a place in memory is known to be, as far as it has the address of an object.
///
/// This file alone says what each grade may do; everything else asks it. A guess never decides: it neither proves
/// that an object is leaked, nor excuses an object that stays.
///
/// | grade | proves *leaked* | excuses | is named flatly | is named *possibly* |
/// | --- | --- | --- | --- | --- |
/// | typed root | – | yes | yes | – |
/// | typed reference | yes | no | yes | – |
/// | may own | no, only *probably*, where the counts leave exactly this | no | no | yes |
/// | never owns | no | no | no | no |
package enum EvidenceGrade: UInt8, Sendable, Hashable, Comparable, CaseIterable, BitwiseCopyable {
  /// A strong reference in a variable that outlives the test and whose type is known: a global, a static, a variable of
  /// a living thread's own.
  case typedRoot
  /// A strong reference in an object, a closure's context, a known layout, or a variable of a function that has not
  /// returned, whose type and scope are known.
  case typedReference
  /// A word that may be a reference and may be none, in a place that has no type to be had: C memory, an image without
  /// debug information, a pointer, `Unmanaged`.
  case mayOwn
  /// What owns nothing by its type: a weak or unowned reference, a number.
  case neverOwns

  package static func < (left: EvidenceGrade, right: EvidenceGrade) -> Bool {
    left.rawValue < right.rawValue
  }
}

// MARK: - The rule

extension EvidenceGrade {
  /// Whether it accounts for a retain when an object is proven to be leaked.
  package var provesLeak: Bool { self <= .typedReference }

  /// Whether an object that nobody named may stay because of it.
  package var excuses: Bool { self == .typedRoot }

  /// Whether what has the place is said to hold the object, without a *possibly*.
  package var isNamedFlatly: Bool { self <= .typedReference }

  /// Whether what has the place is said to hold the object at all.
  package var isNamed: Bool { self <= .mayOwn }

  /// The grade of a way through places of both grades: it is as good as its worst part.
  package func followed(by next: EvidenceGrade) -> EvidenceGrade { max(self, next) }

  /// The grade of what a typed root leads to through other objects is a root's own: what it keeps, it keeps for as long.
  package static func path(from root: EvidenceGrade, through steps: some Sequence<EvidenceGrade>)
    -> EvidenceGrade
  {
    let worst = steps.max() ?? root
    return root == .typedRoot && worst <= .typedReference ? .typedRoot : max(root, worst)
  }
}

// MARK: - What is graded

extension Confidence {
  /// The grade of a reference that was found in an object.
  package var grade: EvidenceGrade {
    switch self {
    case .exact, .knownLayout: .typedReference
    case .conservative: .mayOwn
    }
  }
}
