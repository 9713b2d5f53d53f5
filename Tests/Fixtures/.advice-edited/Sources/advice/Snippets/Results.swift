/// Closures with a result.
extension Snippet {
  static let results = [
    BoolResult.snippet, IntResult.snippet, OptionalResult.snippet, OptionalResultOnLines.snippet,
    SelfResult.snippet, LazyResult.snippet,
  ]
}

enum BoolResult {
  final class Document {
    var shouldClose: () -> Bool = { true }
    private var isSaved = false
    private let log: Log

    init(_ log: Log) { self.log = log }

    func open() {
      shouldClose = { [weak self] in self?.isSaved ?? false }
    }

    func close() { log.note("close \(shouldClose())") }
  }

  static let snippet = Snippet("closure with a Bool") { log in
    let document = Document(log)
    document.open()
    document.close()
    return document
  }
}

enum IntResult {
  final class List {
    var numberOfRows: ((Int) -> Int)?
    private let sections = [3, 5]

    func load() {
      numberOfRows = { [weak self] section in
        guard let self else { return 0 }
        let rows = self.sections[section]
        return rows + 1
      }
    }
  }

  static let snippet = Snippet("closure with an Int") { log in
    let list = List()
    list.load()
    log.note("rows \(list.numberOfRows?(1) ?? 0)")
    return list
  }
}

enum OptionalResult {
  final class Library {
    var find: ((Int) -> String?)?
    private let titles = [1: "summertime"]

    func open() {
      find = { [weak self] in self?.titles[$0] }
    }
  }

  static let snippet = Snippet("closure with an optional") { log in
    let library = Library()
    library.open()
    log.note(library.find?(1) ?? "none")
    log.note(library.find?(2) ?? "none")
    return library
  }
}

enum OptionalResultOnLines {
  final class Library {
    var find: ((String) -> Int?)?
    private let titles = ["summertime", "misty"]

    func open() {
      find = { [weak self] (title: String) -> Int? in
        guard let self else { return nil }
        let index = self.titles.firstIndex(of: title)
        return index.map { $0 + 1 }
      }
    }
  }

  static let snippet = Snippet("closure with an optional, many lines") { log in
    let library = Library()
    library.open()
    log.note("track \(library.find?("misty") ?? 0)")
    return library
  }
}

enum SelfResult {
  final class Query {
    var again: (() -> Query)?
    var limit = 10

    func prepare() {
      again = { self }
    }
  }

  static let snippet = Snippet("closure whose result is self", expects: .sentence) { log in
    let query = Query()
    query.prepare()
    log.note("limit \(query.again?().limit ?? 0)")
    return query
  }
}

enum LazyResult {
  final class Article {
    let title: String
    lazy var headline: () -> String = { [weak self] in self?.title.uppercased() ?? "" }

    init(title: String) { self.title = title }
  }

  static let snippet = Snippet("lazy closure with a result") { log in
    let article = Article(title: "leaks")
    log.note(article.headline())
    return article
  }
}
