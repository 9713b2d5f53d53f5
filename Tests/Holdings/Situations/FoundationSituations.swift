import Foundation

extension Holdings {
  static let foundation = [
    Situation("repeating timer", .held("a Timer that fires every 30 s")) { cut in
      let guest = Guest()
      onRunLoop(cut) { .init(timeInterval: 30, repeats: true) { _ in guest.stay() } }
      return guest
    },
    Situation(timerThatFiresOnce, .held("a Timer")) { cut in
      let guest = Guest()
      onRunLoop(cut) { .init(timeInterval: 60, repeats: false) { _ in guest.stay() } }
      return guest
    },
    Situation("timer that the guest has", .held("a Timer that fires every 20 s")) {
      cut in
      let guest = Guest()
      onRunLoop(cut) {
        let timer = Timer(timeInterval: 20, repeats: true) { _ in guest.stay() }
        guest.luggage = timer
        return timer
      }
      return guest
    },
    Situation("timer that is in no run loop, in a static variable", .kept("static Keeper.shared")) {
      cut in
      let guest = Guest()
      Keeper.shared.kept.append(Timer(timeInterval: 60, repeats: true) { _ in guest.stay() })
      cut.isImpossible(because: timersStay)
      return guest
    },
    Situation("block that a run loop is to perform", .held("run loop")) { cut in
      onThread(cut) { handover, never in
        perform(handover.take())
        never.wait()
        _ = RunLoop.current.run(mode: .init("night"), before: Date())
      }
    },
    Situation("observer of a notification", .held("an observer that NotificationCenter keeps")) {
      cut in
      let guest = Guest()
      let token = NotificationCenter.default.addObserver(
        forName: .init("arrival"), object: nil, queue: nil
      ) { _ in guest.stay() }
      Keeper.shared.kept.append(token)
      let hidden = Hidden(token as AnyObject)
      cut { NotificationCenter.default.removeObserver(hidden.object) }
      return guest
    },
    Situation("observer of a center of the program's", .kept("static Keeper.shared")) { cut in
      let guest = Guest()
      let center = NotificationCenter()
      _ = center.addObserver(forName: nil, object: nil, queue: .main) { _ in guest.stay() }
      Keeper.shared.kept.append(center)
      cut { Keeper.shared.kept = [] }
      return guest
    },
    Situation(
      "handler of a file handle", .kept("static Keeper.shared|a FileHandle's readabilityHandler")
    ) { cut in
      let guest = Guest()
      let handle = FileHandle(fileDescriptor: silentPipe().reading)
      handle.readabilityHandler = { _ in guest.stay() }
      Keeper.shared.kept.append(handle)
      let hidden = Hidden(handle)
      cut { hidden.object.readabilityHandler = nil }
      return guest
    },
    Situation("process that runs", .possibly("memory of unknown use")) { cut in
      let guest = Guest()
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sleep")
      process.arguments = ["60"]
      process.terminationHandler = { _ in guest.stay() }
      try process.run()
      cut.isImpossible(because: "a Process of Foundation's for Linux keeps its handler for good")
      return guest
    },
    Situation("progress in a static variable", .kept("static Keeper.shared")) { cut in
      let guest = Guest()
      let progress = Progress(totalUnitCount: 2)
      progress.cancellationHandler = { guest.stay() }
      Keeper.shared.kept.append(progress)
      cut { Keeper.shared.kept = [] }
      return guest
    },
  ]

