import Foundation

/// What is wrong with a folder of reports.
package struct RunReportError: Error, Hashable, CustomStringConvertible {
  package var description: String

  init(_ description: String) { self.description = description }
}

extension RunReport {
  /// Reads the reports in a folder and the folders in it, as those of several machines.
  package static func reports(in folder: String) throws(RunReportError) -> [RunReport] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      throw RunReportError(
        "there is no folder \(folder): run the tests with LEAK_TESTING_REPORTS=\(folder)")
    }
    guard isFolder.boolValue else {
      let parent = (folder as NSString).deletingLastPathComponent
      throw RunReportError(
        "\(folder) is a file; did you mean the folder '\(parent.isEmpty ? "." : parent)'?")
    }
    let names = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
      .filter { name in
        let file = name.split(separator: "/").last ?? ""
        return file.hasPrefix("leaks-") && file.hasSuffix(".json")
      }.sorted()
    if names.isEmpty {
      throw RunReportError(
        "there is no report in \(folder): run the tests with LEAK_TESTING_REPORTS=\(folder)")
    }
    var reports: [RunReport] = []
    for name in names { reports.append(try report(at: "\(folder)/\(name)")) }
    return reports
  }

  private static func report(at path: String) throws(RunReportError) -> RunReport {
    let report: RunReport
    do {
      report = try JSONDecoder().decode(
        RunReport.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw RunReportError("\(path) is no report: \(error)")
    }
    guard report.schemaVersion == schemaVersion else {
      throw RunReportError(
        "\(path) has schema version \(report.schemaVersion), and only \(schemaVersion) can be read")
    }
    return report
  }
}
