#if defined(__linux__)
#include "HeapUse.h"

#include <features.h>

#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
#include <malloc.h>

size_t crt_heap_in_use(void) {
  malloc_trim(0);
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}
#else
size_t crt_heap_in_use(void) { return 0; }
#endif
#endif
