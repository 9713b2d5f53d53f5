#include "AllocationRecorderParts.h"
#include "LayoutFacts.h"

#include <string.h>

// Which allocations are recorded: instances of classes that an image under test declares, except those of the
// modules that are to be ignored; closure contexts and boxes whose metadata an image under test has; and instances of
// those classes of the toolchain that take closures or are made in numbers.

/// The kit's own modules, and what a test framework that is built as a package brings along.
static const char *const ignored_modules[] = {
    "LeakBase", "LeakCatalogue", "LeakDeciding", "LeakDetection", "LeakDrawing", "LeakExplaining", "LeakHeapModel",
    "LeakHeapReading", "LeakHeapRecording", "LeakHeapRoots", "LeakReporting", "LeakSymbolication",
    "LeakTesting", "Testing", "XCTest", "_Testing_Foundation",
};

/// A closure that captures one of these and nothing else has no context that could be recorded.
static const struct {
  const char *library, *module;
  const char *const *classes;
} listed[] = {
    {"libFoundation.so", "Foundation",
     (const char *const[]){
         "BlockOperation", "FileHandle", "Operation", "OperationQueue", "Process", "Progress", NULL}},
    {"libswiftDispatch.so", "Dispatch", (const char *const[]){"DispatchQueue", NULL}},
};

enum { LISTED = sizeof listed / sizeof *listed };

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

static const uint8_t *relative(const uint8_t *at, bool is_indirectable) {
  int32_t offset = *(const int32_t *)at;
  if (offset == 0) return NULL;
  if (!is_indirectable) return at + offset;
  const uint8_t *target = at + (offset & ~1);
  return offset & 1 ? *(const uint8_t *const *)target : target;
}

static const char *name_of(const uint8_t *descriptor) {
  return (const char *)relative(descriptor + crt_facts.descriptor_name, false);
}

/// The module of a context descriptor, or NULL: the outermost parent.
static const char *module_of(const uint8_t *descriptor) {
  for (int depth = 0; descriptor && depth < 256; depth++) {
    uint32_t kind = *(const uint32_t *)descriptor & (uint32_t)crt_facts.descriptor_kind_mask;
    if (kind == (uint32_t)crt_facts.descriptor_module) return name_of(descriptor);
    descriptor = relative(descriptor + crt_facts.descriptor_parent, true);
  }
  return NULL;
}

/// The descriptor of a class, which has 0 or a pointer in its first word; NULL for other metadata.
static const uint8_t *class_descriptor(const void *metadata) {
  uintptr_t kind = *(const uintptr_t *)metadata;
  if (kind != 0 && kind <= (uintptr_t)crt_facts.kind_last) return NULL;
  return *(const uint8_t *const *)((const uint8_t *)metadata + crt_facts.class_descriptor);
}

static bool is_listed(const uint8_t *descriptor, const char *module) {
  const char *name = name_of(descriptor);
  for (size_t i = 0; name && i < LISTED; i++) {
    if (strcmp(module, listed[i].module) != 0) continue;
    for (const char *const *class = listed[i].classes; *class; class ++) {
      if (strcmp(name, *class) == 0) return true;
    }
  }
  return false;
}

bool crt_recorder_listens_in(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  for (size_t i = 0; i < LISTED; i++) {
    if (strcmp(name, listed[i].library) == 0) return true;
  }
  return false;
}

bool crt_is_programs_instance(const void *object) {
  const uint8_t *descriptor = class_descriptor(*(const void *const *)object);
  return descriptor && crt_is_under_test((uintptr_t)descriptor);
}

static bool is_from_tests(const void *metadata) {
  if (*(const uintptr_t *)metadata == (uintptr_t)crt_facts.context_kind) return crt_is_under_test((uintptr_t)metadata);
  const uint8_t *descriptor = class_descriptor(metadata);
  const char *module = descriptor ? module_of(descriptor) : NULL;
  if (!module) return false;
  if (crt_is_under_test((uintptr_t)descriptor)) return !crt_recorder_ignores_module(module);
  return is_listed(descriptor, module);
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
