#include "Snapshot.h"

#if CRT_SNAPSHOT

static size_t hash(uintptr_t isa) { return (size_t)((isa >> 3) * 0x9E3779B97F4A7C15u >> 24); }

/// Sorts in place: the copy must not allocate, as `qsort` may.
static void sort(uintptr_t *words, size_t count) {
  for (size_t gap = count / 2; gap > 0; gap /= 2) {
    for (size_t index = gap; index < count; index++) {
      uintptr_t word = words[index];
      size_t place = index;
      for (; place >= gap && words[place - gap] > word; place -= gap) words[place] = words[place - gap];
      words[place] = word;
    }
  }
}

void layouts_index(layout_table *table, crt_search *search) {
  if (!table->slots) {
    size_t capacity = 256;
    while (capacity < search->layout_count * 4) capacity *= 2;
    table->search = search;
    table->mask = capacity - 1;
    table->slots = snapshot_allocate(capacity * sizeof(uint32_t));
    for (size_t index = 0; index < search->layout_count; index++) {
      size_t slot = hash(search->layouts[index].form.isa) & table->mask;
      while (table->slots[slot]) slot = (slot + 1) & table->mask;
      table->slots[slot] = (uint32_t)index + 1;
    }
  }
  sort(search->denied, search->denied_count);
  table->denied = search->denied;
  table->denied_count = search->denied_count;
}

const object_layout *layouts_find(const layout_table *table, uintptr_t isa) {
  size_t slot = hash(isa) & table->mask;
  for (; table->slots[slot]; slot = (slot + 1) & table->mask) {
    const object_layout *layout = &table->search->layouts[table->slots[slot] - 1];
    if (layout->form.isa == isa) return layout;
  }
  return NULL;
}

bool layouts_is_typed(const layout_table *table, uintptr_t block) {
  uintptr_t isa = word_at(block);
  return (isa && isa == table->search->block_class) || layouts_find(table, isa);
}

// A side table has the address of its object, and the counts.
bool object_counts(uintptr_t block, block_table *blocks, uintptr_t *bits) {
  *bits = word_at(block + crt_facts.counts_offset);
  if (crt_has_side_table(*bits)) {
    uintptr_t table = crt_side_table(*bits);
    if (!blocks_range(blocks, table) || word_at(table + crt_facts.side_table_object) != block) return false;
    *bits = word_at(table + crt_facts.side_table_counts);
  }
  return !crt_is_immortal(*bits);
}

bool is_deinitialized(uintptr_t block, block_table *blocks) {
  uintptr_t bits;
  return object_counts(block, blocks, &bits) && crt_has_begun_deinit(bits);
}

// MARK: Words

typedef struct {
  const layout_table *table;
  word_visitor body;
  void *context;
} word_visit;

static bool is_denied(const layout_table *table, uintptr_t slot) {
  size_t low = 0;
  size_t high = table->denied_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (table->denied[middle] < slot) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < table->denied_count && table->denied[low] == slot;
}

/// Tells what a word is that has this kind by the type.
CRT_INLINE bool visit_word(const word_visit *visit, uintptr_t slot, crt_word kind) {
  const bool may_be_anything = kind == CRT_WORD_MAYBE_OPEN;
  switch (kind) {
    case CRT_WORD_CONTEXT:
      kind = word_at(slot - 8) ? CRT_WORD_STRONG : CRT_WORD_NEVER;
      break;
    case CRT_WORD_MAYBE:
    case CRT_WORD_MAYBE_OPEN:
      kind = visit->table->denied_count && is_denied(visit->table, slot) ? CRT_WORD_NEVER : CRT_WORD_MAYBE;
      break;
    default: break;
  }
  return visit->body(visit->context, slot, kind) &&
         (!may_be_anything || visit->body(visit->context, slot, CRT_WORD_OPEN));
}

/// Visits memory of which the first `count` words are told, by the kinds at `words`.
static bool visit_typed(
    const word_visit *visit, uintptr_t start, uintptr_t end, const uint8_t *words, size_t count,
    crt_word rest) {
  size_t index = 0;
  // References are aligned.
  if (start & 7) return true;
  if (rest == CRT_WORD_NEVER && end > start + count * 8) end = start + count * 8;
  for (uintptr_t slot = start; slot + 8 <= end; slot += 8, index++) {
    if (index < count && words[index] == CRT_WORD_NEVER) continue;
    if (!visit_word(visit, slot, index < count ? (crt_word)words[index] : rest)) return false;
  }
  return true;
}

