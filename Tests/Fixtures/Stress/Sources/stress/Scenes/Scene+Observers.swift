extension Scene {
  static let observers: [Scene] = [
    Scene(
      "notification-removed", hole: .sync,
      types: #"""
        final class «A»: @unchecked Sendable {
          private var token: (any NSObjectProtocol)?
          var received = 0
          func start() {
            token = NotificationCenter.default.addObserver(
              forName: .init("changed \(ObjectIdentifier(self))"), object: nil, queue: nil
            ) { [weak self] _ in self?.received += 1 }
          }
          deinit { if let token { NotificationCenter.default.removeObserver(token) } }
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».start()
        for _ in 0..<«n:1...3» {
          NotificationCenter.default.post(name: .init("changed \(ObjectIdentifier(«a»))"), object: nil)
        }
        «inner»
        «expect»(«a».received > 0)
        """#),
    Scene(
      "notification-own-center",
      types: #"""
        final class «A»: @unchecked Sendable {
          let center = NotificationCenter()
          var received: [String] = []
        }
        """#,
      body: #"""
        let «a» = «A»()
        let token = «a».center.addObserver(forName: .init("song"), object: nil, queue: nil) { note in
          «a».received.append(note.name.rawValue)
        }
        «a».center.post(name: .init("song"), object: «a»)
        «a».center.removeObserver(token)
        «expect»(«a».received == ["song"])
        """#),
    Scene(
      "expectation", only: .xctest, needsTest: true,
      types: #"""
        final class «A»: Sendable {
          func load(_ completion: @escaping @Sendable (Int) -> Void) {
            DispatchQueue.global().async { completion(«n:1...9») }
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        let loaded = XCTestExpectation(description: "loaded")
        «a».load { number in
          XCTAssert(number > 0)
          loaded.fulfill()
        }
        inPlace { _ = XCTWaiter.wait(for: [loaded], timeout: 60) }
        """#),
    Scene(
      "confirmation", isAsync: true, hole: .async, only: .swiftTesting, needsTest: true,
      types: #"""
        final class «A» {
          var onTap: (() -> Void)?
          func tap() { onTap?() }
        }
        """#,
      body: #"""
        await confirmation(expectedCount: «2|2») { confirm in
          let «a» = «A»()
          «a».onTap = { confirm() }
          «a».tap()
          «inner»
          «a».tap()
        }
        """#),
    Scene(
      "pipe-handler",
      types: #"""
        final class «A»: @unchecked Sendable {
          let pipe = Pipe()
          let done = DispatchSemaphore(value: 0)
          let received = Shared<Data>(Data())
          func listen() {
            pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
              self?.received.update { $0.append(handle.availableData) }
              handle.readabilityHandler = nil
              self?.done.signal()
            }
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».listen()
        «a».pipe.fileHandleForWriting.write(Data("«la|lala»".utf8))
        block(on: «a».done)
        «expect»(«a».received.value.count >= 2)
        """#),
    Scene(
      "mirror",
      types: #"""
        final class «A» {
          let name = "«one|two»"
          let part: «B»? = «B»()
        }
        final class «B» {
          let number = «n:1...9»
        }
        """#,
      body: #"""
        let «a» = «A»()
        let labels: [String] = Mirror(reflecting: «a»).children.compactMap(\.label)
        «expect»(labels == ["name", "part"])
        «expect»("\(«a»)".contains("«A»"))
        """#),
    Scene(
      "main-queue", isAsync: true,
      types: #"""
        final class «A»: @unchecked Sendable {
          var shown = 0
          func show(_ completion: @escaping @Sendable () -> Void) {
            DispatchQueue.main.async {
              self.shown += 1
              completion()
            }
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        await withCheckedContinuation { continuation in
          «a».show { continuation.resume() }
        }
        «expect»(«a».shown == 1)
        """#),
  ]
}
