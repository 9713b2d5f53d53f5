#define _GNU_SOURCE
#include "AllocationRecorder+Tables.h"

#include "Clock.h"
#include "SwiftRuntime.h"

#include <string.h>

enum {
  /// A page is swept before this many bytes more are held in its name.
  LEAST_BYTES = 1 << 18,
  /// A page of which at most so many bytes are used has room for another thread.
  ROOMY = CRT_PAGE_ROOM / 2,
  /// A page of which more are used than this when it is swept is left behind: it would soon be full again.
  CROWDED = CRT_PAGE_ROOM * 3 / 4,
  /// So many records of a page are looked at before all are.
  LOOKS = 8,
  /// So many sites are not worth looking which of them are still used.
  FEW_SITES = 8,
  LEAST_SWEEP_COUNT = 2,
  /// After so many new records for each page, the whole scope is swept: it looks at half as many as were
  /// recorded meanwhile.
  SWEEP_INTERVAL = 2 * CRT_PAGE_ENTRIES,
  /// A scope that has fewer pages is not swept more often than if it had as many: threads wait for each other meanwhile.
  LEAST_SWEPT_PAGES = 32,
  /// A page takes twice as many numbers as before, up to so many; and so many at once where threads race.
  MOST_NUMBERS = 64,
  RACING_NUMBERS = 256,
  /// A thread races others where it took new numbers so often, because others had, in so many nanoseconds. A task that
  /// goes from one thread to another and back needs some microseconds each time.
  RENEWALS = 8,
  RACING_TIME = 16000,
  /// It races them no more where it needs longer to use up what it has taken.
  RACING_NUMBERS_TIME = 256000,
};

static _Atomic(uint32_t) pool_start;
static _Atomic(uint64_t) recorded_in_closed_scopes, swept_in_closed_scopes;

/// Objects whose records are gone, to be given back once no lock is held.
typedef struct {
  size_t count;
  void *objects[CRT_PAGE_ENTRIES];
} dropped_objects;

static void give_back(const dropped_objects *dropped) {
  for (size_t i = 0; i < dropped->count; i++) crt_give_back(dropped->objects[i]);
}

/// Objects whose counts are fetched into the cache before they are looked at.
enum { AHEAD = 12 };

CRT_INLINE void fetch_ahead(const crt_page *page, uint32_t i) {
  if (i + AHEAD < page->count) {
    __builtin_prefetch(crt_object_of(&page->entries[i + AHEAD]), 1);
  }
}

/// Drops the sites that no record has; the page's lock is held.
static void sweep_sites(crt_page *page) {
  if (page->count && page->site_count <= FEW_SITES) return;
  enum { UNUSED, USED };
  uint8_t numbers[CRT_PAGE_SITES] = {UNUSED};
  for (uint32_t i = 0; i < page->count; i++) numbers[page->entries[i].site] = USED;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < page->site_count; i++) {
    if (numbers[i] == UNUSED) continue;
    if (kept != i) *crt_site_at(page, kept) = *crt_site_at(page, i);
    numbers[i] = (uint8_t)kept++;
  }
  page->site_count = kept;
  for (uint32_t i = 0; i < page->count; i++) page->entries[i].site = numbers[page->entries[i].site];
}

/// Drops the records of objects that are over; the page's lock is held.
static void sweep_page(crt_page *page, dropped_objects *dropped) {
  uint32_t start =
      page->scope == CRT_POOL ? atomic_load_explicit(&pool_start, memory_order_relaxed) : 0;
  uint32_t kept = 0;
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < page->count; i++) {
    crt_entry *entry = &page->entries[i];
    void *object = crt_object_of(entry);
    fetch_ahead(page, i);
    if (crt_is_over(object) || (start && crt_site_at(page, entry->site)->moment < start)) {
      dropped->objects[dropped->count++] = object;
      continue;
    }
    bytes += entry->size;
    if (kept != i) page->entries[kept] = *entry;
    kept++;
  }
  page->swept += page->count - kept;
  page->count = kept;
  sweep_sites(page);
  page->bytes = 0;
  page->byte_limit = bytes < LEAST_BYTES ? LEAST_BYTES : bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
}

/// Whether some records of the page are of objects that are over, as far as a look at few tells; its lock is held. What is kept
/// would else be looked at again and again.
///
/// - Parameter turn: says which are looked at: another number, others.
static bool may_have_dead(const crt_page *page, uint64_t turn) {
  uint32_t step = page->count / LOOKS;
  if (step < 2) return true;
  bool has_dead = false;
  for (uint32_t i = 0; i < LOOKS; i++) {
    const crt_entry *entry = &page->entries[i * step + (turn + 5 * i) % step];
    has_dead |= crt_is_over(crt_object_of(entry));
  }
  return has_dead;
}

