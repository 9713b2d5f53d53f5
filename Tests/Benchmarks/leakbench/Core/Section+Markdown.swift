import Foundation

extension Section {
  /// The section as Markdown: a table of what was measured, and one for each thing that grows.
  package var markdown: String {
    var parts = ["### \(title)"]
    if !measurements.isEmpty {
      let head = ["", "measured", "against", "ratio", "target", "result"]
      parts.append(Self.table([head] + measurements.map(Self.cells)))
    }
    parts += growths.map(\.markdown)
    parts += notes
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static func cells(of measurement: Measurement) -> [String] {
    let baseline = measurement.baseline
    let against = baseline.map { "\($0.name): \(measurement.text(of: $0.value))" }
    let target = measurement.target.map { measurement.text(of: $0) }
    return [
      measurement.name, measurement.text(of: measurement.value), against ?? "",
      baseline.map { "\($0.ratio.inTable) ×" } ?? "", target ?? "", measurement.result ?? "",
    ]
  }

  /// Rows of cells as a table; the first is the head. What stands in later columns is set to the right.
  fileprivate static func table(_ rows: [[String]]) -> String {
    var lines = rows.map { "| " + $0.joined(separator: " | ") + " |" }
    lines.insert(
      "| --- |" + String(repeating: " ---: |", count: (rows.first?.count ?? 1) - 1), at: 1)
    return lines.joined(separator: "\n")
  }
}

extension GrowthTable {
  /// The table as Markdown: sizes by powers of ten across, and the exponent that fits.
  var markdown: String {
    let sizes = lines.first?.growth.sizes ?? []
    let head = ["\(unit) by \(size)"] + sizes.map(\.inTable) + ["exponent"]
    let rows = lines.map { line in
      [line.name] + line.growth.values.map(\.inTable)
        + [line.growth.exponent.map { String(format: "%.2f", $0) } ?? ""]
    }
    return Section.table([head] + rows)
  }
}

extension Measurement {
  fileprivate func text(of value: Double) -> String {
    unit.isEmpty ? value.inTable : "\(value.inTable) \(unit)"
  }

  fileprivate func text(of target: Target) -> String {
    switch target {
    case .ratio(let most): "≤ \(most.inTable) ×"
    case .most(let most): "≤ \(text(of: most))"
    case .least(let least): "≥ \(text(of: least))"
    }
  }
}

extension Double {
  /// The number with at least three digits that count: `0.0123`, `1.02`, `45.6`, `1234`; whole ones without a point.
  package var inTable: String {
    guard isFinite else { return "–" }
    if self == rounded(), magnitude < 1e6 { return String(format: "%.0f", self) }
    let digits = Swift.max(0, 2 - Int(log10(Swift.max(magnitude, 1e-6)).rounded(.down)))
    return String(format: "%.\(digits)f", self)
  }
}

extension Int {
  /// A power of ten as one: `10⁶`; other numbers in full.
  package var inTable: String {
    var exponent = 0
    var rest = self
    while rest >= 10, rest % 10 == 0 { (exponent, rest) = (exponent + 1, rest / 10) }
    guard rest == 1, exponent > 2 else { return "\(self)" }
    return "10"
      + String(exponent).map {
        ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"][$0.wholeNumberValue ?? 0]
      }.joined()
  }
}
