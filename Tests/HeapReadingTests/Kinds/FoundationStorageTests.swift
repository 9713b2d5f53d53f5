import Foundation
import Testing

/// References that Foundation keeps where its stored properties do not show them: `*` where the layout is
/// known, `?` where a word looks like a reference.
struct FoundationStorageTests {
  @Test("kinds: Foundation storage", arguments: kinds)
  func reads(_ kind: Kind) async throws { try await kind.check() }

  static let kinds: [Kind] = notifications + operations + attributedStrings

  private static let observers =
    "FoundationEssentials.AutoDictionary<@Sendable (FoundationEssentials.MessageBox) -> ()>"
  private static let receiver = "Foundation.NSNotificationReceiver"
  /// In the Foundation of Swift 6.2 the token has the block, and the observed object; the class is not there any more.
  private static let byToken = "Storekeeper -.token-> \(receiver) "
  private static let receivers = "Swift.Dictionary<Swift.ObjectIdentifier, \(receiver)>"

  private static let observer = [
    Reading(
      "Storekeeper -.center-> FoundationEssentials.NotificationCenter -.registrar._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.Optional<Swift.String>, "
        + "Swift.Dictionary<Swift.Optional<Swift.ObjectIdentifier>, \(observers)>> "
        + "-[value]._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.Optional<Swift.ObjectIdentifier>, \(observers)> "
        + "-[value].storage._variant.object.rawValue-> Swift._DictionaryStorage<Swift.UInt64, "
        + "@Sendable (FoundationEssentials.MessageBox) -> ()> -[value]()-> closure context "
        + "-capture 0()-> Storekeeper"),
    Reading(byToken + "-.block()-> Storekeeper"),
  ]
  private static let droppedObserver = [
    observer[0],
    Reading(
      "Storekeeper -.center-> Foundation.NotificationCenter -._observers._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.AnyHashable, "
        + "Swift.Dictionary<Swift.ObjectIdentifier, \(receivers)>> "
        + "-[value]._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.ObjectIdentifier, \(receivers)> "
        + "-[value]._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.ObjectIdentifier, \(receiver)> "
        + "-[value]-> \(receiver) -.block()-> Storekeeper"),
  ]
  private static let name = Notification.Name("name")

  @KindList private static var notifications: [Kind] {
    Kind("NotificationCenter's observer, with its token", observer) {
      try read(Storekeeper.self) { owner in
        owner.token = owner.center.addObserver(forName: name, object: nil, queue: nil) { _ in
          owner.count += 1
        }
      }
    }
    Kind("NotificationCenter's observer, token dropped", droppedObserver) {
      try read(Storekeeper.self) { owner in
        _ = owner.center.addObserver(forName: name, object: nil, queue: nil) { _ in
          owner.count += 1
        }
      }
    }
    Kind("NotificationCenter's observer, [weak]", [Reading(nil)], twin: observer) {
      try read(Storekeeper.self) { owner in
        owner.token = owner.center.addObserver(forName: name, object: nil, queue: nil) {
          [weak owner] _ in owner?.count += 1
        }
      }
    } readTwin: {
      try read(Storekeeper.self) { owner in
        owner.token = owner.center.addObserver(forName: name, object: nil, queue: nil) {
          [owner] _ in owner.count += 1
        }
      }
    }
    // The object whose notifications are wanted is not kept, but by such a token.
    Kind(
      "NotificationCenter's observed object",
      [
        Reading(nil), Reading(byToken + "-.sender-> Foundation.__SwiftValue -.value-> Storekeeper"),
      ], twin: observer
    ) {
      try read(Storekeeper.self) { owner in
        owner.token = owner.center.addObserver(forName: name, object: owner, queue: nil) { _ in }
      }
    } readTwin: {
      try read(Storekeeper.self) { owner in
        owner.token = owner.center.addObserver(forName: name, object: owner, queue: nil) { _ in
          owner.count += 1
        }
      }
    }
  }

  private static let first =
    "Storekeeper -.operations-> Foundation.OperationQueue -.__firstOperation*-> "
    + "Foundation.BlockOperation "

  @KindList private static var operations: [Kind] {
    Kind(
      "OperationQueue's pending operation", in: Storekeeper.self, first + "-._block()-> Storekeeper"
    ) { owner in
      owner.operations.isSuspended = true
      owner.operations.addOperation { owner.count += 1 }
    }
    Kind(
      "OperationQueue's second pending operation", in: Storekeeper.self,
      first + "-.__nextOperation*-> Foundation.BlockOperation -._block()-> Storekeeper"
    ) { owner in
      owner.operations.isSuspended = true
      owner.operations.addOperation {}
      owner.operations.addOperation { owner.count += 1 }
    }
    Kind(
      "OperationQueue's pending operation, [weak]", in: Storekeeper.self,
      twin: first + "-._block()-> Storekeeper"
    ) { owner in
      owner.operations.isSuspended = true
      owner.operations.addOperation { [weak owner] in owner?.count += 1 }
    } strong: { owner in
      owner.operations.isSuspended = true
      owner.operations.addOperation { [owner] in owner.count += 1 }
    }
  }

  private static let key = NSAttributedString.Key("key")
  private static let attribute =
    "Storekeeper -.text-> Foundation.NSAttributedString -._attributeArray?-> memory -content?-> "
    + "memory -content?-> Foundation.NSDictionary -._storage._variant.object.rawValue-> "
    + "Swift._DictionaryStorage<Foundation.NSObject, Swift.AnyObject> -[value]-> "
    + "Foundation.__SwiftValue -.value-> box -content-> Storekeeper"

  @KindList private static var attributedStrings: [Kind] {
    Kind("NSAttributedString's attribute", in: Storekeeper.self, attribute) { owner in
      owner.text = NSAttributedString(string: "text", attributes: [key: owner])
    }
    Kind(
      "NSAttributedString's attribute, [weak]", in: Storekeeper.self, twin: attribute
    ) { owner in
      owner.text = NSAttributedString(string: "text", attributes: [key: WeakBox(owner)])
    } strong: { owner in
      owner.text = NSAttributedString(string: "text", attributes: [key: owner])
    }
  }
}

// MARK: - Fixtures

private final class Storekeeper: Fixture, @unchecked Sendable {
  var count = 0
  private(set) var center = NotificationCenter()
  var token: (any NSObjectProtocol)?
  let operations = OperationQueue()
  var text: NSAttributedString?

  func sever() {
    // An observer whose token was dropped goes with the center.
    center = NotificationCenter()
    operations.isSuspended = false
    (token, text) = (nil, nil)
  }
}

private final class WeakBox {
  weak var owner: Storekeeper?
  init(_ owner: Storekeeper) { self.owner = owner }
}
