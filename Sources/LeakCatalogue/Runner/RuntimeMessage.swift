/// What the runtime says before it ends a process, without what varies from run to run.
package struct RuntimeMessage: Sendable, Hashable {
  /// The message in one line, `0x…` for each address.
  package let text: String

  /// Takes the message from `text`: what follows `Fatal error: ` on the first line that has it, or else
  /// the first line.
  package init(_ text: String) {
    let marker = "Fatal error: "
    let lines = text.split(whereSeparator: \.isNewline)
    let messages = lines.lazy.compactMap { line -> Substring? in
      line.firstRange(of: marker).map { line[$0.upperBound...] }
    }
    let message: Substring = messages.first ?? lines.first ?? ""
    self.text = String(message).replacing(/0x[0-9a-fA-F…]+/, with: "0x…")
  }
}
