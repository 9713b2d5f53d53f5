#define _GNU_SOURCE
#include "OtherAllocator.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

// The least that can stand in for glibc's malloc: memory is handed out from one range, one block after the
// other, and never taken back. Nothing about a block's header is as in glibc.

enum { ALIGNMENT = 16 };

static const size_t capacity = (size_t)8 << 30;
static _Atomic uintptr_t next_free;

static uintptr_t arena(void) {
  uintptr_t start = atomic_load(&next_free);
  if (start) return start;
  void *memory = mmap(NULL, capacity, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return 0;
  uintptr_t expected = 0;
  // Who comes second takes the first one's memory.
  if (!atomic_compare_exchange_strong(&next_free, &expected, (uintptr_t)memory))
    munmap(memory, capacity);
  return atomic_load(&next_free);
}

/// A block of `size` bytes; the word before it is the size, and what a glibc header never is.
static void *take(size_t alignment, size_t size) {
  if (!arena() || size > capacity / 4) {
    errno = ENOMEM;
    return NULL;
  }
  uintptr_t room = alignment + ALIGNMENT + ((size + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1));
  uintptr_t start = atomic_fetch_add(&next_free, room) + ALIGNMENT;
  uintptr_t block = (start + alignment - 1) & ~(uintptr_t)(alignment - 1);
  ((uint64_t *)block)[-1] = ~(uint64_t)size;
  return (void *)block;
}

size_t malloc_usable_size(void *block) { return block ? (size_t)~((uint64_t *)block)[-1] : 0; }

void *malloc(size_t size) { return take(ALIGNMENT, size); }

void free(void *block) { (void)block; }

void *calloc(size_t count, size_t size) {
  size_t total;
  if (__builtin_mul_overflow(count, size, &total)) {
    errno = ENOMEM;
    return NULL;
  }
  // The range was zero, and no block is handed out twice.
  return malloc(total);
}

void *realloc(void *block, size_t size) {
  void *moved = malloc(size);
  size_t old = malloc_usable_size(block);
  if (moved && block) memcpy(moved, block, old < size ? old : size);
  return moved;
}

void *aligned_alloc(size_t alignment, size_t size) {
  return take(alignment < ALIGNMENT ? ALIGNMENT : alignment, size);
}

void *memalign(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  *block = aligned_alloc(alignment, size);
  return *block ? 0 : ENOMEM;
}
