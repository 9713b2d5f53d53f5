import LeakCatalogue

/// An error that carries the object which failed.
public enum ErrorPayload: Case {
  public static let id = "owners/error-payload"
  public static let question = "Can an error keep an object alive?"

  private struct ValidationError: Error {
    let message: String
    let form: Form
  }

  struct PlainError: Error {
    let message: String
    let field: String
  }

  final class Form: @unchecked Sendable {
    var name = ""
    var lastError: (any Error)?

    func submit() {
      lastError = ValidationError(message: "A name is missing.", form: self)
    }

    func submitPlainly() {
      lastError = PlainError(message: "A name is missing.", field: "name")
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        ErrorPayload.Form leaked: 1 instance is kept alive by a retain cycle of 1 strong reference.

          ╭→ ErrorPayload.Form
          │    .lastError.form: ErrorPayload.Form   ErrorPayload.swift:20
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ ErrorPayload.Form

          Let the error carry what describes the ErrorPayload.Form, not the object itself: it lives as long as whoever stores the error.
          pattern error-payload (swift run leakcases show owners/error-payload)
          fingerprint 946d1b2e
        """
    ) {
      let form = Form()
      form.submit()
      return form
    } sever: { form in
      form.lastError = nil
    },
    .fixed("plain-error") {
      let form = Form()
      form.submitPlainly()
      return form
    },
  ]

  public static let why = """
    An `any Error` is a box with a reference count of its own, and owns the value in it. The form \
    stores the error for later, and the error has the form in it.
    """
  public static let fix = """
    Put data that describes the failure into an error, not the object that failed.
    """
  public static let source: Source? = nil
}
