import LeakHeapModel

/// Properties that are one reference and nothing else. The last of these matches every one.
extension AdvicePattern {
  static let references = [
    AdvicePattern(
      "lazy-part", case: "owners/lazy-part",
      matches: { context in
        !context.isCapture && context.drafts.count <= 2 && context.drafts.contains(where: \.isLazy)
          && (context.suspect.isLazy || context.label?.isUnableToBeWeak != true && !context.isAny)
      },
      advice: { context in
        guard context.suspect.isLazy else {
          let isMaker = context.drafts.contains { $0.isLazy && $0.role == .owner }
          return context.weakProperty(
            isMaker
              ? "The lazy var that makes the \(context.owner) owns it."
              : "The lazy var that has the \(context.owner) owns it, as a rule.")
        }
        if context.suspect.role == .part {
          return context.advice(
            .rewrite, context.property,
            "\(context.property) is lazy and cannot be weak, and the \(context.target) owns the \(context.owner). Make "
              + "\(context.property) a computed property, or a weak var that is set.")
        }
        return context.advice(
          .clear, context.property,
          "\(context.property) is lazy and cannot be weak. Clear it when the \(context.target) is no longer "
            + "needed, or let somebody else own the \(context.target).")
      }),
    AdvicePattern(
      "generic-property", case: "owners/generic-owner",
      matches: { $0.label?.isUnconstrained == true && !$0.isAnyHashable },
      advice: { context in
        context.advice(
          .rewrite, context.property,
          "\(context.property) cannot be weak: its type is a generic parameter that may stand for anything. Let the "
            + "parameter be an AnyObject, or store a small struct with a weak var in it, or take the \(context.target) out "
            + "when it is no longer needed.")
      }),
    AdvicePattern(
      "delegate-without-class-bound", case: "owners/delegate-without-class-bound",
      matches: { context in
        guard let label = context.label, label.isExistential, !label.canBeWeak, !label.isClassBound
        else { return false }
        return !context.isAny
      },
      advice: { context in
        context.advice(
          .rewrite, context.property,
          "Derive the protocol of \(context.property) from AnyObject, and make it an optional weak var: only a "
            + "class-bound protocol can be weak. Or keep only a weak reference to what is an object there."
        )
      }),
    AdvicePattern(
      "reference-in-any", case: "owners/reference-in-any",
      matches: { $0.isAny || $0.isAnyHashable },
      advice: { context in
        context.advice(
          .rewrite, context.property,
          "\(context.property) cannot be weak, since it is an \(context.isAny ? "Any" : "AnyHashable"). Store a closure or a small struct with a weak "
            + "var in it, or clear it when the \(context.target) is no longer needed.")
      }),
    AdvicePattern(
      "strong-delegate", case: "owners/strong-delegate",
      matches: { $0.isWeakable && $0.label?.isExistential == true },
      advice: { $0.weakProperty() }),
    AdvicePattern(
      "self-reference", case: "owners/self-reference",
      matches: { $0.label != nil && $0.drafts.count == 1 },
      advice: { $0.weakProperty() }),
    AdvicePattern(
      "constant-back-reference", case: "owners/constant-back-reference",
      matches: { $0.label?.canBeWeak == false },
      advice: { $0.weakProperty() }),
    AdvicePattern(
      "linked-list", case: "owners/doubly-linked-list",
      matches: { context in
        context.isWeakable && context.drafts.count == 2
          && context.drafts[0].owner == context.drafts[1].owner
      },
      advice: { $0.weakProperty() }),
    AdvicePattern(
      "parent-back-reference", case: "owners/parent-back-reference",
      matches: { context in
        context.isWeakable && context.drafts.count == 2
          && context.drafts.contains(where: \.isElement)
      },
      advice: { $0.weakProperty() }),
    AdvicePattern(
      "object-ring", case: "owners/three-object-ring",
      matches: { $0.isWeakable && $0.drafts.count > 2 },
      advice: { $0.weakProperty() }),
    AdvicePattern(
      "mutual-references", case: "owners/target-container",
      matches: { $0.label != nil },
      advice: { $0.weakProperty() }),
  ]
}

extension StepDraft {
  /// Whether the step is a lazy property.
  fileprivate var isLazy: Bool {
    if case .property(let label?) = facts { label.isLazy } else { false }
  }
}

extension SuspectContext {
  /// Whether the suspect is a property of the type `Any` or an optional one.
  fileprivate var isAny: Bool { label?.isAny ?? false }

  /// Whether it is one of the type `AnyHashable` or an optional one, whose content is of any type.
  var isAnyHashable: Bool { label?.isAnyHashable ?? false }
}
