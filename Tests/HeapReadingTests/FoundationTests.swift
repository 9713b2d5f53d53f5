import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// References in Foundation's objects, as far as their stored properties tell them.
struct FoundationTests {
  @Test func timers() throws {
    // On Linux the timer of CoreFoundation behind it keeps the Timer for good.
    try expectCycle(
      through: Client.self, "Client -.timer-> Foundation.Timer -._fire()-> Client"
    ) { client in
      client.timer = Timer(timeInterval: 100, repeats: true) { _ in client.count += 1 }
    }
    try expectCycle(through: Client.self, nil) { client in
      client.timer = Timer(timeInterval: 100, repeats: true) { [weak client] _ in
        client?.count += 1
      }
    }
  }

  @Test func operations() throws {
    try expectCycle(
      through: Client.self, "Client -.object-> Foundation.BlockOperation -._block()-> Client"
    ) { client in client.object = BlockOperation { client.count += 1 } }
    try expectCycle(
      through: Client.self,
      "Client -.object-> Foundation.BlockOperation -.__completion()-> Client"
    ) { client in
      let operation = BlockOperation {}
      operation.completionBlock = { client.count += 1 }
      client.object = operation
    }
    try expectCycle(
      through: Client.self,
      "Client -.object-> Foundation.BlockOperation -.__dependencies._buffer._storage-> "
        + "Swift._ContiguousArrayStorage<Swift.AnyObject> -[0]-> "
        + "Foundation.BlockOperation -._block()-> Client"
    ) { client in
      let operation = BlockOperation {}
      operation.addDependency(BlockOperation { client.count += 1 })
      client.object = operation
    }
    try expectCycle(through: Client.self, nil) { client in
      client.object = BlockOperation { [weak client] in client?.count += 1 }
    }
  }

  @Test func collectionsOfObjects() throws {
    try expectCycle(
      through: Client.self,
      "Client -.object-> Foundation.NSMutableArray -._storage._buffer._storage-> "
        + "Swift._ContiguousArrayStorage<Swift.AnyObject> -[0]-> "
        + "Foundation.__SwiftValue -.value-> Client"
    ) { client in
      let array = NSMutableArray()
      array.add(client)
      client.object = array
    }
    try expectCycle(
      through: Client.self,
      "Client -.object-> Foundation.NSMutableDictionary -._storage._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Foundation.NSObject, Swift.AnyObject> -[value]-> "
        + "Foundation.__SwiftValue -.value-> Client"
    ) { client in
      let dictionary = NSMutableDictionary()
      dictionary["key" as NSString] = client
      client.object = dictionary
    }
    try expectCycle(
      through: Client.self,
      "Client -.object-> Foundation.NSCache<Foundation.NSString, Client> -._head-> "
        + "Foundation.NSCacheEntry<Foundation.NSString, Client> -.value-> Client"
    ) { client in
      let cache = NSCache<NSString, Client>()
      cache.setObject(client, forKey: "key")
      client.object = cache
    }
  }

  @Test func objectsThatHoldClosures() throws {
    try expectCycle(through: Client.self, "Client -.object-> Foundation.Thread -._main()-> Client")
    { client in
      client.object = Thread { client.count += 1 }
    }
    try expectCycle(
      through: Client.self, "Client -.object-> Foundation.Progress -.cancellationHandler()-> Client"
    ) { client in
      let progress = Progress(totalUnitCount: 5)
      progress.cancellationHandler = { client.count += 1 }
      client.object = progress
    }
    try expectCycle(
      through: Client.self, "Client -.object-> Foundation.NSPredicate -.kind.block()-> Client"
    ) { client in
      client.object = NSPredicate { _, _ in client.count == 1 }
    }
    try expectCycle(
      through: Client.self,
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

  @Test func sessionTasks() async throws {
    let reading = try await read(Client.self) { client in
      let session = URLSession(configuration: .ephemeral)
      client.value = session
      client.object = session.dataTask(with: URL(filePath: "/")) { _, _, _ in client.count += 1 }
      // The session enters the task in its registry on a queue of its own.
      await withCheckedContinuation { entered in session.getAllTasks { _ in entered.resume() } }
    }
    // The session's queues, which cannot be read, may still be giving back what they retained.
    #expect(
      reading.path
        == "Client -.value-> FoundationNetworking.URLSession -.taskRegistry-> "
        + "FoundationNetworking.URLSession._TaskRegistry -.behaviours._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.Int, "
        + "FoundationNetworking.URLSession._TaskRegistry._Behaviour> "
        + "-[value].dataCompletionHandler()-> Client")
  }

  @Test func notifications() throws {
    try expectCycle(through: Client.self, "Client -.value-> box -content.object-> Client") {
      client in
      client.value = Notification(name: Notification.Name("name"), object: client)
    }
  }
}

// MARK: - Fixtures

final class Client: Fixture, @unchecked Sendable {
  var count = 0
  var timer: Timer?
  var object: NSObject?
  var value: Any?

  func sever() {
    timer?.invalidate()
    (object as? Operation)?.completionBlock = nil
    (object as? Progress)?.cancellationHandler = nil
    (object as? NSMutableArray)?.removeAllObjects()
    (object as? NSMutableDictionary)?.removeAllObjects()
    (object as? NSCache<NSString, Client>)?.removeAllObjects()
    (object as? URLSessionTask)?.cancel()
    (value as? URLSession)?.invalidateAndCancel()
    (timer, object, value) = (nil, nil, nil)
  }
}
