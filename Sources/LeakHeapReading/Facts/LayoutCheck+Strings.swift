import LeakBase

extension LayoutCheck {
  /// Whether strings of the three forms have their bytes where they are known to be.
  static func stringsHold() -> Bool {
    let literal = "a literal of more than fifteen bytes"
    let made = String((0..<20).map { Character(UnicodeScalar(UInt8(97 + $0))) })
    let wide = "ä" + String(made.reversed())
    return isRight("short") && isRight("kurz ä") && isRight(literal) && isRight(made)
      && isRight(wide)
  }

  private static func isRight(_ text: String) -> Bool {
    let words = unsafeBitCast(text, to: (UInt, UInt).self)
    let utf8 = Array(text.utf8)
    return withExtendedLifetime(text) {
      switch StringPlace(words.0, words.1) {
      case .inside(let inside): utf8.count <= 15 && inside == text
      case .literal(let place, let count): count == utf8.count && has(utf8, at: place)
      case .storage(let storage, let place, let count):
        count == utf8.count && has(utf8, at: place) && TypeMetadata(storage.address()).isClass
      case nil: false
      }
    }
  }

  private static func has(_ bytes: [UInt8], at place: Address) -> Bool {
    bytes.indices.allSatisfy { place.byte(at: $0) == bytes[$0] }
  }
}
