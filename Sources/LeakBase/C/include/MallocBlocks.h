#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "LayoutFacts.h"
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

/// The first time, glibc's headers are compared with what is known of them (`LayoutProbes.h`).
crt_allocator crt_allocator_kind(void);

/// The path of the executable or library whose malloc the process calls, where that is not glibc; else NULL.
const char *crt_allocator_path(void);

/// The usable bytes of a block of glibc's by the words before it. `word` is its chunk's size with flags in the three lowest bits, of
/// which one says that the chunk has a mapping of its own; `before`, then, how far into that it begins, where the block is aligned. The
/// chunk and what is before it were as long as the pages before glibc 2.43; since then a header is left out behind it, as all others
/// have. 0 where the word is no size.
CRT_INLINE size_t crt_glibc_usable_size(uintptr_t before, uintptr_t word) {
  const size_t page = 4096;
  size_t size = word & ~(uintptr_t)crt_facts.chunk_flags;
  bool is_mapping = word & (uintptr_t)crt_facts.chunk_is_mapping;
  size_t used = is_mapping && (before + size) % page == 0 ? (size_t)crt_facts.chunk_header : sizeof word;
  return size < used ? 0 : size - used;
}

/// Whether `word` may be before a block of glibc's that begins a mapping of its own, and how long that is.
CRT_INLINE bool crt_is_mapped_chunk(uintptr_t word, size_t *length) {
  const size_t page = 4096;
  size_t header = (size_t)crt_facts.chunk_header;
  size_t size = word & ~(uintptr_t)crt_facts.chunk_flags;
  *length = (size + header) % page == 0 ? size + header : size;
  // The largest sizes lead around the end of all addresses.
  return (word & (uintptr_t)crt_facts.chunk_flags) == (uintptr_t)crt_facts.chunk_is_mapping &&
         size >= page - header && *length >= page && *length % page == 0;
}

/// The usable size in bytes of the live block that begins at `address`, or 0 when no block seems to. `region`
/// contains the address, and is readable.
size_t crt_block_size(uintptr_t address, crt_region region);
