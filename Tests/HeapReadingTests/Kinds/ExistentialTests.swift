import Foundation
import Testing

/// References in existential containers and in the boxes of errors.
struct ExistentialTests {
  @Test("kinds: existential", arguments: kinds)
  func reads(_ kind: Kind) async throws { try await kind.check() }

  @KindList static var kinds: [Kind] {
    Kind("Any of a class", in: Holder.self, "Holder -.any-> Holder") { $0.any = $0 }
    Kind("Any?", in: Holder.self, "Holder -.optionalAny-> Holder") { $0.optionalAny = $0 }
    Kind("Any of a small struct", in: Holder.self, "Holder -.any.holder-> Holder") {
      $0.any = Small(holder: $0)
    }
    Kind(
      "Any of a big struct", in: Holder.self, "Holder -.any-> box -content.content-> Holder"
    ) { $0.any = Padded(content: $0) }
    Kind("Any of an optional tuple", in: Holder.self, "Holder -.any.0-> Holder") {
      $0.any = Optional.some(($0, 1)) as Any
    }
    Kind("Any of a number", in: Holder.self, twin: "Holder -.any.0-> Holder") {
      $0.any = 7
    } strong: {
      $0.any = ($0, 7)
    }
    Kind(
      "AnyObject of a struct", in: Holder.self,
      "Holder -.anyObject-> Foundation.__SwiftValue -.value.holder-> Holder"
    ) { $0.anyObject = Small(holder: $0) as AnyObject }
    Kind("any P, inline", in: Holder.self, "Holder -.described.holder-> Holder") {
      $0.described = Small(holder: $0)
    }
    Kind(
      "any P, out of line", in: Holder.self, "Holder -.described-> box -content.holder-> Holder"
    ) { $0.described = Large(holder: $0) }
    Kind("any P: AnyObject", in: Holder.self, "Holder -.node-> Holder") { $0.node = $0 }
    Kind("any P<Int>", in: Holder.self, "Holder -.constrained.holder-> Holder") {
      $0.constrained = Small(holder: $0)
    }
    Kind("any P & Q of a struct", in: Holder.self, "Holder -.composed.holder-> Holder") {
      $0.composed = Small(holder: $0)
    }
    Kind(
      "any P & Q of a class", in: Holder.self, "Holder -.composed-> Participant -.holder-> Holder"
    ) { $0.composed = Participant(holder: $0) }
    Kind(
      "any P & AnyObject", in: Holder.self,
      "Holder -.composedObject-> Participant -.holder-> Holder"
    ) { $0.composedObject = Participant(holder: $0) }
    Kind("any of a refined protocol", in: Holder.self, "Holder -.refined.holder-> Holder") {
      $0.refined = Small(holder: $0)
    }
    Kind("an error, struct", in: Holder.self, "Holder -.error-> error box -content.holder-> Holder")
    { $0.error = Failure(holder: $0) }
    Kind(
      "an error, class", in: Holder.self,
      "Holder -.error-> error box -content-> FailureObject -.holder-> Holder"
    ) { $0.error = FailureObject(holder: $0) }
    Kind(
      "CocoaError's userInfo", in: Holder.self,
      "Holder -.error-> error box -content.userInfo._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.String, Any> -[value]-> Holder"
    ) { $0.error = CocoaError(.fileNoSuchFile, userInfo: ["holder": $0]) }
    Kind(
      "an error without references", in: Holder.self,
      twin: "Holder -.error-> error box -content.holder-> Holder"
    ) {
      $0.error = CocoaError(.fileNoSuchFile)
    } strong: {
      $0.error = Failure(holder: $0)
    }
    Kind(
      "Mirror of itself", in: Holder.self,
      "Holder -.mirror._makeSuperclassMirror()-> closure context -capture 2-> Holder"
    ) { $0.mirror = Mirror(reflecting: $0) }
  }
}
