import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Holdings {
  static let requests = [
    Situation("request that is not answered", .held("a URLSession data task to 127.0.0.1")) { cut in
      let guest = Guest()
      let url = try silentServer()
      session(cut).dataTask(with: url) { _, _, _ in guest.stay() }.resume()
      return guest
    },
    Situation("download that was suspended", .held("a URLSession download task to 127.0.0.1")) {
      cut in
      let guest = Guest()
      let url = try silentServer()
      let task = session(cut).downloadTask(with: url) { _, _, _ in guest.stay() }
      task.resume()
      task.suspend()
      return guest
    },
    Situation(
      "upload that was not resumed, in the shared session",
      .held("a URLSession upload task to example.com that was not resumed")
    ) { cut in
      let guest = Guest()
      let base = URL(string: "https://name:password@example.com/private?token=1")!
      let request = URLRequest(url: URL(string: "photo", relativeTo: base)!)
      let task = URLSession.shared.uploadTask(with: request, from: Data()) { _, _, _ in
        guest.stay()
      }
      let hidden = Hidden(task)
      cut { hidden.object.cancel() }
      return guest
    },
    Situation("one of the requests of a session", .held("a URLSession data task to example.org")) {
      cut in
      let guest = Guest()
      let session = session(cut)
      let url = try silentServer()
      for _ in 0..<3 { session.dataTask(with: url) { _, _, _ in }.resume() }
      _ = session.dataTask(with: URL(string: "https://example.org")!) { _, _, _ in guest.stay() }
      return guest
    },
    Situation("delegate of a session at work", .held("a URLSession data task to 127.0.0.1")) {
      cut in
      let guest = Guest()
      let session = session(cut, delegate: Escort(guest))
      session.dataTask(with: try silentServer()).resume()
      return guest
    },
    Situation("delegate of a session in a static variable", .kept("static Keeper.shared")) { cut in
      let guest = Guest()
      Keeper.shared.kept.append(session(cut, delegate: Escort(guest)))
      return guest
    },
    Situation(
      "request that was not resumed, in a session in a static variable",
      .held("a URLSession data task to example.org that was not resumed")
    ) { cut in
      let guest = Guest()
      let session = session(cut)
      Keeper.shared.kept.append(session)
      _ = session.dataTask(with: URL(string: "https://example.org")!) { _, _, _ in guest.stay() }
      return guest
    },
    Situation("request of an async function", .held("an unfinished Task")) { cut in
      let guest = Guest()
      let url = try silentServer()
      let session = session(cut)
      Task {
        _ = try? await session.data(from: url)
        guest.stay()
      }
      return guest
    },
  ]

  /// A session that is there until it is invalidated.
  private static func session(
    _ cut: Cut, delegate: (any URLSessionDelegate)? = nil
  ) -> URLSession {
    let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
    let hidden = Hidden(session)
    cut {
      hidden.object.invalidateAndCancel()
      Keeper.shared.kept = []
    }
    return session
  }

  final class Escort: NSObject, URLSessionDelegate {
    let guest: Guest
    init(_ guest: Guest) { self.guest = guest }
  }

  /// The address of a server that never answers: the system takes the connections, and nobody accepts them.
  private static func silentServer() throws -> URL {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listens = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(server, address, length) == 0 && listen(server, 8) == 0
          && getsockname(server, address, &length) == 0
      }
    }
    guard listens else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/secret")!
  }
}