/// Takes numbers for the page's next records, of which a page that lets go of it leaves some unused; its lock is held. Returns
/// whether another page has taken some since this one last did.
static bool take_numbers(crt_page *page, const crt_recording_thread *thread) {
  _Atomic(uint64_t) *order = &page->table->order;
  bool is_behind = atomic_load_explicit(order, memory_order_relaxed) != page->last_order;
  // Where a task goes from one thread to the other, most of them would be left unused.
  uint64_t count = is_behind || !page->taken ? 1 : 2 * page->taken;
  if (count > MOST_NUMBERS) count = MOST_NUMBERS;
  if (thread->is_racing) count = RACING_NUMBERS;
  page->taken = (uint32_t)count;
  page->order = atomic_fetch_add_explicit(order, count, memory_order_relaxed);
  page->last_order = page->order + count;
  return is_behind;
}

/// Notes whether the thread races others, when it has taken numbers.
static void note_pace(crt_recording_thread *thread, bool was_behind) {
  if (!thread->is_racing && (!was_behind || ++thread->renewals < RENEWALS)) return;
  uint64_t now = crt_clock(CRT_CLOCK_MONOTONIC);
  uint64_t limit = thread->is_racing ? RACING_NUMBERS_TIME : RACING_TIME;
  thread->is_racing = was_behind && now - thread->paced_at < limit;
  thread->renewals = 0;
  thread->paced_at = now;
}

/// Whether nobody has written to the page since the scope was last swept; the page's lock is held.
static bool is_idle(crt_page *page) {
  bool is_idle = page->recorded == page->recorded_before;
  page->recorded_before = page->recorded;
  return is_idle;
}

/// Whether there is room on the page for another thread, and nobody has offered it; its lock is held.
static bool can_be_offered(const crt_page *page) {
  return !page->is_with_room && crt_page_use(page, page->count) <= ROOMY;
}

/// Puts a page that has room where other threads find it; the locks of its table and of itself are held.
static void offer(crt_page *page) {
  if (!can_be_offered(page)) return;
  page->is_with_room = true;
  page->owner = NULL;
  page->next_with_room = page->table->with_room;
  page->table->with_room = page;
}

/// Offers a page that has been swept.
static void offer_swept(crt_scope_table *table, crt_scope scope, crt_page *page) {
  crt_lock_take(&table->lock);
  crt_lock_take(&page->lock);
  if (page->scope == scope) offer(page);
  crt_lock_give(&page->lock);
  crt_lock_give(&table->lock);
}

/// The scope's next page, without the lock of this one; NULL where the scope has been closed.
static crt_page *page_after(const crt_page *page, crt_scope_table *table, crt_scope scope) {
  crt_lock_take(&table->lock);
  // The pages of an open scope stay with it.
  bool is_open = atomic_load_explicit(&table->scope, memory_order_relaxed) == scope;
  crt_page *next = is_open ? page->next : NULL;
  crt_lock_give(&table->lock);
  return next;
}

/// Sweeps the pages of the scope where there may be something to drop.
///
/// - Parameter is_full: whether no page has room. Then those that threads write to are for others, too: some of the threads may
///   have ended.
static void sweep_table(crt_scope_table *table, crt_scope scope, crt_page *page, bool is_full) {
  uint64_t turn = atomic_load_explicit(&table->order, memory_order_relaxed);
  while (page) {
    if (!crt_lock_try(&page->lock)) {
      // A thread that writes to it right now drops what is over by itself; to wait for it would make it wait. The pool's pages
      // leave it while it is open.
      if (!is_full && scope != CRT_POOL) {
        page = page_after(page, table, scope);
        continue;
      }
      crt_lock_take(&page->lock);
    }
    dropped_objects dropped;
    dropped.count = 0;
    if (page->scope != scope) {
      crt_lock_give(&page->lock);
      return;
    }
    if (may_have_dead(page, turn)) sweep_page(page, &dropped);
    bool is_for_others = (is_idle(page) || is_full || !page->owner) && can_be_offered(page);
    crt_page *next = page->next;
    crt_lock_give(&page->lock);
    give_back(&dropped);
    if (is_for_others) offer_swept(table, scope, page);
    page = next;
  }
}

