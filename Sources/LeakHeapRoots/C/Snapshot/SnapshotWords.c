#include "Snapshot.h"

#if CRT_SNAPSHOT
#include <string.h>

// Words that are the addresses of objects, in places that have no types.

enum {
  /// More words than this with one address say no more.
  HITS_FOR_ONE = 64,
  /// The bytes up to which a block is looked through before its layout is looked for.
  SMALL_BLOCK = 128,
  /// The addresses that a mark tells apart, of objects 16 bytes apart: a power of two.
  MARKS = 1 << 12,
};

/// How many words with an address were found.
typedef struct {
  uintptr_t target;
  size_t count;
} hit_tally;

typedef struct {
  snapshot *snapshot;
  crt_hit *hits;
  size_t count;
  size_t limit;
  /// By address; their number is a power of two, so that half of them stay empty.
  hit_tally *tallies;
  size_t tally_places;
  /// Where all that is asked for lies.
  crt_range wanted;
  /// Which marks addresses of it have: it may lie far apart, with most other objects in between.
  uint8_t *marks;
  /// Where the words are that are looked at.
  crt_place place;
  uint32_t thread;
  uintptr_t block;
  /// How far the block has been looked through for frames of tasks.
  frame_cursor frames;
} word_search;

static hit_tally *tally_of(const word_search *search, uintptr_t target) {
  size_t place = (target >> 4) * 0x9E3779B97F4A7C15u >> 32 & (search->tally_places - 1);
  while (search->tallies[place].target && search->tallies[place].target != target) {
    place = (place + 1) & (search->tally_places - 1);
  }
  return &search->tallies[place];
}

/// The object asked for that the word at `slot` in `block` is the address of, or 0.
CRT_INLINE uintptr_t wanted_in(const word_search *search, uintptr_t block, uintptr_t slot) {
  uintptr_t address = word_at(slot) & (uintptr_t)crt_facts.pointer_bits;
  // Most words are none of the few that are asked for.
  if (address < search->wanted.start || address >= search->wanted.end) return 0;
  block_range *range;
  uintptr_t target = block_in(&search->snapshot->blocks, address, &range);
  return target && target != block && bit_at(range->wanted, bit_index(range, target)) ? target : 0;
}

/// The same for a word that keeps it in use, and not only its memory.
CRT_INLINE uintptr_t wanted_at(const word_search *search, uintptr_t slot) {
  uintptr_t target = wanted_in(search, search->block, slot);
  return target && is_side_table(search->block, target) ? 0 : target;
}

static void note(word_search *search, uintptr_t slot, uintptr_t target) {
  hit_tally *tally = tally_of(search, target);
  if (tally->count == HITS_FOR_ONE) return;
  // Of what is left out nobody is to believe that there is no word.
  if (search->count == search->limit) {
    search->snapshot->search->status = CRT_SEARCH_TOO_LARGE;
    return;
  }
  *tally = (hit_tally){target, tally->count + 1};
  search->hits[search->count++] = (crt_hit){slot, target, search->block, search->place, search->thread};
}

CRT_INLINE void look(word_search *search, uintptr_t slot) {
  uintptr_t target = wanted_at(search, slot);
  if (target) note(search, slot, target);
}

CRT_INLINE size_t mark_of(uintptr_t address) { return address >> 4 & (MARKS - 1); }

/// The first word from `slot` to `end` that may be the address of something that is asked for, or `end`. Most words are not even
/// near: eight are looked at at a time, as code that is not optimised spends most of its time on the loop itself.
static uintptr_t next_near(const word_search *search, uintptr_t slot, uintptr_t end) {
  const uintptr_t bits = (uintptr_t)crt_facts.pointer_bits;
  const uintptr_t start = search->wanted.start;
  const uintptr_t room = search->wanted.end - start;
  const uint8_t *marks = search->marks;
#define IS_NEAR(index) ((word[index] & bits) - start < room)
#define IS_MARKED(index) marks[mark_of(word[index])]
#define ANY(is) (is(0) | is(1) | is(2) | is(3) | is(4) | is(5) | is(6) | is(7))
  for (; slot + 64 <= end; slot += 64) {
    const uintptr_t *word = (const uintptr_t *)slot;
    if (ANY(IS_NEAR) && ANY(IS_MARKED)) break;
  }
  for (; slot + 8 <= end; slot += 8) {
    const uintptr_t *word = (const uintptr_t *)slot;
    if (IS_NEAR(0) && IS_MARKED(0)) return slot;
  }
#undef ANY
#undef IS_MARKED
#undef IS_NEAR
  return end;
}

