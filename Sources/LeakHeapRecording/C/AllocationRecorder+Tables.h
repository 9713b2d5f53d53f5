#pragma once

#include "AllocationRecorderParts.h"
#include "SwiftRuntime.h"
#include "LayoutFacts.h"
#include "RuntimeEntryPoints.h"

// The tables: every scope has pages of records, and every page at most one thread that writes to it, so that
// threads do not wait for each other. Pages are recycled but never unmapped: a thread may keep a pointer to one
// that is not its any more, and learns so under the page's lock.
//
// Order of the locks: a scope's, then a page's, then that of the free pages. That of what initializers have made is taken alone. No
// function of the runtime or of the allocator is called under any: objects found dead are given back when the lock has been.

/// What is known of one object. The address is inverted, so that nobody who searches memory for references takes a
/// record for one.
typedef struct {
  uintptr_t inverted_object;
  uint64_t order;
  uint32_t size;
  /// The number of its site on the page.
  uint32_t site;
} crt_entry;

/// What objects of a page have in common: most are made by the same few calls.
typedef struct {
  uintptr_t calls[CRT_SITE_DEPTH];
  uint32_t moment;
  uint32_t is_initializers;
} crt_site;

enum {
  CRT_PAGE_SIZE = 4096,
  /// The bytes of a page that are for records and their sites.
  CRT_PAGE_ROOM = 3968,
  /// At most so many of each are on a page.
  CRT_PAGE_ENTRIES = CRT_PAGE_ROOM / sizeof(crt_entry),
  CRT_PAGE_SITES = CRT_PAGE_ROOM / sizeof(crt_site),
  /// Sites are found by so many bits of their hash.
  CRT_HINT_BITS = 4,
};

typedef struct crt_page {
  crt_lock lock;
  uint32_t count;
  /// The scope that the page belongs to; 0 when it is free.
  crt_scope scope;
  /// The thread that writes to it; NULL when none does.
  crt_recording_thread *owner;
  struct crt_scope_table *table;
  /// The number of the last record, and of the last one that the page may have before it takes more from its table.
  uint64_t order, last_order;
  /// The bytes recorded since the page was last swept, and how many may be before it is swept again.
  uint64_t bytes;
  uint32_t byte_limit;
  uint32_t site_count;
  /// How many objects were recorded on the page, and how many of them were found dead, since the scope has it.
  uint64_t recorded, swept;
  /// The site that was last found by a hash; any number where there is none.
  uint8_t hints[1 << CRT_HINT_BITS];
  /// The scope's next page; and its next one that has room and no owner.
  struct crt_page *next, *next_with_room;
  /// How many had been recorded when the whole scope was last swept.
  uint64_t recorded_before;
  /// How many numbers it took last.
  uint32_t taken;
  bool is_with_room;
  /// The number of the site that was last found; any number where there is none.
  uint8_t last_site;
  union {
    /// From the first on.
    crt_entry entries[CRT_PAGE_ENTRIES];
    /// From the last back.
    crt_site sites[CRT_PAGE_SITES];
  };
} crt_page;

_Static_assert(
    sizeof(crt_page) == CRT_PAGE_SIZE && offsetof(crt_page, entries) == CRT_PAGE_SIZE - CRT_PAGE_ROOM, "a page is a page");
_Static_assert(CRT_PAGE_SITES <= UINT8_MAX, "a hint is the number of a site");

/// The site with that number.
CRT_INLINE crt_site *crt_site_at(crt_page *page, uint32_t number) {
  return &page->sites[CRT_PAGE_SITES - 1 - number];
}

/// The bytes that so many records take on the page, with its sites.
CRT_INLINE size_t crt_page_use(const crt_page *page, uint32_t count) {
  return count * sizeof(crt_entry) + page->site_count * sizeof(crt_site);
}

/// Whether there is room for a record beside so many others, and for a site of its own.
CRT_INLINE bool crt_page_has_room(const crt_page *page, uint32_t count) {
  return crt_page_use(page, count) <= CRT_PAGE_ROOM - sizeof(crt_entry) - sizeof(crt_site) && page->bytes <= page->byte_limit;
}

/// What two threads write to stands so far apart, in bytes, that they do not wait for each other: two cache lines, which some
/// processors fetch together.
enum { CRT_APART = 128 };

