// swift-format-ignore-file: AlwaysUseLowerCamelCase
// What is easily written instead of a check, and checks nothing, is told by the compiler.

import XCTest

/// An object that the caller holds cannot be deinitialized: the check has to create it, in braces.
@available(
  *, unavailable,
  message: "Make it in braces, expectDeallocated { Player() }: what a test holds cannot go."
)
public func expectDeallocated<Object: AnyObject>(
  within grace: Duration = .milliseconds(500), _ object: Object
) { fatalError() }

/// An object that the caller holds cannot be deinitialized: the check has to create it, in braces.
@available(
  *, unavailable,
  message: "Make it in braces, XCTAssertDeallocated { Player() }: what a test holds cannot go."
)
public func XCTAssertDeallocated<Object: AnyObject>(
  within grace: Duration = .milliseconds(500), _ object: Object
) { fatalError() }

/// Objects that were allocated before are not recorded: the check has to run the code, in braces.
@available(
  *, unavailable,
  message:
    "Run it in braces, expectNoLeaks { Player() }: objects made before the check are not checked."
)
public func expectNoLeaks<Object: AnyObject>(
  within grace: Duration = .milliseconds(500), _ object: Object
) { fatalError() }

/// Objects that were allocated before are not recorded: the check has to run the code, in braces.
@available(
  *, unavailable,
  message:
    "Run it in braces, XCTAssertNoLeaks { Player() }: objects made before the check are not checked."
)
public func XCTAssertNoLeaks<Object: AnyObject>(
  within grace: Duration = .milliseconds(500), _ object: Object
) { fatalError() }

/// Only instances of classes can leak.
@available(
  *, unavailable, message: "Only instances of classes leak: pass one that the value refers to."
)
@_disfavoredOverload
public func trackForLeaks<Value>(_ value: Value, label: String? = nil) { fatalError() }

/// Objects that were allocated before are not counted: the check has to run the code, in braces.
@available(
  *, unavailable,
  message:
    "Run it in braces, expectNoGrowth { Player() }: it counts how many instances each run leaves."
)
public func expectNoGrowth<Object: AnyObject>(
  within grace: Duration = .milliseconds(500), _ object: Object
) { fatalError() }

/// Objects that were allocated before are not counted: the check has to run the code, in braces.
@available(
  *, unavailable,
  message:
    "Run it in braces, XCTAssertNoGrowth { Player() }: it counts how many instances each run leaves."
)
public func XCTAssertNoGrowth<Object: AnyObject>(
  within grace: Duration = .milliseconds(500), _ object: Object
) { fatalError() }

extension XCTestCase {
  /// Only instances of classes can leak.
  @available(
    *, unavailable, message: "Only instances of classes leak: pass one that the value refers to."
  )
  @_disfavoredOverload
  public func trackForLeaks<Value>(_ value: Value, label: String? = nil) { fatalError() }
}
