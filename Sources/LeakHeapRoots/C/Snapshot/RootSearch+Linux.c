#define _GNU_SOURCE
#include "Snapshot.h"

#if CRT_SNAPSHOT
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "Clock.h"
#include "MallocBlocks.h"

// MARK: The copy

_Noreturn void snapshot_end(int code) {
  syscall(SYS_exit_group, code);
  __builtin_unreachable();
}

_Noreturn void snapshot_end_with(crt_search *search, crt_search_status status) {
  search->status = status;
  snapshot_end(0);
}

void snapshot_end_if_orphaned(const crt_search *search) {
  if (syscall(SYS_getppid) != search->process) snapshot_end(7);
}

void *snapshot_allocate(size_t bytes) {
  void *memory = mmap(NULL, bytes ? bytes : 1, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) snapshot_end(3);
  return memory;
}

void snapshot_free(void *memory, size_t bytes) { munmap(memory, bytes ? bytes : 1); }

/// Closes what `/proc` tells of, one after the other.
static void close_each(void) {
  char entries[2048] __attribute__((aligned(8)));
  int folder = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  for (long size; (size = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0;) {
    for (long place = 0; place < size;) {
      const struct dirent64 *entry = (const void *)(entries + place);
      int descriptor = atoi(entry->d_name);
      if (descriptor != folder) close(descriptor);
      place += entry->d_reclen;
    }
  }
  close(folder);
}

/// Gives the copy a table of descriptors of its own, with nothing in it. While the copy is there, whoever reads the host's pipes and
/// sockets is to see their ends all the same, and a file or a port that the host has closed is to be free. Before Linux 5.9 there is no
/// such call, and a host may be refused it.
static void drop_descriptors(const crt_search *search) {
  const unsigned unshare_first = 1 << 1;  // CLOSE_RANGE_UNSHARE
  if (syscall(SYS_close_range, 0u, ~0u, unshare_first) == 0) return;
  if (search->shares_descriptors && syscall(SYS_unshare, CLONE_FILES) != 0) snapshot_end(8);
  close_each();
}

/// What the copy does. All signals are blocked in it, but for faults.
static _Noreturn void search_copy(crt_search *search) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The process may have ended before that.
  snapshot_end_if_orphaned(search);
  drop_descriptors(search);
  const page_window pages = pages_open();
  prctl(PR_SET_DUMPABLE, 0);  // a fault is to leave no core file
  search->region_count = crt_memory_map(search->regions, REGION_LIMIT);
  if (search->region_count == 0) snapshot_end(4);
  if (search->region_count > REGION_LIMIT) snapshot_end_with(search, CRT_SEARCH_TOO_LARGE);
  faults_begin(search);
  blocks_divide_regions(search);
  snapshot *copy = snapshot_allocate(sizeof *copy);
  copy->search = search;
  copy->pages = pages;
  stacks_find(&copy->stacks, search);
  if (!blocks_find(&copy->blocks, search, &copy->stacks, &copy->pages)) {
    snapshot_end_with(search, CRT_SEARCH_TORN);
  }
  types_find(search, &copy->blocks);
  roots_find_candidates(copy);
  search->status = CRT_SEARCH_DONE;
  snapshot_serve(copy);
}

// MARK: The process

/// Whether nobody learns of a child's end from a signal, nor takes it away.
static bool is_child_signal_unused(void) {
  struct sigaction action;
  return sigaction(SIGCHLD, NULL, &action) == 0 && action.sa_handler == SIG_DFL && !(action.sa_flags & SA_NOCLDWAIT);
}

/// A way to copy the process, and what kind of child the copy is then.
typedef struct {
  unsigned long flags;
  int kind;
} copy_way;

/// Whether the system may take that way, by what is known before.
static bool is_open(copy_way way, const crt_search *search) {
  if (way.flags == SIGCHLD) return is_child_signal_unused();
  // No descriptor has that number: where the call is there, nothing is closed.
  return way.flags != CLONE_FILES || (!search->is_on_valgrind && syscall(SYS_close_range, ~0u, ~0u, 0u) == 0);
}