/// A scope's pages. Used again for other scopes, and never unmapped.
typedef struct crt_scope_table {
  _Alignas(CRT_APART) crt_lock lock;
  bool is_sweeping;
  _Atomic(uint32_t) page_count;
  /// With how many pages the scope is swept next.
  uint32_t sweep_count;
  _Atomic(crt_scope) scope;
  /// The scope that had the table last, and whose is what is allocated in its name.
  crt_scope closed, heir;
  /// What `order` was when the scope was last swept.
  _Atomic(uint64_t) swept_order;
  crt_page *pages, *with_room;
  /// The next table that is free.
  struct crt_scope_table *next_free;
  /// The last number that a page has taken for its records: about as many as the scope has recorded. Pages take some at a
  /// time, each once, so what a thread did later never has the smaller number. A page whose numbers are not the last takes
  /// new ones for the next record, so that neither has what was done later on another thread. Only where threads race each
  /// other do they use up what they have taken: they would do nothing but wait for this word.
  _Alignas(CRT_APART) _Atomic(uint64_t) order;
} crt_scope_table;

CRT_INLINE void *crt_object_of(const crt_entry *entry) {
  return (void *)~entry->inverted_object;
}

/// Frees the memory of a dead object. Nobody else knows of it: its counts need not be looked at again.
CRT_INLINE void crt_free_dead(void *object) { crt_runtime.free(object, SIZE_MAX, SIZE_MAX); }

/// Gives back an unowned retain.
CRT_INLINE void crt_give_back(void *object) {
  if (crt_is_dead(object)) {
    crt_free_dead(object);
  } else {
    crt_unowned_release(object);
  }
}

/// Whether an object's `deinit` has begun, or the object is never to be freed.
CRT_INLINE bool crt_is_over(const void *object) {
  uint64_t bits = crt_counts(object);
  if (crt_counts_are_elsewhere(bits)) return crt_is_immortal(bits) || crt_is_deinitializing(object);
  return crt_has_begun_deinit(bits);
}

enum { CRT_FILTER_BITS = 1 << 16 };

/// A count of the records of some objects. Of millions of records few are asked about: a filter of one bit for each hash
/// spares the search for nearly all others.
typedef struct {
  /// Ascending.
  const uintptr_t *addresses;
  uint32_t *counts;
  size_t count;
  uint64_t filter[CRT_FILTER_BITS / 64];
} crt_record_query;

/// Adds 1 to the count of the object if it is one of those.
void crt_add_record(crt_record_query *query, uintptr_t object);

/// Keeps the record of an object, for as long as that is there, if the initializer of a variable has made it and there is room.
void crt_keep_initializers(const crt_allocation *allocation);

/// Says that records are moved from a page to those that are kept, and are in neither meanwhile.
void crt_begin_moving_initializers(void);
void crt_end_moving_initializers(void);

/// Gives back those that are kept so and are over.
void crt_sweep_initializers(void);

/// Adds the records that are kept so.
void crt_initializers_add_records(crt_record_query *query);

/// Adds the records among the survivors of scopes that have ended.
void crt_survivors_add_records(crt_record_query *query);

/// Finds room for a record of the scope on a page that the thread may write to, and a number for it. False when the scope is
/// closed or there is no memory.
bool crt_find_room(crt_recording_thread *thread, crt_scope scope);

/// The table of an open scope or of the pool, or NULL.
crt_scope_table *crt_table_of(crt_scope scope);

/// The scope in whose name is allocated what is allocated in that of one that is closed; 0 where there is none, or it is open.
crt_scope crt_heir_of(crt_scope scope);

/// Gives back a table whose scope has been closed.
void crt_table_free(crt_scope_table *table, crt_scope scope);

/// An empty page that belongs to nobody, or NULL when there is no memory.
crt_page *crt_page_new(void);

/// Gives back `count` pages, side by side, that hold nothing and belong to nobody.
void crt_pages_free(crt_page *run, size_t count);

/// Bytes of pages in use.
uint64_t crt_page_bytes(void);

/// Calls `body` with each page of the table's scope, under the page's lock.
void crt_visit_pages(crt_scope_table *table, void (*body)(const crt_page *, void *), void *context);

/// Calls `body` with every table in use.
void crt_visit_tables(void (*body)(crt_scope_table *, void *), void *context);
