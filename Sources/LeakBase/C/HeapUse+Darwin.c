#if defined(__APPLE__)
#include "HeapUse.h"

size_t crt_heap_in_use(void) { return 0; }
#endif