/// Looks at all words from `start` to `end`, but for what is left out.
static void look_in(word_search *search, uintptr_t start, uintptr_t end, crt_place place) {
  search->place = place;
  for (uintptr_t slot = (start + 7) & ~(uintptr_t)7; slot + 8 <= end;) {
    uintptr_t next;
    bool is_left_out = process_is_left_out(search->snapshot->search, slot, end, &next);
    if (!is_left_out) {
      for (slot = next_near(search, slot, next); slot + 8 <= next; slot = next_near(search, slot + 8, next)) {
        look(search, slot);
      }
    }
    slot = (next + 7) & ~(uintptr_t)7;
    if (next == end) return;
  }
}

static bool look_at_word(void *context, uintptr_t slot, crt_word kind) {
  word_search *search = context;
  uintptr_t target = kind == CRT_WORD_OPEN ? wanted_at(search, slot) : 0;
  if (!target) return true;
  frame_state frame = layouts_frame_state(search->snapshot->search, &search->frames, slot);
  if (frame == UNUSED_FRAME) return true;
  search->place = frame == USED_FRAME ? CRT_PLACE_TASK_FRAME : CRT_PLACE_BLOCK;
  note(search, slot, target);
  return true;
}

/// Whether any word of the block may be one of those asked for: most blocks have none, and most words are not even near.
static bool has_wanted(const word_search *search, uintptr_t block) {
  const uintptr_t end = block + block_size(block) / 8 * 8;
  for (uintptr_t slot = next_near(search, block, end); slot < end; slot = next_near(search, slot + 8, end)) {
    if (wanted_in(search, block, slot)) return true;
  }
  return false;
}

/// Looks at the words of an object whose end has begun. What is over, and was not freed since unowned references lead to it, has its words
/// still: there may be many such, and others have to be noted as well.
static void look_in_ending(word_search *search, uintptr_t block) {
  const uintptr_t end = block + block_size(block) / 8 * 8;
  for (uintptr_t slot = next_near(search, block, end); slot < end; slot = next_near(search, slot + 8, end)) {
    uintptr_t target = wanted_at(search, slot);
    if (!target || tally_of(search, target)->count >= HITS_FOR_ONE / 2) continue;
    search->place = CRT_PLACE_BLOCK;
    note(search, slot, target);
  }
}

static void look_in_block(void *context, block_range *range, uintptr_t block) {
  word_search *search = context;
  uintptr_t next;
  if (bit_at(range->spare, bit_index(range, block))) return;
  // To find the layout takes as long as to look at a few words.
  const bool is_small = block_size(block) <= SMALL_BLOCK;
  if (is_small && !has_wanted(search, block)) return;
  const layout_table *layouts = &search->snapshot->layouts;
  const object_layout *layout = layouts_find(layouts, word_at(block));
  // Of what an object has whose end has begun, nobody knows what it has let go of.
  const bool is_ending = layout && is_deinitialized(block, &search->snapshot->blocks);
  if (layout && !layout->has_open && !is_ending) return;
  if (!is_small && !has_wanted(search, block)) return;
  if (process_is_left_out(search->snapshot->search, block, block + 8, &next)) return;
  search->block = block;
  search->frames = (frame_cursor){.block = block};
  if (is_ending) {
    look_in_ending(search, block);
  } else {
    layouts_visit(layouts, layout, block, &search->snapshot->blocks, look_at_word, search);
  }
  search->block = 0;
}

static void look_in_data(word_search *search) {
  const crt_search *shared = search->snapshot->search;
  for (size_t index = 0; index < shared->data_count; index++) {
    const data_range *data = &shared->data[index];
    if (data->place >= 0) look_in(search, data->range.start, data->range.end, (crt_place)data->place);
  }
}

static void look_in_threads(word_search *search) {
  const stack_table *stacks = &search->snapshot->stacks;
  for (size_t index = 0; index < stacks->count; index++) {
    const thread_stack *stack = &stacks->stacks[index];
    if (stack->thread < 0) continue;
    search->thread = (uint32_t)stack->thread;
    crt_range frames = stacks_frames(stack, search->snapshot->search);
    look_in(search, frames.start, frames.end, CRT_PLACE_STACK);
    crt_range variables = stacks_variables(stack, search->snapshot->search);
    look_in(search, variables.start, variables.end, CRT_PLACE_THREAD_LOCAL);
    crt_range values = stacks_values(stack, search->snapshot->search);
    look_in(search, values.start, values.end, CRT_PLACE_THREAD_VALUE);
  }
  search->thread = 0;
}

