import SeededRandom

@testable import LeakBase
@testable import LeakHeapReading

/// Metadata that compilers and the runtime have made, to be copied with another word here and there.
struct MetadataCorpus {
  class Base {
    var item: Item?
    var title = ""
  }

  final class Derived: Base {
    var other: (any Error)?
    var numbers: [Int] = []
    weak var delegate: Item?
    var closure: (() -> Void)?
  }

  final class Generic<Content, Other>: Base {
    var content: Content?
    var others: [Other] = []
  }

  struct Plain {
    var item: Item?
    var number: Int32
    var closure: () -> Void
  }

  struct Pair<First, Second> {
    var first: First
    var second: Second
  }

  enum Choice {
    case first(Item)
    case second(Item, Int)
    indirect case third([Item])
    case fourth
  }

  enum Maybe<Content> {
    case some(Content)
    case none
  }

  typealias Tuple = (Item, number: Int, any Error)

  /// The first words of objects.
  let classes: [Address]
  /// Types of values.
  let values: [Address]
  /// Types of which the last words are generic arguments.
  let generics: [Address]

  init() {
    func storage<Storage>(_ collection: Storage) -> Address {
      withExtendedLifetime(collection) {
        Address(unsafeBitCast(collection, to: UInt.self)).address()
      }
    }
    func address(_ type: Any.Type) -> Address { TypeMetadata(type).address }
    generics = [
      address(Generic<Item, Int>.self), storage([Item()]), storage(["key": Item()]),
      storage(Set(["element"])), address(Pair<Item, Plain>.self), address(Maybe<Item>.self),
      address(Item?.self),
    ]
    classes = [address(Base.self), address(Derived.self)] + generics[..<4]
    values =
      [Plain.self, Choice.self, Tuple.self, (any Error).self, Any.self, Any.Type.self].map(address)
      + [address((() -> Void).self), address((any Sequence<Int>).self)] + generics[4...]
  }
}

/// Copies of metadata, each at the end of a page of its own.
struct MetadataForgery {
  private let pages = (0..<4).map { _ in GuardedPage() }
  /// How many words there are before the address point, and from it on.
  private static let words = (before: 2, after: 24)

  let corpus: MetadataCorpus

  /// The copy of a class. Behind it may be types of values that are copies as well.
  func forge(_ random: inout SplitMix64) -> Address {
    let value = copy(corpus.values.randomElement(using: &random)!, on: 0, &random) {
      words, random in
      if Bool.random(using: &random) {
        words[1] = UInt64(witnesses(of: words[1], &random).bits)
      }
    }
    let generic = copy(corpus.generics.randomElement(using: &random)!, on: 1, &random) {
      words, random in
      replace(&words, by: value, &random)
    }
    return copy(corpus.classes.randomElement(using: &random)!, on: 2, &random) { words, random in
      replace(&words, by: Bool.random(using: &random) ? value : generic, &random)
    }
  }

  /// A copy of which no word is another, or up to three.
  private func copy(
    _ type: Address, on page: Int, _ random: inout SplitMix64,
    _ change: (inout [UInt64], inout SplitMix64) -> Void
  ) -> Address {
    var words = (-Self.words.before..<Self.words.after).map { UInt64(type.word(at: 8 * $0)) }
    change(&words, &random)
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      words[Int.random(in: words.indices, using: &random)] = random.word()
    }
    return pages[page].place(words: words) + 8 * Self.words.before
  }

  /// Puts `type` where a word is that leads to one: a superclass, or a generic argument.
  private func replace(_ words: inout [UInt64], by type: Address, _ random: inout SplitMix64) {
    let places = words.indices.filter { place in
      place > Self.words.before
        && (corpus.values + corpus.classes).contains { $0.bits == UInt(words[place]) }
    }
    guard let place = places.randomElement(using: &random) else { return }
    words[place] = UInt64(type.bits)
  }

  private func witnesses(of table: UInt64, _ random: inout SplitMix64) -> Address {
    var words = (0..<14).map { UInt64(Address(UInt(table)).word(at: 8 * $0)) }
    words[Int.random(in: 8..<14, using: &random)] = random.word()
    return pages[3].place(words: words)
  }
}
