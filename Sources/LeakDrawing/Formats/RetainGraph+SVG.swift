import Foundation

extension RetainGraph {
  /// Which colours a picture has.
  package enum Appearance: Sendable, Hashable {
    /// Those that the reader's system prefers.
    case automatic
    case light
    case dark
  }

  /// A picture that needs nothing from elsewhere.
  package func svg(_ appearance: Appearance = .automatic) -> String {
    svg(style: "<style>\n\(Self.styleSheet(appearance))</style>\n") + "\n"
  }

  /// The picture as a part of a page that has ``styleSheet(_:)``.
  package var inlineSVG: String { svg(style: "") }

  private func svg(style: String) -> String {
    let picture = Picture(self)
    let (width, height) = (picture.width.rounded(.up).text, picture.height.rounded(.up).text)
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" class="retain-graph" role="img" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)">
      <title>\(title.escaped)</title>
      <desc>\(description.escaped)</desc>
      \(style)<rect class="paper" width="\(width)" height="\(height)" rx="10"/>

      """
    for figure in picture.figures {
      for edge in figure.edges { text += edge.svg }
      for node in figure.nodes { text += node.svg }
    }
    for (title, place) in picture.titles {
      text += title.svg(class: "title", at: place)
    }
    return text + "</svg>"
  }
}

extension PlacedNode {
  fileprivate var svg: String {
    let kind = node.kind.rawValue + (node.isSubject ? " subject" : "")
    let radius = node.kind == .closure ? min(box.height / 2, 18) : 5
    var text = """
      <g class="\(kind)"><rect x="\(box.minX.text)" y="\(box.minY.text)" width="\(box.width.text)" \
      height="\(box.height.text)" rx="\(radius.text)"/>

      """
    // A root is drawn with a second line around it.
    if frame > 0 {
      text += """
        <rect class="frame" x="\(frameBox.minX.text)" y="\(frameBox.minY.text)" width="\(frameBox.width.text)" \
        height="\(frameBox.height.text)" rx="8"/>

        """
    }
    var y = box.minY + 8 + 13
    for line in names {
      text += line.svg(class: "name", at: Point(x: box.center.x, y: y))
      y += Self.lineHeight
    }
    for line in details {
      text += line.svg(class: "detail", at: Point(x: box.center.x, y: y))
      y += Self.lineHeight
    }
    return text + "</g>\n"
  }
}

extension PlacedEdge {
  fileprivate var svg: String {
    let kind = (edge.cut == nil ? "edge" : "edge cut") + (edge.isSure ? "" : " unsure")
    let back = Point(x: tip.x - 8 * cos(direction), y: tip.y - 8 * sin(direction))
    let curve =
      switch line {
      case .straight: "L \(back.text)"
      case .arc(let radius, let isLarge):
        "A \(radius.text) \(radius.text) 0 \(isLarge ? 1 : 0) 1 \(back.text)"
      case .loop(let first, let second): "C \(first.text) \(second.text) \(back.text)"
      }
    let side = Point(x: -4.5 * sin(direction), y: 4.5 * cos(direction))
    let base = Point(x: tip.x - 11 * cos(direction), y: tip.y - 11 * sin(direction))
    let corners = [
      tip, base.moved(by: side), base.moved(by: Point(x: -side.x, y: -side.y)),
    ].map(\.text).joined(separator: " ")
    var text = """
      <g class="\(kind)"><path d="M \(start.text) \(curve)"/><polygon points="\(corners)"/>

      """
    if edge.cut != nil { text += scissors }
    var y = box.minY + 12
    for label in labels {
      text += label.svg(class: "label", at: Point(x: box.center.x, y: y))
      y += Self.lineHeight
    }
    if let cut = edge.cut {
      text += cut.svg(class: "label here", at: Point(x: box.center.x, y: y))
    }
    return text + "</g>\n"
  }

  /// Two strokes across the line.
  private var scissors: String {
    let across = Point(x: -sin(middleDirection), y: cos(middleDirection))
    let along = Point(x: cos(middleDirection), y: sin(middleDirection))
    let strokes = [-3.0, 3.0].map { offset in
      let ends = [-1.0, 1.0].map { side in
        Point(
          x: middle.x + along.x * (offset + 2.5 * side) + across.x * 9 * side,
          y: middle.y + along.y * (offset + 2.5 * side) + across.y * 9 * side
        ).text
      }
      return "M \(ends[0]) L \(ends[1])"
    }
    return "<path class=\"stroke\" d=\"\(strokes.joined(separator: " "))\"/>\n"
  }
}

extension Point {
  fileprivate var text: String { "\(x.text) \(y.text)" }
}

extension Double {
  /// With one digit behind the point at most, and the same on every machine.
  fileprivate var text: String {
    let tenths = Int((self * 10).rounded())
    let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
    return (tenths < 0 ? "-" : "") + "\(whole)" + (rest == 0 ? "" : ".\(rest)")
  }
}

extension String {
  fileprivate func svg(class name: String, at place: Point) -> String {
    "<text class=\"\(name)\" x=\"\(place.x.text)\" y=\"\(place.y.text)\">\(escaped)</text>\n"
  }

  /// The text between tags: without what XML 1.0 has no characters for.
  fileprivate var escaped: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"...:
        text.unicodeScalars.append(scalar)
      default: text += " "
      }
    }
    return text
  }
}
