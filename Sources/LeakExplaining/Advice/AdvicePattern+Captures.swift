import LeakHeapModel

/// Captures that are not plainly the object.
extension AdvicePattern {
  static let captures = [
    // The program has a source as a protocol's value, which cannot be weak where the protocol has no class bound: on Linux.
    AdvicePattern(
      "dispatch-source-handler", case: "work-items/source-timer",
      matches: { scene in
        scene.isCapture && scene.ownLinks.last?.target.isKind(of: "Dispatch.DispatchSource") == true
      },
      advice: { scene in
        scene.advice(
          .call, "cancel()",
          "on the source when it is no longer needed: only then does it free its handlers",
          "Or let \(scene.place) capture what it uses of the source, and not the source itself.")
      }),
    AdvicePattern(
      "captured-variable", case: "capture-lists/captured-variable",
      matches: { scene in
        guard scene.isCapture, scene.ownLinks.last?.source.kind == .box else { return false }
        return scene.ownLinks.dropLast().last?.function == nil
      },
      advice: { scene in
        scene.advice(
          .clear, nil,
          "Set the variable that \(scene.place) captures to nil when the \(scene.target) has done its "
            + "work, or capture the \(scene.target) weakly: a captured variable is shared, and keeps its value."
        )
      }),
    AdvicePattern(
      "captured-value", case: "capture-lists/captured-value",
      matches: { scene in
        if scene.carrier != nil { return true }
        guard scene.isCapture, let label = scene.ownLinks.last?.label else { return false }
        return label.role == .capture && !label.path.isEmpty
      },
      advice: { scene in
        if let carrier = scene.carrier {
          return scene.advice(
            .rewrite, carrier,
            "Capture only what \(scene.place) uses of \(carrier), or the \(scene.target) weakly: it captures "
              + "\(carrier), which keeps the \(scene.target).")
        }
        let path = scene.ownLinks.last?.label.path ?? ""
        let part = path.allSatisfy(\.isNumber) ? "element \(path)" : path
        return scene.advice(
          .rewrite, scene.suspect.step.capture?.variable,
          "Try a weak capture of the \(scene.target) alone in \(scene.place), as in "
            + "\(scene.weakPart(path)): it captures a whole value, whose \(part) keeps the \(scene.target)."
        )
      }),
  ]
}

extension SuspectScene {
  /// The captured variable whose value has the object that is kept alive.
  var carrier: String? { suspect.step.capture?.carrier }
}
