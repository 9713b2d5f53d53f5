import Foundation

/// A server on the loopback interface that never answers.
///
/// The socket listens and nobody accepts: the system completes the connection, and the client's request
/// waits for an answer that does not come.
final class SilentServer: Sendable {
  private let socket: Int32
  /// Where the server listens: `http://127.0.0.1:` and a port of the system's choice.
  let url: URL

  /// Starts to listen.
  ///
  /// - Throws: a `POSIXError` when the system has no socket or no port to give.
  init() throws {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    socket = Foundation.socket(AF_INET, stream, 0)
    guard socket >= 0 else { throw Self.lastError }

    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = socket
    let listens = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && listen(descriptor, 8) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard listens,
      let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/")
    else {
      let error = Self.lastError
      close(socket)
      throw error
    }
    self.url = url
  }

  deinit {
    close(socket)
  }

  private static var lastError: POSIXError {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }
}
