#include "AllocationRecorderParts.h"

#include <string.h>

// Which allocations are recorded: instances of classes that an image under test declares, except those of the
// modules that are to be ignored; and closure contexts and boxes whose metadata an image under test has.

/// The kit's own modules, and what a test framework that is built as a package brings along.
static const char *const ignored_modules[] = {
    "CaseCatalogue", "HeapModel", "HeapReading", "LeakDetection", "LeakTesting",
    "Testing", "XCTest", "_Testing_Foundation",
};

_Atomic(uintptr_t) crt_decisions[1 << CRT_DECISION_BITS];

bool crt_recorder_ignores_module(const char *name) {
  for (size_t i = 0; i < sizeof ignored_modules / sizeof *ignored_modules; i++) {
    if (strcmp(name, ignored_modules[i]) == 0) return true;
  }
  return false;
}

void crt_recorder_forget_decisions(void) {
  for (size_t slot = 0; slot < 1 << CRT_DECISION_BITS; slot++) {
    atomic_store_explicit(&crt_decisions[slot], 0, memory_order_relaxed);
  }
}

// include/swift/ABI/MetadataKind.def, include/swift/ABI/Metadata.h: a class has 0 or a pointer in its first word,
// and its descriptor after the superclass, flags and sizes.
enum { LAST_ENUMERATED_KIND = 0x7FF, HEAP_LOCAL_VARIABLE = 0x400, DESCRIPTOR_OFFSET = 40 };

static const uint8_t *relative(const uint8_t *at, bool is_indirectable) {
  int32_t offset = *(const int32_t *)at;
  if (offset == 0) return NULL;
  if (!is_indirectable) return at + offset;
  const uint8_t *target = at + (offset & ~1);
  return offset & 1 ? *(const uint8_t *const *)target : target;
}

/// The module of a context descriptor, or NULL: the outermost parent, of kind 0.
static const char *module_of(const uint8_t *descriptor) {
  for (int depth = 0; descriptor && depth < 256; depth++) {
    if ((*(const uint32_t *)descriptor & 0x1F) == 0) {
      return (const char *)relative(descriptor + 8, false);
    }
    descriptor = relative(descriptor + 4, true);
  }
  return NULL;
}

static bool is_from_tests(const void *metadata) {
  uintptr_t kind = *(const uintptr_t *)metadata;
  if (kind == HEAP_LOCAL_VARIABLE) return crt_is_under_test((uintptr_t)metadata);
  if (kind != 0 && kind <= LAST_ENUMERATED_KIND) return false;
  const uint8_t *descriptor =
      *(const uint8_t *const *)((const uint8_t *)metadata + DESCRIPTOR_OFFSET);
  if (!descriptor || !crt_is_under_test((uintptr_t)descriptor)) return false;
  const char *module = module_of(descriptor);
  return module && !crt_recorder_ignores_module(module);
}

bool crt_recorder_decide(const void *metadata) {
  uintptr_t address = (uintptr_t)metadata;
  bool is_wanted = is_from_tests(metadata);
  atomic_store_explicit(
      crt_decision_on(address), address | (is_wanted ? CRT_WANTED : CRT_UNWANTED),
      memory_order_relaxed);
  return is_wanted;
}

bool crt_recorder_wants(const void *metadata) { return crt_is_wanted(metadata); }
