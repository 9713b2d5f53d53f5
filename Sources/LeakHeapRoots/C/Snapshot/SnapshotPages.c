#define _GNU_SOURCE
#include "Snapshot.h"

#if CRT_SNAPSHOT
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

page_window pages_open(void) {
  return (page_window){
      .file = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC), .page_size = (uintptr_t)sysconf(_SC_PAGESIZE)};
}

/// Whether a page is in memory, where the system does not say more: what is swapped out is not.
static bool is_resident(uintptr_t page, uintptr_t size) {
  unsigned char resident = 1;
  return mincore((void *)page, size, &resident) != 0 || (resident & 1);
}

bool pages_may_have_contents(page_window *window, uintptr_t page, uintptr_t end, bool is_large) {
  const uint64_t present = (uint64_t)1 << 63;
  const uint64_t swapped = (uint64_t)1 << 62;
  const uint64_t guard = (uint64_t)1 << 58;
  const uintptr_t size = window->page_size;
  page &= ~(size - 1);
  if (window->file < 0) return !is_large || is_resident(page, size);
  size_t index = (page - window->start) / size;
  if (page < window->start || index >= window->count) {
    const size_t most = sizeof window->pages / sizeof *window->pages;
    size_t wanted = (end - page + size - 1) / size;
    if (wanted > most) wanted = most;
    ssize_t length = pread(window->file, window->pages, wanted * sizeof *window->pages,
                           (off_t)(page / size * sizeof *window->pages));
    window->start = page;
    window->count = length > 0 ? (size_t)length / sizeof *window->pages : 0;
    index = 0;
  }
  if (window->count == 0) return true;
  uint64_t state = window->pages[index];
  return !(state & guard) && (state & (present | swapped)) != 0;
}
#endif
