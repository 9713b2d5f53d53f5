import LeakTesting
import Testing

/// All tests of this target are in here, and have its traits.
@Suite(.leakFree, .serialized) struct Checked {}
