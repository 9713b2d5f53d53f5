#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Variant {
  /// Runs a crashing variant in this process, which should not come back from it.
  package func crash() async {
    guard case .crash(let run) = body else { return }
    // The crash is meant to be: it leaves no core file behind.
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    #else
      setrlimit(RLIMIT_CORE, &limit)
    #endif
    await run()
  }
}
