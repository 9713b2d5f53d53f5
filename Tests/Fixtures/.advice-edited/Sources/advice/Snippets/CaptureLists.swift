/// Closures that have a capture list already.
extension Snippet {
  static let captureLists = [
    ValueInList.snippet, SelfInList.snippet, SelfInListWithParameter.snippet,
    UnownedInList.snippet, WeakInList.snippet, PropertyInList.snippet, SelfAndValueInList.snippet,
    LocalInList.snippet, RenamedSelfInList.snippet, LongList.snippet, PartInList.snippet,
  ]
}

enum ValueInList {
  final class Score {
    var onEnd: (() -> Void)?
    private var points = 0
    private let log: Log

    init(_ log: Log) { self.log = log }

    func play(to points: Int) {
      onEnd = { [weak self, points] in
        guard let self else { return }
        self.points += points
        self.log.note("points \(self.points)")
      }
    }
  }

  static let snippet = Snippet("a value in the capture list") { log in
    let score = Score(log)
    score.play(to: 21)
    score.onEnd?()
    return score
  }
}

enum SelfInList {
  final class Counter {
    var onTap: (() -> Void)?
    private var count = 0
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      onTap = { [weak self] in
        guard let self else { return }
        count += 1
        log.note("count \(count)")
      }
    }
  }

  static let snippet = Snippet("[self], and self implicitly") { log in
    let counter = Counter(log)
    counter.start()
    counter.onTap?()
    counter.onTap?()
    return counter
  }
}

enum SelfInListWithParameter {
  final class Inbox {
    var onMail: ((String) -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func open() {
      onMail = { [weak self] subject in guard let self else { return }; file(subject) }
    }

    private func file(_ subject: String) { log.note("filed \(subject)") }
  }

  static let snippet = Snippet("[self] before a parameter") { log in
    let inbox = Inbox(log)
    inbox.open()
    inbox.onMail?("bill")
    return inbox
  }
}

enum UnownedInList {
  final class Model {
    var name = "song"
  }

  final class Screen {
    let model = Model()
    var onEdit: ((String) -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func bind() {
      let model = model
      onEdit = { [weak self, unowned model] name in
        guard let self else { return }
        model.name = name
        self.log.note(model.name)
      }
    }
  }

  static let snippet = Snippet("an unowned object in the capture list") { log in
    let screen = Screen(log)
    screen.bind()
    screen.onEdit?("summertime")
    return screen
  }
}

enum WeakInList {
  final class Label {
    var text = ""
  }

  final class Form {
    let label = Label()
    var onType: ((String) -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func bind() {
      onType = { [weak self, weak label] text in
        guard let self else { return }
        label?.text = text
        self.log.note(self.label.text)
      }
    }
  }

  static let snippet = Snippet("a weak object in the capture list") { log in
    let form = Form(log)
    form.bind()
    form.onType?("name")
    return form
  }
}

enum PropertyInList {
  final class Greeter {
    var onGreet: (() -> Void)?
    private let name = "Ella"
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      onGreet = { [weak self, name = self.name.uppercased()] in
        guard let self else { return }
        self.log.note("hello \(name)")
      }
    }
  }

  static let snippet = Snippet("a property's value in the capture list") { log in
    let greeter = Greeter(log)
    greeter.start()
    greeter.onGreet?()
    return greeter
  }
}

enum SelfAndValueInList {
  final class Pager {
    var onTurn: ((Int) -> Void)?
    private var page = 1
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start(limit: Int) {
      onTurn = { [weak self, limit] pages in
        guard let self else { return }
        page = min(page + pages, limit)
        log.note("page \(page)")
      }
    }
  }

  static let snippet = Snippet("self and a value in the capture list") { log in
    let pager = Pager(log)
    pager.start(limit: 9)
    pager.onTurn?(3)
    pager.onTurn?(30)
    return pager
  }
}

enum LocalInList {
  final class Player {
    var onFinish: (() -> Void)?
    let log: Log

    init(_ log: Log) { self.log = log }

    func rewind() { log.note("rewound") }
  }

  static func looping(_ log: Log) -> Player {
    let player = Player(log)
    player.onFinish = { [weak player] in player?.rewind() }
    return player
  }

  static let snippet = Snippet("an object in the capture list") { log in
    let player = looping(log)
    player.onFinish?()
    return player
  }
}

enum RenamedSelfInList {
  final class Screen {
    var onClose: (() -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func open() {
      onClose = { [weak screen = self] in screen?.save() }
    }

    private func save() { log.note("saved") }
  }

  static let snippet = Snippet("self by another name in the capture list") { log in
    let screen = Screen(log)
    screen.open()
    screen.onClose?()
    return screen
  }
}

enum LongList {
  final class Export {
    var onProgress: ((Double) -> Void)?
    private var title = "mix"
    private var format = "flac"
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start(quality: Int) {
      onProgress = {
        [weak self, 
          title,
          format,
          quality
        ] progress in
        guard let self else { return }
        self.log.note("\(title).\(format) \(quality) \(progress)")
      }
    }
  }

  static let snippet = Snippet("capture list on several lines") { log in
    let export = Export(log)
    export.start(quality: 5)
    export.onProgress?(0.5)
    return export
  }
}

enum PartInList {
  final class Model {
    var onChange: (() -> Void)?
    let log: Log

    init(_ log: Log) { self.log = log }

    func reload() { log.note("reloaded") }
  }

  final class Screen {
    let model: Model

    init(_ log: Log) { model = Model(log) }

    func bind() {
      model.onChange = { [weak model] in
        guard let model else { return }
        model.reload()
      }
    }
  }

  static let snippet = Snippet("a part of self in the capture list") { log in
    let screen = Screen(log)
    screen.bind()
    screen.model.onChange?()
    return screen
  }
}
