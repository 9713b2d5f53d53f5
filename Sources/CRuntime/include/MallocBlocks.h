#pragma once

#include <stdint.h>
#include <stddef.h>

#include "MemoryMap.h"

/// Whose allocator the process runs on, as far as it can be asked what a block is.
typedef enum {
  /// One that cannot be asked.
  CRT_ALLOCATOR_OTHER,
  /// glibc's, whose block headers can be checked.
  CRT_ALLOCATOR_GLIBC,
  /// A sanitizer's, which tells what it owns.
  CRT_ALLOCATOR_SANITIZER,
  /// Darwin's, which tells what it owns.
  CRT_ALLOCATOR_DARWIN,
} crt_allocator;

crt_allocator crt_allocator_kind(void);

/// The path of the executable or library whose malloc the process calls, where that is not glibc; else NULL.
const char *crt_allocator_path(void);

/// The usable size in bytes of the live block that begins at `address`, or 0 when no block seems to. `region`
/// contains the address, and is readable.
size_t crt_block_size(uintptr_t address, crt_region region);