  static let operations = [
    Situation("operation in a suspended queue", .held("an operation in an OperationQueue")) { cut in
      let guest = Guest()
      let queue = suspendedQueue(cut)
      queue.addOperation { guest.stay() }
      return guest
    },
    Situation("operation with a property, in a suspended queue", .held("an operation in an")) {
      cut in
      let guest = Guest()
      suspendedQueue(cut).addOperation(Errand(guest))
      return guest
    },
    Situation("end of an operation in a suspended queue", .held("an operation in an")) { cut in
      let guest = Guest()
      let operation = BlockOperation {}
      operation.completionBlock = { guest.stay() }
      suspendedQueue(cut).addOperation(operation)
      return guest
    },
    Situation("operation that waits for another", .held("an operation in an OperationQueue")) {
      cut in
      let guest = Guest()
      let first = BlockOperation {}
      let second = BlockOperation { guest.stay() }
      second.addDependency(first)
      let queue = OperationQueue()
      queue.addOperation(second)
      Keeper.shared.kept += [queue, first]
      let hidden = Hidden(first)
      cut { hidden.object.start() }
      return guest
    },
    Situation("operation that waits", .held("an operation in an OperationQueue")) { cut in
      let guest = Guest()
      let queue = OperationQueue()
      let running = DispatchSemaphore(value: 0)
      let never = DispatchSemaphore(value: 0)
      queue.addOperation {
        running.signal()
        never.wait()
        guest.stay()
      }
      block(on: running)
      signal(never, cut)
      return guest
    },
    Situation("operation that does not finish", .kept("static Keeper.shared|an operation in")) {
      cut in
      let guest = Guest()
      let operation = Unfinished(guest)
      let queue = OperationQueue()
      queue.addOperation(operation)
      Keeper.shared.kept.append(operation)
      let hidden = Hidden(operation)
      cut {
        hidden.object.finish()
        Keeper.shared.kept = []
      }
      return guest
    },
    Situation("operation that was not added, in a static variable", .kept("static Keeper.shared")) {
      cut in
      let guest = Guest()
      Keeper.shared.kept.append(Errand(guest))
      cut { Keeper.shared.kept = [] }
      return guest
    },
    Situation("operation that a thread is to start", .held("which waits for a semaphore")) { cut in
      let guest = Guest()
      let operation = BlockOperation { guest.stay() }
      let start = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        start.wait()
        operation.start()
      }
      signal(start, cut)
      return guest
    },
  ]

  class Errand: Operation, @unchecked Sendable {
    let guest: Guest
    init(_ guest: Guest) { self.guest = guest }
    override func main() { guest.stay() }
  }

  private final class Unfinished: Errand, @unchecked Sendable {
    private var isOver = false
    override var isAsynchronous: Bool { true }
    override var isFinished: Bool { isOver }
    override func start() {}
    func finish() {
      willChangeValue(for: \.isFinished)
      isOver = true
      didChangeValue(for: \.isFinished)
    }
  }

  static let timersStay = "a Timer of Foundation's for Linux keeps its block for good"

  private static func perform(_ guest: Guest) {
    RunLoop.current.perform(inModes: [.init("night")]) { guest.stay() }
  }

  private static func suspendedQueue(_ cut: Cut) -> OperationQueue {
    let queue = OperationQueue()
    queue.isSuspended = true
    Keeper.shared.kept.append(queue)
    let hidden = Hidden(queue)
    cut { hidden.object.isSuspended = false }
    return queue
  }

  /// Adds a timer to the run loop of a thread that runs it.
  /// A situation that is not as it says where ``timersWait`` is false.
  package static let timerThatFiresOnce = "timer that fires once"

  /// Whether a timer that fires once waits until it is due. Foundation on Linux lets it fire at once when the machine has been up for
  /// 2⁶³ / 10¹⁴ seconds, some 25 hours and 37 minutes (seen with Swift 6.3.1).
  package static let timersWait: Bool = {
    let timer = Timer(timeInterval: 3600, repeats: false) { _ in }
    let mode = RunLoop.Mode("timersWait")
    RunLoop.current.add(timer, forMode: mode)
    _ = RunLoop.current.run(mode: mode, before: Date(timeIntervalSinceNow: 0.05))
    defer { timer.invalidate() }
    return timer.isValid
  }()

  private static func onRunLoop(_ cut: Cut, _ make: @escaping () -> Timer) {
    let isAdded = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var make: (() -> Timer)? = make
    Thread.detachNewThread {
      add(make!(), cut)
      make = nil
      // On Linux a run loop without a repeating timer ends.
      RunLoop.current.add(Timer(timeInterval: 3600, repeats: true) { _ in }, forMode: .default)
      isAdded.signal()
      RunLoop.current.run(until: Date(timeIntervalSinceNow: 3600))
    }
    block(on: isAdded)
  }

  @inline(never)
  private static func add(_ timer: Timer, _ cut: Cut) {
    RunLoop.current.add(timer, forMode: .default)
    cut.isImpossible(because: timersStay)
  }
}
