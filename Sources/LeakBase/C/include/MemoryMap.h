#pragma once

#include <stddef.h>
#include <stdint.h>

enum {
  CRT_REGION_READABLE = 1,
  CRT_REGION_WRITABLE = 2,
  CRT_REGION_EXECUTABLE = 4,
  /// Backed by a file: an executable or a library, where descriptors and static metadata live.
  CRT_REGION_IMAGE = 8,
  /// The main thread's stack.
  CRT_REGION_STACK = 16,
  /// What the allocator got from the system first: the program break's memory.
  CRT_REGION_HEAP = 32,
  /// Shared with other processes.
  CRT_REGION_SHARED = 64,
};

/// A range of addresses with equal rights.
typedef struct {
  uintptr_t start;
  uintptr_t end;
  uint32_t flags;
} crt_region;

/// Writes the process's regions, ascending, to `regions`, and returns how many there are, which may be
/// more than `capacity`. Returns 0 where they cannot be read.
size_t crt_memory_map(crt_region *regions, size_t capacity);

/// Why the regions cannot be read, in the system's words, or NULL when they can or nothing is known.
const char *crt_memory_map_obstacle(void);
