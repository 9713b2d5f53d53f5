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
    size_t slot = hash(search->layouts[index].isa) & table->mask;
    while (table->slots[slot]) slot = (slot + 1) & table->mask;
    table->slots[slot] = (uint32_t)index + 1;
  }
}

const object_layout *layouts_find(const layout_table *table, uintptr_t isa) {
  size_t slot = hash(isa) & table->mask;
  for (; table->slots[slot]; slot = (slot + 1) & table->mask) {
    const object_layout *layout = &table->search->layouts[table->slots[slot] - 1];
    if (layout->isa == isa) return layout;
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
#endif
