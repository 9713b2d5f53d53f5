extension Command {
  /// What `--help` prints.
  package static let usage = """
    Runs the cases of the catalogue and compares what is observed with what is expected.

    Usage:
      leakcases                   run everything
      leakcases run [ID...]       run these cases, variants or chapters
      leakcases list              list the cases and their variants
      leakcases show ID...        show cases as documentation, with their code

    An ID is chapter/case, chapter/case/variant, or chapter/* for a whole chapter.

    Options:
      --format text|json          what 'run' and 'list' print (text)
      --repeat N                  run everything N times (1), and check that memory stays flat
                                  after the tenth time
      --sources DIR               where 'show' looks for the cases' files, a copy of the Cases folder
      --help                      print this

    Exit code: 0 when every observation matches, 1 when one does not, 2 when nothing could be done.

    """
}
