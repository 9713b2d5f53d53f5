#define _GNU_SOURCE
#include "Snapshot.h"

#include <time.h>

uint64_t crt_clock(crt_clock_kind kind) {
  struct timespec time = {0};
#if defined(CLOCK_BOOTTIME)
  const clockid_t boot = CLOCK_BOOTTIME;
#else
  const clockid_t boot = CLOCK_MONOTONIC;
#endif
  const clockid_t clocks[] = {CLOCK_MONOTONIC, boot, CLOCK_REALTIME};
  clock_gettime(clocks[kind], &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

void crt_pause(uint32_t nanoseconds) {
  const struct timespec pause = {.tv_nsec = nanoseconds};
  nanosleep(&pause, NULL);
}

#if CRT_SNAPSHOT
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
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
  blocks_divide_regions(search);
  block_table blocks;
  stack_table stacks;
  stacks_find(&stacks, search);
  if (!blocks_find(&blocks, search)) {
    search->status = CRT_SEARCH_TORN;
    snapshot_end(0);
  }
  types_find(search, &blocks);
  const struct timespec pause = {.tv_nsec = 50000};
  atomic_store_explicit(&search->turn, TURN_PROCESS, memory_order_release);
  while (atomic_load_explicit(&search->turn, memory_order_acquire) != TURN_COPY) {
    syscall(SYS_nanosleep, &pause, NULL);
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

/// Waits until the copy has ended or hands over its turn, and ends it at the deadline. `__WCLONE` is the kind of
/// child that sends no signal.
static crt_search_status wait_for_copy(crt_search *search) {
  struct timespec pause = {.tv_nsec = 50000};
  int status;
  while (now() < search->deadline) {
    pid_t ended = waitpid(search->copy, &status, __WCLONE | WNOHANG);
    if (ended < 0 && errno != EINTR) return CRT_SEARCH_CRASHED;
    if (ended == search->copy) {
      search->copy = 0;
      bool is_good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
      return is_good ? search->status : CRT_SEARCH_CRASHED;
    }
    if (atomic_load_explicit(&search->turn, memory_order_acquire) == TURN_PROCESS)
      return CRT_SEARCH_DONE;
    nanosleep(&pause, NULL);
    if (pause.tv_nsec < 1000000) pause.tv_nsec *= 2;
  }
  return CRT_SEARCH_LATE;
}

static void end_copy(crt_search *search) {
  if (search->copy <= 0) return;
  kill(search->copy, SIGKILL);
  while (waitpid(search->copy, NULL, __WCLONE) < 0 && errno == EINTR) {
  }
  search->copy = 0;
}

static crt_search_status begin_once(crt_search *search) {
  search->status = CRT_SEARCH_CRASHED;
  search->figures = (crt_search_figures){0};
  search->data_count = search->code_count = search->thread_count = search->type_count = 0;
  search->layout_count = search->word_count = 0;
  for (size_t index = 0; index < search->found_count; index++) {
    search->found[index] = (crt_found){.target = search->found[index].target};
  }
  atomic_store(&search->turn, TURN_COPY);
  scene_read(search);
  search->copy = copy_process(search);
  return search->copy < 0 ? CRT_SEARCH_REFUSED : wait_for_copy(search);
}

/// Where the caller's frame begins: right above this function's.
__attribute__((noinline)) static uintptr_t frame_begin(void) {
  return (uintptr_t)__builtin_frame_address(0);
}

crt_search_status crt_search_begin(crt_search *search, uintptr_t own_stack, double seconds) {
  // A variable of the program's may be in a register only: then it is saved here, or by another of our functions.
  __builtin_unwind_init();
  if (crt_allocator_kind() != CRT_ALLOCATOR_GLIBC) return CRT_SEARCH_UNKNOWN_ALLOCATOR;
  const int attempts = 8;
  search->start = now();
  search->deadline = search->start + (uint64_t)(seconds * 1e9);
  search->own_stack = own_stack;
  search->own_stack_begin = frame_begin();
  crt_search_status status = CRT_SEARCH_TORN;
  for (int attempt = 0; attempt < attempts && status == CRT_SEARCH_TORN; attempt++) {
    end_copy(search);
    search->accepts_torn = attempt + 1 == attempts;
    status = begin_once(search);
  }
  return status;
}

crt_search_status crt_search_finish(crt_search *search) {
  atomic_store_explicit(&search->turn, TURN_COPY, memory_order_release);
  crt_search_status status = wait_for_copy(search);
  end_copy(search);
  search->figures.nanoseconds = now() - search->start;
  return status;
}

// MARK: The shared memory

crt_search *crt_search_create(size_t targets) {
  size_t bytes = sizeof(crt_search) + targets * sizeof(crt_found);
  crt_search *search = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (search == MAP_FAILED) return NULL;
  search->bytes = bytes;
  return search;
}

void crt_search_destroy(crt_search *search) {
  end_copy(search);
  munmap(search, search->bytes);
}

void crt_search_add_target(crt_search *search, uintptr_t masked) {
  search->found[search->found_count++] = (crt_found){.target = masked};
}

void crt_search_leave_out(crt_search *search, uintptr_t block) {
  if (search->told_left_out_count == RANGE_LIMIT) return;
  search->left_out[search->told_left_out_count++] = block;
}

void crt_search_set_task_slab(crt_search *search, uintptr_t first_word) {
  search->task_slab = first_word;
}

void crt_search_set_block_class(crt_search *search, uintptr_t isa) { search->block_class = isa; }

size_t crt_search_type_count(const crt_search *search) { return search->type_count; }
uintptr_t crt_search_type(const crt_search *search, size_t index) { return search->types[index]; }

void crt_search_add_layout(
    crt_search *search, crt_layout layout, const uint8_t *words, const uint8_t *values) {
  size_t count = (size_t)layout.word_count + layout.value_word_count;
  if (search->layout_count == TYPE_LIMIT || count > WORD_LIMIT - search->word_count) return;
  search->layouts[search->layout_count++] = (object_layout){layout, (uint32_t)search->word_count};
  memcpy(search->words + search->word_count, words, layout.word_count);
  memcpy(search->words + search->word_count + layout.word_count, values, layout.value_word_count);
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

crt_search *crt_search_create(size_t targets) {
  (void)targets;
  return calloc(1, sizeof(crt_search));
}
void crt_search_destroy(crt_search *search) { free(search); }
void crt_search_add_target(crt_search *search, uintptr_t masked) { (void)search, (void)masked; }
void crt_search_leave_out(crt_search *search, uintptr_t block) { (void)search, (void)block; }
void crt_search_set_task_slab(crt_search *search, uintptr_t word) { (void)search, (void)word; }
void crt_search_set_block_class(crt_search *search, uintptr_t isa) { (void)search, (void)isa; }
size_t crt_search_type_count(const crt_search *search) { return (void)search, 0; }
uintptr_t crt_search_type(const crt_search *search, size_t index) {
  return (void)search, (void)index, 0;
}
void crt_search_add_layout(
    crt_search *search, crt_layout layout, const uint8_t *words, const uint8_t *values) {
  (void)search, (void)layout, (void)words, (void)values;
}
crt_search_status crt_search_begin(crt_search *search, uintptr_t own_stack, double seconds) {
  (void)search, (void)own_stack, (void)seconds;
  return CRT_SEARCH_UNKNOWN_ALLOCATOR;
}
crt_search_status crt_search_finish(crt_search *search) {
  return (void)search, CRT_SEARCH_UNKNOWN_ALLOCATOR;
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
