#include "SnapshotMarking.h"

#if CRT_SNAPSHOT

/// Whether a word in `holder` that leads to `block` may be left from before: C memory is not cleared, and what it has
/// of the program's objects it has through blocks and tasks.
static bool is_loose(const marking *marking, uintptr_t holder, uintptr_t block) {
  const crt_search *search = marking->search;
  if (!holder || word_at(holder) == search->block_class ||
      types_is_metadata(search, word_at(holder)))
    return false;
  const object_layout *layout = layouts_find(&marking->layouts, word_at(block));
  bool is_systems = layout && layout->form.word_count == 0 && layout->form.rest == CRT_WORD_STRONG;
  return layout && !is_systems;
}

static void visit(marking *marking, uintptr_t slot, uintptr_t holder, uint32_t parent, uint8_t root) {
  block_range *range;
  uintptr_t block = block_in(marking->blocks, word_at(slot), &range);
  if (!block || (holder && is_side_table(holder, block))) return;
  size_t index = bit_index(range, block);
  if (bit_at(range->reached, index) || marking->count == marking->capacity) return;
  if (!marking->is_doubtful && is_loose(marking, holder, block)) return;
  set_bit(range->reached, index);
  marking->queue[marking->count++] = (reached_block){
      block, slot, parent, root,
      !marking->is_doubtful && (parent == ROOT || marking->queue[parent].is_sure)};
}

/// The block whose words are being visited.
typedef struct {
  marking *marking;
  uintptr_t block;
  uint32_t entry;
  uint8_t root;
} block_visit;

static bool visit_slot(void *context, uintptr_t slot) {
  const block_visit *from = context;
  visit(from->marking, slot, from->block, from->entry, from->root);
  return true;
}

/// Visits the words of a block that `choice` says.
static void scan(marking *marking, uint32_t entry, word_choice choice) {
  reached_block reached = marking->queue[entry];
  block_visit from = {marking, reached.block, entry, reached.root};
  layouts_visit(&marking->layouts, reached.block, choice, marking->blocks, visit_slot, &from);
}

static void drain(marking *marking) {
  for (; marking->drained < marking->count; marking->drained++) {
    scan(marking, (uint32_t)marking->drained, marking->choice);
  }
}

/// Follows words of the first `count` blocks, which were reached without them.
static void follow_in(marking *marking, size_t count, word_choice more) {
  for (size_t entry = 0; entry < count; entry++) scan(marking, (uint32_t)entry, more);
  drain(marking);
}

/// Follows words of everything that was reached without them, and from now on.
static void follow_too(marking *marking, word_choice more) {
  marking->choice.plain |= more.plain;
  marking->choice.frames |= more.frames;
  follow_in(marking, marking->count, more);
}

static void mark_range(marking *marking, uintptr_t start, uintptr_t end, uint8_t root) {
  for (uintptr_t slot = (start + 7) & ~(uintptr_t)7; slot + 8 <= end; slot += 8) {
    visit(marking, slot, 0, ROOT, root);
  }
}

// MARK: Roots

static void mark_data(marking *marking, int kind) {
  const crt_search *search = marking->search;
  for (size_t index = 0; index < search->data_count; index++) {
    const data_range *data = &search->data[index];
    if (data->kind != kind) continue;
    // Parts of a segment may have become read-only; they hold no changing references, but are readable.
    mark_range(marking, data->start, data->end,
               kind == ROOT_RUNTIME ? CRT_ROOT_LIBRARY : (uint8_t)kind);
  }
  drain(marking);
}

/// Marks from the frames that can be told.
static void mark_stacks(marking *marking, bool own) {
  for (size_t index = 0; index < marking->stacks->count; index++) {
    const thread_stack *stack = &marking->stacks->stacks[index];
    if (stack->is_abandoned || stack->is_own != own) continue;
    mark_range(marking, stack->frames, stacks_frames_end(stack, marking->search), CRT_ROOT_STACK);
  }
  drain(marking);
}

/// Marks from what the program has for each thread, or from what the libraries have, which use such places
/// as caches of memory that was given back.
static void mark_thread_variables(marking *marking, bool programs) {
  for (size_t index = 0; index < marking->stacks->count; index++) {
    const thread_stack *stack = &marking->stacks->stacks[index];
    if (stack->is_abandoned) continue;
    thread_range variables = programs ? stacks_program_variables(stack, marking->search)
                                      : stacks_variables(stack, marking->search);
    mark_range(marking, variables.start, variables.end, CRT_ROOT_THREAD_LOCAL);
    thread_range values = stacks_values(stack);
    if (programs) mark_range(marking, values.start, values.end, CRT_ROOT_THREAD_LOCAL);
  }
  drain(marking);
}

