/// Whether the tests are built with optimisation.
let isOptimized: Bool = {
  #if DEBUG
    false
  #else
    true
  #endif
}()
