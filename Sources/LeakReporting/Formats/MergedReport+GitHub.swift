extension MergedReport {
  /// A command for each cause that annotates its line: an error for what is to be mended, a notice for what is known or gone.
  ///
  /// Source: GitHub's *Workflow commands for GitHub Actions*.
  func workflowCommands(sources: SourceFinder) -> String {
    var text = ""
    for cause in causes {
      let kind =
        switch cause.standing {
        case .new, .expired: "error"
        case .warning: "warning"
        case .known, .gone: "notice"
        }
      var properties: [String] = []
      if let place = sources.place(of: cause) {
        properties += ["file=\(place.path.escapedAsProperty)", "line=\(place.line)"]
      }
      let title = "\(cause.standing.rawValue) leak \(cause.fingerprint)"
      properties.append("title=\(title.escapedAsProperty)")
      let lines = [cause.leak?.report ?? cause.headline, cause.remark, "in \(cause.place)"]
      let message = lines.compactMap(\.self).joined(separator: "\n")
      text += "::\(kind) \(properties.joined(separator: ","))::\(message.escapedAsMessage)\n"
    }
    return text
  }
}

extension String {
  fileprivate var escapedAsMessage: String {
    escaped(["%": "%25", "\r": "%0D", "\n": "%0A"])
  }

  fileprivate var escapedAsProperty: String {
    escaped(["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
  }
}
