#define _GNU_SOURCE
#include "AllocationRecorder+Tables.h"

#include <sys/mman.h>

enum { BLOCK_TABLES = 256, MOST_BLOCKS = (1 << CRT_SCOPE_INDEX_BITS) / BLOCK_TABLES };

static crt_lock lock;
static _Atomic(crt_scope_table *) blocks[MOST_BLOCKS];
static size_t block_count;
/// The longest unused one is taken first: what is allocated for a scope that is closed finds its heir there.
static crt_scope_table *free_tables, *last_free_table;
static uint64_t serial;
_Atomic(uint32_t) crt_recorder_clock;
static crt_scope_table pool = {.scope = CRT_POOL};

static crt_scope_table *table_at(size_t index) {
  crt_scope_table *block =
      atomic_load_explicit(&blocks[index / BLOCK_TABLES], memory_order_acquire);
  return block ? &block[index % BLOCK_TABLES] : NULL;
}

crt_scope_table *crt_table_of(crt_scope scope) {
  if (scope == CRT_POOL) return &pool;
  return table_at(scope & ((1 << CRT_SCOPE_INDEX_BITS) - 1));
}

/// Adds a table to the free ones; the lock is held.
static void add_free(crt_scope_table *table) {
  table->next_free = NULL;
  if (free_tables) {
    last_free_table->next_free = table;
  } else {
    free_tables = table;
  }
  last_free_table = table;
}

/// Adds a block of tables to the free ones; the lock is held.
static void add_block(void) {
  if (block_count == MOST_BLOCKS) return;
  crt_scope_table *block =
      mmap(NULL, BLOCK_TABLES * sizeof *block, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) return;
  size_t first = block_count * BLOCK_TABLES;
  atomic_store_explicit(&blocks[block_count++], block, memory_order_release);
  for (size_t i = 0; i < BLOCK_TABLES; i++) {
    // The index is kept where the next scope's number is to be.
    atomic_store_explicit(&block[i].order, first + i, memory_order_relaxed);
    add_free(&block[i]);
  }
}

crt_scope crt_scope_open(void) {
  if (crt_recorder_is_in_child) return 0;
  crt_lock_take(&lock);
  if (!free_tables) add_block();
  crt_scope_table *table = free_tables;
  crt_scope scope = 0;
  if (table) {
    free_tables = table->next_free;
    uint64_t index = atomic_load_explicit(&table->order, memory_order_relaxed);
    scope = (++serial << CRT_SCOPE_INDEX_BITS) | index;
  }
  crt_lock_give(&lock);
  if (!table) return 0;
  crt_lock_take(&table->lock);
  table->is_sweeping = false;
  atomic_store_explicit(&table->page_count, 0, memory_order_relaxed);
  table->sweep_count = 0;
  atomic_store_explicit(&table->swept_order, 0, memory_order_relaxed);
  atomic_store_explicit(&table->order, 0, memory_order_relaxed);
  atomic_store_explicit(&table->scope, scope, memory_order_release);
  crt_lock_give(&table->lock);
  atomic_fetch_add_explicit(&crt_recorder_clock, 1, memory_order_acq_rel);
  return scope;
}

void crt_table_free(crt_scope_table *table, crt_scope scope) {
  atomic_fetch_add_explicit(&crt_recorder_clock, 1, memory_order_acq_rel);
  crt_lock_take(&lock);
  atomic_store_explicit(&table->order, scope & ((1 << CRT_SCOPE_INDEX_BITS) - 1), memory_order_relaxed);
  add_free(table);
  crt_lock_give(&lock);
}

uint32_t crt_recorder_moment(void) { return atomic_load_explicit(&crt_recorder_clock, memory_order_acquire); }

void crt_visit_tables(void (*body)(crt_scope_table *, void *), void *context) {
  body(&pool, context);
  for (size_t block = 0; block < MOST_BLOCKS; block++) {
    crt_scope_table *tables = atomic_load_explicit(&blocks[block], memory_order_acquire);
    if (!tables) return;
    for (size_t i = 0; i < BLOCK_TABLES; i++) {
      if (atomic_load_explicit(&tables[i].scope, memory_order_acquire)) body(&tables[i], context);
    }
  }
}
