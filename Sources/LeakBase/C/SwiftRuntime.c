#define _GNU_SOURCE
#include "SwiftRuntime.h"

#include <stdlib.h>

#include <dlfcn.h>

#include "LayoutFacts.h"
#include "RuntimeEntryPoints.h"

bool crt_is_deinitializing(const void *object) { return swift_isDeallocating(object); }
bool crt_try_retain(const void *object) { return swift_tryRetain(object) != NULL; }
void crt_unowned_retain(const void *object) { swift_unownedRetain(object); }
void crt_unowned_release(const void *object) { swift_unownedRelease(object); }

const void *crt_type_in_context(const char *name, size_t length, const void *context,
                                const void *const *arguments) {
  return swift_getTypeByMangledNameInContext(name, length, context, arguments);
}

const void *crt_type_in_environment(const char *name, size_t length, const void *environment,
                                    const void *const *arguments) {
  return swift_getTypeByMangledNameInEnvironment(name, length, environment, arguments);
}

static const void *witness(const void *type, intptr_t offset) {
  uintptr_t table = *(const uintptr_t *)((uintptr_t)type + (uintptr_t)crt_facts.type_witnesses);
  return *(const void *const *)(table + (uintptr_t)offset);
}

unsigned crt_enum_tag(const void *value, const void *type) {
  typedef unsigned (*function)(const void *, const void *);
  return ((function)witness(type, crt_facts.witness_enum_tag))(value, type);
}

void crt_enum_project(void *value, const void *type) {
  typedef void (*function)(void *, const void *);
  ((function)witness(type, crt_facts.witness_enum_project))(value, type);
}

void *crt_make_box(const void *type) {
  typedef struct {
    void *object, *value;
  } box;
  typedef CRT_SWIFT box (*function)(const void *);
  function make = (function)dlsym(RTLD_DEFAULT, CRT_ALLOC_BOX_SYMBOL);
  return make ? make(type).object : NULL;
}

const void *crt_symbol(const char *name) { return dlsym(RTLD_DEFAULT, name); }

char *crt_demangle(const char *name, size_t length) { return swift_demangle(name, length, NULL, NULL, 0); }
void crt_free(void *memory) { free(memory); }
