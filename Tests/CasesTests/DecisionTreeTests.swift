import Foundation
import LeakCatalogue
import LeakTesting
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The diagram of the article on `[weak self]`. That its text and its conclusions are the article's is tested with the articles.
@Suite(.leakFree) struct DecisionTreeTests {
  /// `leakcases book DIR closures` writes it as `decision.svg`: to be looked at, and copied here.
  @Test func thePictureIsTheCommittedOne() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "DecisionTree.svg")
    #expect(
      try String(contentsOf: file, encoding: .utf8) == DecisionTree.weakSelf.svg(isDark: false))
  }

  @Test func bothPicturesAreTheSameButForTheirColours() throws {
    let pictures = DecisionTree.weakSelf.pictures
    #expect(Set(pictures.keys) == ["decision.svg", "decision~dark.svg"])
    let style = #/<style>[^<]*</style>/#
    #expect(Set(pictures.values).count == 2)
    #expect(Set(pictures.values.map { $0.replacing(style, with: "") }).count == 1)
    for picture in pictures.values {
      let parser = XMLParser(data: Data(picture.utf8))
      #expect(parser.parse(), "\(String(describing: parser.parserError))")
    }
  }
}
