extension Scene {
  // A timer of Foundation's on Linux keeps its block for good, also when it has fired or is invalidated.
  static let timers: [Scene] = [
    Scene(
      "timer-once", hole: .sync,
      types: #"""
        final class «A»: @unchecked Sendable {
          var fired = 0
          func arm() {
            let timer = Timer(timeInterval: 0.00«n:1...4», repeats: false) { [weak self] _ in self?.fired += 1 }
            RunLoop.current.add(timer, forMode: .default)
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».arm()
        runLoop { «a».fired == 1 }
        «inner»
        «expect»(«a».fired == 1)
        """#),
    Scene(
      "timer-repeating",
      types: #"""
        final class «A»: @unchecked Sendable {
          var ticks = 0
          private var timer: Timer?
          func start() {
            let timer = Timer(timeInterval: 0.001, repeats: true) { [weak self] _ in self?.tick() }
            RunLoop.current.add(timer, forMode: .«default|common»)
            self.timer = timer
          }
          private func tick() { ticks += 1 }
          func stop() {
            timer?.invalidate()
            timer = nil
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».start()
        runLoop { «a».ticks >= «n:1...3» }
        «a».stop()
        «expect»(«a».ticks > 0)
        """#),
    Scene(
      "timer-invalidated-in-block",
      types: #"""
        final class «A»: @unchecked Sendable {
          var left = «n:1...3»
          func start() {
            let timer = Timer(timeInterval: 0.001, repeats: true) { [weak self] timer in
              guard let self else { return }
              left -= 1
              if left == 0 { timer.invalidate() }
            }
            RunLoop.current.add(timer, forMode: .default)
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».start()
        runLoop { «a».left == 0 }
        «expect»(«a».left == 0)
        """#),
    Scene(
      "run-loop-perform", hole: .sync,
      types: #"""
        final class «A»: @unchecked Sendable {
          var calls = 0
        }
        """#,
      body: #"""
        let «a» = «A»()
        inPlace { RunLoop.current.perform { «a».calls += 1 } }
        runLoop { «a».calls == 1 }
        «inner»
        «expect»(«a».calls == 1)
        """#),
  ]
}
