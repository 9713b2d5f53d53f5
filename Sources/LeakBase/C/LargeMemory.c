#define _GNU_SOURCE
#include "LargeMemory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MAPPED = 128 << 10, HUGE_PAGE = 2 << 20, SMALLEST_PREPARED = 64 << 10, PAGE = 4096 };

static void *checked(void *memory) {
  if (!memory || memory == MAP_FAILED) abort();
  return memory;
}

void crt_memory_prepare(void *memory, size_t size) {
#if defined(MADV_HUGEPAGE) && defined(MADV_POPULATE_WRITE)
  if (size < SMALLEST_PREPARED) return;
  uintptr_t start = ((uintptr_t)memory + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
  uintptr_t end = ((uintptr_t)memory + size) & ~(uintptr_t)(PAGE - 1);
  // A system that knows neither, or has no huge pages, gives each page its memory when it is written to.
  madvise((void *)start, end - start, size < HUGE_PAGE ? MADV_POPULATE_WRITE : MADV_HUGEPAGE);
#else
  (void)memory;
  (void)size;
#endif
}

/// What is new is zero: what lay there before must not be taken for a pointer.
static void *resize_block(void *memory, size_t old_size, size_t size) {
  char *block = checked(realloc(memory, size));
  if (size > old_size) memset(block + old_size, 0, size - old_size);
  return block;
}

#ifdef __linux__
static void *map(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  crt_memory_prepare(checked(memory), size);
  return memory;
}

void *crt_memory_resize(void *memory, size_t old_size, size_t size) {
  if (size < MAPPED) return resize_block(memory, old_size, size);
  if (old_size >= MAPPED) {
    char *moved = mremap(memory, old_size, size, MREMAP_MAYMOVE);
    if ((void *)moved != MAP_FAILED) {
      // The advice on huge pages must be the same for all of it: what has two kinds cannot be moved again.
      size_t known = size < HUGE_PAGE ? old_size : 0;
      crt_memory_prepare(moved + known, size - known);
      return moved;
    }
  }
  void *larger = map(size);
  if (memory) memcpy(larger, memory, old_size);
  crt_memory_free(memory, old_size);
  return larger;
}

void crt_memory_discard(void *memory, size_t size, size_t start, size_t end) {
  if (size < MAPPED) return;
  size_t first = (start + PAGE - 1) & ~(size_t)(PAGE - 1), last = end & ~(size_t)(PAGE - 1);
  if (first < last) madvise((char *)memory + first, last - first, MADV_DONTNEED);
}

void *crt_memory_zeroed(size_t size) { return size < MAPPED ? checked(calloc(1, size)) : map(size); }

void crt_memory_free(void *memory, size_t size) {
  if (size < MAPPED) {
    free(memory);
  } else {
    munmap(memory, size);
  }
}
#else
void *crt_memory_resize(void *memory, size_t old_size, size_t size) {
  return resize_block(memory, old_size, size);
}

void *crt_memory_zeroed(size_t size) { return checked(calloc(1, size)); }

void crt_memory_free(void *memory, size_t size) {
  (void)size;
  free(memory);
}

void crt_memory_discard(void *memory, size_t size, size_t start, size_t end) {
  (void)memory;
  (void)size;
  (void)start;
  (void)end;
}
#endif
