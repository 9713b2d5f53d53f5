import Foundation

extension Holdings {
  static let unreachable = [
    Situation("retain that is not given back", .leaked(lostRetain)) { cut in
      let guest = Guest()
      loseRetain(of: guest, cut)
      return guest
    },
    Situation("owned by an object with a lost retain", .leaked(lostRetain)) { cut in
      let owner = Guest()
      let guest = Guest()
      owner.guest = guest
      loseRetain(of: owner, cut)
      return guest
    },
    Situation("address in a pipe", .leaked(lostRetain)) { cut in
      let guest = Guest()
      let ends = silentPipe()
      send(guest, to: ends.writing)
      cut {
        var address = UInt(0)
        read(ends.reading, &address, MemoryLayout<UInt>.size)
        Unmanaged<Guest>.fromOpaque(UnsafeRawPointer(bitPattern: address)!).release()
      }
      return guest
    },
    Situation(
      "continuation that was dropped",
      .held(
        "an unfinished Task that waits for a continuation that probably nothing can resume any more"
      )
    ) { cut in
      let guest = Guest()
      let hidden = Hidden(guest)
      Task {
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
          Forgotten.continuation.pointee = ~unsafeBitCast(continuation, to: UInt.self)
        }
        hidden.object.stay()
        guest.stay()
      }
      cut {
        unsafeBitCast(~Forgotten.continuation.pointee, to: UnsafeContinuation<Void, Never>.self)
          .resume()
      }
      return guest
    },
    Situation("dragged along by a cycle", .leaked("a retain cycle of 2")) { cut in
      let guest = Guest()
      drag(guest, cut)
      return guest
    },
  ]

  private enum Forgotten {
    nonisolated(unsafe) static let continuation = {
      let memory = UnsafeMutablePointer<UInt>.allocate(capacity: 1)
      memory.pointee = 0
      return memory
    }()
  }

  @inline(never)
  private static func drag(_ guest: Guest, _ cut: Cut) {
    let owner = Guest()
    owner.guest = guest
    owner.handler = { owner.stay() }
    let hidden = Hidden(owner)
    cut { hidden.object.handler = nil }
  }

  @inline(never)
  private static func send(_ guest: Guest, to descriptor: Int32) {
    var address = UInt(bitPattern: Unmanaged.passRetained(guest).toOpaque())
    write(descriptor, &address, MemoryLayout<UInt>.size)
    address = 0
  }
}
