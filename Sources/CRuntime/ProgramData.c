#define _GNU_SOURCE
#include "CRuntime.h"

#if defined(__linux__)
#include <dlfcn.h>
#include <link.h>
#include <string.h>

/// The place for the answer, and the folder of the Swift runtime's libraries.
typedef struct {
  crt_range *ranges;
  size_t capacity;
  size_t count;
  const char *runtime;
  size_t runtime_length;
} collection;

static bool has_prefix(const char *text, const char *prefix) {
  return strncmp(text, prefix, strlen(prefix)) == 0;
}

/// Whether the image at `path` belongs to the program. The executable has no path here.
static bool is_program(const char *path, const collection *collected) {
  if (!path || !path[0]) return true;
  if (has_prefix(path, "/lib/") || has_prefix(path, "/lib64/") || has_prefix(path, "/usr/lib/"))
    return false;
  if (!strchr(path, '/')) return false;  // the kernel's own
  return collected->runtime_length == 0 ||
         strncmp(path, collected->runtime, collected->runtime_length) != 0;
}

static int visit(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  collection *collected = context;
  if (!is_program(info->dlpi_name, collected)) return 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_W)) continue;
    uintptr_t start = info->dlpi_addr + segment->p_vaddr;
    if (collected->count < collected->capacity)
      collected->ranges[collected->count] = (crt_range){(start + 7) & ~(uintptr_t)7, start + segment->p_memsz};
    collected->count++;
  }
  return 0;
}

size_t crt_program_data(crt_range *ranges, size_t capacity) {
  collection collected = {.ranges = ranges, .capacity = capacity};
  Dl_info runtime;
  void *retain = dlsym(RTLD_DEFAULT, "swift_retain");
  // In a statically linked executable the runtime's path is the executable's own, which has none below.
  if (retain && dladdr(retain, &runtime) && runtime.dli_fname) {
    const char *slash = strrchr(runtime.dli_fname, '/');
    collected.runtime = runtime.dli_fname;
    collected.runtime_length = slash ? (size_t)(slash - runtime.dli_fname) + 1 : 0;
  }
  dl_iterate_phdr(visit, &collected);
  return collected.count;
}
#else
size_t crt_program_data(crt_range *ranges, size_t capacity) {
  (void)ranges;
  (void)capacity;
  return 0;
}
#endif
