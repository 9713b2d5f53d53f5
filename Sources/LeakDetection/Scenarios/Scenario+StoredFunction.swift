extension Scenario {
  /// Calls a method that is stored in a property of another object, through that property; then everything is dropped.
  ///
  /// ```swift
  /// expectDeallocated(after: .storedFunction(\.button.onTap)) { Screen() }  // button.onTap = self.save
  /// ```
  public static func storedFunction<Result>(
    _ property: KeyPath<Subject, () -> Result>
  ) -> Self {
    Scenario(action: .call { subject in _ = subject[keyPath: property]() })
  }

  /// Calls a method that is stored in an optional property, which must not be `nil` by then.
  public static func storedFunction<Result>(
    _ property: KeyPath<Subject, (() -> Result)?>
  ) -> Self {
    Scenario(
      action: .call { subject throws(ScenarioError) in
        _ = try stored(subject[keyPath: property], as: "stored-function")()
      })
  }

  /// Calls a method of one parameter through the property that it is stored in.
  public static func storedFunction<Argument, Result>(
    _ property: KeyPath<Subject, (Argument) -> Result>, with argument: Argument
  ) -> Self {
    Scenario(action: .call { subject in _ = subject[keyPath: property](argument) })
  }

  /// Calls a method of one parameter through the optional property that it is stored in, which must not be
  /// `nil` by then.
  public static func storedFunction<Argument, Result>(
    _ property: KeyPath<Subject, ((Argument) -> Result)?>, with argument: Argument
  ) -> Self {
    Scenario(
      action: .call { subject throws(ScenarioError) in
        _ = try stored(subject[keyPath: property], as: "stored-function")(argument)
      })
  }
}
