/// A way to leak an object, or to have it held. The types of each are in a namespace of its own.
public enum Mishap: CaseIterable, Sendable {
  case storedClosure, nestedClosure, delegateProperty, workItem, dispatchTimer, genericClosure
  case inheritedClosure, storedMethod, capturedVariable, collectionElement, endlessTask, twoCuts
  case oneTwin, otherTwin
  case delayedBlock, otherDelayedBlock, repeatingTimer

  /// Makes an object that does not go.
  public func happen() -> AnyObject {
    switch self {
    case .storedClosure: StoredClosure.happen()
    case .nestedClosure: NestedClosure.happen()
    case .delegateProperty: DelegateProperty.happen()
    case .workItem: WorkItem.happen()
    case .dispatchTimer: DispatchTimer.happen()
    case .genericClosure: GenericClosure.happen()
    case .inheritedClosure: InheritedClosure.happen()
    case .storedMethod: StoredMethod.happen()
    case .capturedVariable: CapturedVariable.happen()
    case .collectionElement: CollectionElement.happen()
    case .endlessTask: EndlessTask.happen()
    case .twoCuts: TwoCuts.happen()
    case .oneTwin: OneTwin.happen()
    case .otherTwin: OtherTwin.happen()
    case .delayedBlock: DelayedBlock.happen()
    case .otherDelayedBlock: DelayedBlock.happenAgain()
    case .repeatingTimer: RepeatingTimer.happen()
    }
  }
}
