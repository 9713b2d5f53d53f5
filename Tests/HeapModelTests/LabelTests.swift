import LeakHeapModel
import Testing

@Suite struct LabelTests {
  @Test(arguments: [
    ("main", "Screen \"main\""),
    ("two\nlines", "Screen \"two lines\""),
    ("a\u{1b}[31mred\u{0}", "Screen \"a [31mred\""),
    ("", "Screen"),
    ("\u{0}", "Screen"),
  ])
  func labelIsTextOnOneLine(label: String, text: String) {
    #expect(TypeName("Shop.Screen").text(labelled: label) == text)
  }

  @Test func withoutALabel() {
    #expect(TypeName("Shop.Screen").text(labelled: nil) == "Screen")
  }
}
