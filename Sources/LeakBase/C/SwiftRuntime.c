#define _GNU_SOURCE
#include "SwiftRuntime.h"

#include <stdlib.h>

#include <dlfcn.h>

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

// The value witness table is the word before the type's address point.
static const void *witness(const void *type, int index) {
  const void *const *table = ((const void *const *const *)type)[-1];
  return table[index];
}

unsigned crt_enum_tag(const void *value, const void *type) {
  typedef unsigned (*function)(const void *, const void *);
  return ((function)witness(type, CRT_ENUM_TAG_WITNESS))(value, type);
}

void crt_enum_project(void *value, const void *type) {
  typedef void (*function)(void *, const void *);
  ((function)witness(type, CRT_ENUM_PROJECT_WITNESS))(value, type);
}

const void *crt_symbol(const char *name) { return dlsym(RTLD_DEFAULT, name); }

char *crt_demangle(const char *name, size_t length) { return swift_demangle(name, length, NULL, NULL, 0); }
void crt_free(void *memory) { free(memory); }
