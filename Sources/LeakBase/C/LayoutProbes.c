#define _GNU_SOURCE
#include "LayoutProbes.h"

#include "LayoutFacts.h"

#if defined(__linux__) && defined(__GLIBC__) && defined(__LP64__)
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "MallocBlocks.h"
#include "RawMemory.h"

static uint64_t word(uintptr_t object, intptr_t offset) { return crt_load64(object + (uintptr_t)offset); }

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
uintptr_t crt_thread_control_size(void) { return 2304; }

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

/// Whether the stack is where the control block says. The first thread's has no start there, but its end.
static bool has_stack(uintptr_t control) {
  uintptr_t start = word(control, crt_facts.thread_stack);
  size_t size = word(control, crt_facts.thread_stack + 8);
  size_t guard = word(control, crt_facts.thread_stack + 16);
  if (syscall(SYS_gettid) == getpid()) {
    void *const *end = (void *const *)dlsym(RTLD_DEFAULT, "__libc_stack_end");
    return start == 0 && (!end || size == (uintptr_t)*end);
  }
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return false;
  void *lowest;
  size_t length;
  bool is_known = pthread_attr_getstack(&attributes, &lowest, &length) == 0;
  pthread_attr_destroy(&attributes);
  return is_known && start + guard == (uintptr_t)lowest && start + size == (uintptr_t)lowest + length;
}

bool crt_thread_layout_holds(void) {
  uintptr_t control = (uintptr_t)pthread_self();
  uintptr_t heads[CRT_THREAD_LISTS];
  crt_thread_lists(heads);
  return heads[0] && has_own_address(control) &&
         crt_load32(control + (uintptr_t)crt_facts.thread_number) == (uint32_t)syscall(SYS_gettid) &&
         is_in_list(control) && has_stack(control);
}

// MARK: Queues

// Declared in libdispatch's dispatch/queue.h and dispatch/object.h; looked up, because a process may do without them.
typedef void *(*queue_create)(const char *label, void *attributes);
typedef void (*queue_async)(void *queue, void *context, void (*work)(void *));
typedef void (*queue_suspend)(void *queue);

static void never_called(void *context) { (void)context; }

static struct {
  void *queue;
  uint64_t fresh_state;
  int contexts[2];
} probe;

static void make_queue(void) {
  queue_create create = (queue_create)dlsym(RTLD_DEFAULT, "dispatch_queue_create");
  queue_async async = (queue_async)dlsym(RTLD_DEFAULT, "dispatch_async_f");
  queue_suspend suspend = (queue_suspend)dlsym(RTLD_DEFAULT, "dispatch_suspend");
  if (!create || !async || !suspend || !(probe.queue = create("leak testing: a layout", NULL))) return;
  probe.fresh_state = word((uintptr_t)probe.queue, crt_facts.queue_state);
  suspend(probe.queue);
  for (int index = 0; index < 2; index++) async(probe.queue, &probe.contexts[index], never_called);
}

/// The lowest three of these bits say that a queue is inactive, or where else its suspensions are counted
/// (`DISPATCH_QUEUE_SUSPEND_INTERVAL`).
enum { SUSPENDED_ONCE = 1 << 3 };

/// Whether a continuation is the one that was made for a context.
static bool is_work(uintptr_t place, int *context) {
  return word(place, crt_facts.continuation_function) == (uintptr_t)never_called &&
         word(place, crt_facts.continuation_context) == (uintptr_t)context;
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
  if (!has_kind(queue)) return false;
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
#endif
