import CaseCatalogue

extension Variant {
  /// The variant, which makes a timer: Foundation on Linux never gives a timer back, nor its block.
  var leavingATimer: Variant {
    #if canImport(Darwin)
      self
    #else
      leavingMemory(to: "Foundation's Timer")
    #endif
  }
}
