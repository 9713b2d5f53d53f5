#define _GNU_SOURCE
#include "MallocBlocks.h"

#if defined(__linux__)
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

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

/// Whether new blocks have the header that glibc's have. Tools that rewrite the code of malloc in place leave
/// its address as it is.
static bool has_glibc_headers(void) {
  static const size_t sizes[] = {24, 100, 5000};
  for (size_t index = 0; index < sizeof sizes / sizeof *sizes; index++) {
    void *block = malloc(sizes[index]);
    if (!block) return false;
    size_t usable = malloc_usable_size(block);
    size_t size = (size_t)crt_load64((uintptr_t)block - 8) & ~(size_t)7;
    free(block);
    if (usable < sizes[index] || size != usable + 8 || size & 15 || (uintptr_t)block & 15) return false;
  }
  return true;
}
#else
static bool is_all_in_glibc(void) { return false; }
static bool has_glibc_headers(void) { return false; }
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
    known.kind = has_glibc_headers() ? CRT_ALLOCATOR_GLIBC : CRT_ALLOCATOR_OTHER;
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

// A chunk's header, the word before the block: its size, with flags in the three lowest bits, of which 1
// says that the chunk before is in use, 2 that the chunk was mapped for itself (glibc, malloc/malloc.c,
// "struct malloc_chunk"). A block that is in use is followed by a chunk that says so.
static size_t glibc_block_size(uintptr_t address, crt_region region) {
  const size_t header = 16;
  if (address & 15 || address - region.start < header) return 0;
  uintptr_t chunk = address - header;
  uint64_t word = crt_load64(address - 8);
  size_t size = word & ~(uint64_t)7;
  if (size < 32 || size > region.end - chunk) return 0;
  if (word & 2) {
    size_t length;
    bool is_mapping = crt_is_mapped_chunk(word, &length) && !(chunk & 4095) && length <= region.end - chunk;
    return is_mapping ? crt_glibc_usable_size(word) : 0;
  }
  if (size & 15 || region.end - chunk - size < header) return 0;
  uint64_t next = crt_load64(chunk + size + 8);
  size_t next_size = next & ~(uint64_t)7;
  if (!(next & 1) || (next_size && (next_size < 16 || next_size & 15))) return 0;
  return size - 8;
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
