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

  /// A page without anything from elsewhere.
  var html: String {
    var rows = ""
    for cause in causes {
      let reason = cause.reason.map { "<p>because: \($0.escapedForXML)</p>" } ?? ""
      let tests = cause.tests.map { "<li>\($0.escapedForXML)</li>" }.joined()
      rows += """
        <details class="\(cause.standing.rawValue)">
        <summary><b>\(cause.standing.rawValue)</b> <code>\(cause.fingerprint)</code> \(cause.headline.escapedForXML)</summary>
        \(reason)<ul>\(tests)</ul>
        <pre>\((cause.leak?.report ?? cause.headline).escapedForXML)</pre>
        </details>

        """
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(summary.escapedForXML)</title>
      <style>
      :root { color-scheme: light dark; }
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; }
      details { border-left: .3rem solid #888; margin: .7rem 0; padding: 0 .8rem; }
      .new, .expired { border-color: #c33; }
      .warning { border-color: #c90; }
      .gone { border-color: #393; }
      pre { overflow-x: auto; }
      </style>
      </head>
      <body>
      <h1>\(summary.escapedForXML)</h1>
      \(rows)</body>
      </html>

      """
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
      default: if scalar.value >= 0x20 { text.unicodeScalars.append(scalar) }
      }
    }
    return text
  }
}
