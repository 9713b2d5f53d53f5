#define _GNU_SOURCE
#include "Snapshot.h"

#if CRT_SNAPSHOT
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "MallocBlocks.h"

// MARK: The copy

_Noreturn void snapshot_end(int code) {
  syscall(SYS_exit_group, code);
  __builtin_unreachable();
}

void *snapshot_allocate(size_t bytes) {
  void *memory = mmap(NULL, bytes ? bytes : 1, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) snapshot_end(3);
  return memory;
}

/// What the copy does. All signals are blocked in it, and a fault ends it.
static _Noreturn void search_copy(crt_search *search) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_DUMPABLE, 0);  // a fault is to leave no core file
  search->region_count = crt_memory_map(search->regions, REGION_LIMIT);
  if (search->region_count == 0 || search->region_count > REGION_LIMIT) snapshot_end(4);
  block_table blocks;
  stack_table stacks;
  stacks_find(&stacks, search);
  if (!blocks_find(&blocks, search)) {
    search->status = CRT_SEARCH_TORN;
    snapshot_end(0);
  }
  mark_from_roots(search, &blocks, &stacks);
  search->status = CRT_SEARCH_DONE;
  snapshot_end(0);
}

// MARK: The process

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/// Copies the process without a signal to send at its end, so that the host's handlers of SIGCHLD, its calls of
/// `wait`, and what it has to do in a `fork` see nothing of it.
static pid_t copy_process(crt_search *search) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  pid_t copy = (pid_t)syscall(SYS_clone, 0, NULL, NULL, NULL, NULL);
  if (copy == 0) search_copy(search);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return copy;
}

/// Waits for the copy, and ends it at the deadline. `__WCLONE` is the kind of child that sends no signal.
static bool reap(pid_t copy, uint64_t deadline, int *status) {
  struct timespec pause = {.tv_nsec = 100000};
  for (;;) {
    pid_t ended = waitpid(copy, status, __WCLONE | WNOHANG);
    if (ended == copy) return true;
    if (ended < 0 && errno != EINTR) return false;
    if (now() > deadline) break;
    nanosleep(&pause, NULL);
    if (pause.tv_nsec < 2000000) pause.tv_nsec *= 2;
  }
  kill(copy, SIGKILL);
  while (waitpid(copy, status, __WCLONE) < 0 && errno == EINTR) {
  }
  return false;
}

static crt_search_status run_once(crt_search *search, uint64_t deadline) {
  search->status = CRT_SEARCH_CRASHED;
  search->figures = (crt_search_figures){0};
  search->data_count = search->code_count = search->thread_count = 0;
  for (size_t index = 0; index < search->found_count; index++) {
    search->found[index] = (crt_found){.target = search->found[index].target};
  }
  scene_read(search);
  pid_t copy = copy_process(search);
  if (copy < 0) return CRT_SEARCH_REFUSED;
  int status = 0;
  if (!reap(copy, deadline, &status)) return CRT_SEARCH_LATE;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? search->status : CRT_SEARCH_CRASHED;
}

crt_search_status crt_search_run(crt_search *search, uintptr_t own_stack, double seconds) {
  if (crt_allocator_kind() != CRT_ALLOCATOR_GLIBC) return CRT_SEARCH_UNKNOWN_ALLOCATOR;
  const int attempts = 4;
  uint64_t start = now();
  search->own_stack = own_stack;
  crt_search_status status = CRT_SEARCH_TORN;
  for (int attempt = 0; attempt < attempts && status == CRT_SEARCH_TORN; attempt++) {
    status = run_once(search, start + (uint64_t)(seconds * 1e9));
  }
  search->figures.nanoseconds = now() - start;
  return status;
}

// MARK: The shared memory

crt_search *crt_search_create(size_t targets, size_t layouts, size_t words) {
  size_t bytes = sizeof(crt_search) + targets * sizeof(crt_found) +
                 layouts * sizeof(object_layout) + words + 64;
  crt_search *search =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (search == MAP_FAILED) return NULL;
  search->bytes = bytes;
  search->found = (crt_found *)(search + 1);
  search->layouts = (object_layout *)(search->found + targets);
  search->words = (uint8_t *)(search->layouts + layouts);
  return search;
}

void crt_search_destroy(crt_search *search) { munmap(search, search->bytes); }

void crt_search_add_target(crt_search *search, uintptr_t masked) {
  search->found[search->found_count++] = (crt_found){.target = masked};
}

void crt_search_add_layout(
    crt_search *search, uintptr_t isa, const uint8_t *words, size_t count, crt_word rest) {
  search->layouts[search->layout_count++] =
      (object_layout){isa, (uint32_t)search->word_count, (uint32_t)count, (uint8_t)rest};
  memcpy(search->words + search->word_count, words, count);
  search->word_count += count;
}

const crt_found *crt_search_found(const crt_search *search, size_t index) {
  return &search->found[index];
}

crt_search_figures crt_search_figures_of(const crt_search *search) { return search->figures; }

size_t crt_own_frames(uintptr_t *returns, uintptr_t *frames, size_t capacity) {
  uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
  size_t count = 0;
  while (count < capacity) {
    uintptr_t outer = word_at(frame);
    frames[count] = frame;
    returns[count++] = word_at(frame + 8);
    // Code without frame pointers ends the chain: what stands there is no higher place of the same stack.
    if (outer <= frame || outer - frame > 1 << 20 || outer & 7) break;
    frame = outer;
  }
  return count;
}
#else
#include <stdlib.h>

// The copy of a process that can be searched is Linux's, the layout of blocks glibc's.

struct crt_search {
  crt_found none;
};

crt_search *crt_search_create(size_t targets, size_t layouts, size_t words) {
  (void)targets, (void)layouts, (void)words;
  return calloc(1, sizeof(crt_search));
}
void crt_search_destroy(crt_search *search) { free(search); }
void crt_search_add_target(crt_search *search, uintptr_t masked) { (void)search, (void)masked; }
void crt_search_add_layout(
    crt_search *search, uintptr_t isa, const uint8_t *words, size_t count, crt_word rest) {
  (void)search, (void)isa, (void)words, (void)count, (void)rest;
}
crt_search_status crt_search_run(crt_search *search, uintptr_t own_stack, double seconds) {
  (void)search, (void)own_stack, (void)seconds;
  return CRT_SEARCH_UNKNOWN_ALLOCATOR;
}
const crt_found *crt_search_found(const crt_search *search, size_t index) {
  (void)index;
  return &search->none;
}
crt_search_figures crt_search_figures_of(const crt_search *search) {
  (void)search;
  return (crt_search_figures){0};
}
size_t crt_own_frames(uintptr_t *returns, uintptr_t *frames, size_t capacity) {
  (void)returns, (void)frames, (void)capacity;
  return 0;
}
#endif
