import LeakTesting
import Testing

@testable import LeakExplaining

@Suite(.leakFree) struct ReportLineTests {
  @Test func `What is short enough stays as it is`() {
    #expect(ReportLine.fitted("  ", "a: Box<Int>", "A.swift:1") == ["  a: Box<Int>   A.swift:1"])
    let long = String(repeating: "x", count: 90)
    #expect(ReportLine.fitted("  ", long, "A.swift:1") == ["  " + long, "     A.swift:1"])
  }

  @Test(arguments: [
    (30, "map: Table<Key<Int>, Array<Row>>", "map: Table<Key<…>, Array<…>>"),
    (20, "map: Table<Key<Int>, Array<Row>>", "map: Table<…>"),
    (20, "run: Box<(Int) -> String>", "run: Box<…>"),
    (20, "closure #1 in Controller.start()", "closure #1 in…tart()"),
    (14, "x: A<B<C>>.D<E>", "x: A<…>.D<…>"),
  ])
  func `Generic arguments go first, the innermost before the others`(
    columns: Int, text: String, shortened: String
  ) {
    #expect(ReportLine.shortened(text, to: columns) == shortened)
    #expect(shortened.count <= columns)
  }

  @Test func `No line of a path is longer than 100 columns`() {
    let long =
      "Shop.Table<" + String(repeating: "Swift.Array<", count: 12) + "Shop.Row"
      + String(repeating: ">", count: 13)
    let name = String(repeating: "veryLongName", count: 12)
    let path = RetainPath(
      start: long,
      steps: [
        .property(.init(owner: long, path: "rows", target: long)),
        .property(.init(owner: long, path: name, target: nil)),
        .capture(
          .init(
            function: "closure #1 in \(name)()", target: long, isSelf: true,
            line: .init(file: "Table.swift", line: 12))),
      ], suspect: 2, advice: "", references: [])
    #expect("\(path)".split(separator: "\n").allSatisfy { $0.count <= ReportLine.columns })
  }
}
