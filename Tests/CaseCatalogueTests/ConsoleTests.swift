import LeakCatalogue
import LeakTesting
import Testing

@Suite(.leakFree) struct ConsoleTests {
  @Test(
    arguments: [
      (true, 120, [:], TextStyle(isColored: true, width: 120)),
      (true, 120, ["COLUMNS": "60"], TextStyle(isColored: true, width: 120)),
      (true, nil, ["COLUMNS": "60"], TextStyle(isColored: true, width: 60)),
      (true, nil, ["COLUMNS": "0"], TextStyle(isColored: true, width: 80)),
      (true, nil, ["COLUMNS": "wide"], TextStyle(isColored: true, width: 80)),
      (true, nil, [:], TextStyle(isColored: true, width: 80)),
      (true, 120, ["NO_COLOR": "1"], TextStyle(isColored: false, width: 120)),
      (true, 120, ["NO_COLOR": ""], TextStyle(isColored: true, width: 120)),
      (true, 120, ["TERM": "dumb"], TextStyle(isColored: false, width: 120)),
      (false, nil, ["COLUMNS": "60"], TextStyle(isColored: false, width: nil)),
    ] as [(Bool, Int?, [String: String], TextStyle)])
  func suitsWhatItPrintsTo(
    isTerminal: Bool, columns: Int?, environment: [String: String], style: TextStyle
  ) {
    #expect(
      Console.style(isTerminal: isTerminal, columns: columns, environment: environment) == style)
  }
}
