#define _GNU_SOURCE
#include "AllocationRecorder+Tables.h"

#include <string.h>
#include <sys/mman.h>

// What the initializers of variables have made, for as long as it is there: their work goes on when the scope is over that they ran in.

enum {
  /// So many are kept. Of a program's variables that is some hundred, as a rule.
  MOST_KEPT = 1 << 14,
  /// So many are given back at a time.
  GIVEN_BACK = 64,
};

static crt_lock lock;
/// With the objects' addresses inverted, so that nobody takes them for references. Each is held by an unowned retain.
static crt_allocation *kept;
static size_t kept_count;

static void *object_of(const crt_allocation *allocation) { return (void *)~(uintptr_t)allocation->object; }

/// Drops some whose object is over, and says whether there may be more.
static bool drop_some(void) {
  void *dropped[GIVEN_BACK];
  size_t count = 0;
  crt_lock_take(&lock);
  for (size_t index = 0; index < kept_count && count < GIVEN_BACK;) {
    void *object = object_of(&kept[index]);
    if (crt_is_over(object)) {
      dropped[count++] = object;
      kept[index] = kept[--kept_count];
    } else {
      index++;
    }
  }
  crt_lock_give(&lock);
  for (size_t index = 0; index < count; index++) crt_give_back(dropped[index]);
  return count == GIVEN_BACK;
}

void crt_sweep_initializers(void) {
  while (drop_some()) {}
}

/// Makes room for the records, once; false where there is no memory.
static bool has_room(void) {
  crt_lock_take(&lock);
  bool is_there = kept != NULL;
  crt_lock_give(&lock);
  if (is_there) return true;
  const size_t size = MOST_KEPT * sizeof *kept;
  void *room = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) return false;
  crt_lock_take(&lock);
  bool is_mine = !kept;
  if (is_mine) kept = room;
  crt_lock_give(&lock);
  if (!is_mine) munmap(room, size);
  return true;
}

/// Keeps the record of an object that the caller has retained; false where there is no more room.
static bool keep(const crt_allocation *allocation) {
  crt_lock_take(&lock);
  bool is_kept = kept_count < MOST_KEPT;
  if (is_kept) {
    kept[kept_count] = *allocation;
    kept[kept_count++].object = (const void *)~(uintptr_t)allocation->object;
  }
  crt_lock_give(&lock);
  return is_kept;
}

void crt_keep_initializers(const crt_allocation *allocation) {
  if (!allocation->is_initializers || !has_room()) return;
  crt_unowned_retain(allocation->object);
  if (!keep(allocation)) crt_give_back((void *)allocation->object);
}

static _Atomic(uint64_t) begun_moves, ended_moves;

void crt_begin_moving_initializers(void) { atomic_fetch_add_explicit(&begun_moves, 1, memory_order_acq_rel); }
void crt_end_moving_initializers(void) { atomic_fetch_add_explicit(&ended_moves, 1, memory_order_acq_rel); }

void crt_initializers_add_records(crt_record_query *query) {
  crt_lock_take(&lock);
  for (size_t index = 0; index < kept_count; index++) crt_add_record(query, (uintptr_t)object_of(&kept[index]));
  crt_lock_give(&lock);
}

/// Objects of which it is asked whether an initializer has made them.
typedef struct {
  const uintptr_t *addresses;
  crt_allocation *found;
  size_t count;
} initializers_query;

static void find(initializers_query *query, uintptr_t object, const crt_allocation *allocation) {
  for (size_t index = 0; index < query->count; index++) {
    if (query->addresses[index] != object) continue;
    query->found[index] = *allocation;
    query->found[index].object = NULL;
  }
}

static void find_on_page(const crt_page *page, void *context) {
  bool has_some = false;
  for (uint32_t site = 0; site < page->site_count; site++) {
    has_some |= crt_site_at((crt_page *)page, site)->is_initializers;
  }
  for (uint32_t index = 0; has_some && index < page->count; index++) {
    const crt_entry *entry = &page->entries[index];
    const crt_site *site = crt_site_at((crt_page *)page, entry->site);
    if (!site->is_initializers) continue;
    crt_allocation allocation = {.is_initializers = true};
    memcpy(allocation.site, site->calls, sizeof site->calls);
    find(context, ~entry->inverted_object, &allocation);
  }
}

static void find_in_table(crt_scope_table *table, void *context) { crt_visit_pages(table, find_on_page, context); }

/// A thread that moves records is done in some microseconds, unless it has no processor.
enum { MOST_SEARCHES = 32 };

void crt_recorder_find_initializers(const uintptr_t *addresses, crt_allocation *found, size_t count) {
  memset(found, 0, count * sizeof *found);
  if (crt_recorder_is_in_child) return;
  initializers_query query = {addresses, found, count};
  for (int searches = 0; searches < MOST_SEARCHES; searches++) {
    uint64_t ended = atomic_load_explicit(&ended_moves, memory_order_acquire);
    bool is_moving = atomic_load_explicit(&begun_moves, memory_order_acquire) != ended;
    if (!is_moving || searches == MOST_SEARCHES - 1) {
      crt_visit_tables(find_in_table, &query);
      crt_lock_take(&lock);
      for (size_t index = 0; index < kept_count; index++) find(&query, (uintptr_t)object_of(&kept[index]), &kept[index]);
      crt_lock_give(&lock);
      if (atomic_load_explicit(&begun_moves, memory_order_acquire) == ended) return;
    }
    sched_yield();
  }
}
