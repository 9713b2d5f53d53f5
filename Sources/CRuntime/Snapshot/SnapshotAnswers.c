#include "SnapshotMarking.h"

#if CRT_SNAPSHOT
#include <string.h>

static void tell_path(const marking *marking, size_t entry, crt_found *found) {
  found->root = marking->queue[entry].root;
  found->is_sure = marking->queue[entry].is_sure;
  uint32_t depth = 1;
  for (size_t at = entry; marking->queue[at].parent != ROOT; at = marking->queue[at].parent) depth++;
  found->depth = depth;
  found->step_count = depth < CRT_STEP_LIMIT ? depth : CRT_STEP_LIMIT;
  const uint32_t half = CRT_STEP_LIMIT / 2;
  size_t at = entry;
  for (uint32_t position = depth; position-- > 0;) {
    reached_block step = marking->queue[at];
    uintptr_t holder = step.parent == ROOT ? 0 : marking->queue[step.parent].block;
    uint32_t place = position;
    if (depth > CRT_STEP_LIMIT && position >= half) {
      uint32_t from_end = depth - position;
      place = from_end <= half ? CRT_STEP_LIMIT - from_end : CRT_STEP_LIMIT;
    }
    if (place < CRT_STEP_LIMIT)
      found->steps[place] = (crt_step){step.slot, holder, word_at(step.slot)};
    at = step.parent;
  }
  stacks_describe(marking->stacks, marking->search, found->steps[0].slot, found);
}

static bool is_reached(marking *marking, uintptr_t address) {
  block_range *range = blocks_range(marking->blocks, address);
  return range && bit_at(range->reached, bit_index(range, address));
}

// MARK: What leads to a target that no root reaches

/// A block that no root reaches, of which is asked whether it leads to one that leads to the target.
typedef struct {
  marking *marking;
  uintptr_t block;
  bool leads;
} lead;

static bool follow_lead(void *context, uintptr_t slot) {
  lead *asked = context;
  block_range *range;
  uintptr_t target = block_in(asked->marking->blocks, word_at(slot), &range);
  if (target && target != asked->block && !is_side_table(asked->block, target))
    asked->leads = bit_at(range->leading, bit_index(range, target));
  return !asked->leads;
}

static bool leads(marking *marking, uintptr_t block) {
  lead asked = {marking, block, false};
  layouts_visit(&marking->layouts, block, (word_choice){.strong = true, .memory = true, .frames = true},
                marking->blocks, follow_lead, &asked);
  return asked.leads;
}

/// One pass over the blocks that no root reaches; false when it found nothing new.
static bool find_more_referrers(marking *marking, crt_found *found) {
  uint32_t before = found->referrer_count;
  for (size_t index = 0; index < marking->blocks->count; index++) {
    block_range *range = &marking->blocks->ranges[index];
    size_t words = bit_words(range);
    for (size_t word = 0; word < words; word++) {
      uint64_t bits = range->starts[word] & ~range->reached[word] & ~range->leading[word];
      for (; bits; bits &= bits - 1) {
        uintptr_t block = range->start + (word * 64 + (size_t)__builtin_ctzll(bits)) * 16;
        if (!leads(marking, block)) continue;
        if (found->referrer_count == CRT_REFERRER_LIMIT) return false;
        found->referrers[found->referrer_count++] = block;
      }
    }
  }
  for (uint32_t index = before; index < found->referrer_count; index++) {
    block_range *range = blocks_range(marking->blocks, found->referrers[index]);
    set_bit(range->leading, bit_index(range, found->referrers[index]));
  }
  return found->referrer_count > before;
}

static void tell_referrers(marking *marking, crt_found *found) {
  const int passes = 24;
  for (size_t index = 0; index < marking->blocks->count; index++) {
    block_range *range = &marking->blocks->ranges[index];
    memset(range->leading, 0, bit_words(range) * sizeof(uint64_t));
  }
  uintptr_t target = found->target ^ CRT_ADDRESS_MASK;
  block_range *range = blocks_range(marking->blocks, target);
  set_bit(range->leading, bit_index(range, target));
  for (int pass = 0; pass < passes && find_more_referrers(marking, found); pass++) {
  }
}

/// Notes which targets are blocks in use.
void answers_find_targets(marking *marking) {
  for (size_t index = 0; index < marking->search->found_count; index++) {
    crt_found *found = &marking->search->found[index];
    uintptr_t target = found->target ^ CRT_ADDRESS_MASK;
    block_range *range = target & 15 ? NULL : blocks_range(marking->blocks, target);
    found->is_block = range && bit_at(range->starts, bit_index(range, target));
  }
}

void answers_tell_unreached(marking *marking) {
  const size_t limit = 16;
  size_t told = 0;
  for (size_t index = 0; index < marking->search->found_count && told < limit; index++) {
    crt_found *found = &marking->search->found[index];
    if (!found->is_block || is_reached(marking, found->target ^ CRT_ADDRESS_MASK)) continue;
    tell_referrers(marking, found);
    told++;
  }
}

/// Sorts by address, in place: the copy must not allocate, as `qsort` may.
static void sort_targets(crt_found **found, size_t count) {
  for (size_t gap = count / 2; gap > 0; gap /= 2) {
    for (size_t index = gap; index < count; index++) {
      crt_found *moved = found[index];
      uintptr_t target = moved->target ^ CRT_ADDRESS_MASK;
      size_t place = index;
      for (; place >= gap && (found[place - gap]->target ^ CRT_ADDRESS_MASK) > target; place -= gap)
        found[place] = found[place - gap];
      found[place] = moved;
    }
  }
}

void answers_tell_paths(marking *marking) {
  crt_search *search = marking->search;
  size_t count = search->found_count;
  crt_found **sorted = snapshot_allocate((count + 1) * sizeof *sorted);
  for (size_t index = 0; index < count; index++) sorted[index] = &search->found[index];
  sort_targets(sorted, count);
  for (size_t entry = 0; entry < marking->count; entry++) {
    uintptr_t block = marking->queue[entry].block;
    size_t low = 0;
    size_t high = count;
    while (low < high) {
      size_t middle = (low + high) / 2;
      if ((sorted[middle]->target ^ CRT_ADDRESS_MASK) < block) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    for (; low < count && (sorted[low]->target ^ CRT_ADDRESS_MASK) == block; low++) {
      if (sorted[low]->is_block) tell_path(marking, entry, sorted[low]);
    }
  }
}

#endif
