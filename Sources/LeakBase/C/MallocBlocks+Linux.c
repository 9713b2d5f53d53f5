#define _GNU_SOURCE
#include "MallocBlocks.h"

#if defined(__linux__)
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "LayoutProbes.h"
#include "RawMemory.h"

// compiler-rt's include/sanitizer/allocator_interface.h; looked up, because they are only there in a
// sanitized process.
typedef int (*ownership_function)(const volatile void *);
typedef size_t (*size_function)(const volatile void *);

static struct {
  ownership_function owns;
  size_function size;
} sanitizer;

static struct {
  crt_allocator kind;
  /// The path of the image that has malloc, where that is not glibc.
  const char *path;
} known;

#if defined(__GLIBC__) && defined(__LP64__)
/// Where the function that the process's images call by `name` is.
static bool find(const char *name, Dl_info *image) {
  void *function = dlsym(RTLD_DEFAULT, name);
  return function && dladdr(function, image) && image->dli_fbase;
}

/// Whether what hands out and takes back memory is all in the image that is surely glibc.
static bool is_all_in_glibc(void) {
  static const char *const names[] = {"malloc",         "calloc",        "realloc", "free",
                                      "posix_memalign", "aligned_alloc", "malloc_usable_size"};
  Dl_info glibc, image;
  if (!find("gnu_get_libc_version", &glibc)) return false;
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    if (!find(names[index], &image) || image.dli_fbase != glibc.dli_fbase) return false;
  }
  return true;
}
#else
static bool is_all_in_glibc(void) { return false; }
#endif

static void detect(void) {
  Dl_info image;
  void *allocate = dlsym(RTLD_DEFAULT, "malloc");
  sanitizer.owns = (ownership_function)dlsym(RTLD_DEFAULT, "__sanitizer_get_ownership");
  sanitizer.size = (size_function)dlsym(RTLD_DEFAULT, "__sanitizer_get_allocated_size");
  if (sanitizer.owns && sanitizer.size) {
    known.kind = CRT_ALLOCATOR_SANITIZER;
  } else if (!is_all_in_glibc()) {
    known.kind = CRT_ALLOCATOR_OTHER;
    known.path = allocate && dladdr(allocate, &image) ? image.dli_fname : NULL;
  } else {
    known.kind = CRT_ALLOCATOR_GLIBC;
    if (!crt_heap_layout_holds()) {
      known.kind = CRT_ALLOCATOR_OTHER;
      crt_feature_turn_off(CRT_FEATURE_HEAP);
    }
  }
}

static void detect_once(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, detect);
}

crt_allocator crt_allocator_kind(void) {
  detect_once();
  return known.kind;
}

const char *crt_allocator_path(void) {
  detect_once();
  return known.path;
}

// The word before a block is its chunk's size, with flags in the lowest bits. A block that is in use is followed by a chunk that
// says so.
static size_t glibc_block_size(uintptr_t address, crt_region region) {
  const size_t header = (size_t)crt_facts.chunk_header;
  if (address & 15 || address - region.start < header) return 0;
  uintptr_t chunk = address - header;
  uint64_t word = crt_load64(chunk + (uintptr_t)crt_facts.chunk_size);
  size_t size = word & ~(uint64_t)crt_facts.chunk_flags;
  if (size < (size_t)crt_facts.chunk_smallest || size > region.end - chunk) return 0;
  if (word & (uint64_t)crt_facts.chunk_is_mapping) {
    size_t length;
    uint64_t before = crt_load64(chunk) & ~(uint64_t)15;
    if (before > chunk - region.start) return 0;
    bool is_mapping = crt_is_mapped_chunk(word + before, &length) && !((chunk - before) & 4095) &&
                      length <= region.end - (chunk - before);
    return is_mapping ? crt_glibc_usable_size(before, word) : 0;
  }
  if (size & 15 || region.end - chunk - size < header) return 0;
  uint64_t next = crt_load64(chunk + size + (uintptr_t)crt_facts.chunk_size);
  size_t next_size = next & ~(uint64_t)crt_facts.chunk_flags;
  if (!(next & (uint64_t)crt_facts.chunk_follows_used) || (next_size && (next_size < header || next_size & 15))) return 0;
  return size - sizeof word;
}

size_t crt_block_size(uintptr_t address, crt_region region) {
  const uint32_t needed = CRT_REGION_READABLE | CRT_REGION_WRITABLE;
  if ((region.flags & (needed | CRT_REGION_IMAGE | CRT_REGION_STACK)) != needed) return 0;
  switch (crt_allocator_kind()) {
    case CRT_ALLOCATOR_GLIBC:
      return glibc_block_size(address, region);
    case CRT_ALLOCATOR_SANITIZER:
      return sanitizer.owns((const void *)address) ? sanitizer.size((const void *)address) : 0;
    default:
      return 0;
  }
}
#endif
