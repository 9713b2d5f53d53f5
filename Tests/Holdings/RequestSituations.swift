import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Holdings {
  static let requests = [
    Situation("request that is not answered") {
      let guest = Guest()
      let url = try silentServer()
      URLSession(configuration: .ephemeral).dataTask(with: url) { _, _, _ in guest.stay() }.resume()
      return guest
    },
    Situation("download that was suspended") {
      let guest = Guest()
      let url = try silentServer()
      let task = URLSession(configuration: .ephemeral)
        .downloadTask(with: url) { _, _, _ in guest.stay() }
      task.resume()
      task.suspend()
      return guest
    },
    Situation("upload that was not resumed, in the shared session") {
      let guest = Guest()
      let base = URL(string: "https://name:password@example.com/private?token=1")!
      let request = URLRequest(url: URL(string: "photo", relativeTo: base)!)
      _ = URLSession.shared.uploadTask(with: request, from: Data()) { _, _, _ in
        guest.stay()
      }
      return guest
    },
    Situation("one of the requests of a session") {
      let guest = Guest()
      let session = URLSession(configuration: .ephemeral)
      let url = try silentServer()
      for _ in 0..<3 { session.dataTask(with: url) { _, _, _ in }.resume() }
      _ = session.dataTask(with: URL(string: "https://example.org")!) { _, _, _ in guest.stay() }
      return guest
    },
    Situation("delegate of a session at work") {
      let guest = Guest()
      let session = URLSession(
        configuration: .ephemeral, delegate: Escort(guest), delegateQueue: nil)
      session.dataTask(with: try silentServer()).resume()
      return guest
    },
    Situation("delegate of a session in a static variable") {
      let guest = Guest()
      Keeper.shared.kept.append(
        URLSession(configuration: .ephemeral, delegate: Escort(guest), delegateQueue: nil))
      return guest
    },
    Situation("request that was not resumed, in a session in a static variable") {
      let guest = Guest()
      let session = URLSession(configuration: .ephemeral)
      Keeper.shared.kept.append(session)
      _ = session.dataTask(with: URL(string: "https://example.org")!) { _, _, _ in guest.stay() }
      return guest
    },
  ]

  private final class Escort: NSObject, URLSessionDelegate {
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