/// Gives a page of another scope back to it, for the thread that next needs one.
static void return_page(crt_recording_thread *thread) {
  crt_page *page = thread->page;
  thread->page = NULL;
  crt_lock_take(&page->lock);
  crt_scope_table *table = page->owner == thread && page->scope ? page->table : NULL;
  crt_lock_give(&page->lock);
  if (!table) return;
  crt_lock_take(&table->lock);
  crt_lock_take(&page->lock);
  if (page->owner == thread && page->table == table && page->scope) {
    page->owner = NULL;
    offer(page);
  }
  crt_lock_give(&page->lock);
  crt_lock_give(&table->lock);
}

static crt_page *take_page_with_room(crt_scope_table *table, crt_recording_thread *thread) {
  crt_page *page = table->with_room;
  if (!page) return NULL;
  table->with_room = page->next_with_room;
  crt_lock_take(&page->lock);
  page->is_with_room = false;
  page->owner = thread;
  take_numbers(page, thread);
  crt_lock_give(&page->lock);
  return page;
}

static void add_page(
    crt_scope_table *table, crt_scope scope, crt_page *page, crt_recording_thread *thread) {
  crt_lock_take(&page->lock);
  page->count = 0;
  page->site_count = 0;
  page->bytes = 0;
  page->byte_limit = LEAST_BYTES;
  page->recorded = 0;
  page->recorded_before = 0;
  page->swept = 0;
  page->is_with_room = false;
  page->scope = scope;
  page->owner = thread;
  page->table = table;
  page->last_order = 0;
  page->taken = 0;
  take_numbers(page, thread);
  page->next = table->pages;
  crt_lock_give(&page->lock);
  table->pages = page;
  atomic_fetch_add_explicit(&table->page_count, 1, memory_order_relaxed);
}

/// Whether enough has been recorded in a scope for another look at all its pages.
static bool is_due(const crt_scope_table *table) {
  int64_t pages = atomic_load_explicit(&table->page_count, memory_order_relaxed);
  int64_t news = (int64_t)(atomic_load_explicit(&table->order, memory_order_relaxed) -
                           atomic_load_explicit(&table->swept_order, memory_order_relaxed));
  return pages > 1 && news > (pages < LEAST_SWEPT_PAGES ? LEAST_SWEPT_PAGES : pages) * SWEEP_INTERVAL;
}

/// Counts the pages that have no room; the table's lock is held.
static uint32_t full_page_count(const crt_scope_table *table) {
  uint32_t count = atomic_load_explicit(&table->page_count, memory_order_relaxed);
  for (const crt_page *page = table->with_room; page; page = page->next_with_room) count--;
  return count;
}

/// Sweeps the scope, unless another thread does; its table's lock is held, but not meanwhile. The scope may be closed then.
static void sweep_scope(crt_scope_table *table, crt_scope scope, bool is_full) {
  if (table->is_sweeping) return;
  table->is_sweeping = true;
  atomic_store_explicit(
      &table->swept_order, atomic_load_explicit(&table->order, memory_order_relaxed), memory_order_relaxed);
  crt_page *first = table->pages;
  crt_lock_give(&table->lock);
  sweep_table(table, scope, first, is_full);
  crt_lock_take(&table->lock);
  if (atomic_load_explicit(&table->scope, memory_order_relaxed) != scope) return;
  table->sweep_count = 2 * full_page_count(table);
  table->is_sweeping = false;
}

/// Sweeps the scope if it is due, by a thread that keeps its page.
static void sweep_if_due(crt_scope_table *table, crt_scope scope) {
  crt_lock_take(&table->lock);
  bool is_open = atomic_load_explicit(&table->scope, memory_order_relaxed) == scope;
  if (is_open && is_due(table)) sweep_scope(table, scope, false);
  crt_lock_give(&table->lock);
}

/// A page of the scope for the thread to write to; NULL when the scope is closed or there is no memory.
static crt_page *find_page(crt_recording_thread *thread, crt_scope scope) {
  crt_scope_table *table = crt_table_of(scope);
  if (!table) return NULL;
  crt_page *fresh = NULL, *page = NULL;
  for (;;) {
    crt_lock_take(&table->lock);
    if (atomic_load_explicit(&table->scope, memory_order_relaxed) != scope) break;
    uint32_t count = atomic_load_explicit(&table->page_count, memory_order_relaxed);
    uint32_t limit = table->sweep_count < LEAST_SWEEP_COUNT ? LEAST_SWEEP_COUNT : table->sweep_count;
    bool is_full = !table->with_room && count >= limit;
    if (!table->is_sweeping && (is_full || is_due(table))) {
      sweep_scope(table, scope, is_full);
    } else if ((page = take_page_with_room(table, thread))) {
      break;
    } else if (fresh) {
      page = fresh;
      fresh = NULL;
      add_page(table, scope, page, thread);
      break;
    } else {
      crt_lock_give(&table->lock);
      fresh = crt_page_new();
      if (!fresh) return NULL;
      continue;
    }
    crt_lock_give(&table->lock);
  }
  crt_lock_give(&table->lock);
  if (fresh) crt_pages_free(fresh, 1);
  return page;
}

