#include "CTestOrder.h"

#include <stdlib.h>

/// Limits how many tests are on their way at once, unless the environment says so already.
///
/// Swift Testing starts all tests at once. What each of a thousand suspended tests has, 100 KB in a debug build, is gone through by
/// every search for what holds an object.
__attribute__((constructor)) static void begin(void) {
  setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "32", 0);
}
