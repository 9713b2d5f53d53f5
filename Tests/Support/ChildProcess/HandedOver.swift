import Foundation

/// A value for the process of an exit test.
///
/// With the Swift Testing of Swift 6.2 the body of such a test captures nothing. So the value is in a file that is named after
/// the process of the test, which is the parent of the other. One value is handed over after the other; the tests
/// themselves run beside each other.
package enum HandedOver {
  private static let turnstile = Turnstile(places: 1)

  /// Runs `test`, in which an exit test begins that takes `value`.
  @discardableResult
  package static func handing<Value: Encodable, Result>(
    _ value: Value, isolation: isolated (any Actor)? = #isolation,
    to test: () async throws -> Result
  ) async throws -> Result {
    let file = place(for: getpid())
    let data = try JSONEncoder().encode(value)
    await turnstile.enter()
    let isWritten = FileManager.default.createFile(atPath: file.path, contents: data)
    precondition(isWritten, "\(file.path) cannot be written")
    // When it has been taken, or nobody is left who could, the next one may come.
    let handover = Task.detached {
      while FileManager.default.fileExists(atPath: file.path), !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(5))
      }
      try? FileManager.default.removeItem(at: file)
      await turnstile.leave()
    }
    defer { handover.cancel() }
    return try await test()
  }

  /// The value that was handed over to this process. To be called once.
  package static func take<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let file = place(for: getppid())
    let data = try Data(contentsOf: file)
    try FileManager.default.removeItem(at: file)
    return try JSONDecoder().decode(type, from: data)
  }

  private static func place(for process: pid_t) -> URL {
    FileManager.default.temporaryDirectory.appending(path: "handed-over-by-\(process).json")
  }
}
