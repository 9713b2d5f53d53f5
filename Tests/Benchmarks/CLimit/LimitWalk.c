#include "CLimit.h"

#include <stdbool.h>
#include <stdlib.h>

// The layouts are those of Swift 6 on 64-bit systems: two words of header, then the stored properties. Arrays keep
// their count at 16 and their elements from 32 on (stdlib/public/SwiftShims/GlobalObjects.h, ArrayBuffer); a
// dictionary's storage has its scale at 32, its values at 56, and the bitmap of what is taken from 64 on
// (stdlib/public/core/DictionaryStorage.swift). Nothing is checked.

struct limit_graph {
  uintptr_t *addresses;
  uint8_t *kinds;
  uint32_t *first_references;
  size_t object_count, object_capacity;
  uint32_t *targets;
  size_t reference_count, reference_capacity;
  // Open addressing from addresses to positions.
  uintptr_t *keys;
  uint32_t *positions;
  size_t mask;
};

size_t limit_object_count(const limit_graph *graph) { return graph->object_count; }
size_t limit_reference_count(const limit_graph *graph) { return graph->reference_count; }

static void *grown(void *memory, size_t bytes) {
  void *result = realloc(memory, bytes);
  if (!result) abort();
  return result;
}

static inline size_t hash(uintptr_t address) {
  return (size_t)(((address >> 4) * 0x9E3779B97F4A7C15ull) >> 20);
}

static void make_table(limit_graph *graph, size_t slots) {
  graph->mask = slots - 1;
  graph->keys = calloc(slots, sizeof *graph->keys);
  graph->positions = malloc(slots * sizeof *graph->positions);
  if (!graph->keys || !graph->positions) abort();
}

static __attribute__((noinline)) void grow_table(limit_graph *graph) {
  free(graph->keys);
  free(graph->positions);
  make_table(graph, (graph->mask + 1) * 2);
  for (size_t object = 0; object < graph->object_count; object++) {
    size_t slot = hash(graph->addresses[object]) & graph->mask;
    while (graph->keys[slot]) slot = (slot + 1) & graph->mask;
    graph->keys[slot] = graph->addresses[object];
    graph->positions[slot] = (uint32_t)object;
  }
}

static __attribute__((noinline)) void grow_objects(limit_graph *graph) {
  size_t capacity = graph->object_capacity = graph->object_capacity * 2 + 256;
  graph->addresses = grown(graph->addresses, capacity * sizeof *graph->addresses);
  graph->kinds = grown(graph->kinds, capacity * sizeof *graph->kinds);
  graph->first_references =
      grown(graph->first_references, capacity * sizeof *graph->first_references);
}

static inline uint32_t position(limit_graph *graph, uintptr_t address, uint8_t kind) {
  size_t slot = hash(address) & graph->mask;
  while (graph->keys[slot]) {
    if (graph->keys[slot] == address) return graph->positions[slot];
    slot = (slot + 1) & graph->mask;
  }
  if (graph->object_count == graph->object_capacity) grow_objects(graph);
  uint32_t object = (uint32_t)graph->object_count++;
  graph->addresses[object] = address;
  graph->kinds[object] = kind;
  graph->keys[slot] = address;
  graph->positions[slot] = object;
  if (graph->object_count * 2 > graph->mask) grow_table(graph);
  return object;
}

/// Notes a reference to an object of the kind `kind`, unless it is null.
static inline void refer(limit_graph *graph, uintptr_t address, uint8_t kind) {
  if (!address) return;
  if (graph->reference_count == graph->reference_capacity) {
    graph->reference_capacity = graph->reference_capacity * 2 + 256;
    graph->targets = grown(graph->targets, graph->reference_capacity * sizeof *graph->targets);
  }
  uint32_t target = position(graph, address, kind);
  graph->targets[graph->reference_count++] = target;
}

static inline uintptr_t word(uintptr_t object, size_t offset) {
  return *(const uintptr_t *)(object + offset);
}

/// `Node`: two references.
static inline void read_node(limit_graph *graph, uintptr_t node) {
  refer(graph, word(node, 16), 0);
  refer(graph, word(node, 24), 0);
}

enum { ITEM, ITEM_ARRAY, ITEM_DICTIONARY };

/// `Item`: a string that has no storage, a number, an array, a dictionary, an optional reference.
static inline void read_item(limit_graph *graph, uintptr_t object, uint8_t kind) {
  if (kind == ITEM) {
    refer(graph, word(object, 40), ITEM_ARRAY);
    refer(graph, word(object, 48), ITEM_DICTIONARY);
    refer(graph, word(object, 56), ITEM);
  } else if (kind == ITEM_ARRAY) {
    size_t count = word(object, 16);
    for (size_t i = 0; i < count; i++) refer(graph, word(object, 32 + 8 * i), ITEM);
  } else {
    size_t buckets = (size_t)1 << *(const uint8_t *)(object + 32);
    uintptr_t values = word(object, 56);
    for (size_t bucket = 0; bucket < buckets; bucket++) {
      bool is_taken = word(object, 64 + bucket / 64 * 8) >> bucket % 64 & 1;
      if (is_taken) refer(graph, word(values, 8 * bucket), ITEM);
    }
  }
}

enum { SCREEN, TAP_CONTEXT, SWIPE_CONTEXT, BOX };

/// `Screen`: a number, and three closures, each code and context. The second captures one object, which is its context.
static inline void read_screen(limit_graph *graph, uintptr_t object, uint8_t kind) {
  if (kind == SCREEN) {
    refer(graph, word(object, 32), TAP_CONTEXT);
    refer(graph, word(object, 48), SCREEN);
    refer(graph, word(object, 64), SWIPE_CONTEXT);
  } else if (kind == TAP_CONTEXT) {
    refer(graph, word(object, 16), SCREEN);
    refer(graph, word(object, 24), SCREEN);
  } else if (kind == SWIPE_CONTEXT) {
    refer(graph, word(object, 16), BOX);
    refer(graph, word(object, 24), SCREEN);
  }
}

limit_graph *limit_walk(limit_shape shape, const void *root) {
  limit_graph *graph = calloc(1, sizeof *graph);
  if (!graph) abort();
  make_table(graph, 256);
  position(graph, (uintptr_t)root, 0);
  for (size_t next = 0; next < graph->object_count; next++) {
    graph->first_references[next] = (uint32_t)graph->reference_count;
    uintptr_t object = graph->addresses[next];
    switch (shape) {
      case LIMIT_TWO_REFERENCES: read_node(graph, object); break;
      case LIMIT_MIXED_FIELDS: read_item(graph, object, graph->kinds[next]); break;
      case LIMIT_CLOSURES: read_screen(graph, object, graph->kinds[next]); break;
    }
  }
  return graph;
}

void limit_free(limit_graph *graph) {
  free(graph->addresses);
  free(graph->kinds);
  free(graph->first_references);
  free(graph->targets);
  free(graph->keys);
  free(graph->positions);
  free(graph);
}
