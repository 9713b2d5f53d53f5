import Foundation

extension Error {
  /// Why a file or a folder could not be read or written, in the system's words: `Not a directory`. Foundation's own description of many such
  /// errors has but a number.
  package var systemMessage: String {
    guard let error = (self as? CocoaError)?.underlying as? POSIXError else {
      return localizedDescription
    }
    // What exists where a folder is to be made is none.
    let number = error.code == .EEXIST ? POSIXErrorCode.ENOTDIR : error.code
    return String(cString: strerror(number.rawValue))
  }
}
