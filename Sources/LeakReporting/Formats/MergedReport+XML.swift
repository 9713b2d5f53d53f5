extension MergedReport {
  /// A test case for each cause, which fails where it is to be mended.
  var junit: String {
    let failing = causes.count { $0.standing.isToBeMended }
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
        <testsuite name="leaks" tests="\(causes.count)" failures="\(failing)" errors="0" skipped="\(causes.count - failing)">

      """
    for cause in causes {
      text += """
            <testcase classname="leaks.\(cause.standing.rawValue)" name="\(cause.fingerprint)">

        """
      let message = cause.headline.escapedForXML
      if cause.standing.isToBeMended {
        let report = "\(cause.leak?.report ?? cause.headline)\nin \(cause.place)".escapedForXML
        text += """
                <failure type="\(cause.standing.rawValue)" message="\(message)">\(report)</failure>

          """
      } else {
        text += """
                <skipped message="\(cause.standing.rawValue): \(message)"/>

          """
      }
      text += "    </testcase>\n"
    }
    return text + "  </testsuite>\n</testsuites>\n"
  }
}

extension String {
  /// The text between tags, or in an attribute: without what XML 1.0 has no characters for.
  var escapedForXML: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\n", "\t": text.unicodeScalars.append(scalar)
      // XML has no others below the space, and neither of the last two of the plane.
      case "\u{FFFE}", "\u{FFFF}": break
      default: if scalar.value >= 0x20 { text.unicodeScalars.append(scalar) }
      }
    }
    return text
  }
}
