#if !canImport(ObjectiveC)
  import ChildProcess
  import Foundation
  import LeakReporting
  import LeakTesting
  import TestOrder
  import Testing
  import XCTest

  /// A test that goes to another folder, and stays there, in a process of XCTest's own.
  @Suite struct WorkingFolderTests {
    /// What a process has left where it began, and where its test went to.
    private struct Traces: Equatable {
      var status: ExitStatus
      var files: [String]
      var standings: [RunReport.Standing]
    }

    private let root = FileManager.default.temporaryDirectory.appending(path: "folders-\(UUID())")

    /// Runs the scene in a package's folder, from which its test goes.
    private func traces(of environment: [String: String]) async throws -> Traces {
      let executable = try #require(Bundle.main.executableURL)
      var process = ChildProcess(executable, ["LeakTestingTests.WorkingFolderScene"])
      process.folder = root.appending(path: "inside")
      process.environment = environment.merging([
        WorkingFolderScene.variable: root.appending(path: "outside").path,
        "LEAK_TESTING_REPORTS": "leaks",
      ]) { $1 }
      let reports = root.appending(path: "inside/leaks").path
      try? FileManager.default.removeItem(atPath: reports)
      let status = try await process.run().status
      let files = try FileManager.default.subpathsOfDirectory(atPath: root.path)
        .filter { $0.contains(".") }.map { $0.replacing(#/leaks-[0-9]+-\w+/#, with: "leaks-N") }
      let runs = (try? RunReport.reports(in: reports)) ?? []
      return Traces(
        status: status, files: files.sorted(), standings: runs.flatMap(\.findings).map(\.standing))
    }

    /// Whether somebody has named the list, by its path from that folder, or it is beside the manifest there.
    @Test(.slow, arguments: ["known.json", nil])
    func pathsAreThoseFromTheFolderThatTheProcessBeganIn(list: String?) async throws {
      for folder in ["inside", "outside"] {
        try FileManager.default.createDirectory(
          at: root.appending(path: folder), withIntermediateDirectories: true)
      }
      defer { try? FileManager.default.removeItem(at: root) }
      try Data().write(to: root.appending(path: "inside/Package.swift"))
      let files = [
        "inside/\(list ?? ".leaks-known.json")", "inside/Package.swift",
        "inside/leaks/leaks-N.json",
      ].sorted()
      let environment = list.map { ["LEAK_TESTING_KNOWN": $0] } ?? [:]
      #expect(
        try await traces(of: environment.merging(["LEAK_TESTING_RECORD": "1"]) { $1 })
          == Traces(status: .exitCode(0), files: files, standings: [.recorded]))
      #expect(
        try await traces(of: environment)
          == Traces(status: .exitCode(0), files: files, standings: [.known]))
    }
  }

  final class WorkingFolderScene: XCTestCase {
    static let variable = "LEAK_TESTING_GOES_TO"

    func testGoesAndStays() throws {
      guard let folder = ProcessInfo.processInfo.environment[Self.variable] else {
        throw XCTSkip("\(Self.variable) is not set")
      }
      XCTAssertTrue(FileManager.default.changeCurrentDirectoryPath(folder))
      XCTAssertDeallocated { Radio.leaking() }
    }
  }
#endif
