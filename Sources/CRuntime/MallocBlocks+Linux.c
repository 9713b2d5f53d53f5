#define _GNU_SOURCE
#include "MallocBlocks.h"

#if defined(__linux__)
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
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

static crt_allocator detect(void) {
  sanitizer.owns = (ownership_function)dlsym(RTLD_DEFAULT, "__sanitizer_get_ownership");
  sanitizer.size = (size_function)dlsym(RTLD_DEFAULT, "__sanitizer_get_allocated_size");
  if (sanitizer.owns && sanitizer.size) return CRT_ALLOCATOR_SANITIZER;
  void *allocate = dlsym(RTLD_DEFAULT, "malloc");
  Dl_info image;
  bool is_glibc = allocate && dladdr(allocate, &image) && image.dli_fname &&
                  strstr(image.dli_fname, "libc.so");
  return is_glibc ? CRT_ALLOCATOR_GLIBC : CRT_ALLOCATOR_OTHER;
}

crt_allocator crt_allocator_kind(void) {
  static _Atomic int known;  // the kind, plus 1
  int kind = atomic_load_explicit(&known, memory_order_acquire);
  if (kind == 0) {
    kind = (int)detect() + 1;
    atomic_store_explicit(&known, kind, memory_order_release);
  }
  return (crt_allocator)(kind - 1);
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
  if (word & 2) return size & 4095 || chunk & 4095 ? 0 : size - header;
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
