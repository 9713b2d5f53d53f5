#include "Snapshot.h"

#if CRT_SNAPSHOT
#include <string.h>

// What typed roots reach by typed references. Where a reference depends on a value, what it leads to is reached maybe:
// the process looks at the value, and asks again without it where it is none.

/// A block that was reached, and from where.
typedef struct {
  uintptr_t block;
  uintptr_t slot;
  /// NULL for a closure of C.
  const object_layout *layout;
  /// The entry of the block that `slot` is in, or `ROOT`.
  uint32_t parent;
  /// How many entries lead to it, and the last of the first of them: see `crt_search_trunks`.
  uint32_t depth;
  uint32_t trunk;
  /// Whether `slot` depends on a value, and whether the entry has been told of among the doubts.
  bool is_maybe_slot;
  bool is_written;
} reached_block;

enum : uint32_t { ROOT = UINT32_MAX };

struct reach {
  reached_block *queue;
  size_t count;
  size_t capacity;
  size_t drained;
  /// The entries whose words of values have been looked at.
  size_t drained_maybe;
};

// MARK: Candidates

typedef struct {
  snapshot *snapshot;
  uintptr_t end;
} candidate_search;

static bool is_object(snapshot *snapshot, uintptr_t block) {
  uintptr_t isa = word_at(block);
  return (isa && isa == snapshot->search->block_class) || types_is_metadata(snapshot->search, isa);
}

void roots_find_candidates(snapshot *snapshot) {
  crt_search *search = snapshot->search;
  search->candidate_count = 0;
  for (size_t index = 0; index < search->data_count; index++) {
    if (search->data[index].place != CRT_PLACE_PROGRAM) continue;
    crt_range range = search->data[index].range;
    for (uintptr_t slot = (range.start + 7) & ~(uintptr_t)7; slot + 8 <= range.end; slot += 8) {
      block_range *blocks;
      uintptr_t block = block_in(&snapshot->blocks, word_at(slot), &blocks);
      if (!block) continue;
      const bool is_memory = !is_object(snapshot, block);
      if (is_memory && word_at(slot) != block) continue;
      if (search->candidate_count == CANDIDATE_LIMIT) return;
      search->candidates[search->candidate_count++] = (crt_candidate){slot, word_at(slot), is_memory};
    }
  }
}

// MARK: Marking

static void visit(snapshot *snapshot, uintptr_t slot, uint32_t parent, bool is_maybe_slot, bool is_maybe) {
  struct reach *reach = snapshot->reach;
  block_range *range;
  uintptr_t block = block_in(&snapshot->blocks, word_at(slot), &range);
  if (!block) return;
  size_t index = bit_index(range, block);
  if (bit_at(range->reached, index) || bit_at(range->maybe, index) || reach->count == reach->capacity) return;
  const object_layout *layout = layouts_find(&snapshot->layouts, word_at(block));
  // Memory of C's has no types: what it has is nobody's proof.
  if (!layout && !layouts_is_typed(&snapshot->layouts, block)) return;
  set_bit(is_maybe ? range->maybe : range->reached, index);
  uint32_t depth = parent == ROOT ? 0 : reach->queue[parent].depth + 1;
  uint32_t trunk = depth > CRT_TRUNK ? reach->queue[parent].trunk : (uint32_t)reach->count;
  reach->queue[reach->count++] = (reached_block){block, slot, layout, parent, depth, trunk, is_maybe_slot, false};
  range->entries[index] = (uint32_t)reach->count;
}

typedef struct {
  snapshot *snapshot;
  uint32_t entry;
  /// Whether the words are looked at that depend on a value, and whether the others are.
  bool wants_maybe;
  bool wants_strong;
  bool is_maybe;
} reach_visit;

static bool visit_slot(void *context, uintptr_t slot, crt_word kind) {
  const reach_visit *from = context;
  bool is_strong = kind == CRT_WORD_STRONG || kind == CRT_WORD_CONTEXT;
  if ((is_strong && from->wants_strong) || (kind == CRT_WORD_MAYBE && from->wants_maybe))
    visit(from->snapshot, slot, from->entry, !is_strong, from->is_maybe || !is_strong);
  return true;
}

static void scan(snapshot *snapshot, uint32_t entry, bool wants_strong, bool wants_maybe, bool is_maybe) {
  const reached_block *reached = &snapshot->reach->queue[entry];
  const object_layout *layout = reached->layout;
  if (reached->block == snapshot->search->keeper) return;
  if (layout) {
    if (layouts_is_pending(layout, reached->block)) return;
    if (!(wants_strong && layout->has_strong) && !(wants_maybe && layout->has_maybe)) return;
  }
  reach_visit from = {snapshot, entry, wants_maybe, wants_strong, is_maybe};
  layouts_visit(&snapshot->layouts, layout, reached->block, &snapshot->blocks, visit_slot, &from);
}

static void clear(block_table *blocks) {
  for (size_t index = 0; index < blocks->count; index++) {
    block_range *range = &blocks->ranges[index];
    memset(range->reached, 0, bit_words(range) * sizeof(uint64_t));
    memset(range->maybe, 0, bit_words(range) * sizeof(uint64_t));
  }
}

static void mark(snapshot *snapshot) {
  crt_search *search = snapshot->search;
  struct reach *reach = snapshot->reach;
  reach->count = reach->drained = 0;
  clear(&snapshot->blocks);
  for (size_t index = 0; index < search->root_count; index++) {
    visit(snapshot, search->roots[index], ROOT, false, false);
  }
  for (; reach->drained < reach->count; reach->drained++) {
    scan(snapshot, (uint32_t)reach->drained, true, false, false);
  }
  size_t sure = reach->count;
  for (size_t entry = 0; entry < sure; entry++) scan(snapshot, (uint32_t)entry, false, true, true);
  for (; reach->drained < reach->count; reach->drained++) {
    scan(snapshot, (uint32_t)reach->drained, true, true, true);
  }
}

