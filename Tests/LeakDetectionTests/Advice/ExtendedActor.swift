/// What only another file tells to be an actor.
extension WrittenNameTests.Counter {
  func tick() { onTick = { self.count += 1 } }

  func listen() { onEvent = { self.name.note() } }
}
