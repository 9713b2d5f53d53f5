/// Closures with comments and strings that look like code.
extension Snippet {
  static let commentsAndStrings = [
    CommentAfterBrace.snippet, CommentAfterSignature.snippet, BracesInString.snippet,
    MultilineString.snippet, RawString.snippet,
    ClosureInInterpolation.snippet, CaptureListInComment.snippet, RegexWithBraces.snippet,
    SelfInInterpolation.snippet, SelfInInterpolationOnly.snippet,
  ]
}

enum CommentAfterBrace {
  final class Player {
    var onFinish: (() -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func loop() {
      onFinish = { [weak self] in  // Starts over { again }, in the end.
        guard let self else { return }
        self.log.note("started over")
      }
    }
  }

  static let snippet = Snippet("comment after the brace") { log in
    let player = Player(log)
    player.loop()
    player.onFinish?()
    return player
  }
}

enum CommentAfterSignature {
  final class Player {
    var onSeek: ((Int, Bool) -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func seek() {
      onSeek = { [weak self] seconds, isExact in  // for as long as it is open
        // Nothing is played in here: { }
        guard let self else { return }
        self.log.note("seconds \(seconds) \(isExact)")
      }
    }
  }

  static let snippet = Snippet("comments after the signature") { log in
    let player = Player(log)
    player.seek()
    player.onSeek?(90, true)
    return player
  }
}

enum BracesInString {
  final class Template {
    var onRender: ((String) -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      onRender = { [weak self] name in self?.log.note("{ \(name) in }") }
    }
  }

  static let snippet = Snippet("braces in a string") { log in
    let template = Template(log)
    template.start()
    template.onRender?("title")
    return template
  }
}

enum MultilineString {
  final class Generator {
    var onWrite: (() -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      onWrite = { [weak self] in
        guard let self else { return }
        let code = """
          onWrite = { [weak self] in
            self?.write("}")
          """
        self.log.note("\(code.count) characters")
      }
    }
  }

  static let snippet = Snippet("string of several lines with code") { log in
    let generator = Generator(log)
    generator.start()
    generator.onWrite?()
    return generator
  }
}

enum RawString {
  final class Parser {
    var onToken: ((String) -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      onToken = { [weak self] token in
        guard let self else { return }
        let quoted = token == #"}"# ? ##"closing "#}"## : #"other "}" \#(token)"#
        self.log.note(quoted)
      }
    }
  }

  static let snippet = Snippet("raw strings") { log in
    let parser = Parser(log)
    parser.start()
    parser.onToken?("}")
    parser.onToken?("{")
    return parser
  }
}

enum ClosureInInterpolation {
  final class Basket {
    var onChange: (() -> Void)?
    private var prices = [3, 4]
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      onChange = { [weak self] in
        guard let self else { return }
        self.log.note("total \(self.prices.reduce(0) { $0 + $1 }) of \(self.prices.count)")
      }
    }
  }

  static let snippet = Snippet("closure in an interpolation") { log in
    let basket = Basket(log)
    basket.start()
    basket.onChange?()
    return basket
  }
}

enum CaptureListInComment {
  final class Player {
    var onFinish: (() -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func loop() {
      // onFinish = { [weak self] in self?.rewind() }
      onFinish = { [weak self] in  // [weak self] in
        guard let self else { return }
        self.rewind()
      }
    }

    private func rewind() { log.note("rewound") }
  }

  static let snippet = Snippet("capture list in a comment") { log in
    let player = Player(log)
    player.loop()
    player.onFinish?()
    return player
  }
}

enum RegexWithBraces {
  final class Filter {
    var onText: ((String) -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      onText = { [weak self] text in
        guard let self else { return }
        let words = text.matches(of: /[a-z]{2,3}|\{"/).count
        self.log.note("words \(words)")
      }
    }
  }

  static let snippet = Snippet("regular expression with braces") { log in
    let filter = Filter(log)
    filter.start()
    filter.onText?("ab cd e")
    return filter
  }
}

enum SelfInInterpolation {
  final class Counter {
    var onTap: (() -> Void)?
    private var count = 3
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      onTap = { [weak self] in guard let self else { return }; self.log.note("count \(self.count)") }
    }
  }

  static let snippet = Snippet("self in an interpolation too") { log in
    let counter = Counter(log)
    counter.start()
    counter.onTap?()
    return counter
  }
}

enum SelfInInterpolationOnly {
  final class Counter {
    var onTap: (() -> Void)?
    private var count = 3

    func start(_ log: Log) {
      onTap = { [weak self] in guard let self else { return }; log.note("count \(self.count)") }
    }
  }

  static let snippet = Snippet("self in an interpolation only") { log in
    let counter = Counter()
    counter.start(log)
    counter.onTap?()
    return counter
  }
}
