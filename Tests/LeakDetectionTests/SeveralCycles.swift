import Dispatch

/// Objects that more than one cycle keeps alive.
enum SeveralCycles {
  /// Two closures of one object: the capture list of the one does nothing for the other.
  final class Player {
    var onStop: (() -> Void)?
    var onSkip: (() -> Void)?
    var plays = 0

    init() {
      onStop = { self.plays = 0 }
      onSkip = { self.plays += 1 }
    }
  }

  /// A closure, and a delegate.
  final class Screen: ListDelegate {
    let list = List()
    var onClose: (() -> Void)?
    var rows = 0

    init() {
      list.delegate = self
      onClose = { self.rows = 0 }
    }
  }

  protocol ListDelegate: AnyObject {}

  final class List {
    var delegate: ListDelegate?
  }

  /// A parent with children that refer back to it, each with a closure over itself: two places, however many children.
  final class Folder {
    var children: [Folder] = []
    var parent: Folder?
    var onRename: (() -> Void)?
    var names = 0

    init(children count: Int = 0) {
      onRename = { self.names += 1 }
      children = (0..<count).map { _ in Folder() }
      for child in children { child.parent = self }
    }
  }

  /// A work item that is stored, and a closure in another object that is owned.
  final class Search {
    let field = Field()
    var pending: DispatchWorkItem?
    var queries = 0

    init() {
      field.onEdit = { self.queries += 1 }
      pending = DispatchWorkItem { self.queries = 0 }
    }
  }

  final class Field {
    var onEdit: (() -> Void)?
  }

  /// Three cycles through three objects.
  final class Account {
    var owner: Owner?
    var log: Log?
    var onChange: (() -> Void)?
    var changes = 0

    init() {
      owner = Owner()
      owner?.account = self
      log = Log()
      log?.write = { self.changes += 1 }
      onChange = { self.changes += 1 }
    }
  }

  final class Owner {
    var account: Account?
  }

  final class Log {
    var write: (() -> Void)?
  }

  static let scenes: [@Sendable () -> AnyObject] = [
    { Player() }, { Screen() }, { Folder(children: 3) }, { Search() }, { Account() },
  ]
}
