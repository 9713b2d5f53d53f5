import Foundation
import Testing

/// References that Foundation keeps where its stored properties do not show them: `*` where the layout is
/// known, `?` where a word looks like a reference.
struct FoundationStorageTests {
  @Test func notificationCenters() throws {
    let center = "Storekeeper -.center-> FoundationEssentials.NotificationCenter -.registrar?-> "
    let observers =
      "FoundationEssentials.AutoDictionary<@Sendable "
      + "(FoundationEssentials.MessageBox) -> ()>"
    let byObject = "Swift.Dictionary<Swift.Optional<Swift.ObjectIdentifier>, \(observers)>"
    let registrations =
      center + "Swift._DictionaryStorage<Swift.Optional<Swift.String>, \(byObject)> "
      + "-[value]._variant.object.rawValue-> "
      + "Swift._DictionaryStorage<Swift.Optional<Swift.ObjectIdentifier>, \(observers)> "
      + "-[value].storage._variant.object.rawValue-> Swift._DictionaryStorage<Swift.UInt64, "
      + "@Sendable (FoundationEssentials.MessageBox) -> ()> -[value]()-> closure context "
      + "-capture 0()-> Storekeeper"
    try expectCycle(through: Storekeeper.self, registrations) { owner in
      owner.token = owner.center.addObserver(forName: name, object: nil, queue: nil) { _ in
        owner.count += 1
      }
    }
    try expectCycle(through: Storekeeper.self, nil) { owner in
      owner.token = owner.center.addObserver(forName: name, object: nil, queue: nil) {
        [weak owner] _ in owner?.count += 1
      }
    }
    // The object whose notifications are wanted is not kept.
    try expectCycle(through: Storekeeper.self, nil) { owner in
      owner.token = owner.center.addObserver(forName: name, object: owner, queue: nil) { _ in }
    }
  }

  private var name: Notification.Name { Notification.Name("name") }

  @Test func operationQueues() throws {
    try expectCycle(
      through: Storekeeper.self,
      "Storekeeper -.operations-> Foundation.OperationQueue -.__firstOperation*-> "
        + "Foundation.BlockOperation -._block()-> Storekeeper"
    ) { owner in
      owner.operations.isSuspended = true
      owner.operations.addOperation { owner.count += 1 }
    }
    try expectCycle(
      through: Storekeeper.self,
      "Storekeeper -.operations-> Foundation.OperationQueue -.__firstOperation*-> "
        + "Foundation.BlockOperation -.__nextOperation*-> "
        + "Foundation.BlockOperation -._block()-> Storekeeper"
    ) { owner in
      owner.operations.isSuspended = true
      owner.operations.addOperation {}
      owner.operations.addOperation { owner.count += 1 }
    }
    try expectCycle(through: Storekeeper.self, nil) { owner in
      owner.operations.isSuspended = true
      owner.operations.addOperation { [weak owner] in owner?.count += 1 }
    }
  }

  @Test func attributedStrings() throws {
    let key = NSAttributedString.Key("key")
    try expectCycle(
      through: Storekeeper.self,
      "Storekeeper -.text-> Foundation.NSAttributedString -._attributeArray?-> memory -content?-> "
        + "memory -content?-> Foundation.NSDictionary -._storage._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Foundation.NSObject, Swift.AnyObject> -[value]-> "
        + "Foundation.__SwiftValue -.value-> box -content-> Storekeeper"
    ) { owner in owner.text = NSAttributedString(string: "text", attributes: [key: owner]) }
    try expectCycle(through: Storekeeper.self, nil) { owner in
      owner.text = NSAttributedString(string: "text", attributes: [key: WeakBox(owner)])
    }
  }
}

// MARK: - Fixtures

private final class Storekeeper: Fixture, @unchecked Sendable {
  var count = 0
  let center = NotificationCenter()
  var token: (any NSObjectProtocol)?
  let operations = OperationQueue()
  var text: NSAttributedString?

  func sever() {
    if let token { center.removeObserver(token) }
    operations.isSuspended = false
    (token, text) = (nil, nil)
  }
}

private final class WeakBox {
  weak var owner: Storekeeper?
  init(_ owner: Storekeeper) { self.owner = owner }
}
