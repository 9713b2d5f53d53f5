#if compiler(>=6.3)
  import Foundation
  import LeakBase
  import TestOrder
  import Testing

  /// What is said where nobody can hear it ends no process, and changes no error of the program's.
  struct StandardErrorTests {
    @Test(.aheadOfOthers) func aClosedOne() async {
      await #expect(processExitsWith: .exitCode(7)) {
        close(STDERR_FILENO)
        errno = ENOENT
        StandardError.write("unheard")
        exit(errno == ENOENT ? 7 : 8)
      }
    }

    @Test(.aheadOfOthers) func aDeviceThatIsFull() async {
      await #expect(processExitsWith: .exitCode(7)) {
        dup2(open("/dev/full", O_WRONLY), STDERR_FILENO)
        StandardError.warn("unheard", at: "Shop.swift:1")
        exit(7)
      }
    }

    /// The signal of that ends a process that does not expect it.
    @Test(.aheadOfOthers) func aPipeThatNobodyReads() async {
      await #expect(processExitsWith: .exitCode(7)) {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        close(ends[0])
        dup2(ends[1], STDERR_FILENO)
        signal(SIGPIPE, SIG_DFL)
        StandardError.write("unheard")
        exit(7)
      }
    }
  }
#endif
