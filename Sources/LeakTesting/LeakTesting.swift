// The adapters for Swift Testing and XCTest: expectations, assertions, the trait, the test case, and the check of a whole process.
//
// In: a test, and what it asks to be checked. Out: a failure in the framework that runs the test, at the test's own place; never in the
// other one, which would drop it.
//
// It never knows the graph: findings come as values with their text.
//
// `SwiftTesting` and `XCTest` are what people write, `Reporters` says which framework speaks when, `WholeProcess` is
// `LEAK_TESTING=all`.
