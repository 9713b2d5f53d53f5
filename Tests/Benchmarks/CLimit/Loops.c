#include "CLimit.h"

// include/swift/Runtime/HeapObject.h
extern void *swift_retain(void *object);
extern void swift_release(void *object);

void limit_escape(const void *object) { __asm__ volatile("" : : "r"(object) : "memory"); }

void limit_retain_and_release(void *object, size_t count) {
  for (size_t i = 0; i < count; i++) swift_release(swift_retain(object));
}
