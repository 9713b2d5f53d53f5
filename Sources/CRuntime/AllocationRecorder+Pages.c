#define _GNU_SOURCE
#include "AllocationRecorder+Tables.h"

#include <sys/mman.h>

// The memory of the tables: mapped in slabs, which are kept. What is not in use costs addresses, not memory.

enum {
  SLAB_PAGES = 256,
  /// So many free pages stay in memory for the next scope.
  KEPT_PAGES = 64,
  /// 1 M pages hold 63 M records.
  MOST_PAGES = 1 << 20,
};

static crt_lock lock;
static crt_page **free_pages;
static size_t free_count, page_count;

static void *map(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

/// Adds a slab to the free pages; the lock is held.
static void add_slab(void) {
  if (!free_pages) free_pages = map(MOST_PAGES * sizeof *free_pages);
  if (!free_pages || page_count + SLAB_PAGES > MOST_PAGES) return;
  crt_page *slab = map(SLAB_PAGES * sizeof *slab);
  if (!slab) return;
  for (size_t i = SLAB_PAGES; i-- > 0;) free_pages[free_count++] = &slab[i];
  page_count += SLAB_PAGES;
}

crt_page *crt_page_new(void) {
  crt_lock_take(&lock);
  if (free_count == 0) add_slab();
  crt_page *page = free_count ? free_pages[--free_count] : NULL;
  crt_lock_give(&lock);
  return page;
}

void crt_page_free(crt_page *page) {
  crt_lock_take(&lock);
  bool is_kept = free_count < KEPT_PAGES;
  if (is_kept) free_pages[free_count++] = page;
  crt_lock_give(&lock);
  if (is_kept) return;
  // A page that the system takes back reads as zeroes: unlocked, and nobody's. Its lock is held meanwhile, so that
  // no thread that still has the page in mind is inside.
  crt_lock_take(&page->lock);
  if (madvise(page, CRT_PAGE_SIZE, MADV_DONTNEED) != 0) crt_lock_give(&page->lock);
  crt_lock_take(&lock);
  free_pages[free_count++] = page;
  crt_lock_give(&lock);
}

uint64_t crt_page_bytes(void) {
  crt_lock_take(&lock);
  uint64_t bytes = (uint64_t)(page_count - free_count) * CRT_PAGE_SIZE;
  crt_lock_give(&lock);
  return bytes;
}
