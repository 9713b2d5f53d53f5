extension RetainGraph {
  /// The style of pictures, for a page that has them inline.
  package static func styleSheet(_ appearance: Appearance) -> String {
    switch appearance {
    case .light: shapes + light
    case .dark: shapes + dark
    case .automatic: shapes + light + "@media (prefers-color-scheme: dark) {\n\(dark)}\n"
    }
  }

  private static let shapes = """
    .retain-graph text { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; text-anchor: middle; }
    .retain-graph .name { font-size: 13px; font-weight: 600; }
    .retain-graph .detail { font-size: 12px; }
    .retain-graph .label { font-size: 12px; }
    .retain-graph .title { font-size: 13px; }
    .retain-graph .here { font-weight: 700; }
    .retain-graph rect { stroke-width: 1.5; }
    .retain-graph .frame { fill: none; }
    .retain-graph .subject rect { stroke-width: 3.5; }
    .retain-graph .folded rect { fill: none; stroke-dasharray: 2 4; }
    .retain-graph .edge path { fill: none; stroke-width: 1.8; }
    .retain-graph .unsure path { stroke-dasharray: 6 4; }
    .retain-graph .cut path { stroke-width: 3; }
    .retain-graph .cut .stroke { stroke-width: 2.5; stroke-dasharray: none; }

    """

  private static let light = colors(
    paper: "#ffffff", text: "#1b1d21", dim: "#4f5863", object: ("#e8f1fb", "#2f6aa8"),
    closure: ("#f3ecfb", "#7546b0"), holder: ("#fdf0d8", "#9a5b00"), line: "#5a6470", cut: "#c0182b"
  )

  private static let dark = colors(
    paper: "#1d1f23", text: "#f0f2f5", dim: "#b4bdc8", object: ("#203349", "#7fb2f0"),
    closure: ("#33274a", "#bb9cf2"), holder: ("#42310f", "#e8b860"), line: "#a3adb9", cut: "#ff7b80"
  )

  private static func colors(
    paper: String, text: String, dim: String, object: (fill: String, stroke: String),
    closure: (fill: String, stroke: String), holder: (fill: String, stroke: String), line: String,
    cut: String
  ) -> String {
    """
    .retain-graph .paper { fill: \(paper); }
    .retain-graph text { fill: \(text); }
    .retain-graph .detail, .retain-graph .title { fill: \(dim); }
    .retain-graph .object rect { fill: \(object.fill); stroke: \(object.stroke); }
    .retain-graph .closure rect { fill: \(closure.fill); stroke: \(closure.stroke); }
    .retain-graph .holder rect { fill: \(holder.fill); stroke: \(holder.stroke); }
    .retain-graph .holder .frame { fill: none; }
    .retain-graph .folded rect { stroke: \(line); }
    .retain-graph .edge path { stroke: \(line); }
    .retain-graph .edge polygon { fill: \(line); }
    .retain-graph .cut path { stroke: \(cut); }
    .retain-graph .cut polygon, .retain-graph .cut .here { fill: \(cut); }

    """
  }
}
