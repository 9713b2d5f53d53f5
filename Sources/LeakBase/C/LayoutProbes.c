#define _GNU_SOURCE
#include "LayoutProbes.h"

#include "LayoutFacts.h"

#if defined(__linux__) && defined(__GLIBC__) && defined(__LP64__)
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "MallocBlocks.h"
#include "OwnThreadMaking.h"
#include "RawMemory.h"

static uint64_t word(uintptr_t object, intptr_t offset) { return crt_load64(object + (uintptr_t)offset); }

/// Whether what may be an object has `value` there. A word that is no address is not followed: a debugger stops at each fault.
static bool leads_to(uintptr_t object, intptr_t offset, uintptr_t value) {
  return crt_is_readable(object + (uintptr_t)offset) && word(object, offset) == value;
}

// MARK: Threads

// glibc tells debuggers where its structures have what (nptl_db/structs.def): a size in bits, a count, and an offset.
static intptr_t published_offset(const char *name) {
  const uint32_t *entry = (const uint32_t *)dlsym(RTLD_DEFAULT, name);
  return entry && entry[2] < 1 << 16 ? (intptr_t)entry[2] : 0;
}

__attribute__((constructor)) static void learn_threads(void) {
  intptr_t number = published_offset("_thread_db_pthread_tid");
  intptr_t list = published_offset("_thread_db_pthread_list");
  if (number) crt_fact_learn(&crt_facts.thread_number, number);
  if (list) crt_fact_learn(&crt_facts.thread_list, list);
}

#if defined(__aarch64__)
// The block ends where the thread pointer leads to.
uintptr_t crt_thread_control_size(void) {
  return (uintptr_t)__builtin_thread_pointer() - (uintptr_t)pthread_self();
}

static bool has_own_address(uintptr_t control) {
  uintptr_t size = (uintptr_t)__builtin_thread_pointer() - control;
  return size > (uintptr_t)crt_facts.thread_stack && size < 1 << 16;
}
#else
uintptr_t crt_thread_control_size(void) {
  const uint32_t *size = (const uint32_t *)dlsym(RTLD_DEFAULT, "_thread_db_sizeof_pthread");
  return size && *size < 1 << 16 ? *size : 0;
}

static bool has_own_address(uintptr_t control) {
  return word(control, 0) == control && word(control, crt_facts.thread_self) == control;
}
#endif

void crt_thread_lists(uintptr_t heads[CRT_THREAD_LISTS]) {
  uintptr_t linker = (uintptr_t)dlsym(RTLD_DEFAULT, "_rtld_global");
  intptr_t used = published_offset("_thread_db_rtld_global__dl_stack_used");
  intptr_t others = published_offset("_thread_db_rtld_global__dl_stack_user");
  // The third is told to nobody, and follows these two (sysdeps/generic/ldsodefs.h).
  bool is_known = linker && used && others == used + 16;
  for (intptr_t index = 0; index < CRT_THREAD_LISTS; index++) {
    heads[index] = is_known ? linker + (uintptr_t)(used + index * 16) : 0;
  }
}

/// Whether the thread is in a list: what is before it and behind it leads back. Other threads may be changing it.
static bool is_in_list(uintptr_t control) {
  uintptr_t node = control + (uintptr_t)crt_facts.thread_list;
  const int attempts = 100;
  for (int attempt = 0; attempt < attempts; attempt++) {
    if (word(word(node, 0), 8) == node && word(word(node, 8), 0) == node) return true;
  }
  return false;
}

/// Whether the stack is where the control block says. Its guard is at least as large as was asked for: on arm64, 64 KiB
/// (ARCH_MIN_GUARD_SIZE), while a thread's attributes say what was asked for.
static bool has_stack(uintptr_t control) {
  uintptr_t start = word(control, crt_facts.thread_stack);
  size_t size = word(control, crt_facts.thread_stack_size);
  size_t guard = word(control, crt_facts.thread_guard_size);
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return false;
  void *lowest;
  size_t length, guard_length;
  bool is_known = pthread_attr_getstack(&attributes, &lowest, &length) == 0 &&
                 pthread_attr_getguardsize(&attributes, &guard_length) == 0;
  pthread_attr_destroy(&attributes);
  return is_known && guard >= guard_length && start + guard == (uintptr_t)lowest &&
         start + size == (uintptr_t)lowest + length;
}

