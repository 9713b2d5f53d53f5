#include "MallocBlocks.h"

#if defined(__APPLE__)
#include <malloc/malloc.h>

crt_allocator crt_allocator_kind(void) { return CRT_ALLOCATOR_DARWIN; }

const char *crt_allocator_path(void) { return NULL; }

size_t crt_block_size(uintptr_t address, crt_region region) {
  (void)region;
  return malloc_size((const void *)address);
}
#elif !defined(__linux__)
crt_allocator crt_allocator_kind(void) { return CRT_ALLOCATOR_OTHER; }

const char *crt_allocator_path(void) { return NULL; }

size_t crt_block_size(uintptr_t address, crt_region region) {
  (void)address;
  (void)region;
  return 0;
}
#endif
