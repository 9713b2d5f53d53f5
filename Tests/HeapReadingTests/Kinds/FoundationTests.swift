import Foundation
import Testing

/// References in Foundation's objects, as far as their stored properties tell them.
struct FoundationTests {
  @Test("kinds: Foundation", arguments: kinds)
  func reads(_ kind: Kind) async throws { try await kind.check() }

  static let kinds: [Kind] = timersAndOperations + collections + closures + processes

  private static let block =
    "Client -.object-> Foundation.BlockOperation -._block()-> Client"

  @KindList private static var timersAndOperations: [Kind] {
    // On Linux the timer of CoreFoundation behind it keeps the Timer for good.
    Kind(
      "Timer's block", in: Client.self, "Client -.timer-> Foundation.Timer -._fire()-> Client"
    ) { client in
      client.timer = Timer(timeInterval: 100, repeats: true) { _ in client.count += 1 }
    }
    Kind(
      "Timer's block, [weak]", in: Client.self,
      twin: "Client -.timer-> Foundation.Timer -._fire()-> Client"
    ) { client in
      client.timer = Timer(timeInterval: 100, repeats: true) { [weak client] _ in
        client?.count += 1
      }
    } strong: { client in
      client.timer = Timer(timeInterval: 100, repeats: true) { [client] _ in client.count += 1 }
    }
    Kind("BlockOperation's block", in: Client.self, block) { client in
      client.object = BlockOperation { client.count += 1 }
    }
    Kind("BlockOperation's block, [weak]", in: Client.self, twin: block) { client in
      client.object = BlockOperation { [weak client] in client?.count += 1 }
    } strong: { client in
      client.object = BlockOperation { [client] in client.count += 1 }
    }
    Kind(
      "Operation.completionBlock", in: Client.self,
      "Client -.object-> Foundation.BlockOperation -.__completion()-> Client"
    ) { client in
      let operation = BlockOperation {}
      operation.completionBlock = { client.count += 1 }
      client.object = operation
    }
    Kind(
      "Operation's dependency", in: Client.self,
      "Client -.object-> Foundation.BlockOperation -.__dependencies._buffer._storage-> "
        + "Swift._ContiguousArrayStorage<Swift.AnyObject> -[0]-> "
        + "Foundation.BlockOperation -._block()-> Client"
    ) { client in
      let operation = BlockOperation {}
      operation.addDependency(BlockOperation { client.count += 1 })
      client.object = operation
    }
  }

  @KindList private static var collections: [Kind] {
    Kind(
      "NSMutableArray", in: Client.self,
      "Client -.object-> Foundation.NSMutableArray -._storage._buffer._storage-> "
        + "Swift._ContiguousArrayStorage<Swift.AnyObject> -[0]-> "
        + "Foundation.__SwiftValue -.value-> Client"
    ) { client in
      let array = NSMutableArray()
      array.add(client)
      client.object = array
    }
    Kind(
      "NSMutableDictionary", in: Client.self,
      "Client -.object-> Foundation.NSMutableDictionary -._storage._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Foundation.NSObject, Swift.AnyObject> -[value]-> "
        + "Foundation.__SwiftValue -.value-> Client"
    ) { client in
      let dictionary = NSMutableDictionary()
      dictionary["key" as NSString] = client
      client.object = dictionary
    }
    Kind(
      "NSMutableSet", in: Client.self,
      "Client -.object-> Foundation.NSMutableSet -._storage._variant.object.rawValue-> "
        + "Swift._SetStorage<Foundation.NSObject> -[member]-> "
        + "Foundation.__SwiftValue -.value-> Client"
    ) { client in client.object = NSMutableSet(object: client) }
    Kind(
      "NSCache", in: Client.self,
      "Client -.object-> Foundation.NSCache<Foundation.NSString, Client> -._head-> "
        + "Foundation.NSCacheEntry<Foundation.NSString, Client> -.value-> Client"
    ) { client in
      let cache = NSCache<NSString, Client>()
      cache.setObject(client, forKey: "key")
      client.object = cache
    }
    Kind(
      "Notification.object", in: Client.self, "Client -.value-> box -content.object-> Client"
    ) { client in
      client.value = Notification(name: Notification.Name("name"), object: client)
    }
  }

  @KindList private static var closures: [Kind] {
    Kind(
      "Thread's block", in: Client.self, "Client -.object-> Foundation.Thread -._main()-> Client"
    ) { client in
      client.object = Thread { client.count += 1 }
    }
    Kind(
      "Progress.cancellationHandler", in: Client.self,
      "Client -.object-> Foundation.Progress -.cancellationHandler()-> Client"
    ) { client in
      let progress = Progress(totalUnitCount: 5)
      progress.cancellationHandler = { client.count += 1 }
      client.object = progress
    }
    Kind(
      "Progress.cancellationHandler, [weak]", in: Client.self,
      twin: "Client -.object-> Foundation.Progress -.cancellationHandler()-> Client"
    ) { client in
      let progress = Progress(totalUnitCount: 5)
      progress.cancellationHandler = { [weak client] in client?.count += 1 }
      client.object = progress
    } strong: { client in
      let progress = Progress(totalUnitCount: 5)
      progress.cancellationHandler = { [client] in client.count += 1 }
      client.object = progress
    }
    Kind(
      "NSPredicate's block", in: Client.self,
      "Client -.object-> Foundation.NSPredicate -.kind.block()-> Client"
    ) { client in client.object = NSPredicate { _, _ in client.count == 1 } }
    Kind(
      "Data's deallocator", in: Client.self,
      "Client -.value._representation.slice.storage-> FoundationEssentials.__DataStorage "
        + "-._deallocator()-> Client"
    ) { client in
      client.value = Data(
        bytesNoCopy: UnsafeMutableRawPointer.allocate(byteCount: 100_000, alignment: 16),
        count: 100_000,
        deallocator: .custom { bytes, _ in
          bytes.deallocate()
          client.count += 1
        })
    }
  }

  private static let termination =
    "Client -.object-> Foundation.Process -.terminationHandler()-> Client"

  @KindList private static var processes: [Kind] {
    Kind("Process.terminationHandler", in: Client.self, termination) { client in
      let process = Process()
      process.terminationHandler = { _ in client.count += 1 }
      client.object = process
    }
    Kind("Process.terminationHandler, [weak]", in: Client.self, twin: termination) { client in
      let process = Process()
      process.terminationHandler = { [weak client] _ in client?.count += 1 }
      client.object = process
    } strong: { client in
      let process = Process()
      process.terminationHandler = { [client] _ in client.count += 1 }
      client.object = process
    }
  }
}
