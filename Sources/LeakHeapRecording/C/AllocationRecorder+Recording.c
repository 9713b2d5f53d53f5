#include "AllocationRecorder+Tables.h"

// What happens at every allocation of the images under test while a scope is open: some dozen loads and stores,
// beside an allocation that takes about 20 ns. So everything stands in this file for the compiler to put into one
// function, and nothing here is an atomic addition. What happens seldom is in the other files.

static __thread crt_recording_thread this_thread __attribute__((tls_model("initial-exec")));

/// The scope in whose name the thread allocates. Looking a task-local value up takes as long as all the rest, so what
/// was found is kept until a scope is entered or left anywhere. That there was none is not kept: a `deinit` that is
/// isolated sees no task-local values, and nobody says so when it ends.
static inline crt_scope current_scope(crt_recording_thread *thread) {
  crt_known_scope *known = &thread->known;
  if (crt_runtime.task_local_value) {
    uint64_t turn = atomic_load_explicit(&crt_recorder_turn, memory_order_relaxed);
    const void *task = crt_runtime.current_task();
    uint64_t task_id = task ? crt_runtime.task_id(task) : 0;
    if (known->turn == turn && known->task == task && known->task_id == task_id && known->scope) {
      return known->scope;
    }
    const uint64_t *value = crt_runtime.task_local_value(crt_runtime.key);
    if (value && *value) {
      *known = (crt_known_scope){*value, task, task_id, turn};
      return *value;
    }
    const void *others = atomic_load_explicit(&crt_recorder_others_key, memory_order_relaxed);
    if (others && task && crt_runtime.task_local_value(others)) return CRT_NOWHERE;
  }
  crt_scope owner = atomic_load_explicit(&crt_recorder_claimant, memory_order_acquire);
  return owner ? owner : CRT_POOL;
}

/// An allocation to be recorded.
typedef struct {
  void *object;
  size_t size;
  /// Where the allocating code goes on, and its frame.
  void *caller;
  void *const *frame;
  /// Whether nobody has seen the object yet.
  bool is_new;
} allocation;

/// Writes the return addresses of the calls that led to the allocation.
static inline void write_site(
    const crt_recording_thread *thread, const allocation *new, uintptr_t site[CRT_SITE_DEPTH]) {
  site[0] = (uintptr_t)new->caller;
  // A frame is the caller's frame and the return address. Frames ascend; whatever is not on this stack is not a
  // frame. An asynchronous function sets bit 60 of the word that it saves; it returns to the executor.
  uintptr_t start = thread->stack_start, end = thread->stack_end;
  void *const *frame = new->frame;
  int depth = 1;
  while (depth < CRT_SITE_DEPTH) {
    uintptr_t here = (uintptr_t)frame;
    if (!frame || here < start || here + 16 > end || here & 7) break;
    uintptr_t next = (uintptr_t)frame[0];
    if (next >> 60) break;
    site[depth++] = (uintptr_t)frame[1];
    if (next <= here) break;
    frame = (void *const *)next;
  }
  while (depth < CRT_SITE_DEPTH) site[depth++] = 0;
}

/// Keeps the memory of an object. Of one that was just allocated nobody else knows: its own unowned retain becomes two, without
/// an atomic addition. What was there before may be retained by another thread in the same moment.
static inline void hold(void *object, bool is_new) {
  uint64_t *counts = (uint64_t *)((char *)object + crt_facts.counts_offset);
  if (is_new && *counts == crt_unowned_alone(1)) {
    *counts = crt_unowned_alone(2);
  } else {
    crt_unowned_retain(object);
  }
}

/// Whether the page has a number for the next record, and no page has later ones.
static inline bool has_number(const crt_page *page, const crt_recording_thread *thread, bool is_found) {
  if (page->order == page->last_order) return false;
  if (is_found || thread->is_racing) return true;
  return atomic_load_explicit(&page->table->order, memory_order_relaxed) == page->last_order;
}

/// Most objects die young and in the order of a stack. Their records go when the next is written, so that
/// `malloc` gives out the same, warm memory again; that also keeps a page from filling up.
enum { MOST_DROPPED = 4 };