/// Whether the control block ends before the memory does that the thread has: the stack ends there.
static bool has_size(uintptr_t control) {
  uintptr_t end = word(control, crt_facts.thread_stack) + word(control, crt_facts.thread_stack_size);
  uintptr_t length = crt_thread_control_size();
  return length > (uintptr_t)crt_facts.thread_guard_size && length <= end - control;
}

static bool has_thread_layout(void) {
  uintptr_t control = (uintptr_t)pthread_self();
  return has_own_address(control) &&
         crt_load32(control + (uintptr_t)crt_facts.thread_number) == (uint32_t)syscall(SYS_gettid) &&
         is_in_list(control) && has_stack(control) && has_size(control);
}

// MARK: Blocks of the heap

static uintptr_t size_word(uintptr_t chunk) { return word(chunk, crt_facts.chunk_size); }

static size_t chunk_length(uintptr_t chunk) { return size_word(chunk) & ~(uintptr_t)crt_facts.chunk_flags; }

static bool follows_used(uintptr_t chunk) { return size_word(chunk) & (uintptr_t)crt_facts.chunk_follows_used; }

/// Whether a block in use has a header of its size, behind a block in use. Tools that rewrite the code of malloc in place leave its
/// address as it is.
static bool has_header(void *block) {
  uintptr_t chunk = (uintptr_t)block - (uintptr_t)crt_facts.chunk_header;
  size_t length = chunk_length(chunk);
  return !((uintptr_t)block & 15) && !(length & 15) && length == malloc_usable_size(block) + sizeof(uintptr_t) &&
         length >= (size_t)crt_facts.chunk_smallest && !(size_word(chunk) & (uintptr_t)crt_facts.chunk_is_mapping) &&
         follows_used(chunk + length);
}

static bool has_headers(void) {
  static const size_t sizes[] = {24, 100, 5000};
  bool holds = true;
  for (size_t index = 0; holds && index < sizeof sizes / sizeof *sizes; index++) {
    void *block = malloc(sizes[index]);
    holds = block && has_header(block);
    free(block);
  }
  // The smallest request takes the smallest chunk.
  void *smallest = malloc(1);
  holds = holds && smallest &&
          chunk_length((uintptr_t)smallest - (uintptr_t)crt_facts.chunk_header) == (size_t)crt_facts.chunk_smallest;
  free(smallest);
  return holds;
}

/// A block larger than any that an arena has room for is a mapping of its own, unless the process allows none.
static bool has_mapping_flag(void) {
  const size_t page = 4096;
  void *block = malloc((size_t)65 << 20);
  uintptr_t chunk = (uintptr_t)block - (uintptr_t)crt_facts.chunk_header;
  bool holds = true;
  if (block && (uintptr_t)block % page == 16) {
    size_t length;
    holds = crt_is_mapped_chunk(size_word(chunk), &length) &&
            crt_glibc_usable_size(0, size_word(chunk)) == malloc_usable_size(block);
  }
  free(block);
  return holds;
}

/// Gives back blocks, so many that some are not kept for the next request, and says whether the chunk of the last is in a list then, and
/// the next says that it is free: and where the list ends, called as if that were a chunk. Other threads of the arena may be taking it.
static bool is_given_back(uintptr_t *list) {
  enum { BLOCKS = 64, SIZE = 5000 };
  void *blocks[BLOCKS];
  for (int index = 0; index < BLOCKS; index++) blocks[index] = malloc(SIZE);
  // Those between stay in use: nothing is put together.
  uintptr_t chunk = (uintptr_t)blocks[BLOCKS - 2] - (uintptr_t)crt_facts.chunk_header;
  bool has_all = true;
  for (int index = 0; index < BLOCKS; index++) has_all = has_all && blocks[index];
  uintptr_t behind = has_all ? chunk + chunk_length(chunk) : 0;
  bool was_used = has_all && follows_used(behind);
  for (int index = 0; index < BLOCKS; index += 2) free(blocks[index]);
  bool is_listed = false;
  if (was_used) {
    uintptr_t next = word(chunk, crt_facts.chunk_header);
    uintptr_t previous = word(chunk, crt_facts.chunk_previous);
    is_listed = !follows_used(behind) && word(next, crt_facts.chunk_previous) == chunk &&
                word(previous, crt_facts.chunk_header) == chunk;
    // The last that was given back is the first in its list.
    *list = previous;
  }
  for (int index = 1; index < BLOCKS; index += 2) free(blocks[index]);
  return is_listed;
}

