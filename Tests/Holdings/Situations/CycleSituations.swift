import Foundation

private final class Suite: @unchecked Sendable {
  var guest: Guest?
}

private struct Plan {
  var days = 3
  var visit: (() -> Void)?
}

private final class Album<Element> {
  var pages: [Element] = []
}

private final class Trunk: ManagedBuffer<Int, Guest> {
  deinit { _ = withUnsafeMutablePointerToElements { $0.deinitialize(count: 1) } }
}

private actor Butler {
  var work: (() -> Void)?
  func take(_ work: (() -> Void)?) { self.work = work }
}

extension Holdings {
  /// Cycles of objects that nothing else refers to.
  static let cycles = [
    cycle("cycle", "a retain cycle of 2") { guest in
      guest.handler = { guest.stay() }
    },
    cycle("cycle of a method", "a retain cycle of 2") { guest in
      guest.handler = guest.stay
    },
    cycle("object that refers to itself", "a retain cycle of 1") { guest in
      guest.guest = guest
    },
    cycle("cycle of two objects", "a retain cycle of 2") { guest in
      let suite = Suite()
      suite.guest = guest
      guest.luggage = suite
    },
    cycle("cycle through a struct", "a retain cycle of") { guest in
      guest.luggage = Plan(visit: { guest.stay() })
    },
    cycle("cycle through an array", "a retain cycle of") { guest in
      guest.luggage = [{ guest.stay() }, {}]
    },
    cycle("cycle through a dictionary", "a retain cycle of") { guest in
      guest.luggage = ["visit": guest]
    },
    cycle("cycle through a work item", "a retain cycle of") { guest in
      guest.luggage = DispatchWorkItem { guest.stay() }
    },
    cycle("cycle through an operation", "a retain cycle of") { guest in
      guest.luggage = BlockOperation { guest.stay() }
    },
    cycle("cycle through the end of an operation", "a retain cycle of") { guest in
      let operation = Operation()
      operation.completionBlock = { guest.stay() }
      guest.luggage = operation
    },
    Situation("cycle through a timer that is in no run loop", .leaked("a retain cycle of")) { cut in
      let guest = Guest()
      guest.luggage = Timer(timeInterval: 1, repeats: true) { _ in guest.stay() }
      cut.isImpossible(because: timersStay)
      return guest
    },
    cycle("cycle through NSMutableArray", "a retain cycle of") { guest in
      guest.luggage = NSMutableArray(array: [guest])
    },
    cycle("cycle through NSMutableDictionary", "a retain cycle of") { guest in
      guest.luggage = NSMutableDictionary(dictionary: ["guest": guest])
    },
    cycle("cycle through a generic object", "a retain cycle of") { guest in
      let album = Album<Guest>()
      album.pages = [guest]
      guest.luggage = album
    },
    cycle("cycle through ManagedBuffer", "a retain cycle of") { guest in
      let trunk = Trunk.create(minimumCapacity: 1) { _ in 1 }
      trunk.withUnsafeMutablePointerToElements { $0.initialize(to: guest) }
      guest.luggage = trunk
    },
    cycle("cycle through a variable that is captured", "a retain cycle of") { guest in
      var visitor: Guest? = guest
      guest.handler = { visitor?.stay() }
      visitor = guest
    },
    cycle("cycle through a local function", "a retain cycle of") { guest in
      func visit() { guest.stay() }
      guest.handler = visit
    },
    cycle("cycle through a closure in a closure", "a retain cycle of") { guest in
      let visit = { guest.stay() }
      guest.handler = { visit() }
    },
    Situation("cycle through a source that was not resumed", .leaked("a retain cycle of")) { cut in
      let guest = Guest()
      let source = DispatchSource.makeUserDataAddSource()
      source.setEventHandler { guest.stay() }
      guest.luggage = source
      let hidden = Hidden(guest)
      cut {
        let source = hidden.object.luggage as! any DispatchSourceUserDataAdd
        source.cancel()
        source.resume()
      }
      return guest
    },
    cycle("cycle through a thread that was not started", "a retain cycle of") { guest in
      guest.luggage = Thread { guest.stay() }
    },
    cycle("cycle through a stream's end", "a retain cycle of") { guest in
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      continuation.onTermination = { _ in guest.stay() }
      guest.luggage = (stream, continuation)
    },
    cycle("cycle through an error", "a retain cycle of") { guest in
      struct Full: Error { let guest: Guest }
      guest.luggage = Full(guest: guest) as any Error
    },
    cycle("cycle through a progress", "a retain cycle of") { guest in
      let progress = Progress(totalUnitCount: 1)
      progress.cancellationHandler = { guest.stay() }
      guest.luggage = progress
    },
    cycle("cycle through a notification", "a retain cycle of") { guest in
      guest.luggage = Notification(name: .init("here"), object: guest)
    },
    Situation("cycle through an actor", .leaked("a retain cycle of")) { cut in
      let guest = Guest()
      let butler = Butler()
      await butler.take { guest.stay() }
      guest.luggage = butler
      let hidden = Hidden(guest)
      cut { hidden.object.luggage = nil }
      return guest
    },
    Situation("cycle through a task that has ended", .leaked("a retain cycle of")) { cut in
      let guest = Guest()
      let task = Task { guest }
      _ = await task.value
      guest.luggage = task
      let hidden = Hidden(guest)
      cut { hidden.object.luggage = nil }
      return guest
    },
  ]

  /// A cycle that ends when the object has nothing any more.
  private static func cycle(
    _ name: String, _ cause: String, _ close: @escaping @Sendable (Guest) -> Void
  ) -> Situation {
    Situation(name, .leaked(cause)) { cut in
      let guest = Guest()
      close(guest)
      let hidden = Hidden(guest)
      cut {
        let guest = hidden.object
        (guest.handler, guest.guest, guest.luggage) = (nil, nil, nil)
      }
      return guest
    }
  }
}
