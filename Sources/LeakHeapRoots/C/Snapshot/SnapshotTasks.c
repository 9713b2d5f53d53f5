#include "Snapshot.h"

#if CRT_SNAPSHOT

// The memory for the frames of tasks' functions. A task has slabs of it, of which the first may be in the task itself; a child that
// `async let` makes is in a slab of its parent's (stdlib/public/runtime/StackAllocator.h, `AsyncTask::PrivateStorage` in
// stdlib/public/Concurrency/TaskPrivate.h).

typedef struct {
  snapshot *snapshot;
  uintptr_t task_class;
  crt_slab *slabs;
  size_t count;
  size_t limit;
  /// How many bytes of slabs may still be looked through. Those of a process do not overlap, but for a child's that is in its parent's.
  uint64_t budget;
} task_search;

enum { MOST_LOOKS_AT_A_BYTE = 4 };

/// Whether the task, or the slab, at `address` is seen for the first time.
static bool is_new(task_search *search, uintptr_t address) {
  block_range *range = blocks_range(&search->snapshot->blocks, address);
  if (!range || bit_at(range->seen, bit_index(range, address))) return false;
  set_bit(range->seen, bit_index(range, address));
  return true;
}

/// Notes the slabs of a task. What is left of a task that is over may lead to slabs that are others' by now: each slab is that of the
/// first task that has it.
static void add_slabs(task_search *search, uintptr_t task) {
  const crt_search *shared = search->snapshot->search;
  const uintptr_t header = (uintptr_t)crt_facts.slab_header;
  uintptr_t first = task + (uintptr_t)crt_facts.task_first_slab;
  uintptr_t slab = words_are_readable(shared, first, 8) ? word_at(first) : 0;
  while (slab && !(slab & 7) && words_are_readable(shared, slab, header) && word_at(slab) == shared->task_slab &&
         is_new(search, slab)) {
    if (search->count == search->limit) {
      search->snapshot->search->is_cut = true;
      return;
    }
    uint32_t capacity = *(const uint32_t *)(slab + crt_facts.slab_capacity);
    search->slabs[search->count++] = (crt_slab){task, slab + header, slab + header + capacity};
    slab = word_at(slab + crt_facts.slab_next);
  }
}

static void visit_task(void *context, block_range *range, uintptr_t block) {
  (void)range;
  task_search *search = context;
  if (word_at(block) == search->task_class && is_new(search, block)) add_slabs(search, block);
}

/// Notes the slabs of the tasks that are in the part of a slab that is in use.
static void look_in(task_search *search, crt_slab slab) {
  uintptr_t size = slab.end - slab.start;
  uint32_t used = *(const uint32_t *)(slab.start - crt_facts.slab_header + crt_facts.slab_used);
  if (used < size) size = used;
  if (size > search->budget || !words_are_readable(search->snapshot->search, slab.start, size)) return;
  search->budget -= size;
  for (uintptr_t place = slab.start; place + 16 <= slab.start + size; place += 16) {
    STEP();
    if (word_at(place) == search->task_class && is_new(search, place)) add_slabs(search, place);
  }
}

void tasks_write_slabs(snapshot *snapshot) {
  crt_search *shared = snapshot->search;
  size_t room;
  task_search search = {
      .snapshot = snapshot, .task_class = shared->argument, .slabs = snapshot_output(shared, &room)};
  search.limit = room / sizeof(crt_slab);
  search.budget = shared->figures.bytes * MOST_LOOKS_AT_A_BYTE;
  shared->output_count = 0;
  shared->is_cut = false;
  if (crt_feature_is_off(CRT_FEATURE_TASKS)) return;
  block_table *blocks = &snapshot->blocks;
  for (size_t index = 0; index < blocks->count; index++) {
    blocks->ranges[index].seen = snapshot_allocate(bit_words(&blocks->ranges[index]) * sizeof(uint64_t));
  }
  blocks_visit(blocks, visit_task, &search);
  for (size_t index = 0; index < search.count; index++) look_in(&search, search.slabs[index]);
  for (size_t index = 0; index < blocks->count; index++) {
    snapshot_free(blocks->ranges[index].seen, bit_words(&blocks->ranges[index]) * sizeof(uint64_t));
  }
  shared->output_count = search.count;
}
#endif
