import Testing
import leakbench

@Suite struct OptionsTests {
  @Test func everythingCanBeAskedFor() throws {
    let options = try Options(
      parsing: ["--quick", "--json", "out.json", "--packages", "--filter", "Walk"])
    #expect(options.isQuick && options.buildsPackages && !options.wantsHelp)
    #expect(options.json == "out.json")
    #expect(options.filter == "Walk")
  }

  @Test(arguments: [
    (["--fast"], "unknown option '--fast'; --help lists the options"),
    (["walking"], "unknown argument 'walking'; --help lists the options"),
    (["--json"], "option '--json' needs a value"),
    (["--json", "--quick"], "option '--json' needs a value"),
    (["--filter", ""], "option '--filter' needs a value"),
    (["--filter", "lean"], "'lean' builds packages: say --packages, too"),
    (
      ["--filter", "nothing"],
      "no benchmark is called 'nothing'; there are allocation, recording, tracking, walking, "
        + "memory, explaining, big, large-binary, suite, crowd, scale, lean"
    ),
  ])
  func mistakesGetOneClearError(arguments: [String], text: String) {
    #expect(throws: UsageError(text)) { try Options(parsing: arguments) }
  }

  @Test func helpNeedsNothingElse() throws {
    #expect(try Options(parsing: ["--help", "--filter", "nothing"]).wantsHelp)
  }
}
