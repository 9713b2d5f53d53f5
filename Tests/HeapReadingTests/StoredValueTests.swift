import Foundation
import Testing

@testable import LeakBase
@testable import LeakHeapReading

/// Stored properties of live objects, read by their names.
@Suite struct StoredValueTests {
  private func read<Result: Sendable>(
    _ object: AnyObject, _ body: (StoredValue) -> Result?
  ) -> Result? {
    withExtendedLifetime(object) {
      HeapReader.shared.withObject(
        at: UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()), body)
    }
  }

  // MARK: - Strings

  /// Small ones stand in the variable, literals in the image, others in storage of their own.
  @Test(arguments: [
    "", "a", "fifteen bytes !", "höst", "🦊🦊🦊", "sixteen bytes !!",
    "a literal that is too long to stand in the variable itself",
    String(repeating: "long, and made at run time: é ", count: 10),
  ]) func strings(_ text: String) {
    let letter = Letter(text: text)
    #expect(read(letter) { $0["text"]?.text } == text)
    #expect(read(letter) { $0["subject"]?.text } == text)
  }

  @Test func anAbsentStringHasNoText() {
    let letter = Letter(text: nil)
    #expect(read(letter) { $0["subject"]?.text } == nil)
    #expect(read(letter) { $0["subject"].map { $0.unwrapped == nil } } == true)
  }

  @Test func aStringOfMoreBytesThanAnyNameHasIsNotRead() {
    let most = Letter(text: String(repeating: "x", count: 1 << 14))
    let more = Letter(text: String(repeating: "x", count: 1 << 14 + 1))
    #expect(read(most) { $0["text"]?.text?.utf8.count } == 1 << 14)
    #expect(read(more) { $0["text"]?.text } == nil)
  }

  @Test func substringsAreNoStrings() {
    let letter = Letter(text: "a word")
    letter.part = "a word".suffix(4)
    #expect(read(letter) { $0["part"]?.text } == nil)
  }

  // MARK: - Numbers and cases

  @Test(arguments: [0, 1, -1, .max, .min]) func integers(_ number: Int) {
    let parcel = Parcel(weight: number)
    #expect(read(parcel) { $0["weight"]?.integer } == number)
    #expect(read(parcel) { $0["size"]?["height"]?.integer } == number)
    #expect(read(parcel) { $0["limit"]?.integer } == number)
    #expect(read(parcel) { $0["size"]?["isOpen"]?.bool } == (number > 0))
  }

  @Test(arguments: [0, 1, 2]) func cases(_ number: Int) {
    let state = Parcel.State.allCases[number]
    let parcel = Parcel(weight: 1)
    parcel.state = state
    #expect(read(parcel) { $0["state"]?.caseName } == "\(state)")
    parcel.earlier = state
    #expect(read(parcel) { $0["earlier"]?.caseName } == "\(state)")
    parcel.earlier = nil
    #expect(read(parcel) { $0["earlier"]?.caseName } == nil)
  }

  @Test func casesWithPayloads() {
    let parcel = Parcel(weight: 1)
    #expect(read(parcel) { $0["route"]?.caseName } == "none")
    parcel.route = .one(Letter(text: "x"))
    #expect(read(parcel) { $0["route"]?.caseName } == "one")
    parcel.route = .two(Letter(text: "x"), at: 7)
    #expect(read(parcel) { $0["route"]?.caseName } == "two")
    #expect(read(parcel) { $0["onlyOne"]?.caseName } == "sole")
  }

  /// A byte that no case has, as a variable that is being written may have for a moment.
  @Test func aNumberThatNoCaseHasIsNoCase() {
    let parcel = Parcel(weight: 1)
    for byte in UInt8(3)...255 {
      #expect(
        read(parcel) { value -> String? in
          guard let state = value["state"]?.type else { return "there is no property" }
          return withUnsafePointer(to: byte) { place in
            let place = Address(UInt(bitPattern: place))
            guard let copy = StoredValue(state, at: place, reader: value.reader) else {
              return "nothing was copied"
            }
            return copy.caseName
          }
        } == nil)
    }
  }

  // MARK: - Properties

  @Test func propertiesOfSuperclassesAndOfObjectsReferredTo() {
    let parcel = Parcel(weight: 1)
    parcel.text = "from the superclass"
    parcel.letter = Letter(text: "behind a reference")
    parcel.sender = Letter(text: "behind a protocol")
    parcel.box = Box(content: "in a generic class")
    #expect(read(parcel) { $0["text"]?.text } == "from the superclass")
    #expect(read(parcel) { $0["letter"]?["text"]?.text } == "behind a reference")
    #expect(read(parcel) { $0["sender"]?["text"]?.text } == "behind a protocol")
    #expect(read(parcel) { $0["box"]?["content"]?.text } == "in a generic class")
    #expect(read(parcel) { $0["box"]?["other"]?["height"]?.integer } == nil)
    #expect(
      read(parcel) { $0["letter"]?.object?.bits }
        == parcel.letter.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) })
  }

  @Test func whatThereIsNotIsNil() {
    let parcel = Parcel(weight: 1)
    #expect(read(parcel) { $0["height"]?.integer } == nil)
    #expect(read(parcel) { $0[""]?.integer } == nil)
    #expect(read(parcel) { $0["weight"]?["height"]?.integer } == nil)
    #expect(read(parcel) { $0["letter"]?["text"]?.text } == nil)
    #expect(read(parcel) { $0["letter"]?.object?.bits } == nil)
    #expect(read(parcel) { $0["weight"]?.text } == nil)
    #expect(read(parcel) { $0["weight"]?.bool } == nil)
    #expect(read(parcel) { $0["text"]?.integer } == nil)
    #expect(read(parcel) { $0["text"]?.caseName } == nil)
    #expect(read(parcel) { $0["text"]?.dictionary?.count } == nil)
    #expect(read(parcel) { $0["weight"]?.object?.bits } == nil)
  }

  /// They keep nothing alive, and what they refer to may be gone.
  @Test func weakAndUnownedReferencesAreNotRead() {
    let parcel = Parcel(weight: 1)
    let letter = Letter(text: "x")
    parcel.copy = letter
    parcel.original = letter
    #expect(read(parcel) { $0["copy"]?.type.name } == nil)
    #expect(read(parcel) { $0["original"]?.type.name } == nil)
    withExtendedLifetime(letter) {}
  }

  @Test func noObjectIsWhereThereIsNone() {
    let block = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    block.initializeMemory(as: UInt8.self, repeating: 0, count: 64)
    defer { block.deallocate() }
    for address in [0, 1, 8, 0x1000, UInt.max, UInt.max & ~15, UInt(bitPattern: block)] {
      #expect(HeapReader.shared.withObject(at: address) { $0.type.name } == nil)
    }
  }

  // MARK: - Dictionaries

  @Test(arguments: [0, 1, 3, 64, 1000]) func dictionaries(count: Int) {
    let parcel = Parcel(weight: 1)
    let keys = (0..<count).map { $0 * 7 - 3 }
    parcel.stamps = .init(uniqueKeysWithValues: keys.map { ($0, "stamp \($0)") })
    let found = read(parcel) { value in
      value["stamps"]?.dictionary.map { elements in
        elements.map { "\($0.key.integer ?? 0): \($0.value.text ?? "")" }.sorted()
      }
    }
    #expect(found == (count == 0 ? nil : keys.map { "\($0): stamp \($0)" }.sorted()))
  }

  @Test func aValueRefersToWhatItsPayloadIs() {
    let parcel = Parcel(weight: 1)
    let letter = Letter(text: "x")
    let address = Address(UInt(bitPattern: Unmanaged.passUnretained(letter).toOpaque()))
    #expect(read(parcel) { $0["route"]?.refers(to: address) } == false)
    parcel.route = .two(letter, at: 1)
    #expect(read(parcel) { $0["route"]?.refers(to: address) } == true)
    parcel.route = .one(letter)
    #expect(read(parcel) { $0["route"]?.refers(to: address) } == true)
  }

  // MARK: - Changes

  /// A reference that another thread replaces may lead to an object that has just gone.
  @Test func whatIsChangingIsReadOrLeftOut() async {
    let parcel = Parcel(weight: 1)
    let changing = Shared(parcel: parcel)
    let writer = Task.detached {
      for round in 0..<20_000 {
        changing.parcel.letter = Letter(
          text: String(repeating: "made at run time, ", count: round % 5))
      }
      changing.parcel.letter = Letter(text: "the last one")
    }
    for _ in 0..<200 { _ = read(parcel) { $0["letter"]?["text"]?.text } }
    await writer.value
    #expect(read(parcel) { $0["letter"]?["text"]?.text } == "the last one")
  }
}

private class Letter: Addressed {
  var text: String
  var subject: String?
  var part: Substring = ""

  init(text: String?) {
    self.text = text ?? ""
    subject = text
  }
}

private protocol Addressed: AnyObject {}

/// A parcel that one thread changes and another looks into.
private struct Shared: @unchecked Sendable {
  let parcel: Parcel
}

private final class Parcel: Letter {
  enum State: CaseIterable { case packed, sent, arrived }

  enum Route {
    case one(Letter)
    case two(Letter, at: Int)
    case none
  }

  enum OnlyOne { case sole }

  var weight: Int
  var size: Size
  var limit: Int?
  var state = State.packed
  var earlier: State?
  var route = Route.none
  var onlyOne = OnlyOne.sole
  var letter: Letter?
  var sender: (any Addressed)?
  var box: Box<String>?
  var stamps: [Int: String] = [:]
  weak var copy: Letter?
  unowned var original: Letter?

  init(weight: Int) {
    self.weight = weight
    size = Size(height: weight, isOpen: weight > 0)
    limit = weight
    super.init(text: nil)
  }
}

private struct Size {
  var height: Int
  var isOpen: Bool
}

private final class Box<Content> {
  var content: Content
  var other: Size?
  init(content: Content) { self.content = content }
}
