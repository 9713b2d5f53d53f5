import Dispatch
import Foundation

extension Holdings {
  static let dispatch = [
    Situation("asyncAfter", .held("a block that asyncAfter is to run")) { cut in
      let guest = Guest()
      DispatchQueue.global().asyncAfter(deadline: .now() + cut.delay) { guest.stay() }
      return guest
    },
    Situation("asyncAfter on a queue of the program's", .held("a block that asyncAfter is to run"))
    {
      cut in
      let guest = Guest()
      DispatchQueue(label: "hotel.bell").asyncAfter(deadline: .now() + cut.delay) { guest.stay() }
      return guest
    },
    Situation("asyncAfter by the clock on the wall", .held("a block that asyncAfter is to run")) {
      cut in
      let guest = Guest()
      DispatchQueue.global().asyncAfter(wallDeadline: .now() + cut.delay) { guest.stay() }
      return guest
    },
    Situation("work item to be run later", .held("a block that asyncAfter is to run")) { cut in
      let guest = Guest()
      let item = DispatchWorkItem { guest.stay() }
      DispatchQueue.global().asyncAfter(deadline: .now() + cut.delay, execute: item)
      return guest
    },
    Situation("object with a cycle, and a block that is to run", .held("a block that asyncAfter")) {
      cut in
      let guest = Guest()
      let item = DispatchWorkItem { guest.stay() }
      guest.luggage = item
      DispatchQueue.global().asyncAfter(deadline: .now() + cut.delay, execute: item)
      let hidden = Hidden(guest)
      cut { hidden.object.luggage = nil }
      return guest
    },
    Situation("block on a suspended queue", .held("a block that waits on hotel.desk")) { cut in
      let guest = Guest()
      let queue = DispatchQueue(label: "hotel.desk")
      queue.suspend()
      queue.async { guest.stay() }
      resume(queue, cut)
      return guest
    },
    Situation("barrier on a suspended queue", .held("a block that waits on hotel.pool")) { cut in
      let guest = Guest()
      let queue = DispatchQueue(label: "hotel.pool", attributes: .concurrent)
      queue.suspend()
      queue.async(flags: .barrier) { guest.stay() }
      resume(queue, cut)
      return guest
    },
    Situation("block on a queue that is not active yet", .held("a block that waits on hotel.spa")) {
      cut in
      let guest = Guest()
      let queue = DispatchQueue(label: "hotel.spa", attributes: .initiallyInactive)
      queue.async { guest.stay() }
      Keeper.shared.kept.append(queue)
      let hidden = Hidden(queue)
      cut { hidden.object.activate() }
      return guest
    },
    Situation("block on a queue whose target is suspended", .held("a block that waits on hotel.")) {
      cut in
      let guest = Guest()
      let target = DispatchQueue(label: "hotel.house")
      let queue = DispatchQueue(label: "hotel.floor", target: target)
      target.suspend()
      queue.async { guest.stay() }
      resume(target, cut)
      return guest
    },
    Situation("block behind one that waits", .held("a block that waits on hotel.lift")) { cut in
      let guest = Guest()
      let queue = DispatchQueue(label: "hotel.lift")
      let running = DispatchSemaphore(value: 0)
      let never = DispatchSemaphore(value: 0)
      queue.async {
        running.signal()
        never.wait()
      }
      block(on: running)
      queue.async { guest.stay() }
      signal(never, cut)
      return guest
    },
    Situation("block that waits", .held("closure #1 in closure #11 in Holdings.dispatch")) { cut in
      let guest = Guest()
      let running = DispatchSemaphore(value: 0)
      let never = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        running.signal()
        never.wait()
        guest.stay()
      }
      block(on: running)
      signal(never, cut)
      return guest
    },
    Situation("group that is not empty", .held("a block that waits for a DispatchGroup")) { cut in
      let guest = Guest()
      let group = DispatchGroup()
      group.enter()
      group.notify(queue: .global()) { guest.stay() }
      Keeper.shared.kept.append(group)
      let hidden = Hidden(group)
      cut { hidden.object.leave() }
      return guest
    },
    Situation("work item that tells when it has run", .held("a block that waits")) { cut in
      let guest = Guest()
      let item = DispatchWorkItem {}
      item.notify(queue: .global()) { guest.stay() }
      Keeper.shared.kept.append(item)
      let hidden = Hidden(item)
      cut { hidden.object.perform() }
      return guest
    },
    Situation("work item in a static variable", .kept("static Keeper.shared")) { cut in
      let guest = Guest()
      Keeper.shared.kept.append(DispatchWorkItem { guest.stay() })
      cut { Keeper.shared.kept = [] }
      return guest
    },
    Situation("value of a queue", .possibly("memory of unknown use")) { cut in
      let guest = Guest()
      let queue = DispatchQueue(label: "hotel.key")
      let key = DispatchSpecificKey<Guest>()
      queue.setSpecific(key: key, value: guest)
      Keeper.shared.kept += [queue, key]
      let hidden = (Hidden(queue), Hidden(key))
      cut { hidden.0.object.setSpecific(key: hidden.1.object, value: nil) }
      return guest
    },
    Situation("block that runs many times over", .held("closure #1 in closure #")) { cut in
      let guest = Guest()
      let running = DispatchSemaphore(value: 0)
      let never = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        DispatchQueue.concurrentPerform(iterations: 1) { _ in
          running.signal()
          never.wait()
          guest.stay()
        }
      }
      block(on: running)
      signal(never, cut)
      return guest
    },
    Situation("block that another queue is to run while this waits", .held("closure #")) { cut in
      let guest = Guest()
      let queue = DispatchQueue(label: "hotel.stairs")
      queue.suspend()
      let running = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        running.signal()
        queue.sync { guest.stay() }
      }
      block(on: running)
      resume(queue, cut)
      return guest
    },
  ]

  static let sources = [
    Situation("repeating dispatch timer", .held("a dispatch timer that fires every 2 s")) { cut in
      let guest = Guest()
      let timer = DispatchSource.makeTimerSource()
      timer.schedule(deadline: .now() + 60, repeating: 2)
      timer.setEventHandler { guest.stay() }
      timer.resume()
      keep(timer, cut)
      return guest
    },
    Situation("dispatch timer that fires once", .held("a dispatch timer")) { cut in
      let guest = Guest()
      let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "hotel.clock"))
      timer.schedule(deadline: .now() + 60)
      timer.setEventHandler { guest.stay() }
      timer.activate()
      keep(timer, cut)
      return guest
    },
    Situation("signal source", .held("a dispatch source")) { cut in
      let guest = Guest()
      let source = DispatchSource.makeSignalSource(signal: SIGUSR2)
      source.setEventHandler { guest.stay() }
      source.resume()
      keep(source, cut)
      return guest
    },
    Situation("source that reads", .held("a dispatch source")) { cut in
      let guest = Guest()
      let source = DispatchSource.makeReadSource(fileDescriptor: silentPipe().reading)
      source.setEventHandler { guest.stay() }
      source.resume()
      keep(source, cut)
      return guest
    },
    Situation("handler of a source's end", .held("a dispatch source")) { cut in
      let guest = Guest()
      let source = DispatchSource.makeReadSource(fileDescriptor: silentPipe().reading)
      source.setCancelHandler { guest.stay() }
      source.resume()
      keep(source, cut)
      return guest
    },
    Situation("source that the program feeds", .held("a dispatch source")) { cut in
      let guest = Guest()
      let source = DispatchSource.makeUserDataAddSource(queue: .global())
      source.setEventHandler { guest.stay() }
      source.resume()
      keep(source, cut)
      return guest
    },
    Situation("source that was not resumed", .held("a dispatch source")) {
      cut in
      let guest = Guest()
      let source = DispatchSource.makeUserDataOrSource()
      source.setEventHandler { guest.stay() }
      keep(source, cut)
      let hidden = Hidden(source as AnyObject)
      cut {
        let source = hidden.object as! any DispatchSourceProtocol
        source.cancel()
        source.resume()
      }
      return guest
    },
    Situation("channel that reads", .held("a dispatch source")) { cut in
      let guest = Guest()
      let channel = DispatchIO(
        type: .stream, fileDescriptor: silentPipe().reading, queue: .global()
      ) { _ in }
      channel.read(offset: 0, length: 8, queue: .global()) { _, _, _ in guest.stay() }
      Keeper.shared.kept.append(channel)
      let hidden = Hidden(channel)
      cut { hidden.object.close(flags: .stop) }
      return guest
    },
  ]

  package static func block(on semaphore: DispatchSemaphore) { semaphore.wait() }

  /// What waits for the semaphore is ended by a signal.
  static func signal(_ semaphore: DispatchSemaphore, _ cut: Cut) {
    let hidden = Hidden(semaphore)
    cut { hidden.object.signal() }
  }

  /// A queue stays as it is until it is resumed.
  private static func resume(_ queue: DispatchQueue, _ cut: Cut) {
    Keeper.shared.kept.append(queue)
    let hidden = Hidden(queue)
    cut { hidden.object.resume() }
  }

  /// A source is there until it is cancelled.
  private static func keep(_ source: any DispatchSourceProtocol, _ cut: Cut) {
    Keeper.shared.kept.append(source)
    let hidden = Hidden(source as AnyObject)
    cut { (hidden.object as! any DispatchSourceProtocol).cancel() }
  }

  /// A pipe to which nobody writes.
  static func silentPipe() -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    return pipe(&ends) == 0 ? (ends[0], ends[1]) : (-1, -1)
  }
}
