#include "CLimit.h"

#include <limits.h>
#include <stdlib.h>
#if defined(__linux__)
#include <malloc.h>
#endif

// include/swift/Runtime/HeapObject.h
extern void *swift_retain(void *object);
extern void swift_release(void *object);

void limit_escape(const void *object) { __asm__ volatile("" : : "r"(object) : "memory"); }

void limit_retain_and_release(void *object, size_t count) {
  for (size_t i = 0; i < count; i++) swift_release(swift_retain(object));
}

void limit_keep_heap(void) {
#if defined(__GLIBC__)
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
#endif
}

void limit_shift_heap(void) { limit_escape(malloc(24)); }
