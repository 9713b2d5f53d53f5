import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Answers HTTP on the loopback interface, from one thread, for as long as the process lives.
public enum LoopbackServer {
  /// It is started when it is first asked for.
  private static let port = start()

  /// The address of a page whose content is its own path.
  public static func url(_ path: String) -> URL {
    URL(string: "http://127.0.0.1:\(port)/\(path)").unsafelyUnwrapped
  }

  /// An address where nobody listens.
  public static let closed = URL(string: "http://127.0.0.1:1/").unsafelyUnwrapped

  private static func start() -> UInt16 {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let listener = socket(AF_INET, kind, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 128) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    precondition(isListening, "no socket on the loopback interface")
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        if connection >= 0 { answer(connection) }
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  private static func answer(_ connection: Int32) {
    defer { close(connection) }
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 2048)
    while !request.suffix(4).elementsEqual([13, 10, 13, 10]) {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { return }
      request += buffer[..<count]
    }
    let path =
      String(decoding: request, as: UTF8.self).split(separator: " ").dropFirst().first ?? ""
    let head = "HTTP/1.1 200 OK\r\nContent-Length: \(path.utf8.count)\r\nConnection: close\r\n\r\n"
    let reply = Array((head + path).utf8)
    _ = reply.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }
}