uint8_t roots_reach(snapshot *snapshot, uintptr_t block) {
  block_range *range = block & 15 ? NULL : blocks_range(&snapshot->blocks, block);
  if (!range) return CRT_REACHED_NOT;
  size_t index = bit_index(range, block);
  return bit_at(range->reached, index) ? CRT_REACHED_SURELY
         : bit_at(range->maybe, index) ? CRT_REACHED_MAYBE : CRT_REACHED_NOT;
}

void roots_mark(snapshot *snapshot) {
  crt_search *search = snapshot->search;
  if (!snapshot->reach) {
    snapshot->reach = snapshot_allocate(sizeof(struct reach));
    snapshot->reach->capacity = search->figures.blocks + 1;
    snapshot->reach->queue = snapshot_allocate(snapshot->reach->capacity * sizeof(reached_block));
    for (size_t index = 0; index < snapshot->blocks.count; index++) {
      block_range *range = &snapshot->blocks.ranges[index];
      range->entries = snapshot_allocate((place_count(range) + 64) * sizeof(uint32_t));
    }
  }
  mark(snapshot);
  size_t room;
  uint8_t *output = snapshot_output(search, &room);
  if (search->input_count > room) {
    search->status = CRT_SEARCH_TOO_LARGE;
    return;
  }
  search->second_output_count = 0;
  for (size_t index = 0; index < search->input_count; index++) {
    output[index] = roots_reach(snapshot, search->exchange[index] ^ CRT_ADDRESS_MASK);
    search->second_output_count += output[index] == CRT_REACHED_MAYBE;
  }
  search->output_count = search->input_count;
}

// MARK: The way to an object

/// The entry of a block that was reached; `ROOT` for another.
static uint32_t entry_of(snapshot *snapshot, uintptr_t block) {
  if (!snapshot->reach || roots_reach(snapshot, block) == CRT_REACHED_NOT) return ROOT;
  block_range *range = blocks_range(&snapshot->blocks, block);
  return range->entries[bit_index(range, block)] - 1;
}

static crt_step step_to(const struct reach *reach, uint32_t entry) {
  const reached_block *reached = &reach->queue[entry];
  uintptr_t holder = reached->parent == ROOT ? 0 : reach->queue[reached->parent].block;
  return (crt_step){reached->slot, holder, word_at(reached->slot), reached->is_maybe_slot};
}

void roots_write_ways(snapshot *snapshot) {
  crt_search *search = snapshot->search;
  size_t room;
  size_t *lengths = snapshot_output(search, &room);
  search->output_count = 0;
  size_t lengths_size = search->input_count * sizeof *lengths;
  if (lengths_size > room) {
    search->status = CRT_SEARCH_TOO_LARGE;
    return;
  }
  crt_step *steps = (crt_step *)((char *)lengths + lengths_size);
  search->second_output = (size_t)((char *)steps - (char *)search->exchange);
  const struct reach *reach = snapshot->reach;
  size_t left = (room - lengths_size) / sizeof *steps;
  if (left > WAY_LIMIT) left = WAY_LIMIT;
  for (size_t index = 0; index < search->input_count; index++) {
    uint32_t entry = entry_of(snapshot, search->exchange[index] ^ CRT_ADDRESS_MASK);
    size_t depth = 0;
    for (uint32_t at = entry; at != ROOT && depth <= left; at = reach->queue[at].parent) depth++;
    if (depth > left) {
      // The rest is asked for again.
      if (!index) search->status = CRT_SEARCH_TOO_LARGE;
      return;
    }
    lengths[index] = depth;
    size_t at_end = depth;
    for (uint32_t at = entry; at != ROOT; at = reach->queue[at].parent) steps[--at_end] = step_to(reach, at);
    steps += depth;
    left -= depth;
    search->output_count++;
  }
}

void roots_write_trunks(snapshot *snapshot) {
  crt_search *search = snapshot->search;
  size_t room;
  uintptr_t *trunks = snapshot_output(search, &room);
  search->output_count = 0;
  if (search->input_count > room / sizeof *trunks) {
    search->status = CRT_SEARCH_TOO_LARGE;
    return;
  }
  for (size_t index = 0; index < search->input_count; index++) {
    uint32_t entry = entry_of(snapshot, search->exchange[index] ^ CRT_ADDRESS_MASK);
    const reached_block *reached = entry == ROOT ? NULL : &snapshot->reach->queue[entry];
    bool is_long = reached && reached->depth > CRT_TRUNK;
    trunks[index] = is_long ? snapshot->reach->queue[reached->trunk].block : 0;
  }
  search->output_count = search->input_count;
}

void roots_write_doubts(snapshot *snapshot) {
  crt_search *search = snapshot->search;
  size_t room;
  crt_step *steps = snapshot_output(search, &room);
  struct reach *reach = snapshot->reach;
  search->output_count = 0;
  if (!reach) return;
  for (size_t entry = 0; entry < reach->count; entry++) reach->queue[entry].is_written = false;
  for (size_t index = 0; index < search->input_count; index++) {
    uint32_t entry = entry_of(snapshot, search->exchange[index] ^ CRT_ADDRESS_MASK);
    for (; entry != ROOT && !reach->queue[entry].is_written; entry = reach->queue[entry].parent) {
      reach->queue[entry].is_written = true;
      if (!reach->queue[entry].is_maybe_slot) continue;
      if (search->output_count == room / sizeof *steps) {
        search->status = CRT_SEARCH_TOO_LARGE;
        return;
      }
      steps[search->output_count++] = step_to(reach, entry);
    }
  }
}
#endif
