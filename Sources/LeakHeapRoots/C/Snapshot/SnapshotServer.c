#define _GNU_SOURCE
#include "Snapshot.h"

#if CRT_SNAPSHOT
#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void *snapshot_output(crt_search *search, size_t *room) {
  size_t used = (search->input_count * sizeof(uint64_t) + 63) & ~(size_t)63;
  *room = search->exchange_bytes - used;
  return (char *)search->exchange + used;
}

static void read_memory(snapshot *snapshot) {
  crt_search *search = snapshot->search;
  size_t room;
  void *output = snapshot_output(search, &room);
  uintptr_t address = search->exchange[0];
  size_t count = search->argument;
  search->output_count = 0;
  if (count > room || !words_are_readable(search, address, count)) return;
  memcpy(output, (const void *)address, count);
  search->output_count = count;
}

static void answer(snapshot *snapshot) {
  if (!snapshot->has_layouts) {
    layouts_index(&snapshot->layouts, snapshot->search);
    snapshot->has_layouts = true;
  }
  switch (snapshot->search->command) {
    case COMMAND_MARK:
      layouts_index(&snapshot->layouts, snapshot->search);
      return roots_mark(snapshot);
    case COMMAND_WAYS: return roots_write_ways(snapshot);
    case COMMAND_TRUNKS: return roots_write_trunks(snapshot);
    case COMMAND_DOUBTS: return roots_write_doubts(snapshot);
    case COMMAND_REFERRERS: return referrers_write(snapshot);
    case COMMAND_WORDS: return words_write_hits(snapshot);
    case COMMAND_READ: return read_memory(snapshot);
    case COMMAND_FRAMES: return stacks_write_frames(snapshot);
    case COMMAND_SLABS: return tasks_write_slabs(snapshot);
  }
}

_Noreturn void snapshot_serve(snapshot *snapshot) {
  crt_search *search = snapshot->search;
  const struct timespec pause = {.tv_sec = 1};
  for (;;) {
    atomic_store_explicit(&search->turn, TURN_PROCESS, memory_order_release);
    syscall(SYS_futex, &search->turn, FUTEX_WAKE, 1, NULL, NULL, 0);
    while (atomic_load_explicit(&search->turn, memory_order_acquire) == TURN_PROCESS) {
      syscall(SYS_futex, &search->turn, FUTEX_WAIT, TURN_PROCESS, &pause, NULL, 0);
      snapshot_end_if_orphaned(search);
    }
    search->status = CRT_SEARCH_DONE;
    answer(snapshot);
  }
}
#endif
