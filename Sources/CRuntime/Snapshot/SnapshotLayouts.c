#include "Snapshot.h"

#if CRT_SNAPSHOT

static size_t hash(uintptr_t isa) { return (size_t)((isa >> 3) * 0x9E3779B97F4A7C15u >> 24); }

void layouts_index(layout_table *table, const crt_search *search) {
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

const object_layout *layouts_find(const layout_table *table, uintptr_t isa) {
  size_t slot = hash(isa) & table->mask;
  for (; table->slots[slot]; slot = (slot + 1) & table->mask) {
    const object_layout *layout = &table->search->layouts[table->slots[slot] - 1];
    if (layout->form.isa == isa) return layout;
  }
  return NULL;
}

// The second word of a Swift object: bit 32 says that deinit has begun. Where the two highest bits are set, it is
// the address of a side table, shifted by three, which has the same bits in its third word
// (stdlib/public/SwiftShims/swift/shims/RefCount.h).
bool is_deinitialized(uintptr_t block, block_table *blocks) {
  uintptr_t bits = word_at(block + 8);
  if (bits >> 62 == 3) {
    uintptr_t table = bits << 3;
    if (!blocks_range(blocks, table) || word_at(table) != block) return false;
    bits = word_at(table + 16);
  }
  return bits >> 62 != 2 && (bits >> 32 & 1);
}

// MARK: Words

typedef struct {
  const crt_search *search;
  word_choice choice;
  bool (*body)(void *context, uintptr_t slot);
  void *context;
} word_visit;

static bool is_chosen(const word_visit *visit, crt_word kind) {
  return kind == CRT_WORD_STRONG ? visit->choice.strong
         : kind == CRT_WORD_PLAIN ? visit->choice.plain : false;
}

/// Visits memory of which only the first `count` words are told, by the kinds at `words`.
static bool visit_told(
    const word_visit *visit, uintptr_t start, uintptr_t end, const uint8_t *words, size_t count,
    crt_word rest) {
  size_t index = 0;
  for (uintptr_t slot = start; slot + 8 <= end; slot += 8, index++) {
    crt_word kind = index < count ? (crt_word)words[index] : rest;
    if (is_chosen(visit, kind) && !visit->body(visit->context, slot)) return false;
  }
  return true;
}

/// Visits memory that may hold a reference anywhere. Of a task's allocator what is in use is a frame, and the rest
/// is nothing.
///
/// Of a slab, the third and fourth 32-bit numbers after two words are its capacity and how much is used, the memory
/// follows after 32 bytes (stdlib/public/runtime/StackAllocator.h).
static bool visit_all(const word_visit *visit, uintptr_t start, uintptr_t end) {
  uintptr_t frames = end;
  uintptr_t unused = end;
  uintptr_t slab_end = end;
  for (uintptr_t slot = start; slot + 8 <= end; slot += 8) {
    if (slot == slab_end) frames = unused = slab_end = end;
    if (slot >= unused) continue;
    bool is_chosen = slot >= frames ? visit->choice.frames : visit->choice.memory;
    if (is_chosen && !visit->body(visit->context, slot)) return false;
    if (slot >= frames || !visit->search->task_slab || word_at(slot) != visit->search->task_slab) continue;
    if (end - slot < 32) continue;
    uint32_t capacity = *(const uint32_t *)(slot + 16);
    uint32_t used = *(const uint32_t *)(slot + 20);
    if (used > capacity || capacity > end - slot - 32) continue;
    frames = slot + 32;
    unused = frames + used;
    slab_end = frames + capacity;
  }
  return true;
}

static bool visit_array(
    const word_visit *visit, const object_layout *layout, uintptr_t block, uintptr_t end) {
  const crt_layout *form = &layout->form;
  uintptr_t first = block + form->offset;
  if (form->stride == 0 || first >= end) return true;
  uintptr_t count = word_at(block + 16);
  uintptr_t room = (end - first) / form->stride;
  if (count > room) count = room;
  for (uintptr_t index = 0; index < count; index++) {
    uintptr_t element = first + index * form->stride;
    if (!visit_told(visit, element, element + form->stride,
                    visit->search->words + layout->first_word, form->word_count, form->rest))
      return false;
  }
  return true;
}

static bool visit_table(
    const word_visit *visit, const object_layout *layout, uintptr_t block, uintptr_t end) {
  const crt_layout *form = &layout->form;
  uint8_t scale = *(const uint8_t *)(block + 32);
  uintptr_t keys = word_at(block + 48);
  uintptr_t values = form->value_stride ? word_at(block + 56) : 0;
  uintptr_t bitmap = block + form->offset;
  uintptr_t buckets = (uintptr_t)1 << (scale & 63);
  if (scale > 40 || bitmap + (buckets + 7) / 8 > end || keys < block ||
      keys + buckets * form->stride > end || (values && values + buckets * form->value_stride > end))
    return visit_all(visit, block, end);
  const uint8_t *words = visit->search->words + layout->first_word;
  for (uintptr_t bucket = 0; bucket < buckets; bucket++) {
    if (!(word_at(bitmap + bucket / 64 * 8) >> (bucket & 63) & 1)) continue;
    uintptr_t key = keys + bucket * form->stride;
    if (!visit_told(visit, key, key + form->stride, words, form->word_count, form->rest)) return false;
    if (!values) continue;
    uintptr_t value = values + bucket * form->value_stride;
    if (!visit_told(visit, value, value + form->value_stride, words + form->word_count,
                    form->value_word_count, form->rest))
      return false;
  }
  return true;
}

void layouts_visit(
    const layout_table *table, uintptr_t block, word_choice choice, block_table *blocks,
    bool (*body)(void *context, uintptr_t slot), void *context) {
  word_visit visit = {table->search, choice, body, context};
  const object_layout *layout = layouts_find(table, word_at(block));
  uintptr_t end = block + block_size(block);
  if (!layout) {
    if (choice.memory || choice.frames) visit_all(&visit, block, end);
    return;
  }
  if (is_deinitialized(block, blocks)) return;
  // An object of the libraries' in which every word counts.
  visit.choice.memory = choice.strong;
  switch (layout->form.kind) {
    case CRT_LAYOUT_ARRAY:
      visit_array(&visit, layout, block, end);
      break;
    case CRT_LAYOUT_TABLE:
      visit_table(&visit, layout, block, end);
      break;
    default:
      if (layout->form.word_count == 0 && layout->form.rest == CRT_WORD_STRONG) {
        if (choice.strong) visit_all(&visit, block, end);
        break;
      }
      visit_told(&visit, block, end, table->search->words + layout->first_word,
                 layout->form.word_count, layout->form.rest);
  }
}
#endif