/// Writes the record, if the page is the thread's and the scope's and has room and a number.
///
/// - Parameter is_found: whether the number was taken just now.
static inline bool record_on(
    crt_page *page, crt_recording_thread *thread, crt_scope scope, const allocation *new, bool is_found) {
  void *dropped[MOST_DROPPED];
  uint32_t dropped_count = 0;
  bool is_recorded = false;
  crt_lock_take(&page->lock);
  if (page->owner == thread && page->scope == scope) {
    uint32_t count = page->count;
    while (count && dropped_count < MOST_DROPPED) {
      const crt_entry *last = &page->entries[count - 1];
      void *object = crt_object_of(last);
      if (!crt_is_dead(object)) break;
      dropped[dropped_count++] = object;
      page->bytes -= last->size;
      count--;
    }
    page->swept += dropped_count;
    if (count < CRT_PAGE_ENTRIES && page->bytes <= page->byte_limit &&
        has_number(page, thread, is_found)) {
      crt_entry *entry = &page->entries[count++];
      uint32_t size = new->size > UINT32_MAX ? UINT32_MAX : (uint32_t)new->size;
      entry->inverted_object = ~(uintptr_t)new->object;
      entry->order = ++page->order;
      entry->moment = atomic_load_explicit(&crt_recorder_clock, memory_order_acquire);
      entry->size = size;
      write_site(thread, new, entry->site);
      page->bytes += size;
      page->recorded++;
      is_recorded = true;
    }
    page->count = count;
  }
  crt_lock_give(&page->lock);
  for (uint32_t i = 0; i < dropped_count; i++) crt_free_dead(dropped[i]);
  return is_recorded;
}

static inline void record(
    crt_recording_thread *thread, crt_scope scope, const allocation *new) {
  if (!thread->stack_end) crt_find_stack(thread);
  hold(new->object, new->is_new);
  bool is_found = false;
  while (!thread->page || !record_on(thread->page, thread, scope, new, is_found)) {
    if (!crt_find_room(thread, scope)) {
      crt_unowned_release(new->object);
      return;
    }
    is_found = true;
  }
}

/// Enters the recorder, and returns the scope in whose name the thread allocates.
static inline crt_scope enter(crt_recording_thread *thread) {
  thread->busy = true;
  atomic_signal_fence(memory_order_seq_cst);
  return current_scope(thread);
}

/// Records what was made, and leaves the recorder.
static inline void leave(crt_recording_thread *thread, crt_scope scope, const allocation *made) {
  if (scope != CRT_NOWHERE) record(thread, scope, made);
  atomic_signal_fence(memory_order_seq_cst);
  thread->busy = false;
}

/// Out of line, so that an idle recorder costs one load before the jump to the runtime's function.
static __attribute__((noinline)) void *allocate_recorded(
    const void *metadata, size_t size, size_t alignment_mask, void *caller, void *const *frame) {
  crt_recording_thread *thread = &this_thread;
  if (thread->busy || !crt_is_wanted(metadata)) {
    return crt_runtime.alloc_object(metadata, size, alignment_mask);
  }
  crt_scope scope = enter(thread);
  allocation new = {crt_runtime.alloc_object(metadata, size, alignment_mask), size, caller, frame, true};
  leave(thread, scope, &new);
  return new.object;
}

void *crt_recording_alloc_object(const void *metadata, size_t size, size_t alignment_mask) {
  if (!atomic_load_explicit(&crt_recorder_is_active, memory_order_relaxed)) {
    return crt_runtime.alloc_object(metadata, size, alignment_mask);
  }
  return allocate_recorded(
      metadata, size, alignment_mask, __builtin_return_address(0),
      *(void *const *const *)__builtin_frame_address(0));
}

void crt_record_made(void *object, void *caller, void *const *frame) {
  crt_recording_thread *thread = &this_thread;
  if (!object || thread->busy || !crt_is_wanted(*(const void *const *)object)) return;
  crt_scope scope = enter(thread);
  allocation made = {object, crt_size_of_block(object), caller, frame, false};
  leave(thread, scope, &made);
}

void crt_record_existing(void *object, size_t size) {
  crt_recording_thread *thread = &this_thread;
  if (thread->busy || !crt_is_wanted(*(const void *const *)object)) return;
  crt_scope scope = enter(thread);
  allocation existing = {object, size, NULL, NULL, false};
  leave(thread, scope, &existing);
}
