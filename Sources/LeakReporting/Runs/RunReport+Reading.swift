import Foundation
import LeakBase

/// What is wrong with a folder of reports.
package struct RunReportError: Error, Hashable, CustomStringConvertible {
  package var description: String

  init(_ description: String) { self.description = description }
}

extension RunReport {
  /// Reads the reports in a folder and the folders in it, as those of several machines.
  ///
  /// A list of known leaks in one of them is left out.
  ///
  /// - Parameter list: The list of the run, which need not be one that can be read.
  package static func reports(
    in folder: String, besides list: String? = nil
  ) throws(RunReportError) -> [RunReport] {
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
    let list = list.map(target)
    var known: Set<String> = []
    var reports: [RunReport] = []
    for path in try files(in: folder, of: target(of: folder), besides: &known).sorted()
    where target(of: path) != list {
      if let report = try report(at: path) { reports.append(report) }
    }
    if reports.isEmpty {
      throw RunReportError(
        "there is no report in \(folder): run the tests with LEAK_TESTING_REPORTS=\(folder)")
    }
    return reports
  }

  /// The files in `folder` and the folders in it that may be reports. What several links lead to is there once.
  ///
  /// - Parameters:
  ///   - root: Where the folder is that was asked for. A link to a folder around it is not followed.
  ///   - known: Where the links lead to of what was found before.
  private static func files(
    in folder: String, of root: String, besides known: inout Set<String>
  ) throws(RunReportError) -> [String] {
    known.insert(target(of: folder))
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
      throw RunReportError("\(folder) cannot be read: \(error.systemMessage)")
    }
    var files: [String] = []
    for name in names {
      let path = "\(folder)/\(name)"
      let mayBeReport = name.hasPrefix("leaks-") && name.hasSuffix(".json")
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        if mayBeReport, try isThere(path) {
          throw RunReportError("\(path) cannot be read: it may be a link that leads nowhere")
        }
        continue
      }
      let target = target(of: path)
      guard isFolder.boolValue || mayBeReport, !known.contains(target) else { continue }
      if !isFolder.boolValue {
        known.insert(target)
        files.append(path)
      } else if !"\(root)/".hasPrefix(target == "/" ? "/" : "\(target)/") {
        files += try Self.files(in: path, of: root, besides: &known)
      }
    }
    return files
  }

  /// Whether something is at `path`, be it a link that leads nowhere: a file may have gone since it was listed.
  private static func isThere(_ path: String) throws(RunReportError) -> Bool {
    do {
      _ = try FileManager.default.attributesOfItem(atPath: path)
      return true
    } catch {
      if (error as? CocoaError)?.code == .fileReadNoSuchFile { return false }
      throw RunReportError("\(path) cannot be read: \(error.systemMessage)")
    }
  }

  /// Where the links at `path` lead to.
  private static func target(of path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  /// What is read first: whatever else is in the file depends on it.
  private struct Form: Decodable {
    var schemaVersion: Int
  }

  /// What a list of known leaks has at least.
  private struct ListForm: Decodable {
    struct Entry: Decodable {}
    var version: Int
    var leaks: [Entry]
  }

  /// The report at `path`; `nil` for a list of known leaks.
  private static func report(at path: String) throws(RunReportError) -> RunReport? {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw RunReportError("\(path) cannot be read: \(error.systemMessage)")
    }
    do {
      let form = try JSONDecoder().decode(Form.self, from: data)
      guard form.schemaVersion == schemaVersion else {
        throw RunReportError(
          "\(path) has schema version \(form.schemaVersion), and only \(schemaVersion) can be read: "
            + "use the leakcases of the kit that the tests ran with")
      }
      return try JSONDecoder().decode(RunReport.self, from: data)
    } catch let error as RunReportError {
      throw error
    } catch {
      if (try? JSONDecoder().decode(ListForm.self, from: data)) != nil { return nil }
      let what = (error as? DecodingError)?.fault ?? error.localizedDescription
      throw RunReportError(
        "\(path) is not a report: \(what). Remove it, and run its tests again")
    }
  }
}

extension DecodingError {
  /// What is wrong, and at which place, without what only programmers of decoders read.
  fileprivate var fault: String {
    switch self {
    case .keyNotFound(let key, let context):
      "\(Self.place(context.codingPath)) has no \"\(key.stringValue)\""
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(Self.place(context.codingPath)) is of another kind than it must be"
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      "it is incomplete, or not JSON"
    case .dataCorrupted(let context):
      "\(Self.place(context.codingPath)) cannot be what it is"
    @unknown default: "it cannot be decoded"
    }
  }

  /// `findings[3].leak.verdict`.
  private static func place(_ path: [any CodingKey]) -> String {
    let place = path.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
    }
    return place.isEmpty ? "it" : place
  }
}
