#pragma once

#include <stddef.h>
#include <stdint.h>

// Memory for tables that may grow to gigabytes. Blocks from 128 KB on are mapped, and given back to the system at once:
// they neither change how the host's `malloc` goes about its own, nor leave addresses behind in its heap.
// Where there is no memory, the process ends.

/// Changes the size of a block of memory, or makes one for `NULL`. What is new is zero. A large one is mapped elsewhere, not copied.
void *crt_memory_resize(void *memory, size_t old_size, size_t size);

/// A block of memory that reads as zeroes.
void *crt_memory_zeroed(size_t size);

void crt_memory_free(void *memory, size_t size);

/// Gives back the memory of a part of a block of `size` bytes, which is not read again.
void crt_memory_discard(void *memory, size_t size, size_t start, size_t end);

/// Asks the system for memory that is about to be written to, all at once and not page by page.
void crt_memory_prepare(void *memory, size_t size);

/// Fetches what stands at an address into the cache; any address will do.
static inline void crt_prefetch(uintptr_t address) { __builtin_prefetch((const void *)address); }
