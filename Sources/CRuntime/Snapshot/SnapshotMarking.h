#pragma once

#include "Snapshot.h"

#if CRT_SNAPSHOT

// What the roots reach (SnapshotMark.c), and what is told of it (SnapshotAnswers.c).

/// A block that was reached, and from where.
typedef struct {
  uintptr_t block;
  uintptr_t slot;
  /// The entry of the block that `slot` is in, or `ROOT`.
  uint32_t parent;
  uint8_t root;
  bool is_sure;
} reached_block;

enum : uint32_t { ROOT = UINT32_MAX };

typedef struct {
  crt_search *search;
  block_table *blocks;
  const stack_table *stacks;
  layout_table layouts;
  reached_block *queue;
  size_t count;
  size_t capacity;
  size_t drained;
  /// What is followed in blocks.
  word_choice choice;
  /// Whether what is reached now is only possible: some of the words may be left from before, or be numbers.
  bool is_doubtful;
} marking;

/// The start of the block that `word` refers to, or 0. Enumerations keep their case in the bits that pointers
/// to objects have free (include/swift/ABI/System.h).
static inline uintptr_t block_in(block_table *blocks, uintptr_t word, block_range **range) {
  uintptr_t address = word & 0x00FFFFFFFFFFFFF8;
  if (address < blocks->lowest || address >= blocks->highest || address & 15) return 0;
  *range = blocks_range(blocks, address);
  return *range && bit_at((*range)->starts, bit_index(*range, address)) ? address : 0;
}

/// Whether `holder` is the side table of the object at `block`, which weak references share: it refers to the
/// object, but keeps it in memory only.
static inline bool is_side_table(uintptr_t holder, uintptr_t block) {
  uintptr_t bits = word_at(block + 8);
  return bits >> 62 == 3 && bits << 3 == holder;
}

/// Notes which of the targets are blocks.
void answers_find_targets(marking *marking);

/// Tells what leads to the targets that nothing is sure to reach.
void answers_tell_unreached(marking *marking);

/// Tells the paths to the targets in one pass over what was reached.
void answers_tell_paths(marking *marking);

#endif