/// Makes room on the thread's page, if it is the scope's, and takes numbers for the next records.
static bool make_room(crt_recording_thread *thread, crt_page *page, crt_scope scope) {
  dropped_objects dropped;
  dropped.count = 0;
  bool was_behind = false;
  crt_scope_table *due = NULL;
  crt_lock_take(&page->lock);
  bool has_room = page->owner == thread && page->scope == scope;
  if (has_room && !crt_page_has_room(page, page->count)) {
    sweep_page(page, &dropped);
    has_room = crt_page_use(page, page->count) <= CROWDED;
  }
  if (has_room) {
    was_behind = take_numbers(page, thread);
    if (is_due(page->table)) due = page->table;
  }
  crt_lock_give(&page->lock);
  give_back(&dropped);
  if (due) sweep_if_due(due, scope);
  if (has_room) note_pace(thread, was_behind);
  return has_room;
}

bool crt_find_room(crt_recording_thread *thread, crt_scope scope) {
  if (thread->page) {
    if (make_room(thread, thread->page, scope)) return true;
    return_page(thread);
  }
  thread->page = find_page(thread, scope);
  return thread->page != NULL;
}

void crt_scope_take(
    crt_scope scope, void (*visit)(void *context, const crt_allocation *allocation), void *context) {
  crt_scope_table *table = crt_recorder_is_in_child ? NULL : crt_table_of(scope);
  if (!table) return;
  crt_sweep_initializers();
  crt_lock_take(&table->lock);
  bool is_open = atomic_load_explicit(&table->scope, memory_order_relaxed) == scope;
  crt_page *page = is_open ? table->pages : NULL;
  crt_lock_give(&table->lock);
  while (page) {
    crt_allocation taken[CRT_PAGE_ENTRIES];
    size_t count = 0;
    dropped_objects dropped;
    dropped.count = 0;
    crt_begin_moving_initializers();
    crt_lock_take(&page->lock);
    crt_page *next = page->next;
    bool is_ours = page->scope == scope;
    if (is_ours) {
      sweep_page(page, &dropped);
      for (; page->count; count++) {
        const crt_entry *entry = &page->entries[--page->count];
        const crt_site *site = crt_site_at(page, entry->site);
        taken[count] = (crt_allocation){
            crt_object_of(entry), entry->order, site->moment, entry->size, {0}, site->is_initializers};
        memcpy(taken[count].site, site->calls, sizeof site->calls);
      }
      page->site_count = 0;
    }
    crt_lock_give(&page->lock);
    give_back(&dropped);
    for (size_t index = 0; index < count; index++) crt_keep_initializers(&taken[index]);
    crt_end_moving_initializers();
    // Without a lock: the visitor may allocate.
    for (size_t index = 0; index < count; index++) visit(context, &taken[index]);
    page = is_ours ? next : NULL;
  }
}

/// Free pages, side by side.
typedef struct {
  crt_page *first;
  size_t count;
} page_run;

/// Adds a free page to the run, or gives the run back and begins another with it.
static void add_to_run(page_run *run, crt_page *page) {
  if (run->count && page == run->first - 1) {
    run->first = page;
  } else if (!run->count || page != run->first + run->count) {
    if (run->count) crt_pages_free(run->first, run->count);
    *run = (page_run){page, 0};
  }
  run->count++;
}

crt_scope crt_heir_of(crt_scope scope) {
  crt_scope_table *table = crt_recorder_is_in_child ? NULL : crt_table_of(scope);
  if (!table) return 0;
  crt_lock_take(&table->lock);
  crt_scope heir = table->closed == scope ? table->heir : 0;
  crt_lock_give(&table->lock);
  return heir;
}