/// Looks at those pages of a mapping that anything was ever written to.
static void look_in_pages(word_search *search, uintptr_t start, uintptr_t end) {
  const uintptr_t page = 4096;
  while (start < end) {
    uintptr_t next = (start | (page - 1)) + 1;
    if (next > end) next = end;
    if (pages_may_have_contents(&search->snapshot->pages, start & ~(page - 1), end, false))
      look_in(search, start, next, CRT_PLACE_MAPPING);
    start = next;
  }
}

/// Where the first stack, or data of an image's, is that has a part from `start` to `end`; an empty range at `end` where none has.
static crt_range first_other(const word_search *search, uintptr_t start, uintptr_t end) {
  const crt_search *shared = search->snapshot->search;
  const stack_table *stacks = &search->snapshot->stacks;
  crt_range first = {end, end};
  for (size_t index = 0; index < stacks->count + shared->data_count; index++) {
    crt_range other = index < stacks->count
                          ? (crt_range){stacks->stacks[index].start, stacks->stacks[index].end}
                          : shared->data[index - stacks->count].range;
    if (other.end > start && other.start < first.start && other.start < other.end) first = other;
  }
  return first;
}

/// Looks at a part of a mapping that holds no block, but for stacks and images' data.
static void look_in_gap(word_search *search, uintptr_t start, uintptr_t end) {
  while (start < end) {
    STEP();
    crt_range other = first_other(search, start, end);
    if (other.start > start) look_in_pages(search, start, other.start);
    if (other.end <= start) return;
    start = other.end;
  }
}

static void look_in_mappings(word_search *search) {
  const crt_search *shared = search->snapshot->search;
  const uint32_t wanted = CRT_REGION_READABLE | CRT_REGION_WRITABLE;
  const uint32_t unwanted = CRT_REGION_IMAGE | CRT_REGION_STACK | CRT_REGION_HEAP | CRT_REGION_SHARED;
  for (size_t index = 0; index < shared->region_count; index++) {
    crt_region region = shared->regions[index];
    if ((region.flags & (wanted | unwanted)) != wanted) continue;
    uintptr_t start = region.start;
    for (size_t range = 0; range < search->snapshot->blocks.count; range++) {
      const block_range *blocks = &search->snapshot->blocks.ranges[range];
      if (blocks->start < start || blocks->end > region.end) continue;
      if (blocks->start > start) look_in_gap(search, start, blocks->start);
      start = blocks->end;
    }
    if (start < region.end) look_in_gap(search, start, region.end);
  }
}

/// Notes which blocks are asked for, and where they lie; or that none is any more.
static void set_wanted(word_search *search, bool is_wanted) {
  const crt_search *shared = search->snapshot->search;
  search->wanted = (crt_range){UINTPTR_MAX, 0};
  for (size_t index = 0; index < shared->input_count; index++) {
    uintptr_t block = shared->exchange[index] ^ CRT_ADDRESS_MASK;
    block_range *range = NULL;
    if (block_in(&search->snapshot->blocks, block, &range) != block || !range) continue;
    size_t place = bit_index(range, block);
    if (!is_wanted) {
      clear_bit(range->wanted, place);
      continue;
    }
    set_bit(range->wanted, place);
    search->marks[mark_of(block)] = true;
    if (block < search->wanted.start) search->wanted.start = block;
    if (block >= search->wanted.end) search->wanted.end = block + 1;
  }
}

void words_write_hits(snapshot *snapshot) {
  crt_search *shared = snapshot->search;
  size_t room;
  word_search search = {.snapshot = snapshot, .hits = snapshot_output(shared, &room)};
  search.limit = room / sizeof(crt_hit);
  search.tally_places = 2;
  while (search.tally_places < 2 * shared->input_count) search.tally_places *= 2;
  search.tallies = snapshot_allocate(search.tally_places * sizeof(hit_tally));
  search.marks = snapshot_allocate(MARKS);
  if (!snapshot->has_spares) spares_find(snapshot);
  snapshot->has_spares = true;
  set_wanted(&search, true);
  look_in_data(&search);
  look_in_threads(&search);
  blocks_visit(&snapshot->blocks, look_in_block, &search);
  look_in_mappings(&search);
  set_wanted(&search, false);
  snapshot_free(search.marks, MARKS);
  snapshot_free(search.tallies, search.tally_places * sizeof(hit_tally));
  shared->output_count = search.count;
}
#endif
