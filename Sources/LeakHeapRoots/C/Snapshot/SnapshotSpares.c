#include "Snapshot.h"

#if CRT_SNAPSHOT

// Continuations of libdispatch's that are over. A thread keeps them for its next requests, and each still has the function and the
// context of its last block: words that own nothing.
//
// A thread has the first of its list in a variable of its own, and each has the count of those from it to the end
// (`dispatch_cache_key` in src/shims/tsd.h, `_dispatch_continuation_free_cacheonly` in src/inline_internal.h). Which variable that
// is, is not known. A list is believed where all counts agree.

enum { MOST_SPARES = 1 << 14, SPARE_COUNT_OFFSET = 8 };

static bool is_in(uintptr_t word, const crt_range *range) {
  return word >= range->start && word < range->end;
}

static bool is_data(const crt_search *search, uintptr_t word) {
  for (size_t index = 0; index < search->data_count; index++) {
    if (is_in(word, &search->data[index].range)) return true;
  }
  return false;
}

/// How many there are from the block at `word` to the end of its list; 0 where that cannot be a spare continuation. It has a
/// function to call, or begins with a table that says which kind it was (`_dispatch_continuation_vtables` in src/init.c).
static size_t spare_count(snapshot *snapshot, uintptr_t word) {
  block_range *range;
  if (!word || block_in(&snapshot->blocks, word, &range) != word) return 0;
  if (block_size(word) < (size_t)crt_facts.continuation_context + sizeof(uintptr_t)) return 0;
  size_t count = (uint32_t)word_at(word + SPARE_COUNT_OFFSET);
  if (count > MOST_SPARES || layouts_is_typed(&snapshot->layouts, word)) return 0;
  const crt_search *search = snapshot->search;
  bool is_continuation = process_has_code_at(search, word_at(word + crt_facts.continuation_function)) ||
                         is_data(search, word_at(word));
  return is_continuation ? count : 0;
}

/// Whether a list begins at `first`, which may be any word.
static bool is_list(snapshot *snapshot, uintptr_t first) {
  uintptr_t block = first;
  size_t count = spare_count(snapshot, first);
  if (!count) return false;
  for (size_t left = count; left > 0; left--) {
    if (spare_count(snapshot, block) != left) return false;
    block = word_at(block + crt_facts.continuation_next);
  }
  return !block;
}

static void mark_list(snapshot *snapshot, uintptr_t first) {
  for (uintptr_t block = first; block; block = word_at(block + crt_facts.continuation_next)) {
    block_range *range = blocks_range(&snapshot->blocks, block);
    set_bit(range->spare, bit_index(range, block));
  }
}

void spares_find(snapshot *snapshot) {
  for (size_t index = 0; index < snapshot->blocks.count; index++) {
    block_range *range = &snapshot->blocks.ranges[index];
    range->spare = snapshot_allocate(bit_words(range) * sizeof(uint64_t));
  }
  if (!snapshot->search->knows_continuations) return;
  for (size_t index = 0; index < snapshot->stacks.count; index++) {
    const thread_stack *stack = &snapshot->stacks.stacks[index];
    if (stack->thread < 0) continue;
    crt_range variables = stacks_variables(stack, snapshot->search);
    for (uintptr_t slot = variables.start; slot + 8 <= variables.end; slot += 8) {
      if (is_list(snapshot, word_at(slot))) mark_list(snapshot, word_at(slot));
    }
  }
}
#endif
