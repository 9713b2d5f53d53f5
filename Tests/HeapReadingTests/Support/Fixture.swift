/// An object of the tests' own that can be wired into a cycle, and out of it again.
protocol Fixture: AnyObject, SendableMetatype {
  init()

  /// Lets go of everything that a test may have made the object hold.
  func sever()
}
