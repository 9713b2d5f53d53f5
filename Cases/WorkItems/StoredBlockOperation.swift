import Foundation
import LeakCatalogue

/// A block operation that is stored so that it can be asked whether it has finished.
public enum StoredBlockOperation: Case {
  public static let id = "work-items/block-operation"
  public static let question = "Does a `BlockOperation` let go of its block when it has run?"

  final class Exporter: @unchecked Sendable {
    var files = 0
    var operation: BlockOperation?

    func exportStrongly() {
      operation = BlockOperation { self.files += 1 }
    }

    func exportWeakly() {
      operation = BlockOperation { [weak self] in self?.files += 1 }
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "not-started",
      report: """
        StoredBlockOperation.Exporter leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ StoredBlockOperation.Exporter
          │    .operation: BlockOperation
          │    closure #1 in StoredBlockOperation.Exporter.exportStrongly()   StoredBlockOperation.swift:14
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures StoredBlockOperation.Exporter (self) strongly
          ╰─ StoredBlockOperation.Exporter

          Try [weak self] in the closure at StoredBlockOperation.swift:14. Or let go of the operation when it has finished.
          pattern stored-operation (swift run leakcases show work-items/block-operation)
          fingerprint 66a49489
        """
    ) {
      let exporter = Exporter()
      exporter.exportStrongly()
      return exporter
    } sever: { exporter in
      exporter.operation = nil
    },
    .leaking(
      "finished",
      report: """
        StoredBlockOperation.Exporter leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ StoredBlockOperation.Exporter
          │    .operation: BlockOperation
          │    closure #1 in StoredBlockOperation.Exporter.exportStrongly()   StoredBlockOperation.swift:14
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures StoredBlockOperation.Exporter (self) strongly
          ╰─ StoredBlockOperation.Exporter

          Try [weak self] in the closure at StoredBlockOperation.swift:14. Or let go of the operation when it has finished.
          pattern stored-operation (swift run leakcases show work-items/block-operation)
          fingerprint 66a49489
        """
    ) {
      let exporter = Exporter()
      exporter.exportStrongly()
      exporter.operation?.start()
      return exporter
    } sever: { exporter in
      exporter.operation = nil
    },
    .fixed("weak-self") {
      let exporter = Exporter()
      exporter.exportWeakly()
      exporter.operation?.start()
      return exporter
    },
    .fixed("dropped-when-finished") {
      let exporter = Exporter()
      exporter.exportStrongly()
      exporter.operation?.start()
      exporter.operation = nil
      return exporter
    },
  ]

  public static let why = """
    An operation owns its blocks from the moment it is made, whether it is ever started or not, and on Linux it still \
    owns them when it has run: finishing frees nothing. An object that stores the operation and is used by its block \
    closes the cycle.
    """
  public static let fix = """
    Write `[weak self]` in the block, or drop the operation when it has finished.
    """
  public static let source: Source? = nil
}
