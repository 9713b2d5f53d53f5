#define _GNU_SOURCE
#include "OtherCLibrary.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

// What a process sees that runs on another C library than glibc, such as musl: none of the names that only glibc has can be looked
// up. The blocks that malloc hands out and the threads' own blocks are still glibc's, but nothing says so.

typedef void *(*lookup)(void *handle, const char *name);

static bool is_only_in_glibc(const char *name) {
  static const char *const starts[] = {"gnu_get_libc_", "_thread_db_", "_rtld_global", "__libc_", "mallinfo"};
  for (size_t index = 0; index < sizeof starts / sizeof *starts; index++) {
    if (!strncmp(name, starts[index], strlen(starts[index]))) return true;
  }
  return false;
}

/// glibc's own, under the names of its versions: 2.34 and later, x86_64, aarch64.
static lookup glibc_lookup(void) {
  static _Atomic(lookup) known;
  static const char *const versions[] = {"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17"};
  lookup found = known;
  for (size_t index = 0; !found && index < sizeof versions / sizeof *versions; index++) {
    found = (lookup)dlvsym(RTLD_NEXT, "dlsym", versions[index]);
  }
  known = found;
  return found;
}

void *dlsym(void *handle, const char *name) {
  lookup next = glibc_lookup();
  if (!next || is_only_in_glibc(name)) return NULL;
  // glibc asks who calls, where the next image's function is wanted: that has to be this function's caller.
  __attribute__((musttail)) return next(handle, name);
}
