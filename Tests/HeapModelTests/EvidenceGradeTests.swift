import LeakHeapModel
import LeakTesting
import TestOrder
import Testing

/// The rule: what each grade may do.
@Suite(.afterOthers, .leakFree) struct EvidenceGradeTests {
  @Test func `Each grade does what the table says`() {
    func word(_ does: Bool) -> String { does ? "yes" : "no" }
    let table = EvidenceGrade.allCases.map { grade in
      """
      \(grade): proves \(word(grade.provesLeak)), excuses \(word(grade.excuses)), \
      named \(word(grade.isNamed)), flatly \(word(grade.isNamedFlatly))
      """
    }
    #expect(
      table.joined(separator: "\n") == """
        typedRoot: proves yes, excuses yes, named yes, flatly yes
        typedReference: proves yes, excuses no, named yes, flatly yes
        mayOwn: proves no, excuses no, named yes, flatly no
        neverOwns: proves no, excuses no, named no, flatly no
        """)
  }

  @Test func `What a worse grade may do, a better one may as well`() {
    let abilities: [(EvidenceGrade) -> Bool] = [
      \.provesLeak, \.excuses, \.isNamed, \.isNamedFlatly,
    ]
    for better in EvidenceGrade.allCases {
      for worse in EvidenceGrade.allCases where better < worse {
        #expect(abilities.allSatisfy { !$0(worse) || $0(better) }, "\(better), \(worse)")
      }
    }
  }

  @Test func `The grades are ordered from the best to the worst`() {
    #expect(
      EvidenceGrade.allCases.sorted() == [.typedRoot, .typedReference, .mayOwn, .neverOwns])
  }

  @Test func `A way is as good as its worst part`() {
    for first in EvidenceGrade.allCases {
      for second in EvidenceGrade.allCases {
        #expect(first.followed(by: second) == max(first, second))
      }
    }
  }

  @Test func `What a typed root leads to by typed references it keeps itself`() {
    typealias Grade = EvidenceGrade
    #expect(Grade.path(from: .typedRoot, through: []) == .typedRoot)
    #expect(
      Grade.path(from: .typedRoot, through: [.typedReference, .typedReference]) == .typedRoot)
    #expect(Grade.path(from: .typedRoot, through: [.typedReference, .mayOwn]) == .mayOwn)
    #expect(Grade.path(from: .typedRoot, through: [.mayOwn, .neverOwns]) == .neverOwns)
    #expect(Grade.path(from: .typedReference, through: []) == .typedReference)
    #expect(Grade.path(from: .typedReference, through: [.typedReference]) == .typedReference)
    #expect(Grade.path(from: .mayOwn, through: [.typedReference]) == .mayOwn)
    #expect(Grade.path(from: .neverOwns, through: [.typedReference]) == .neverOwns)
  }

  @Test func `A reference is as good as what says that it is one`() {
    #expect(
      Confidence.allCases.map { "\($0): \($0.grade)" } == [
        "exact: typedReference", "knownLayout: typedReference", "conservative: mayOwn",
      ])
  }
}
