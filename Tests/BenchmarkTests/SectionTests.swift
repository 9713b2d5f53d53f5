import Testing
import leakbench

@Suite struct SectionTests {
  @Test func tableTellsTargetsBesideWhatWasMeasured() {
    var section = Section("Things")
    let comparison = Comparison(rounds: [[10, 12.5]])
    section.measurements = [
      Measurement("a", comparison, unit: "ns", against: "none", target: .ratio(1.25)),
      Measurement("b", comparison, unit: "ns", against: "none", target: .ratio(1)),
      Measurement("c", comparison, unit: "ns", against: "none"),
      Measurement("d", 8, unit: "M/s", target: .least(12)),
      Measurement("e", 3, unit: "", target: .most(0)),
      Measurement("f", 600, unit: "ms", target: .most(60)),
      Measurement("g", 0, unit: "", target: .most(0)),
      Measurement("h", 16.001, unit: "bytes", target: .most(16)),
    ]
    var growth = GrowthTable(size: "objects", unit: "ms")
    growth.lines = [
      GrowthTable.Line("walk", Growth(sizes: [1000, 10_000], values: [0.05, 0.5])),
      GrowthTable.Line("look", Growth(sizes: [1000, 10_000], values: [123_456, 123_456])),
    ]
    section.growths = [growth]
    section.notes = ["nothing else"]
    #expect(
      section.markdown == """
        ### Things

        |  | measured | against | ratio | target | result |
        | --- | ---: | ---: | ---: | ---: | ---: |
        | a | 12.5 ns | none: 10 ns | 1.25 × | ≤ 1.25 × | met |
        | b | 12.5 ns | none: 10 ns | 1.25 × | ≤ 1 × | missed by 25 % |
        | c | 12.5 ns | none: 10 ns | 1.25 × |  |  |
        | d | 8 M/s |  |  | ≥ 12 M/s | missed by 50 % |
        | e | 3 |  |  | ≤ 0 | missed by 3 |
        | f | 600 ms |  |  | ≤ 60 ms | missed by 10 × |
        | g | 0 |  |  | ≤ 0 | met |
        | h | 16.0 bytes |  |  | ≤ 16 bytes | met |

        | ms by objects | 10³ | 10⁴ | exponent |
        | --- | ---: | ---: | ---: |
        | walk | 0.0500 | 0.500 | 1.00 |
        | look | 123456 | 123456 | 0.00 |

        nothing else

        """)
  }

  @Test(arguments: [
    (0.0, "0"), (0.01234, "0.0123"), (0.999, "0.999"), (1.0249, "1.02"), (45.67, "45.7"),
    (1234.5, "1234"), (-2, "-2"), (-0.5, "-0.500"), (1e9, "1000000000"),
  ])
  func numbersHaveAtLeastThreeDigitsThatCount(number: Double, text: String) {
    #expect(number.inTable == text)
  }

  @Test(arguments: [(1000, "10³"), (1_000_000, "10⁶"), (100, "100"), (20_000, "20000"), (1, "1")])
  func powersOfTenArePowers(number: Int, text: String) {
    #expect(number.inTable == text)
  }
}