/// Whether the two words at `place` are the ends of a list. Behind the last list there are none.
static bool is_bin(uintptr_t place) {
  uintptr_t self = place - (uintptr_t)crt_facts.chunk_header;
  return leads_to(word(place, 0), crt_facts.chunk_previous, self) && leads_to(word(place, 8), crt_facts.chunk_header, self);
}

/// Whether the arena whose first list ends at `bins` has as many lists as are known, and behind them leads to all others and to itself.
static bool has_bins(uintptr_t bins, uintptr_t state) {
  intptr_t count = 0;
  while (count < 1000 && is_bin(bins + (uintptr_t)count * 16)) count++;
  if (count != crt_facts.arena_bins) return false;
  uintptr_t link = bins - state + (uintptr_t)(crt_facts.arena_bins * 16 + crt_facts.arena_bin_marks);
  uintptr_t arena = state;
  for (int steps = 0; steps < 1 << 10; steps++) {
    arena = word(arena, (intptr_t)link);
    if (arena == state) return true;
    if (!arena || arena & 15) return false;
  }
  return false;
}

/// Whether the memory of the arena that has the list begins as it is known. The first arena's has no such header, and tells nothing.
static bool has_arena(uintptr_t list) {
  const uintptr_t page = 4096;
  // The lists are in the arena's state, which is in the first page of its memory.
  uintptr_t start = list & ~(page - 1);
  uintptr_t state = word(start, 0);
  if (state - start > 256 || state == start) return true;
  uintptr_t size = word(start, crt_facts.arena_memory_size);
  return has_bins(list + (uintptr_t)crt_facts.chunk_header, state) &&
         crt_facts.arena_memory_size == crt_facts.arena_memory_before + 8 && word(start, crt_facts.arena_memory_before) == 0 &&
         size % page == 0 && size >= page;
}

static bool has_heap_layout(void) {
  if (!has_headers() || !has_mapping_flag()) return false;
  const int attempts = 4;
  for (int attempt = 0; attempt < attempts; attempt++) {
    uintptr_t list;
    if (is_given_back(&list)) return has_arena(list);
  }
  return false;
}

// MARK: A thread to look at

/// What to look for, and whether it is as it is known. Where no thread can be made, nothing is found that is not.
typedef struct {
  bool (*holds)(void);
  bool result;
} look;

static void *look_here(void *context) {
  look *look = context;
  look->result = look->holds();
  return NULL;
}

/// Looks on a thread whose guard is of a size that others do not have. It has an arena of its own, or shares one.
static bool look_on_thread(bool (*holds)(void)) {
  look look = {holds, true};
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return true;
  pthread_t thread;
  pthread_attr_setstacksize(&attributes, (size_t)256 << 10);
  pthread_attr_setguardsize(&attributes, (size_t)12 << 10);
  crt_guard_begin();
  if (crt_own_thread_make(&thread, &attributes, look_here, &look)) pthread_join(thread, NULL);
  crt_guard_end();
  pthread_attr_destroy(&attributes);
  return look.result;
}

bool crt_heap_layout_holds(void) { return look_on_thread(has_heap_layout); }

uintptr_t crt_usable_size(uintptr_t block) { return malloc_usable_size((void *)block); }

bool crt_thread_layout_holds(void) {
  uintptr_t heads[CRT_THREAD_LISTS];
  crt_thread_lists(heads);
  return heads[0] && look_on_thread(has_thread_layout);
}

// MARK: Blocks

