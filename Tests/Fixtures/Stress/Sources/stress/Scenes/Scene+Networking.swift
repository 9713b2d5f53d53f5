extension Scene {
  static let networking: [Scene] = [
    Scene(
      "url-data", isAsync: true, hole: .async,
      types: #"""
        final class «A»: Sendable {
          let session = URLSession(configuration: .ephemeral)
          func text(_ path: String) async -> String {
            let url = LoopbackServer.url(path)
            guard let (data, _) = try? await session.data(from: url) else { return "" }
            return String(decoding: data, as: UTF8.self)
          }
          func stop() { session.finishTasksAndInvalidate() }
        }
        """#,
      body: #"""
        let «a» = «A»()
        let text = await «a».text("«song|list»")
        «a».stop()
        «inner»
        «expect»(text.hasPrefix("/"))
        """#),
    Scene(
      "url-completion",
      types: #"""
        final class «A»: @unchecked Sendable {
          private let session = URLSession(configuration: .ephemeral)
          let done = DispatchSemaphore(value: 0)
          var status = 0
          func load() {
            let url = LoopbackServer.url("«page|image»/«n:1...99»")
            session.dataTask(with: url) { [self] _, response, _ in
              status = (response as? HTTPURLResponse)?.statusCode ?? -1
              done.signal()
            }.resume()
            session.finishTasksAndInvalidate()
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».load()
        block(on: «a».done)
        «expect»(«a».status == 200)
        """#),
    Scene(
      "url-delegate",
      types: #"""
        final class «A»: NSObject, URLSessionDataDelegate, @unchecked Sendable {
          let done = DispatchSemaphore(value: 0)
          var data = Data()
          func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            self.data.append(data)
          }
          func urlSession(
            _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
          ) {
            done.signal()
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        let session = URLSession(configuration: .ephemeral, delegate: «a», delegateQueue: nil)
        session.dataTask(with: LoopbackServer.url("delegate")).resume()
        session.finishTasksAndInvalidate()
        block(on: «a».done)
        «expect»(«a».data.count == 9)
        """#),
    // Foundation on Linux ends the process where a task is cancelled while it begins, so that it fails in another way here.
    Scene(
      "url-refused",
      types: #"""
        final class «A»: @unchecked Sendable {
          let done = DispatchSemaphore(value: 0)
          var error: (any Error)?
          func run() {
            let session = URLSession(configuration: .ephemeral)
            let url = LoopbackServer.closed
            session.dataTask(with: url) { [self] _, _, error in
              self.error = error
              done.signal()
            }.resume()
            session.finishTasksAndInvalidate()
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».run()
        block(on: «a».done)
        «expect»(«a».error != nil)
        """#),
  ]
}
