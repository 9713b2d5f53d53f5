extension Command {
  /// How the tool is run wherever it is built, in a package that depends on this one, too.
  package static let program = Catalogue.program

  /// The version that the README says to depend on.
  package static let version = "0.1.0"

  /// What `--help` prints.
  package static let usage = """
    Runs the cases of the catalogue and compares what is observed with what is
    expected.

    Usage:
      swift run leakcases               run everything, a line for each case
      swift run leakcases run [ID...]   run these cases, variants or chapters
      swift run leakcases list [ID...]  list these cases and their variants, or all
      swift run leakcases show ID...    show cases as documentation, with their code
      swift run leakcases book DIR [ID...]
                                        write a page for each case, for DocC
      swift run leakcases report DIR    merge what leak-checked tests have found, see
                                        'report --help'

    An ID is chapter, chapter/case or chapter/case/variant, where * stands for any
    text: 'run closures', 'show timers/one-shot-timer', 'run */*/weak-self'.

    Options:
      -v, --verbose                     'run' prints the report on every variant
      --format text|json|markdown       what 'run' and 'list' print (text); markdown
                                        is an index, of 'list' only
      --values                          'run --format json' prints the numbers and texts
                                        that the objects had in their properties
      --repeat N                        run everything N times (1), and check that
                                        memory stays flat after the tenth time
      --sources DIR                     where 'show' looks for the cases' files, a
                                        copy of the Cases folder
      --color always|never|auto         whether the output has colours (auto: on a
                                        terminal, unless NO_COLOR is set)
      --version                         print the version
      -h, --help                        print this

    Exit code: 0 when every observation matches, 1 when one does not, 2 when nothing
    could be done.

    """
}
