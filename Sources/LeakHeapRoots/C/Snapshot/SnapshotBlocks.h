#pragma once

#include "SnapshotSearch.h"

#if CRT_SNAPSHOT

// The blocks of the heap.

/// A range of memory that the allocator has cut into blocks.
typedef struct {
  uintptr_t start;
  uintptr_t end;
  /// One bit for each multiple of 16: where a block in use begins, which of these roots reach, surely or maybe, and which
  /// are asked for.
  uint64_t *starts;
  uint64_t *reached;
  uint64_t *maybe;
  uint64_t *wanted;
  /// The same for the continuations that are over. Not there before they are needed.
  uint64_t *spare;
  /// The same for tasks and their slabs that have been found, while they are looked for.
  uint64_t *seen;
  /// One number for each multiple of 16, where a block begins: the references to it, where those are in the table of all,
  /// and its number among the nodes of an answer. Not there before they are needed.
  uint32_t *references;
  uint32_t *first_reference;
  uint32_t *nodes;
  /// The number of its entry among what roots reach, plus 1.
  uint32_t *entries;
} block_range;

typedef struct {
  block_range *ranges;
  size_t count;
  uintptr_t lowest;
  uintptr_t highest;
  size_t last;
} block_table;

CRT_INLINE bool bit_at(const uint64_t *bits, size_t index) {
  return bits[index >> 6] >> (index & 63) & 1;
}

CRT_INLINE void set_bit(uint64_t *bits, size_t index) {
  bits[index >> 6] |= (uint64_t)1 << (index & 63);
}

CRT_INLINE void clear_bit(uint64_t *bits, size_t index) {
  bits[index >> 6] &= ~((uint64_t)1 << (index & 63));
}

CRT_INLINE size_t bit_index(const block_range *range, uintptr_t address) {
  return (address - range->start) / 16;
}

/// The number of multiples of 16 in `range`.
CRT_INLINE size_t place_count(const block_range *range) { return (range->end - range->start) / 16 + 1; }

/// The number of 64-bit words that the bits of `range` take.
CRT_INLINE size_t bit_words(const block_range *range) { return place_count(range) / 64 + 1; }

/// Notes which region glibc's first arena has, where the map does not say so, and divides the regions by what uses them, as far as it
/// is known: the system tells memory of equal rights as one, so that a thread's arena may begin in the middle of a region, and divides
/// what one arena has.
void blocks_divide_regions(crt_search *search);

/// What the system says of the pages in a part of memory: `/proc/self/pagemap` has a word for each.
typedef struct {
  /// Open, or -1.
  int file;
  uintptr_t start;
  size_t count;
  /// How large a page is.
  uintptr_t page_size;
  uint64_t pages[1024];
} page_window;

/// Opens what the system says of each page. In a process that leaves no core file only root can.
page_window pages_open(void);

/// Whether anything was ever written to the page at `page`, or the system does not tell. Stacks of threads are megabytes that were
/// never touched, and to read them has the system make page after page. Where it does not tell, only pages of what `is_large`
/// are taken to be empty when they are not in memory.
bool pages_may_have_contents(page_window *window, uintptr_t page, uintptr_t end, bool is_large);

struct stack_table;

/// Finds the blocks; false when the allocator's own records contradict each other. What a thread wrote to its stack is no record of the
/// allocator's, whatever it looks like: `stacks` are those that are known.
bool blocks_find(block_table *table, crt_search *search, const struct stack_table *stacks, page_window *window);

/// The range that `address` is in, or NULL: found by halves.
block_range *blocks_find_range(block_table *table, uintptr_t address);

/// The same, with a look first at the one that was asked for last.
CRT_INLINE block_range *blocks_range(block_table *table, uintptr_t address) {
  block_range *last = &table->ranges[table->last];
  return address >= last->start && address < last->end ? last : blocks_find_range(table, address);
}

/// Calls `body` with each block in use, in the order of their addresses.
void blocks_visit(
    block_table *table, void (*body)(void *context, block_range *range, uintptr_t block), void *context);

/// The usable size of the block at `address`.
CRT_INLINE size_t block_size(uintptr_t address) {
  uintptr_t chunk = address - (uintptr_t)crt_facts.chunk_header;
  return crt_glibc_usable_size(word_at(chunk), word_at(chunk + (uintptr_t)crt_facts.chunk_size));
}

/// The start of the block that `word` refers to, or 0.
CRT_INLINE uintptr_t block_in(block_table *blocks, uintptr_t word, block_range **range) {
  uintptr_t address = word & (uintptr_t)crt_facts.pointer_bits;
  if (address < blocks->lowest || address >= blocks->highest || address & 15) return 0;
  *range = blocks_range(blocks, address);
  return *range && bit_at((*range)->starts, bit_index(*range, address)) ? address : 0;
}

#endif
