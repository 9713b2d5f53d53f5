import LeakTesting
import Mishaps
import Testing

/// Every mishap, found by every kind of check of Swift Testing's. Each finding fails its test.
@Suite struct MishapTests {
  @Test(.leakFree, arguments: Mishap.allCases) func leakFree(_ mishap: Mishap) {
    _ = mishap.happen()
  }

  @Test(.leakFree, arguments: Mishap.allCases) func trackedInLeakFree(_ mishap: Mishap) {
    trackForLeaks(mishap.happen())
  }

  @Test(arguments: Mishap.allCases) func deallocated(_ mishap: Mishap) async {
    await expectDeallocated { mishap.happen() }
  }

  @Test(arguments: Mishap.allCases) func tracked(_ mishap: Mishap) async {
    await expectDeallocated { _ = trackForLeaks(mishap.happen(), label: "\(mishap)") }
  }

  @Test(arguments: Mishap.allCases) func trackedTwice(_ mishap: Mishap) async {
    await expectDeallocated {
      let object = trackForLeaks(mishap.happen(), label: "once")
      return trackForLeaks(object, label: "twice")
    }
  }

  @Test(arguments: Mishap.allCases) func noLeaks(_ mishap: Mishap) async {
    await expectNoLeaks { _ = mishap.happen() }
  }
}

/// The same without a test that fails: what is found is printed.
@Suite struct DetectedMishapTests {
  @Test(arguments: Mishap.allCases) func detected(_ mishap: Mishap) async {
    let report = await LeakDetector.detect { _ = mishap.happen() }
    for leak in report.leaks { print("detected", leak.fingerprint, leak.typeName) }
  }

  @Test(arguments: Mishap.allCases) func detectedAsReturned(_ mishap: Mishap) async {
    let report = await LeakDetector.detect { mishap.happen() }
    for leak in report.leaks { print("detectedAsReturned", leak.fingerprint, leak.typeName) }
  }
}

/// Without any check.
@Suite struct BareMishapTests {
  @Test(arguments: Mishap.allCases) func bare(_ mishap: Mishap) { _ = mishap.happen() }
}
