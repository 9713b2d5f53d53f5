import CLeakBase

/// Whose an image is.
package enum ImageKind {
  /// Under test: the executable, and the libraries that are neither the toolchain's nor the system's.
  case program
  /// The Swift runtime or a library of the language's.
  case runtime
  /// Another library of the toolchain's.
  case toolchain
  case system
  case cLibrary

  /// Whose the image is that has its file at `path`. The executable's own is reached through the process.
  package init(path: String) {
    self =
      switch path == "/proc/self/exe" ? CRT_IMAGE_PROGRAM : crt_image_kind_of(path) {
      case CRT_IMAGE_PROGRAM: .program
      case CRT_IMAGE_RUNTIME: .runtime
      case CRT_IMAGE_TOOLCHAIN: .toolchain
      case CRT_IMAGE_C_LIBRARY: .cLibrary
      default: .system
      }
  }
}
