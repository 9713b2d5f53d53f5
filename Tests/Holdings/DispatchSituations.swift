import Dispatch
import Foundation

extension Holdings {
  static let dispatch = [
    Situation("asyncAfter") {
      let guest = Guest()
      DispatchQueue.global().asyncAfter(deadline: .now() + 60) { guest.stay() }
      return guest
    },
    Situation("work item to be run later") {
      let guest = Guest()
      let item = DispatchWorkItem { guest.stay() }
      DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: item)
      return guest
    },
    Situation("block on a suspended queue") {
      let guest = Guest()
      let queue = DispatchQueue(label: "hotel.desk")
      queue.suspend()
      queue.async { guest.stay() }
      Keeper.shared.kept.append(queue)
      return guest
    },
    Situation("block behind one that waits") {
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
      return guest
    },
    Situation("block that waits") {
      let guest = Guest()
      let running = DispatchSemaphore(value: 0)
      let never = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        running.signal()
        never.wait()
        guest.stay()
      }
      block(on: running)
      return guest
    },
    Situation("group that is not empty") {
      let guest = Guest()
      let group = DispatchGroup()
      group.enter()
      group.notify(queue: .global()) { guest.stay() }
      Keeper.shared.kept.append(group)
      return guest
    },
    Situation("repeating dispatch timer") {
      let guest = Guest()
      let timer = DispatchSource.makeTimerSource()
      timer.schedule(deadline: .now() + 60, repeating: 2)
      timer.setEventHandler { guest.stay() }
      timer.resume()
      Keeper.shared.kept.append(timer)
      return guest
    },
    Situation("signal source") {
      let guest = Guest()
      let source = DispatchSource.makeSignalSource(signal: SIGUSR2)
      source.setEventHandler { guest.stay() }
      source.resume()
      Keeper.shared.kept.append(source)
      return guest
    },
  ]

  static func block(on semaphore: DispatchSemaphore) { semaphore.wait() }
}