typedef void *(*block_copy)(const void *);
typedef void (*block_release)(const void *);

bool crt_block_counts_hold(const void *block) {
  block_copy copy = (block_copy)dlsym(RTLD_DEFAULT, "_Block_copy");
  block_release release = (block_release)dlsym(RTLD_DEFAULT, "_Block_release");
  if (!copy || !release) return true;
  uintptr_t flags = (uintptr_t)block + (uintptr_t)crt_facts.block_flags;
  const uint32_t mask = (uint32_t)crt_facts.block_count_mask;
  int64_t first = crt_block_count(crt_load32(flags));
  copy(block);
  int64_t second = crt_block_count(crt_load32(flags));
  release(block);
  bool counts = first >= 1 && first < 4 && second == first + 1 && crt_block_count(crt_load32(flags)) == first;
  // The lowest bit is none of the count, and the bits of the count are side by side.
  if (!counts || mask & 1 || (mask & (mask + 2)) != 0) return false;
  // The count reaches to its highest bit, and no further: there it stays.
  volatile uint32_t *own = (volatile uint32_t *)flags;
  const uint32_t before = *own;
  const uint32_t half = (mask >> 1) & ~(uint32_t)1;
  *own = (before & ~mask) | half;
  copy(block);
  bool reaches = *own == ((before & ~mask) | (half + 2));
  *own = (before & ~mask) | (mask - 2);
  copy(block);
  copy(block);
  bool stays = *own == (before | mask);
  *own = before;
  return reaches && stays;
}

// MARK: Dispatch

// Declared in libdispatch's dispatch/queue.h, dispatch/group.h and dispatch/object.h; looked up, because a process may do without them.
typedef void *(*queue_create)(const char *label, void *attributes);
typedef void *(*queue_create_with_target)(const char *label, void *attributes, void *target);
typedef void (*queue_async)(void *queue, void *context, void (*work)(void *));
typedef void (*queue_suspend)(void *queue);
typedef void *(*group_create)(void);
typedef void (*object_release)(void *object);
typedef void (*object_cancel)(void *object);
typedef void *(*source_create)(const void *type, uintptr_t handle, uintptr_t mask, void *queue);
typedef void (*handler_set)(void *source, void (*handler)(void *));

static void never_called(void *context) { (void)context; }

static uintptr_t source;
static bool source_tells_cancelling;

/// Whether the flags of a source that is cancelled now say so, and did not before.
static bool tells_cancelling(void *source, object_cancel cancel) {
  uintptr_t flags = (uintptr_t)source + (uintptr_t)crt_facts.source_flags;
  uint32_t before = crt_load32(flags);
  cancel(source);
  return crt_load32(flags) == (before | (uint32_t)1 << crt_facts.source_cancelled_bit) && crt_load32(flags) != before;
}

static void make_source(void) {
  source_create create = (source_create)dlsym(RTLD_DEFAULT, "dispatch_source_create");
  const void *type = dlsym(RTLD_DEFAULT, "_dispatch_source_type_read");
  handler_set on_cancel = (handler_set)dlsym(RTLD_DEFAULT, "dispatch_source_set_cancel_handler_f");
  object_cancel cancel = (object_cancel)dlsym(RTLD_DEFAULT, "dispatch_source_cancel");
  // A source that is not active looks at no file, has its handlers at once, and keeps them when it is cancelled.
  if (!create || !type || !on_cancel || !cancel) return;
  void *made = create(type, 0, 0, NULL);
  if (!made) return;
  on_cancel(made, never_called);
  source_tells_cancelling = tells_cancelling(made, cancel);
  source = (uintptr_t)made;
}

bool crt_is_probe_handler(uintptr_t continuation) {
  return word(continuation, crt_facts.continuation_function) == (uintptr_t)never_called;
}

uintptr_t crt_probe_source(void) {
  if (crt_allocator_kind() == CRT_ALLOCATOR_SANITIZER) return 0;
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_source);
  return source;
}

bool crt_probe_source_tells_cancelling(void) { return crt_probe_source() ? source_tells_cancelling : true; }