void crt_scope_close(crt_scope scope, crt_scope heir) {
  crt_scope_table *table = crt_recorder_is_in_child ? NULL : crt_table_of(scope);
  if (!table) return;
  crt_lock_take(&table->lock);
  bool is_open = atomic_load_explicit(&table->scope, memory_order_relaxed) == scope;
  crt_page *page = NULL;
  if (is_open) {
    page = table->pages;
    table->pages = NULL;
    table->with_room = NULL;
    atomic_store_explicit(&table->page_count, 0, memory_order_relaxed);
    table->sweep_count = 0;
    if (scope != CRT_POOL) {
      table->closed = scope;
      table->heir = heir;
      atomic_store_explicit(&table->scope, 0, memory_order_relaxed);
    }
    // All at once: a thread that finds one of them meanwhile would offer it to the table again.
    for (crt_page *left = page; left; left = left->next) {
      crt_lock_take(&left->lock);
      left->scope = 0;
      left->owner = NULL;
      left->is_with_room = false;
      crt_lock_give(&left->lock);
    }
  }
  crt_lock_give(&table->lock);
  page_run run = {0};
  while (page) {
    dropped_objects dropped;
    dropped.count = 0;
    crt_lock_take(&page->lock);
    for (uint32_t i = 0; i < page->count; i++) {
      fetch_ahead(page, i);
      dropped.objects[dropped.count++] = crt_object_of(&page->entries[i]);
    }
    atomic_fetch_add_explicit(&recorded_in_closed_scopes, page->recorded, memory_order_relaxed);
    atomic_fetch_add_explicit(&swept_in_closed_scopes, page->swept, memory_order_relaxed);
    crt_page *next = page->next;
    page->count = 0;
    crt_lock_give(&page->lock);
    give_back(&dropped);
    add_to_run(&run, page);
    page = next;
  }
  if (run.count) crt_pages_free(run.first, run.count);
  if (!is_open || scope == CRT_POOL) return;
  crt_table_free(table, scope);
}

void crt_recorder_set_pool_start(uint32_t moment) {
  atomic_store_explicit(&pool_start, moment, memory_order_relaxed);
}

void crt_visit_pages(
    crt_scope_table *table, void (*body)(const crt_page *, void *), void *context) {
  crt_lock_take(&table->lock);
  crt_scope scope = atomic_load_explicit(&table->scope, memory_order_relaxed);
  crt_page *page = table->pages;
  crt_lock_give(&table->lock);
  while (page) {
    crt_lock_take(&page->lock);
    crt_page *next = page->next;
    bool is_ours = page->scope == scope;
    if (is_ours) body(page, context);
    crt_lock_give(&page->lock);
    page = is_ours ? next : NULL;
  }
}

static size_t filter_bit(uintptr_t object) { return (object >> 4) * 0x9E3779B97F4A7C15u >> 48; }

void crt_add_record(crt_record_query *query, uintptr_t object) {
  size_t bit = filter_bit(object);
  if (!(query->filter[bit / 64] >> (bit & 63) & 1)) return;
  size_t low = 0, high = query->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (query->addresses[middle] < object) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low < query->count && query->addresses[low] == object) query->counts[low]++;
}

static void count_in_page(const crt_page *page, void *context) {
  for (uint32_t i = 0; i < page->count; i++) {
    crt_add_record(context, ~page->entries[i].inverted_object);
  }
}

static void count_in_table(crt_scope_table *table, void *context) {
  crt_visit_pages(table, count_in_page, context);
}

void crt_recorder_count_records(const uintptr_t *addresses, uint32_t *counts, size_t count) {
  if (!count || crt_recorder_is_in_child) return;
  crt_record_query query = {addresses, counts, count, {0}};
  for (size_t index = 0; index < count; index++) {
    size_t bit = filter_bit(addresses[index]);
    query.filter[bit / 64] |= (uint64_t)1 << (bit & 63);
  }
  // In this order: a record that another thread moves to its survivors meanwhile is missed, and not counted twice. One too many
  // would pass a reference of the program's off as the recorder's.
  crt_initializers_add_records(&query);
  crt_survivors_add_records(&query);
  crt_visit_tables(count_in_table, &query);
}

static void measure_page(const crt_page *page, void *context) {
  crt_recorder_use *use = context;
  use->records += page->count;
  use->recorded += page->recorded;
  use->swept += page->swept;
}

static void measure_table(crt_scope_table *table, void *context) {
  crt_visit_pages(table, measure_page, context);
}

crt_recorder_use crt_recorder_measure(void) {
  crt_recorder_use use = {
      .recorded = atomic_load_explicit(&recorded_in_closed_scopes, memory_order_relaxed),
      .swept = atomic_load_explicit(&swept_in_closed_scopes, memory_order_relaxed),
      .table_bytes = crt_recorder_is_in_child ? 0 : crt_page_bytes(),
  };
  if (!crt_recorder_is_in_child) crt_visit_tables(measure_table, &use);
  return use;
}
