// Variables of every shape, whose places and types the debug information tells.

nonisolated(unsafe) var keptClass = Lantern()
nonisolated(unsafe) var keptOptional: Lantern? = Lantern()
nonisolated(unsafe) weak var keptWeak: Lantern?
nonisolated(unsafe) unowned var keptUnowned: Lantern = keptClass
nonisolated(unsafe) unowned(unsafe) var keptUnsafe: Lantern = keptClass
nonisolated(unsafe) var keptUnmanaged = Unmanaged.passUnretained(keptClass)
nonisolated(unsafe) var keptClosure: () -> Void = {}
nonisolated(unsafe) var keptCFunction: @convention(c) (Int) -> Int = { $0 }
nonisolated(unsafe) var keptStruct = LanternPair(first: keptClass, number: 1)
nonisolated(unsafe) var keptGeneric = Crate(content: keptClass)
nonisolated(unsafe) var keptArray = [keptClass]
nonisolated(unsafe) var keptDictionary = ["a": keptClass]
nonisolated(unsafe) var keptTuple = (keptClass, 1)
nonisolated(unsafe) var keptExistential: any Shining = keptClass
nonisolated(unsafe) var keptAnyObject: AnyObject = keptClass
nonisolated(unsafe) var keptAny: Any = keptClass
nonisolated(unsafe) var keptMetatype: Lantern.Type = Lantern.self
nonisolated(unsafe) var keptEnumeration = LanternState.lit(keptClass)
nonisolated(unsafe) var keptBuffer: AsyncStream<Int>.Continuation?
nonisolated(unsafe) var keptIdentifier = ObjectIdentifier(keptClass)
nonisolated(unsafe) var keptPointer: UnsafeRawPointer?
nonisolated(unsafe) var keptNumber = 1
nonisolated(unsafe) private var keptPrivate = Lantern()

enum Lanterns {
  nonisolated(unsafe) static var kept: Lantern? = Lantern()
  nonisolated(unsafe) private static var hidden = [Lantern()]

  /// The addresses of the variables that only this file can name.
  static func hiddenAddresses() -> (global: UInt, member: UInt) {
    (address(of: &keptPrivate), address(of: &hidden))
  }
}

/// An address in the image of these tests: that of a variable, taken once, since to take it counts as an access.
let testImageAddress = address(of: &testImageMark)
nonisolated(unsafe) private var testImageMark = 0

/// Where `variable` is.
func address<Value>(of variable: inout Value) -> UInt {
  withUnsafeMutablePointer(to: &variable) { UInt(bitPattern: $0) }
}
