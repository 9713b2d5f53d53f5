#pragma once

#include "AllocationRecorderParts.h"

// The tables: every scope has pages of records, and every page at most one thread that writes to it, so that
// threads do not wait for each other. Pages are recycled but never unmapped: a thread may keep a pointer to one
// that is not its any more, and learns so under the page's lock.
//
// Order of the locks: a scope's, then a page's, then that of the free pages. No function of the runtime or of the
// allocator is called under any: objects found dead are given back when the lock has been.

/// What is known of one object. The address is inverted, so that nobody who searches memory for references takes a
/// record for one.
typedef struct {
  uintptr_t inverted_object;
  uint64_t order;
  uint32_t moment;
  uint32_t size;
  uintptr_t site[CRT_SITE_DEPTH];
} crt_entry;

enum { CRT_PAGE_SIZE = 4096, CRT_PAGE_ENTRIES = 63 };

typedef struct crt_page {
  crt_lock lock;
  uint32_t count;
  /// The scope that the page belongs to; 0 when it is free.
  crt_scope scope;
  /// The thread that writes to it; NULL when none does.
  crt_recording_thread *owner;
  struct crt_scope_table *table;
  /// The scope's next page; and its next one that has room and no owner.
  struct crt_page *next, *next_with_room;
  /// The bytes recorded since the page was last swept, and how many may be before it is swept again.
  uint64_t bytes;
  uint32_t byte_limit;
  bool is_with_room;
  crt_entry entries[CRT_PAGE_ENTRIES];
} crt_page;

_Static_assert(sizeof(crt_entry) == 64 && sizeof(crt_page) == CRT_PAGE_SIZE, "a page is a page");

/// A scope's pages. Used again for other scopes, and never unmapped.
typedef struct crt_scope_table {
  crt_lock lock;
  bool is_sweeping;
  _Atomic(uint32_t) page_count;
  /// With how many pages the scope is swept next.
  uint32_t sweep_count;
  _Atomic(crt_scope) scope;
  /// How many objects the scope has recorded.
  _Atomic(uint64_t) order;
  /// How many it had recorded when it was last swept.
  _Atomic(uint64_t) swept_order;
  crt_page *pages, *with_room;
  /// The next table that is free.
  struct crt_scope_table *next_free;
} crt_scope_table;

/// The table of an open scope or of the pool, or NULL.
crt_scope_table *crt_table_of(crt_scope scope);

/// Gives back a table whose scope has been closed.
void crt_table_free(crt_scope_table *table, crt_scope scope);

/// An empty page that belongs to nobody, or NULL when there is no memory.
crt_page *crt_page_new(void);

/// Gives a page back that holds nothing and belongs to nobody.
void crt_page_free(crt_page *page);

/// Bytes of pages in use.
uint64_t crt_page_bytes(void);

/// Calls `body` with every table in use.
void crt_visit_tables(void (*body)(crt_scope_table *, void *), void *context);
