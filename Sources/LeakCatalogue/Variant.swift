import LeakDetection

/// One way to write the code of a case, and the verdict on it.
public struct Variant: Sendable {
  /// What is observed when a variant runs.
  public enum Expectation: Sendable, Hashable {
    /// The object is gone as soon as it is dropped.
    case deinitialized
    /// The object goes by itself, but not before this long after the variant began; the whole report, which says
    /// what held it meanwhile, where that is of interest.
    case late(atLeast: Duration, report: String? = nil)
    /// The object is kept by a retain cycle; the whole report.
    case leaked(report: String)
    /// The object is kept from outside; the whole report.
    case held(report: String)
    /// The process ends by a trap that prints this on standard error.
    case crashes(message: String)
  }

  /// Makes an object and uses it, and shows it to the function before it is dropped.
  package typealias Make =
    @Sendable (CodeLocation, (AnyObject) -> Void) async throws ->
    TrackedObject
  /// Cuts the reference that the verdict on an object blames.
  package typealias Sever = @Sendable (TrackedObject) async throws -> Void

  /// How a variant runs.
  package enum Body: Sendable {
    /// Makes an object and drops it, and severs it in the end.
    case object(make: Make, sever: Sever?)
    /// Ends the process.
    case crash(@Sendable () async -> Void)
  }

  /// The variant's name, in kebab-case, unique in its case.
  public let name: String
  public let expectation: Expectation
  /// Where the variant is written; the file is the case's documentation.
  public let location: LeakLocation
  package let body: Body
  /// What of the system keeps memory for good whenever the variant runs, if anything does.
  package var keeper: String?
  /// What its text says elsewhere, and instead of what.
  package var elsewhere: [(other: String, usual: String)] = []
}

extension Variant {
  /// A variant whose object is kept by a retain cycle.
  ///
  /// - Parameters:
  ///   - report: the whole text of the report.
  ///   - optimized: the whole text in an optimised build, where that is another.
  ///   - make: makes the object, uses it, and returns it as its last owner.
  ///   - sever: cuts the reference that the report blames; the object must then go.
  public static func leaking<Object: AnyObject>(
    _ name: String, report: String, optimized: String? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column,
    make: @escaping @Sendable () async throws -> Object,
    sever: @escaping @Sendable (Object) async throws -> Void
  ) -> Variant {
    Variant(
      name: name, expectation: .leaked(report: told(report, optimized)),
      location: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      body: .object(make: tracking(make), sever: severing(sever)))
  }

  /// A variant whose object is kept from outside; `sever` makes the holder let go. The parameters are those of a leaking one.
  public static func held<Object: AnyObject>(
    _ name: String, report: String, optimized: String? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column,
    make: @escaping @Sendable () async throws -> Object,
    sever: @escaping @Sendable (Object) async throws -> Void
  ) -> Variant {
    Variant(
      name: name, expectation: .held(report: told(report, optimized)),
      location: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      body: .object(make: tracking(make), sever: severing(sever)))
  }

  /// What this build is expected to report.
  private static func told(_ report: String, _ optimized: String?) -> String {
    #if DEBUG
      report
    #else
      optimized ?? report
    #endif
  }

  /// A variant whose object goes by itself, but not before `atLeast` has passed since the variant began.
  public static func late<Object: AnyObject>(
    _ name: String, atLeast: Duration, report: String? = nil, fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line, column: Int = #column, make: @escaping @Sendable () async throws -> Object
  ) -> Variant {
    Variant(
      name: name, expectation: .late(atLeast: atLeast, report: report),
      location: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      body: .object(make: tracking(make), sever: nil))
  }

  /// A variant whose object is gone as soon as it is dropped.
  public static func fixed<Object: AnyObject>(
    _ name: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column, make: @escaping @Sendable () async throws -> Object
  ) -> Variant {
    Variant(
      name: name, expectation: .deinitialized,
      location: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      body: .object(make: tracking(make), sever: nil))
  }

  /// A variant that ends its process by a trap that prints `message`, or nothing where that is empty; it runs in a
  /// process of its own.
  public static func crashing(
    _ name: String, message: String, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column, run: @escaping @Sendable () async -> Void
  ) -> Variant {
    Variant(
      name: name, expectation: .crashes(message: message),
      location: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      body: .crash(run))
  }

  /// The same variant, of which `keeper` keeps memory for good on this platform, whatever is severed:
  /// `Foundation's Timer`. A repeated run counts that memory apart, under this name.
  public func leavingMemory(to keeper: String) -> Variant {
    var variant = self
    variant.keeper = keeper
    return variant
  }

  /// The same variant, whose text may have `other` in the place of `usual`: where the system's libraries are of another version,
  /// or have no symbols.
  public func saying(_ other: String, insteadOf usual: String) -> Variant {
    var variant = self
    variant.elsewhere.append((other, usual))
    return variant
  }

  /// What is expected here, as far as `outcome` tells: what is said elsewhere where that is what came out.
  package func expectation(for outcome: Outcome) -> Expectation {
    if elsewhere.isEmpty || expectation.mismatch(with: outcome) == nil { return expectation }
    let other = elsewhere.reduce(expectation) { expectation, text in
      expectation.replacing(text.usual, with: text.other)
    }
    return other.mismatch(with: outcome) == nil ? other : expectation
  }

  private static func tracking<Object: AnyObject>(
    _ make: @escaping @Sendable () async throws -> Object
  ) -> Make {
    { location, show in
      let object = try await make()
      show(object)
      return TrackedObject(object, location: location)
    }
  }

  private static func severing<Object: AnyObject>(
    _ sever: @escaping @Sendable (Object) async throws -> Void
  ) -> Sever {
    { tracked in
      guard let object = tracked.retained(as: Object.self) else { return }
      try await sever(object)
    }
  }
}
