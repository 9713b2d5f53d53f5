import Foundation
import Testing

/// References in stored properties: of classes and their superclasses, in structs, tuples, optionals,
/// existentials and error boxes.
struct StoredPropertyTests {
  @Test("kinds: stored property", arguments: kinds)
  func reads(_ kind: Kind) async throws { try await kind.check() }

  @KindList static var kinds: [Kind] {
    // Objects
    Kind("Itself?", in: Holder.self, "Holder -.holder-> Holder") { $0.holder = $0 }
    Kind("Itself???", in: Holder.self, "Holder -.thrice-> Holder") { $0.thrice = $0 }
    Kind("AnyObject?", in: Holder.self, "Holder -.anyObject-> Holder") { $0.anyObject = $0 }
    Kind("a superclass's AnyObject?", in: Holder.self, "Holder -.inherited-> Holder") {
      $0.inherited = $0
    }
    Kind("a private type", in: Holder.self, "Holder -.hidden-> Hidden -.object-> Holder") {
      $0.hide($0)
    }

    // Nothing kept alive
    Kind("weak", in: Holder.self, twin: "Holder -.holder-> Holder") {
      $0.weakHolder = $0
    } strong: {
      ($0.weakHolder, $0.holder) = ($0, $0)
    }
    Kind("a weak existential", in: Holder.self, twin: "Holder -.node-> Holder") {
      $0.weakNode = $0
    } strong: {
      ($0.weakNode, $0.node) = ($0, $0)
    }
    Kind("unowned", in: Holder.self, twin: "Holder -.holder-> Holder") {
      $0.unownedHolder = $0
    } strong: {
      ($0.unownedHolder, $0.holder) = ($0, $0)
    }
    Kind("unowned(unsafe)", in: Holder.self, twin: "Holder -.holder-> Holder") {
      $0.unsafeHolder = $0
    } strong: {
      ($0.unsafeHolder, $0.holder) = ($0, $0)
    }
    Kind("Unmanaged", in: Holder.self, twin: "Holder -.holder-> Holder") {
      $0.unmanaged = .passUnretained($0)
    } strong: {
      ($0.unmanaged, $0.holder) = (.passUnretained($0), $0)
    }
    Kind("long strings", in: Holder.self, twin: "Holder -.anyObject-> Holder") {
      $0.useStrings()
    } strong: {
      $0.useStrings()
      $0.anyObject = $0
    }
    // The words of a short one are its text.
    Kind("views of short strings", in: Lexer.self, twin: "Lexer -.last-> Lexer") { _ in
    } strong: {
      $0.last = $0
    }
    Kind("metatypes", in: Holder.self, twin: "Holder -.any-> Holder") {
      $0.useMetatypes()
    } strong: {
      $0.useMetatypes()
      $0.any = $0
    }
    Kind("URL, Data, Date", in: Holder.self, twin: "Holder -.holder-> Holder") {
      $0.useFoundationValues()
    } strong: {
      $0.useFoundationValues()
      $0.holder = $0
    }
    Kind("a pointer to itself", in: Holder.self, twin: "Holder -.holder-> Holder") {
      $0.raw = UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque())
    } strong: {
      $0.raw = UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque())
      $0.holder = $0
    }
    Kind("AnyHashable of an ObjectIdentifier", in: Holder.self, twin: "Holder -.any-> Holder") {
      $0.identifier = AnyHashable(ObjectIdentifier($0))
    } strong: {
      $0.identifier = AnyHashable(ObjectIdentifier($0))
      $0.any = $0
    }

    // Tuples and structs
    Kind("a tuple's label", in: Holder.self, "Holder -.pair.labelled-> Holder") {
      $0.pair.labelled = $0
    }
    Kind("an optional tuple", in: Holder.self, "Holder -.triple.1-> Holder") {
      $0.triple = (1, $0, "s")
    }
    Kind("an optional generic struct", in: Holder.self, "Holder -.generic.content-> Holder") {
      $0.generic = Padded(content: $0)
    }
    Kind("an optional struct of a tuple", in: Holder.self, "Holder -.nested.tuple.0-> Holder") {
      $0.nested = NestedTuple(tuple: ($0, nil))
    }
    Kind("no struct, no tuple", in: Holder.self, twin: "Holder -.triple.1-> Holder") {
      $0.generic = Padded(content: nil)
      $0.triple = nil
    } strong: {
      $0.generic = Padded(content: nil)
      $0.triple = (1, $0, "s")
    }
    Kind(
      "a copy-on-write box", in: Holder.self,
      "Holder -.copyOnWrite.storage-> CopyOnWrite.Storage -.holder-> Holder"
    ) { $0.copyOnWrite = CopyOnWrite(storage: .init(holder: $0)) }
    Kind("InlineArray", in: Holder.self, "Holder -.inline._storage-> Holder") { $0.inline[2] = $0 }
    Kind(
      "InlineArray of nothing", in: Holder.self, twin: "Holder -.inline._storage-> Holder"
    ) {
      $0.inline[2] = nil
    } strong: {
      $0.inline[0] = $0
    }
  }
}
