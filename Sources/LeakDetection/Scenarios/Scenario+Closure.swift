extension Scenario {
  /// Calls the closure that the subject stores at `handler`; then everything is dropped.
  ///
  /// A closure that is `@MainActor`, `@Sendable`, `async` or throwing does not fit a key path: call it in the
  /// trailing `after:` closure of the check.
  public static func closure<Result>(_ handler: KeyPath<Subject, () -> Result>) -> Self {
    Scenario(action: .call { subject in _ = subject[keyPath: handler]() })
  }

  /// Calls the closure that the subject stores at `handler`, which must not be `nil` by then.
  public static func closure<Result>(_ handler: KeyPath<Subject, (() -> Result)?>) -> Self {
    Scenario(
      action: .call { subject throws(ScenarioError) in
        _ = try stored(subject[keyPath: handler], as: "closure")()
      })
  }

  /// Calls the closure that the subject stores at `handler` with `argument`.
  public static func closure<Argument, Result>(
    _ handler: KeyPath<Subject, (Argument) -> Result>, with argument: Argument
  ) -> Self {
    Scenario(action: .call { subject in _ = subject[keyPath: handler](argument) })
  }

  /// Calls the closure that the subject stores at `handler`, which must not be `nil` by then, with `argument`.
  public static func closure<Argument, Result>(
    _ handler: KeyPath<Subject, ((Argument) -> Result)?>, with argument: Argument
  ) -> Self {
    Scenario(
      action: .call { subject throws(ScenarioError) in
        _ = try stored(subject[keyPath: handler], as: "closure")(argument)
      })
  }

  /// The function that was to be called, or the error that says there is none.
  static func stored<Function>(
    _ function: Function?, as kind: String
  ) throws(ScenarioError) -> Function {
    guard let function else {
      throw ScenarioError(
        text: "The \(kind) scenario had nothing to call: its key path leads to nil. "
          + "Store a function there before the body returns.")
    }
    return function
  }
}