/// Copies the process without a signal to send at its end, so that the host's handlers of SIGCHLD, its calls of
/// `wait`, and what it has to do in a `fork` see nothing of it. An emulator of another processor can only copy with one: there
/// it has to mean nothing to the host.
///
/// Until the copy has dropped its descriptors they are the host's own, if that can be: copies of them would keep open what the host
/// closes in that time. Valgrind ends a process that asks for it, and the emulator refuses.
static pid_t copy_process(crt_search *search) {
  static const copy_way ways[] = {{CLONE_FILES, __WCLONE}, {0, __WCLONE}, {SIGCHLD, 0}};
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  pid_t copy = -1;
  bool is_refused = true;
  for (size_t index = 0; is_refused && index < sizeof ways / sizeof *ways; index++) {
    if (!is_open(ways[index], search)) continue;
    search->shares_descriptors = ways[index].flags == CLONE_FILES;
    search->copy_kind = ways[index].kind;
    copy = (pid_t)syscall(SYS_clone, ways[index].flags, NULL, NULL, NULL, NULL);
    is_refused = copy < 0 && errno == EINVAL;
  }
  if (copy == 0) search_copy(search);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return copy;
}

/// How long the copy has been at work on a processor: on a busy machine it waits for one.
static uint64_t work_of_copy(const crt_search *search) {
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(search->copy, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/// Whether the copy has had its time, or has been waited for for much longer.
static bool is_late(const crt_search *search, uint64_t begin) {
  const unsigned most_waits = 6;
  return work_of_copy(search) > search->limit || crt_clock(CRT_CLOCK_MONOTONIC) - begin > most_waits * search->limit;
}

/// Waits until the copy has ended or hands over its turn, and says when it takes too long.
static crt_search_status wait_for_copy(crt_search *search) {
  const struct timespec pause = {.tv_nsec = 5000000};
  const uint64_t begin = crt_clock(CRT_CLOCK_MONOTONIC);
  for (;;) {
    // Most answers come before there is anything else to look at.
    syscall(SYS_futex, &search->turn, FUTEX_WAIT, TURN_COPY, &pause, NULL, 0);
    if (atomic_load_explicit(&search->turn, memory_order_acquire) == TURN_PROCESS) return search->status;
    int status;
    pid_t ended = waitpid(search->copy, &status, search->copy_kind | WNOHANG);
    if (ended < 0 && errno != EINTR) return CRT_SEARCH_CRASHED;
    if (ended == search->copy) {
      search->copy = 0;
      bool is_good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
      return is_good ? search->status : CRT_SEARCH_CRASHED;
    }
    if (is_late(search, begin)) return CRT_SEARCH_LATE;
  }
}

static void end_copy(crt_search *search) {
  if (search->copy <= 0) return;
  kill(search->copy, SIGKILL);
  while (waitpid(search->copy, NULL, search->copy_kind) < 0 && errno == EINTR) {
  }
  search->copy = 0;
}

static crt_search_status begin_once(crt_search *search) {
  search->status = CRT_SEARCH_CRASHED;
  search->figures = (crt_search_figures){0};
  search->data_count = search->code_count = search->thread_count = search->type_count = 0;
  search->layout_count = search->word_count = 0;
  search->root_count = search->denied_count = 0;
  atomic_store(&search->turn, TURN_COPY);
  process_read(search);
  search->copy = copy_process(search);
  return search->copy < 0 ? CRT_SEARCH_REFUSED : wait_for_copy(search);
}

crt_search_status crt_search_begin(crt_search *search, double seconds) {
  if (crt_allocator_kind() != CRT_ALLOCATOR_GLIBC) return CRT_SEARCH_UNKNOWN_ALLOCATOR;
  const int attempts = 8;
  search->start = crt_clock(CRT_CLOCK_MONOTONIC);
  search->limit = (uint64_t)(seconds * 1e9);
  crt_unwind_here(&search->making);
  crt_search_status status = CRT_SEARCH_TORN;
  for (int attempt = 0; attempt < attempts && status == CRT_SEARCH_TORN; attempt++) {
    end_copy(search);
    // The thread that was at work in the allocator may wait for a processor: 1 ms, 2 ms, … 64 ms.
    if (attempt > 0) crt_pause(500000u << attempt);
    search->accepts_torn = attempt + 1 == attempts;
    status = begin_once(search);
  }
  search->figures.nanoseconds = crt_clock(CRT_CLOCK_MONOTONIC) - search->start;
  return status;
}

// MARK: Questions

/// Lets the copy answer.
static crt_search_status ask(crt_search *search, search_command command) {
  if (search->copy <= 0) return CRT_SEARCH_CRASHED;
  search->command = command;
  search->is_cut = false;
  search->output_count = 0;
  atomic_store_explicit(&search->turn, TURN_COPY, memory_order_release);
  syscall(SYS_futex, &search->turn, FUTEX_WAKE, 1, NULL, NULL, 0);
  crt_search_status status = wait_for_copy(search);
  if (status != CRT_SEARCH_DONE && status != CRT_SEARCH_TOO_LARGE) end_copy(search);
  search->figures.nanoseconds = crt_clock(CRT_CLOCK_MONOTONIC) - search->start;
  return status;
}

/// Puts words where the copy finds them; false when there is no room.
static bool put(crt_search *search, const uintptr_t *words, size_t count) {
  if (count > search->exchange_bytes / sizeof(uint64_t) / 2) return false;
  memcpy(search->exchange, words, count * sizeof *words);
  search->input_count = count;
  return true;
}

/// Lets the copy answer about masked addresses.
static crt_search_status ask_about(
    crt_search *search, const uintptr_t *masked, size_t count, search_command command) {
  return put(search, masked, count) ? ask(search, command) : CRT_SEARCH_TOO_LARGE;
}

static void *output_of(crt_search *search) {
  size_t room;
  return snapshot_output(search, &room);
}

crt_search_status crt_search_mark(
    crt_search *search, const uintptr_t *masked, size_t count, uint8_t *reached, size_t *doubtful) {
  crt_search_status status = ask_about(search, masked, count, COMMAND_MARK);
  if (status == CRT_SEARCH_DONE) memcpy(reached, output_of(search), count);
  *doubtful = status == CRT_SEARCH_DONE ? search->second_output_count : 0;
  return status;
}

crt_search_status crt_search_ways(
    crt_search *search, const uintptr_t *masked, size_t count, crt_ways *ways) {
  *ways = (crt_ways){0};
  crt_search_status status = ask_about(search, masked, count, COMMAND_WAYS);
  if (status != CRT_SEARCH_DONE) return status;
  *ways = (crt_ways){
      output_of(search), (const crt_step *)((char *)search->exchange + search->second_output),
      search->output_count};
  return status;
}

crt_search_status crt_search_trunks(
    crt_search *search, const uintptr_t *masked, size_t count, const uintptr_t **trunks) {
  *trunks = NULL;
  crt_search_status status = ask_about(search, masked, count, COMMAND_TRUNKS);
  *trunks = output_of(search);
  return status;
}

crt_search_status crt_search_doubts(
    crt_search *search, const uintptr_t *masked, size_t count, const crt_step **steps,
    size_t *step_count) {
  *step_count = 0;
  crt_search_status status = ask_about(search, masked, count, COMMAND_DOUBTS);
  *steps = output_of(search);
  if (status == CRT_SEARCH_DONE) *step_count = search->output_count;
  return status;
}

crt_search_status crt_search_referrers(
    crt_search *search, const uintptr_t *masked, size_t count, crt_referrers *referrers) {
  *referrers = (crt_referrers){0};
  crt_search_status status = ask_about(search, masked, count, COMMAND_REFERRERS);
  if (status != CRT_SEARCH_DONE) return status;
  *referrers = (crt_referrers){
      output_of(search), (const crt_edge *)((char *)search->exchange + search->second_output),
      search->output_count, search->second_output_count, search->is_cut};
  return status;
}

crt_search_status crt_search_words(
    crt_search *search, const uintptr_t *masked, size_t count, const crt_hit **hits,
    size_t *hit_count) {
  *hit_count = 0;
  crt_search_status status = ask_about(search, masked, count, COMMAND_WORDS);
  *hits = output_of(search);
  if (status == CRT_SEARCH_DONE) *hit_count = search->output_count;
  return status;
}

crt_search_status crt_search_slabs(
    crt_search *search, uintptr_t task_class, const crt_slab **slabs, size_t *count) {
  search->input_count = 0;
  search->argument = task_class;
  crt_search_status status = ask(search, COMMAND_SLABS);
  *slabs = output_of(search);
  *count = status == CRT_SEARCH_DONE ? search->output_count : 0;
  return status;
}

bool crt_search_read(crt_search *search, uintptr_t address, void *target, size_t count) {
  put(search, &address, 1);
  search->argument = count;
  if (ask(search, COMMAND_READ) != CRT_SEARCH_DONE || search->output_count != count) return false;
  memcpy(target, output_of(search), count);
  return true;
}

crt_search_status crt_search_frames(
    crt_search *search, size_t thread, const crt_unwound_frame **frames, size_t *count) {
  search->input_count = 0;
  search->argument = thread;
  crt_search_status status = ask(search, COMMAND_FRAMES);
  *frames = output_of(search);
  *count = status == CRT_SEARCH_DONE ? search->output_count : 0;
  return status;
}

// MARK: The shared memory

crt_search *crt_search_create(void) {
  // As much as there may be for the answers: what is not written to takes no memory.
  for (size_t exchange = (size_t)1 << 32; exchange >= (size_t)1 << 24; exchange >>= 2) {
    size_t bytes = sizeof(crt_search) + exchange;
    crt_search *search = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (search == MAP_FAILED) continue;
    search->bytes = bytes;
    search->exchange_bytes = exchange;
    return search;
  }
  return NULL;
}

void crt_search_destroy(crt_search *search) {
  end_copy(search);
  munmap(search, search->bytes);
}

void crt_search_leave_out(crt_search *search, uintptr_t start, uintptr_t end) {
  if (search->left_out_count == RANGE_LIMIT || start >= end) return;
  // Ascending.
  size_t place = search->left_out_count++;
  for (; place > 0 && search->left_out[place - 1].start > start; place--) {
    search->left_out[place] = search->left_out[place - 1];
  }
  search->left_out[place] = (crt_range){start, end};
}

void crt_search_set_task_slab(crt_search *search, uintptr_t first_word) {
  search->task_slab = first_word;
}

void crt_search_set_keeper(crt_search *search, uintptr_t object) { search->keeper = object; }
void crt_search_set_block_class(crt_search *search, uintptr_t isa) { search->block_class = isa; }

void crt_search_know_continuations(crt_search *search, bool known) {
  search->knows_continuations = known;
}

size_t crt_search_type_count(const crt_search *search) { return search->type_count; }
uintptr_t crt_search_type(const crt_search *search, size_t index) { return search->types[index]; }

void crt_search_add_layout(
    crt_search *search, crt_layout layout, const uint8_t *words, const uint8_t *values) {
  size_t count = (size_t)layout.word_count + layout.value_word_count;
  if (search->layout_count == TYPE_LIMIT || count > WORD_LIMIT - search->word_count) return;
  object_layout *added = &search->layouts[search->layout_count++];
  *added = (object_layout){.form = layout, .first_word = (uint32_t)search->word_count};
  memcpy(search->words + search->word_count, words, layout.word_count);
  memcpy(search->words + search->word_count + layout.word_count, values, layout.value_word_count);
  added->has_maybe = layout.kind == CRT_LAYOUT_TASK;
  // What is no table as it should be may be anything.
  added->has_open = layout.kind == CRT_LAYOUT_TASK || layout.kind == CRT_LAYOUT_TABLE;
  for (size_t index = 0; index <= count; index++) {
    crt_word word = index < count ? (crt_word)search->words[search->word_count + index] : layout.rest;
    if (word == CRT_WORD_STRONG || word == CRT_WORD_CONTEXT) added->has_strong = true;
    if (word == CRT_WORD_MAYBE || word == CRT_WORD_MAYBE_OPEN) added->has_maybe = true;
    if (word == CRT_WORD_PENDING) added->has_reference = true;
    if (word == CRT_WORD_OPEN || word == CRT_WORD_MAYBE_OPEN) added->has_open = true;
  }
  added->has_reference |= added->has_strong || added->has_maybe;
  search->word_count += count;
}

size_t crt_search_candidate_count(const crt_search *search) { return search->candidate_count; }
crt_candidate crt_search_candidate(const crt_search *search, size_t index) {
  return search->candidates[index];
}

void crt_search_add_root(crt_search *search, uintptr_t slot) {
  if (search->root_count < CANDIDATE_LIMIT) search->roots[search->root_count++] = slot;
}

void crt_search_deny(crt_search *search, uintptr_t slot) {
  if (search->denied_count < DENIED_LIMIT) search->denied[search->denied_count++] = slot;
}

size_t crt_search_thread_count(const crt_search *search) { return search->thread_count; }
crt_thread crt_search_thread(const crt_search *search, size_t index) { return search->threads[index]; }

crt_search_figures crt_search_figures_of(const crt_search *search) { return search->figures; }
#endif
