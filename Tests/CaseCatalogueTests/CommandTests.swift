import LeakCatalogue
import LeakTesting
import Testing

@Suite(.leakFree) struct CommandTests {
  @Test(arguments: [
    ([], Command(action: .run)),
    (["run"], Command(action: .run)),
    (["run", "a/b", "c/*"], Command(action: .run, ids: ["a/b", "c/*"])),
    (["list"], Command(action: .list)),
    (["list", "a", "b/c"], Command(action: .list, ids: ["a", "b/c"])),
    (["show", "a/b"], Command(action: .show, ids: ["a/b"])),
    (["run-crash", "a/b/c"], Command(action: .crash, ids: ["a/b/c"])),
    (["--format", "json"], Command(action: .run, format: .json)),
    (["--format=json", "list"], Command(action: .list, format: .json)),
    (["list", "--format", "markdown"], Command(action: .list, format: .markdown)),
    (["--repeat", "50"], Command(action: .run, rounds: 50)),
    (["run", "--repeat=2", "a/b"], Command(action: .run, ids: ["a/b"], rounds: 2)),
    (
      ["show", "--sources", "Cases", "a/b"], Command(action: .show, ids: ["a/b"], sources: "Cases")
    ),
    (["run", "--", "--format"], Command(action: .run, ids: ["--format"])),
    (["-v"], Command(action: .run, isVerbose: true)),
    (["run", "--verbose", "a"], Command(action: .run, ids: ["a"], isVerbose: true)),
    (
      ["--format", "json", "--values"],
      Command(action: .run, format: .json, readsValues: true)
    ),
    (["--color", "never"], Command(action: .run, color: .never)),
    (["show", "--color=always", "a/b"], Command(action: .show, ids: ["a/b"], color: .always)),
    (["--version"], Command(action: .version)),
    (["list", "--version"], Command(action: .version)),
    (["--version", "--help"], Command(action: .help)),
    (["--help"], Command(action: .help)),
    (["-h"], Command(action: .help)),
    (["show", "--help"], Command(action: .help)),
    (["show", "a/b", "--help"], Command(action: .help)),
    (["help"], Command(action: .help)),
    (["help", "run"], Command(action: .help)),
    (["version", "please"], Command(action: .version)),
  ])
  func parses(arguments: [String], expected: Command) throws {
    #expect(try Command(parsing: arguments) == expected)
  }

  @Test(arguments: [
    (["rum"], "unknown command 'rum'; did you mean 'run'?"),
    (["lists"], "unknown command 'lists'; did you mean 'list'?"),
    (["a/b"], "unknown command 'a/b'; did you mean 'run a/b'?"),
    (["closures"], "unknown command 'closures'; see swift run leakcases --help"),
    (["run-crsh", "a"], "unknown command 'run-crsh'; see swift run leakcases --help"),
    (["shwo", "a/b"], "unknown command 'shwo'; did you mean 'show'?"),
    (["--repat", "3"], "unknown option '--repat'; did you mean '--repeat'?"),
    (["-x"], "unknown option '-x'; see swift run leakcases --help"),
    (["--what"], "unknown option '--what'; see swift run leakcases --help"),
    (["--format"], "option '--format' needs a value"),
    (["--format="], "option '--format' needs a value"),
    (["--format", "jsn"], "unknown format 'jsn'; did you mean 'json'?"),
    (["--format", "xml"], "option '--format' takes text, json, markdown, not 'xml'"),
    (
      ["--format", "markdown"],
      "'run' prints text or json; did you mean 'list --format markdown'?"
    ),
    (["--color", "alway"], "unknown color 'alway'; did you mean 'always'?"),
    (["--color=red"], "option '--color' takes always, never, auto, not 'red'"),
    (["--verbose=2"], "option '--verbose' takes no value"),
    (["list", "-v"], "option '--verbose' does not apply to 'list'"),
    (["--values"], "'--values' are printed as json; add '--format json'"),
    (["list", "--values"], "option '--values' does not apply to 'list'"),
    (["--repeat", "0"], "option '--repeat' needs a whole number above 0, not '0'"),
    (["--repeat", "many"], "option '--repeat' needs a whole number above 0, not 'many'"),
    (["--help=me"], "option '--help' takes no value"),
    (["list", "--repeat", "2"], "option '--repeat' does not apply to 'list'"),
    (["show", "a/b", "--format", "json"], "option '--format' does not apply to 'show'"),
    (["--sources", "Cases"], "option '--sources' does not apply to 'run'"),
    (
      ["list", "a", "--format", "markdown"],
      "the index in markdown is of all cases; leave 'a' out"
    ),
    (["help", "rum"], "unknown command 'rum'; did you mean 'run'?"),
    (["help", "a/b"], "unknown command 'a/b'; did you mean 'show a/b'?"),
    (["help", "me"], "unknown command 'me'; see swift run leakcases --help"),
    (["show"], "'show' needs the id of a case; swift run leakcases list prints them"),
    (["run-crash"], "'run-crash' needs one id"),
  ])
  func refuses(arguments: [String], message: String) {
    #expect(throws: UsageError(message)) { try Command(parsing: arguments) }
  }
}
