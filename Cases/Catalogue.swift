import CaseCatalogue

/// Every case, in reading order.
public let catalogue = Catalogue(chapters: [
  Catalogue.Chapter(
    "Closures",
    [
      NonEscapingClosure.self,
      UnsavedClosure.self,
      StoredClosure.self,
      StoredFunction.self,
      StoredLocalFunction.self,
      LazyClosure.self,
      ClosureInDictionary.self,
      ClosureInEnum.self,
      ClosureInClosure.self,
      ValueTypeSelf.self,
    ]),
  Catalogue.Chapter(
    "Capture lists",
    [
      WaysToCapture.self,
      PropertyInsteadOfSelf.self,
      ContextTuple.self,
      UnownedAfterDeinit.self,
      StrongWeakDance.self,
    ]),
  Catalogue.Chapter(
    "Nested closures",
    [
      WeakSelfInsideOnly.self,
      ViewConstantInside.self,
      NestedCaptureListOnly.self,
      ExplicitSelfInside.self,
      StrongSelfFromGuard.self,
    ]),
  Catalogue.Chapter(
    "Delegates and owners",
    [
      StrongDelegate.self,
      ParentBackReference.self,
      ThreeObjectRing.self,
      DoublyLinkedList.self,
      FlowController.self,
      LifecycleBehaviors.self,
      TargetContainer.self,
    ]),
  Catalogue.Chapter(
    "Observers",
    [
      NotificationBlockToken.self,
      PropertyObservation.self,
      ObserversCollection.self,
      OperationCompletionBlock.self,
      CancellableSubscription.self,
    ]),
  Catalogue.Chapter(
    "Concurrency",
    [
      StoredTaskForAwait.self,
      OneShotTask.self,
      AsyncStreamContinuation.self,
      ActorClosure.self,
      UnresumedContinuation.self,
    ]),
])
