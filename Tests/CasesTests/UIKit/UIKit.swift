import Foundation

// As much of UIKit as the cases use, declared as UIKit declares it. Nothing of it does anything: the cases are compiled with
// it where UIKit is not.

@MainActor open class UIResponder: NSObject {
  public override init() { super.init() }
}

open class UIView: UIResponder {
  public enum AnimationCurve: Sendable { case easeInOut, easeIn, easeOut, linear }

  open var alpha: CGFloat = 1
  open var isHidden = false

  open func addSubview(_ view: UIView) {}

  open class func animate(
    withDuration duration: TimeInterval, animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {}
}

open class UIViewController: UIResponder {
  open var view: UIView!
  open var parent: UIViewController? { nil }

  open func addChild(_ child: UIViewController) {}
  open func didMove(toParent parent: UIViewController?) {}
  open func viewWillAppear(_ animated: Bool) {}
}

@MainActor open class UIViewPropertyAnimator: NSObject {
  public convenience init(
    duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil
  ) { self.init() }

  open func startAnimation() {}
  open func startAnimation(afterDelay delay: TimeInterval) {}
}

open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let touchUpInside = Event(rawValue: 1 << 6)
  }

  open func addAction(_ action: UIAction, for controlEvents: Event) {}
}

open class UIButton: UIControl {}

@MainActor open class UIAction: NSObject {
  public convenience init(title: String = "", handler: @escaping (UIAction) -> Void) { self.init() }
}
