import LeakTesting

/// Makes every test case of this target leak-checked.
typealias XCTestCase = LeakFreeTestCase
