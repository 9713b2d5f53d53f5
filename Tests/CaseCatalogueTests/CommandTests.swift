import CaseCatalogue
import LeakTesting
import Testing

@Suite(.leakFree) struct CommandTests {
  @Test(arguments: [
    ([], Command(action: .run)),
    (["run"], Command(action: .run)),
    (["run", "a/b", "c/*"], Command(action: .run, ids: ["a/b", "c/*"])),
    (["list"], Command(action: .list)),
    (["show", "a/b"], Command(action: .show, ids: ["a/b"])),
    (["run-crash", "a/b/c"], Command(action: .crash, ids: ["a/b/c"])),
    (["--format", "json"], Command(action: .run, format: .json)),
    (["--format=json", "list"], Command(action: .list, format: .json)),
    (["--repeat", "50"], Command(action: .run, rounds: 50)),
    (["run", "--repeat=2", "a/b"], Command(action: .run, ids: ["a/b"], rounds: 2)),
    (
      ["show", "--sources", "Cases", "a/b"], Command(action: .show, ids: ["a/b"], sources: "Cases")
    ),
    (["run", "--", "--format"], Command(action: .run, ids: ["--format"])),
    (["--help"], Command(action: .help)),
    (["-h"], Command(action: .help)),
    (["show", "--help"], Command(action: .help)),
  ])
  func parses(arguments: [String], expected: Command) throws {
    var command = try Command(parsing: arguments)
    if expected.action == .help { command.ids = [] }
    #expect(command == expected)
  }

  @Test(arguments: [
    (["rum"], "unknown command 'rum'; did you mean 'run'?"),
    (["lists"], "unknown command 'lists'; did you mean 'list'?"),
    (["shwo", "a/b"], "unknown command 'shwo'; did you mean 'show'?"),
    (["--repat", "3"], "unknown option '--repat'; did you mean '--repeat'?"),
    (["-x"], "unknown option '-x'; did you mean '--help'?"),
    (["--format"], "option '--format' needs a value"),
    (["--format="], "option '--format' needs a value"),
    (["--format", "jsn"], "unknown format 'jsn'; did you mean 'json'?"),
    (["--repeat", "0"], "option '--repeat' needs a whole number above 0, not '0'"),
    (["--repeat", "many"], "option '--repeat' needs a whole number above 0, not 'many'"),
    (["--help=me"], "option '--help' takes no value"),
    (["list", "--repeat", "2"], "option '--repeat' does not apply to 'list'"),
    (["show", "a/b", "--format", "json"], "option '--format' does not apply to 'show'"),
    (["--sources", "Cases"], "option '--sources' does not apply to 'run'"),
    (["list", "a/b"], "'list' takes no ids, but got 'a/b'; did you mean 'show a/b'?"),
    (["show"], "'show' needs the id of a case"),
    (["run-crash"], "'run-crash' needs one id"),
  ])
  func refuses(arguments: [String], message: String) {
    #expect(throws: UsageError(message)) { try Command(parsing: arguments) }
  }
}