uintptr_t crt_probe_group_class(void) {
  group_create create = (group_create)dlsym(RTLD_DEFAULT, "dispatch_group_create");
  object_release release = (object_release)dlsym(RTLD_DEFAULT, "dispatch_release");
  void *group = create && release ? create() : NULL;
  if (!group) return 0;
  uintptr_t class = word((uintptr_t)group, 0);
  release(group);
  return class;
}

static struct {
  void *queue;
  void *target;
  uint64_t fresh_state;
  int contexts[2];
} probe;

static void make_queue(void) {
  queue_create create = (queue_create)dlsym(RTLD_DEFAULT, "dispatch_queue_create");
  queue_async async = (queue_async)dlsym(RTLD_DEFAULT, "dispatch_async_f");
  queue_suspend suspend = (queue_suspend)dlsym(RTLD_DEFAULT, "dispatch_suspend");
  queue_create_with_target create_with =
      (queue_create_with_target)dlsym(RTLD_DEFAULT, "dispatch_queue_create_with_target");
  if (!create || !async || !suspend || !create_with) return;
  if (!(probe.target = create("leak testing: a target", NULL))) return;
  if (!(probe.queue = create_with("leak testing: a layout", NULL, probe.target))) return;
  probe.fresh_state = word((uintptr_t)probe.queue, crt_facts.queue_state);
  suspend(probe.queue);
  for (int index = 0; index < 2; index++) async(probe.queue, &probe.contexts[index], never_called);
}

/// The lowest three of these bits say that a queue is inactive, or where else its suspensions are counted
/// (`DISPATCH_QUEUE_SUSPEND_INTERVAL`).
enum { SUSPENDED_ONCE = 1 << 3 };

/// Whether a continuation is the one that was made for a context.
static bool is_work(uintptr_t place, int *context) {
  return leads_to(place, crt_facts.continuation_function, (uintptr_t)never_called) &&
         leads_to(place, crt_facts.continuation_context, (uintptr_t)context);
}

/// Whether a queue's table has the text in it that says what the queue is.
static bool has_kind(uintptr_t queue) {
  uint64_t beginning;
  memcpy(&beginning, "queue_serial", sizeof beginning);
  return word(word(word(queue, 0), crt_facts.dispatch_kind), 0) == beginning;
}

bool crt_dispatch_layouts_hold(void) {
  // A sanitizer gives libdispatch functions of its own.
  if (crt_allocator_kind() == CRT_ALLOCATOR_SANITIZER) return true;
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_queue);
  uintptr_t queue = (uintptr_t)probe.queue;
  if (!queue) return true;
  if (!has_kind(queue) || word(queue, crt_facts.dispatch_target) != (uintptr_t)probe.target) return false;
  intptr_t shift = crt_facts.queue_suspension_shift;
  if (probe.fresh_state >> shift != 0 || word(queue, crt_facts.queue_state) >> shift != SUSPENDED_ONCE) return false;
  // One of the queue's words leads to the first, and that to the second.
  for (intptr_t offset = 0; offset < 128; offset += 8) {
    uintptr_t first = word(queue, offset);
    if (first & 7 || !is_work(first, &probe.contexts[0])) continue;
    return is_work(word(first, crt_facts.continuation_next), &probe.contexts[1]);
  }
  return false;
}
#else
uintptr_t crt_thread_control_size(void) { return 0; }
bool crt_thread_layout_holds(void) { return true; }
void crt_thread_lists(uintptr_t heads[CRT_THREAD_LISTS]) {
  for (int index = 0; index < CRT_THREAD_LISTS; index++) heads[index] = 0;
}
bool crt_dispatch_layouts_hold(void) { return true; }
bool crt_heap_layout_holds(void) { return true; }
uintptr_t crt_usable_size(uintptr_t block) {
  (void)block;
  return 0;
}
bool crt_block_counts_hold(const void *block) { return block != NULL; }
uintptr_t crt_probe_source(void) { return 0; }
bool crt_probe_source_tells_cancelling(void) { return true; }
bool crt_is_probe_handler(uintptr_t continuation) { return continuation == 0; }
uintptr_t crt_probe_group_class(void) { return 0; }
#endif
