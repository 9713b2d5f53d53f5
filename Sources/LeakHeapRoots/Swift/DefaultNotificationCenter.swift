import Foundation

/// The notification centre of the process. It keeps what observes until that is removed, whichever variables refer to the centre as well.
package enum DefaultNotificationCenter {
  /// Foundation has one for as long as the process runs.
  package static let address = UInt(
    bitPattern: Unmanaged.passUnretained(NotificationCenter.default).toOpaque())
}
