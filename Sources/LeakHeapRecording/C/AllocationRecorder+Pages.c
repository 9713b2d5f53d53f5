#define _GNU_SOURCE
#include "AllocationRecorder+Tables.h"

#include <errno.h>
#include <sys/mman.h>

// The memory of the tables: mapped in slabs, which are kept. Free pages are warm, as their last scope left them, or
// cold: without memory. To ask the system for one page's memory takes as long as to allocate dozens of objects, so
// cold pages are asked for, and given back, in runs of neighbours.

enum {
  SLAB_PAGES = 256,
  /// So many free pages stay in memory for the next scope: 1 MB.
  MOST_WARM = 256,
  /// So many pages are warmed at once.
  MOST_WARMED = 16,
  /// 1 M pages hold 170 M records.
  MOST_PAGES = 1 << 20,
};

static crt_lock lock;
static crt_page *warm_pages[MOST_WARM];
static crt_page **cold_pages;
static size_t warm_count, cold_count, page_count;

static void *map(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

/// Adds the pages of a run to the cold ones, so that the first is taken first; the lock is held.
static void add_cold(crt_page *run, size_t count) {
  while (count-- > 0) cold_pages[cold_count++] = &run[count];
}

/// Adds a slab to the cold pages; the lock is held.
static void add_slab(void) {
  if (!cold_pages) cold_pages = map(MOST_PAGES * sizeof *cold_pages);
  if (!cold_pages || page_count + SLAB_PAGES > MOST_PAGES) return;
  crt_page *slab = map(SLAB_PAGES * sizeof *slab);
  if (!slab) return;
  add_cold(slab, SLAB_PAGES);
  page_count += SLAB_PAGES;
}

/// Warms some cold pages, as many as an eighth of what is in use; the lock is held.
static void warm_some(void) {
  size_t most = 1 + (page_count - cold_count) / 8;
  if (most > MOST_WARMED) most = MOST_WARMED;
  crt_page *first = cold_pages[cold_count - 1];
  size_t count = 0;
  while (count < most && cold_count && cold_pages[cold_count - 1] == &first[count]) {
    cold_count--;
    count++;
  }
#ifdef MADV_POPULATE_WRITE
  // A system that does not know it gives each page its memory when it is written to.
  if (count > 1) madvise(first, count * sizeof *first, MADV_POPULATE_WRITE);
#endif
  while (count-- > 0) warm_pages[warm_count++] = &first[count];
}

crt_page *crt_page_new(void) {
  // The program allocates an object, and expects no error of that.
  int error = errno;
  crt_lock_take(&lock);
  if (!warm_count && !cold_count) add_slab();
  if (!warm_count && cold_count) warm_some();
  crt_page *page = warm_count ? warm_pages[--warm_count] : NULL;
  crt_lock_give(&lock);
  errno = error;
  return page;
}

void crt_pages_free(crt_page *run, size_t count) {
  crt_lock_take(&lock);
  while (count && warm_count < MOST_WARM) warm_pages[warm_count++] = &run[--count];
  crt_lock_give(&lock);
  if (!count) return;
  // Pages that the system takes back read as zeroes: unlocked, and nobody's. Their locks are held meanwhile, so that
  // no thread that still has one of the pages in mind is inside.
  for (size_t i = 0; i < count; i++) crt_lock_take(&run[i].lock);
  if (madvise(run, count * sizeof *run, MADV_DONTNEED) != 0) {
    for (size_t i = 0; i < count; i++) crt_lock_give(&run[i].lock);
  }
  crt_lock_take(&lock);
  add_cold(run, count);
  crt_lock_give(&lock);
}

uint64_t crt_page_bytes(void) {
  crt_lock_take(&lock);
  uint64_t bytes = (uint64_t)(page_count - warm_count - cold_count) * CRT_PAGE_SIZE;
  crt_lock_give(&lock);
  return bytes;
}