static void visit_array(
    const word_visit *visit, const object_layout *layout, uintptr_t block, uintptr_t end) {
  const crt_layout *form = &layout->form;
  uintptr_t first = block + form->offset;
  if (form->stride == 0 || first >= end) return;
  uintptr_t count = word_at(block + crt_facts.array_count);
  uintptr_t room = (end - first) / form->stride;
  if (count > room) count = room;
  const uint8_t *words = visit->table->search->words + layout->first_word;
  for (uintptr_t index = 0; index < count; index++) {
    uintptr_t element = first + index * form->stride;
    if (!visit_typed(visit, element, element + form->stride, words, form->word_count, form->rest)) return;
  }
}

static bool visit_all(const word_visit *visit, uintptr_t start, uintptr_t end) {
  for (uintptr_t slot = start; slot + 8 <= end; slot += 8) {
    if (!visit->body(visit->context, slot, CRT_WORD_OPEN)) return false;
  }
  return true;
}

/// Whether `count` elements of `stride` bytes from `start` on are in the memory.
static bool has_room(crt_range memory, uintptr_t start, uintptr_t count, uintptr_t stride) {
  if (start < memory.start || start > memory.end) return false;
  return !stride || count <= (memory.end - start) / stride;
}

static void visit_table(
    const word_visit *visit, const object_layout *layout, uintptr_t block, uintptr_t end) {
  const crt_layout *form = &layout->form;
  const crt_range memory = {block, end};
  uintptr_t header = (uintptr_t)(crt_facts.table_values > crt_facts.table_keys ? crt_facts.table_values : crt_facts.table_keys) + 8;
  if (header > end - block || form->offset > end - block) {
    visit_all(visit, block, end);
    return;
  }
  uint8_t scale = *(const uint8_t *)(block + crt_facts.table_scale);
  uintptr_t keys = word_at(block + crt_facts.table_keys);
  uintptr_t values = form->value_stride ? word_at(block + crt_facts.table_values) : 0;
  uintptr_t bitmap = block + form->offset;
  uintptr_t buckets = (uintptr_t)1 << (scale & 63);
  // What is written meanwhile, or is no table, may lead anywhere.
  if (scale > 40 || !has_room(memory, bitmap, (buckets + 63) / 64, 8) || !has_room(memory, keys, buckets, form->stride) ||
      (values && !has_room(memory, values, buckets, form->value_stride))) {
    visit_all(visit, block, end);
    return;
  }
  const uint8_t *words = visit->table->search->words + layout->first_word;
  for (uintptr_t bucket = 0; bucket < buckets; bucket++) {
    if (!(word_at(bitmap + bucket / 64 * 8) >> (bucket & 63) & 1)) continue;
    uintptr_t key = keys + bucket * form->stride;
    if (!visit_typed(visit, key, key + form->stride, words, form->word_count, form->rest)) return;
    if (!values) continue;
    uintptr_t value = values + bucket * form->value_stride;
    if (!visit_typed(visit, value, value + form->value_stride, words + form->word_count,
                    form->value_word_count, form->rest))
      return;
  }
}

// A bit of a block's flags says that it has copy and dispose helpers, so it may own something. What the Swift compiler makes of
// a closure captures the closure: code and context. A block that libdispatch makes for a work item has a magic number in
// place of the code, and further on the block that was given and a group
// (dispatch_block_private_data_s in libdispatch's src/queue_internal.h).
enum { LARGEST_BLOCK = 1 << 16 };

static void visit_block(const word_visit *visit, uintptr_t block, uintptr_t end) {
  uint32_t flags = *(const uint32_t *)(block + crt_facts.block_flags);
  uintptr_t descriptor = word_at(block + crt_facts.block_descriptor);
  uintptr_t header = (uintptr_t)crt_facts.block_captures;
  if (!(flags >> crt_facts.block_owns_bit & 1) || descriptor & 7) return;
  if (!words_are_readable(visit->table->search, descriptor, (size_t)crt_facts.block_size + 8)) return;
  uintptr_t size = word_at(descriptor + crt_facts.block_size);
  if (size < header || size > LARGEST_BLOCK || size > end - block) return;
  bool is_work_item = size >= (uintptr_t)crt_facts.work_item_block + 8 &&
                      word_at(block + header) == (uintptr_t)crt_facts.work_item_magic &&
                      !crt_feature_is_off(CRT_FEATURE_DISPATCH);
  // The compiler makes a block from a closure by a thunk that captures its code and its context. Another language's may be as large.
  bool is_closure = size == header + 16 && process_has_code_at(visit->table->search, word_at(block + header));
  for (uintptr_t slot = block + header; slot + 8 <= block + size; slot += 8) {
    intptr_t offset = (intptr_t)(slot - block);
    crt_word kind = CRT_WORD_OPEN;
    if (is_work_item) {
      bool is_owned = offset == crt_facts.work_item_block || offset == crt_facts.work_item_group;
      kind = is_owned ? CRT_WORD_STRONG : CRT_WORD_NEVER;
    }
    if (is_closure) kind = slot - block == header ? CRT_WORD_NEVER : CRT_WORD_CONTEXT;
    if (!visit_word(visit, slot, kind)) return;
  }
}

