import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// References in URL sessions and their tasks.
struct URLSessionTests {
  @Test("kinds: URL session", arguments: kinds)
  func reads(_ kind: Kind) async throws { try await kind.check() }

  private static let behaviour =
    "Client -.value-> FoundationNetworking.URLSession -.taskRegistry-> "
    + "FoundationNetworking.URLSession._TaskRegistry -.behaviours._variant.object.rawValue-> "
    + "Swift._DictionaryStorage<Swift.Int, "
    + "FoundationNetworking.URLSession._TaskRegistry._Behaviour> "
    + "-[value].dataCompletionHandler()-> Client"

  private static let delegate =
    "Client -.value-> FoundationNetworking.URLSession -.delegate-> "
    + "SessionDelegate -.client-> Client"

  @KindList static var kinds: [Kind] {
    Kind("a data task's completion handler", [Reading(behaviour)]) {
      try await readSession { client in
        let session = URLSession(configuration: .ephemeral)
        client.value = session
        client.object = session.dataTask(with: URL(filePath: "/")) { _, _, _ in client.count += 1 }
        await settle(session)
      }
    }
    Kind(
      "a data task's completion handler, [weak]", [Reading(nil)], twin: [Reading(behaviour)]
    ) {
      try await readSession { client in
        let session = URLSession(configuration: .ephemeral)
        client.value = session
        client.object = session.dataTask(with: URL(filePath: "/")) { [weak client] _, _, _ in
          client?.count += 1
        }
        await settle(session)
      }
    } readTwin: {
      try await readSession { client in
        let session = URLSession(configuration: .ephemeral)
        client.value = session
        client.object = session.dataTask(with: URL(filePath: "/")) { [client] _, _, _ in
          client.count += 1
        }
        await settle(session)
      }
    }
    Kind("the session's delegate", [Reading(delegate)]) {
      try await readSession { client in
        client.value = URLSession(
          configuration: .ephemeral, delegate: SessionDelegate(client: client), delegateQueue: nil)
      }
    }
  }

  /// What the session's queues retain is left out: they cannot be read, and may still be giving back.
  private static func readSession(
    wiring: @Sendable (Client) async -> Void
  ) async throws -> Reading {
    Reading(try await read(Client.self, wiring: wiring).path)
  }

  /// Waits until the session has entered its tasks in its registry, which it does on a queue of its own.
  private static func settle(_ session: URLSession) async {
    await withCheckedContinuation { entered in session.getAllTasks { _ in entered.resume() } }
  }
}

private final class SessionDelegate: NSObject, URLSessionDelegate {
  let client: Client
  init(client: Client) { self.client = client }
}
