import LeakTesting

/// Makes every test case of this target leak-checked. Its classes are public, and so is what they derive from.
public typealias XCTestCase = LeakFreeTestCase
