#include "LeakTestLoading.h"

/// What LeakTesting does before anything of a test runs. Where it is not linked in, there is none.
__attribute__((weak)) void crt_test_process_was_loaded(void);

static bool is_over;

bool crt_test_loading_is_over(void) { return is_over; }

// The runtime knows the types of this image by now: the compiler puts its own constructor at the beginning of the link.
__attribute__((constructor)) static void announce(void) {
  if (crt_test_process_was_loaded) crt_test_process_was_loaded();
  is_over = true;
}