// A task's flags say that it is over; what it returned lies behind its own fields (`ActiveTaskStatus` and
// `AsyncTask::PrivateStorage` in stdlib/public/Concurrency/TaskPrivate.h, `FutureFragment` in include/swift/ABI/Task.h).

static bool is_complete_task(const object_layout *layout, uintptr_t block) {
  return layout->form.kind == CRT_LAYOUT_TASK && !crt_feature_is_off(CRT_FEATURE_TASKS) &&
         block_size(block) >= (uintptr_t)crt_facts.task_fields &&
         (*(const uint32_t *)(block + crt_facts.task_status) >> crt_facts.task_complete_bit & 1);
}

bool layouts_is_pending(const object_layout *layout, uintptr_t block) {
  return layout->form.is_pending && !is_complete_task(layout, block);
}

static void visit_task(
    const word_visit *visit, const object_layout *layout, uintptr_t block, uintptr_t end) {
  if (!is_complete_task(layout, block)) {
    visit_all(visit, block, end);
    return;
  }
  for (uintptr_t slot = block + crt_facts.task_fields; slot + 8 <= end; slot += 8) {
    if (!visit_word(visit, slot, CRT_WORD_MAYBE)) return;
  }
}

/// Whether a key path says that there are no references in it.
static bool is_trivial_key_path(uintptr_t block, uintptr_t end) {
  uintptr_t header = block + (uintptr_t)crt_facts.key_path_header;
  if (crt_feature_is_off(CRT_FEATURE_KEY_PATHS) || header + 8 > end) return false;
  return *(const uint32_t *)header >> crt_facts.key_path_trivial_bit & 1;
}

static void visit_words(
    const word_visit *visit, const object_layout *layout, uintptr_t block, block_table *blocks) {
  uintptr_t end = block + block_size(block);
  if (!layout) {
    if (layouts_is_typed(visit->table, block)) {
      visit_block(visit, block, end);
    } else {
      visit_all(visit, block, end);
    }
    return;
  }
  if (is_deinitialized(block, blocks)) return;
  if (layout->form.kind == CRT_LAYOUT_KEY_PATH && is_trivial_key_path(block, end)) return;
  switch (layout->form.kind) {
    case CRT_LAYOUT_ARRAY: visit_array(visit, layout, block, end); break;
    case CRT_LAYOUT_TABLE: visit_table(visit, layout, block, end); break;
    case CRT_LAYOUT_TASK: visit_task(visit, layout, block, end); break;
    default: {
      uintptr_t told = (uintptr_t)layout->form.word_count * 8;
      bool is_slack = layout->form.slack && end - block <= told + layout->form.slack;
      // The header owns nothing.
      visit_typed(visit, block, end, visit->table->search->words + layout->first_word,
                 layout->form.word_count, is_slack ? CRT_WORD_NEVER : layout->form.rest);
    }
  }
}

void layouts_visit(
    const layout_table *table, const object_layout *layout, uintptr_t block, block_table *blocks,
    word_visitor body, void *context) {
  word_visit visit = {table, body, context};
  visit_words(&visit, layout, block, blocks);
}

// MARK: The frames of asynchronous functions

// A task's first slab is in the task's own memory.

static frame_state state_in(const frame_cursor *cursor, uintptr_t slot) {
  if (slot < cursor->first || slot >= cursor->end) return NO_FRAME;
  return slot < cursor->used_end ? USED_FRAME : UNUSED_FRAME;
}

frame_state layouts_frame_state(const crt_search *search, frame_cursor *cursor, uintptr_t slot) {
  if (!search->task_slab || crt_feature_is_off(CRT_FEATURE_TASKS)) return NO_FRAME;
  if (!cursor->place || slot < cursor->first) *cursor = (frame_cursor){cursor->block, cursor->block, 0, 0, 0};
  uintptr_t end = cursor->block + block_size(cursor->block);
  uintptr_t header = (uintptr_t)crt_facts.slab_header;
  for (; cursor->place < slot && header <= end - cursor->place; cursor->place += 8) {
    STEP();
    uintptr_t slab = cursor->place;
    if (word_at(slab) != search->task_slab) continue;
    uint32_t capacity = *(const uint32_t *)(slab + crt_facts.slab_capacity);
    uint32_t used = *(const uint32_t *)(slab + crt_facts.slab_used);
    uintptr_t first = slab + header;
    if (used > capacity || capacity > end - first) continue;
    cursor->first = first;
    cursor->used_end = first + used;
    cursor->end = first + capacity;
    cursor->place = (first + capacity - 8) & ~(uintptr_t)7;
  }
  return state_in(cursor, slot);
}
#endif