/// Marks from the rest of the stacks, which may be left from functions that have returned.
static void mark_stack_remains(marking *marking) {
  for (size_t index = 0; index < marking->stacks->count; index++) {
    const thread_stack *stack = &marking->stacks->stacks[index];
    if (stack->is_abandoned) continue;
    mark_range(marking, stack->top, stacks_frames_end(stack, marking->search), CRT_ROOT_STACK);
  }
  drain(marking);
}

/// Marks from the frames of the kit's own functions: they may have saved the registers of their caller, which is the
/// program.
static void mark_own_frames(marking *marking) {
  const crt_search *search = marking->search;
  const thread_stack *stack = stacks_at(marking->stacks, search->own_stack_begin);
  if (!stack || search->own_stack_begin >= stack->top) return;
  mark_range(marking, search->own_stack_begin, stack->top, CRT_ROOT_STACK);
  drain(marking);
}

/// Marks from a part of a mapping that holds no block.
static void mark_gap(marking *marking, uintptr_t start, uintptr_t end) {
  const crt_search *search = marking->search;
  for (size_t index = 0; index < search->data_count; index++) {
    const data_range *data = &search->data[index];
    if (data->end <= start || data->start >= end) continue;
    if (data->start > start) mark_gap(marking, start, data->start);
    if (data->end < end) mark_gap(marking, data->end, end);
    return;
  }
  mark_range(marking, start, end, CRT_ROOT_MAPPING);
}

static void mark_mappings(marking *marking) {
  const crt_search *search = marking->search;
  const uint32_t wanted = CRT_REGION_READABLE | CRT_REGION_WRITABLE;
  const uint32_t unwanted =
      CRT_REGION_IMAGE | CRT_REGION_STACK | CRT_REGION_HEAP | CRT_REGION_SHARED;
  for (size_t index = 0; index < search->region_count; index++) {
    crt_region region = search->regions[index];
    if ((region.flags & (wanted | unwanted)) != wanted) continue;
    if (stacks_at(marking->stacks, region.start)) continue;
    uintptr_t start = region.start;
    for (size_t range = 0; range < marking->blocks->count; range++) {
      const block_range *blocks = &marking->blocks->ranges[range];
      if (blocks->start < start || blocks->end > region.end) continue;
      if (blocks->start > start) mark_gap(marking, start, blocks->start);
      start = blocks->end;
    }
    if (start < region.end) mark_gap(marking, start, region.end);
  }
  drain(marking);
}

void mark_from_roots(crt_search *search, block_table *blocks, const stack_table *stacks) {
  marking marking = {.search = search, .blocks = blocks, .stacks = stacks, .choice = {.strong = true}};
  marking.capacity = search->figures.blocks + 1;
  marking.queue = snapshot_allocate(marking.capacity * sizeof(reached_block));
  layouts_index(&marking.layouts, search);
  answers_find_targets(&marking);
  for (size_t index = 0; index < search->left_out_count; index++) {
    block_range *range = blocks_range(blocks, search->left_out[index]);
    if (range) set_bit(range->reached, bit_index(range, search->left_out[index]));
  }
  // The most telling roots come first: what several reach is told by the first.
  mark_data(&marking, CRT_ROOT_PROGRAM);
  // Queues and sources are linked with those of others: a variable that has one holds what Swift objects lead to.
  size_t program_count = marking.count;
  marking.choice.memory = true;
  mark_data(&marking, CRT_ROOT_LIBRARY);
  follow_in(&marking, program_count, (word_choice){.memory = true});
  mark_thread_variables(&marking, true);
  mark_stacks(&marking, false);
  mark_stacks(&marking, true);
  search->figures.reached = marking.count;
  answers_tell_unreached(&marking);
  // What follows may hold an object, or only look as if it did.
  marking.is_doubtful = true;
  mark_own_frames(&marking);
  follow_too(&marking, (word_choice){.frames = true});
  follow_too(&marking, (word_choice){.memory = true});
  mark_thread_variables(&marking, false);
  mark_mappings(&marking);
  follow_too(&marking, (word_choice){.plain = true});
  mark_stack_remains(&marking);
  // Caches of types and conformances hold no objects, but memory in which much looks like it.
  mark_data(&marking, ROOT_RUNTIME);
  answers_tell_paths(&marking);
}
#endif
