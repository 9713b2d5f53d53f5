import Foundation
import LeakCatalogue

/// Taking a strong `self` from a weak one, at the start of long work.
public enum StrongWeakDance: Case {
  public static let id = "capture-lists/strong-weak-dance"
  public static let question =
    "With `[weak self]`, does it matter whether the work starts with `guard let self` or uses `self?`?"

  final class Exporter: Sendable {
    let document: String

    init(document: String) {
      self.document = document
    }

    /// Work that takes its time, and needs no exporter.
    static func render(_ document: String) -> String {
      Thread.sleep(forTimeInterval: 1)
      return "<html>\(document)</html>"
    }

    func finish(_ page: String) -> Bool {
      page.contains(document)
    }

    func exportWithGuard(onStart: @escaping @Sendable () -> Void) {
      DispatchQueue.global().async { [weak self] in
        guard let self else { return }
        onStart()
        let page = Self.render(document)
        _ = finish(page)
      }
    }

    func exportWithChaining(onStart: @escaping @Sendable () -> Void) {
      DispatchQueue.global().async { [weak self] in
        let document = self?.document ?? ""
        onStart()
        let page = Self.render(document)
        _ = self?.finish(page)
      }
    }
  }

  public static let variants: [Variant] = [
    .late(
      "guard-let-self", atLeast: .seconds(1),
      report: """
        StrongWeakDance.Exporter went late, held meanwhile by the variable self of closure #1 in StrongWeakDance.Exporter.exportWithGuard(onStart:), StrongWeakDance.swift:29.
        """
    ) {
      let exporter = Exporter(document: "Annual report")
      await withCheckedContinuation { started in
        exporter.exportWithGuard { started.resume() }
      }
      return exporter
    },
    .fixed("optional-chaining") {
      let exporter = Exporter(document: "Annual report")
      await withCheckedContinuation { started in
        exporter.exportWithChaining { started.resume() }
      }
      return exporter
    },
  ]

  public static let why = """
    `guard let self` makes a strong reference that lasts at least to its last use; an unoptimised build keeps it to the end of \
    its scope. Here the last use is after the work. Nothing leaks, but an exporter that is dropped while the work runs stays \
    until the work is done. `self?` takes a strong reference for one expression only: between two of them the exporter may go, \
    and the rest of the work is then done without it.
    """
  public static let fix = """
    Choose by the kind of work. If it must be done as a whole, `guard let self` is right and the delay is the price. If it is \
    worth nothing once the object has gone, use `self?` where the object is needed, and keep the long part free of it.
    """
  public static let source: Source? = Source(
    author: "Besher Al Maleh", title: "You don't (always) need [weak self]")
}
