#include "AllocationRecorder+Tables.h"

// What happens at every allocation of the images under test while a scope is open: some dozen loads and stores,
// beside an allocation that takes about 20 ns. So everything stands in this file for the compiler to put into one
// function, and nothing here is an atomic addition. What happens seldom is in the other files.

static __thread crt_recording_thread this_thread __attribute__((tls_model("initial-exec")));

/// Whether the value has ever been bound.
static _Atomic(bool) has_initialized;

/// Whether the initializer of a variable runs, or what a task does that one has begun, and `scope` was the current one then.
CRT_INLINE bool is_initializers(crt_scope scope) {
  if (!atomic_load_explicit(&has_initialized, memory_order_relaxed)) return false;
  const uint64_t *value = crt_runtime.task_local_value(crt_runtime.initializer_key);
  return value && *value == scope;
}

/// In whose name the thread allocates. Looking a task-local value up takes as long as all the rest, so what
/// was found is kept until a scope is entered or left anywhere, or the initializer of a variable on this thread. That there was none is
/// not kept: a `deinit` that is isolated sees no task-local values, and nobody says so when it ends.
CRT_INLINE crt_origin current_origin(crt_recording_thread *thread) {
  crt_known_scope *known = &thread->known;
  bool is_none_initializers = false;
  if (crt_runtime.task_local_value) {
    uint64_t turn = atomic_load_explicit(&crt_recorder_turn, memory_order_relaxed);
    const void *task = crt_runtime.current_task();
    uint64_t task_id = task ? crt_runtime.task_id(task) : 0;
    uintptr_t masked = (uintptr_t)task ^ CRT_ADDRESS_MASK;
    if (known->turn == turn && known->task == masked && known->task_id == task_id && known->origin.scope) {
      return known->origin;
    }
    const uint64_t *value = crt_runtime.task_local_value(crt_runtime.key);
    if (value && *value) {
      *known = (crt_known_scope){{*value, is_initializers(*value)}, masked, task_id, turn};
      return known->origin;
    }
    is_none_initializers = is_initializers(0);
    const void *others = atomic_load_explicit(&crt_recorder_others_key, memory_order_relaxed);
    if (others && task && crt_runtime.task_local_value(others)) {
      crt_scope scope = atomic_load_explicit(&crt_recorder_others_scope, memory_order_relaxed);
      return (crt_origin){scope, is_none_initializers};
    }
  }
  crt_scope owner = atomic_load_explicit(&crt_recorder_claimant, memory_order_acquire);
  return (crt_origin){owner ? owner : CRT_POOL, is_none_initializers};
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
  bool is_initializers;
} allocation;

/// The return addresses of the calls that led to the allocation, and the moment.
CRT_INLINE crt_site find_site(const crt_recording_thread *thread, const allocation *new) {
  crt_site site = {
      .moment = atomic_load_explicit(&crt_recorder_clock, memory_order_acquire), .is_initializers = new->is_initializers};
  site.calls[0] = (uintptr_t)new->caller;
  // A frame is the caller's frame and the return address. Frames ascend; whatever is not on this stack is not a
  // frame. An asynchronous function sets bit 60 of the word that it saves; it returns to the executor.
  void *const *frame = new->frame;
  for (int depth = 1; frame && depth < CRT_SITE_DEPTH; depth++) {
    uintptr_t here = (uintptr_t)frame;
    if (here < thread->stack_start || here + 16 > thread->stack_end || here & 7) break;
    uintptr_t next = (uintptr_t)frame[0];
    if (next >> 60) break;
    site.calls[depth] = (uintptr_t)frame[1];
    if (next <= here) break;
    frame = (void *const *)next;
  }
  return site;
}

CRT_INLINE bool are_same(const crt_site *one, const crt_site *other) {
  return !((one->calls[0] ^ other->calls[0]) | (one->calls[1] ^ other->calls[1]) | (one->calls[2] ^ other->calls[2]) |
           (one->moment ^ other->moment) | (one->is_initializers ^ other->is_initializers));
}

_Static_assert(CRT_SITE_DEPTH == 3, "all calls are compared");

/// The number of the site on the page, which has room for one more.
CRT_INLINE uint32_t number_of(crt_site site, crt_page *page) {
  uint32_t last = page->last_site;
  if (last < page->site_count && are_same(crt_site_at(page, last), &site)) return last;
  uintptr_t mixed = site.calls[0] ^ site.calls[1] << 1 ^ site.calls[2] << 2;
  uint8_t *hint = &page->hints[mixed * 0x9E3779B97F4A7C15u >> (64 - CRT_HINT_BITS)];
  if (*hint >= page->site_count || !are_same(crt_site_at(page, *hint), &site)) {
    *hint = (uint8_t)page->site_count++;
    *crt_site_at(page, *hint) = site;
  }
  return page->last_site = *hint;
}

/// Keeps the memory of an object. Of one that was just allocated nobody else knows: its own unowned retain becomes two, without
/// an atomic addition. What was there before may be retained by another thread in the same moment.
CRT_INLINE void hold(void *object, bool is_new) {
  uint64_t *counts = (uint64_t *)((char *)object + crt_words.offset);
  if (is_new && *counts == crt_words.fresh) {
    *counts = crt_words.held;
  } else {
    crt_unowned_retain(object);
  }
}

/// The same as `crt_is_dead`, with a word that is known.
CRT_INLINE bool is_dead(const void *object) {
  const uint64_t *counts = (const uint64_t *)((const char *)object + crt_words.offset);
  return __atomic_load_n(counts, __ATOMIC_ACQUIRE) == crt_words.dead;
}

/// Whether the page has a number for the next record, and no page has later ones.
CRT_INLINE bool has_number(const crt_page *page, const crt_recording_thread *thread, bool is_found) {
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
CRT_INLINE bool record_on(
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
      if (!is_dead(object)) break;
      dropped[dropped_count++] = object;
      page->bytes -= last->size;
      count--;
    }
    page->swept += dropped_count;
    if (crt_page_has_room(page, count) && has_number(page, thread, is_found)) {
      crt_entry *entry = &page->entries[count++];
      uint32_t size = new->size > UINT32_MAX ? UINT32_MAX : (uint32_t)new->size;
      entry->inverted_object = ~(uintptr_t)new->object;
      entry->order = ++page->order;
      entry->size = size;
      entry->site = number_of(find_site(thread, new), page);
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

// In line, as is what follows: a call is a tenth of what recording takes.
CRT_INLINE void record(
    crt_recording_thread *thread, crt_scope scope, const allocation *new) {
  if (!thread->stack_end) crt_find_stack(thread);
  hold(new->object, new->is_new);
  bool is_found = false;
  while (!thread->page || !record_on(thread->page, thread, scope, new, is_found)) {
    is_found = crt_find_room(thread, scope);
    if (is_found) continue;
    // A task that goes on after its scope does so in the name of the one around that.
    crt_scope heir = crt_heir_of(scope);
    if (!heir) {
      crt_unowned_release(new->object);
      return;
    }
    // The next time it is found at once.
    if (thread->known.origin.scope == scope) thread->known.origin.scope = heir;
    scope = heir;
  }
}

/// Enters the recorder, and returns in whose name the thread allocates.
CRT_INLINE crt_origin enter(crt_recording_thread *thread) {
  thread->busy = true;
  atomic_signal_fence(memory_order_seq_cst);
  return current_origin(thread);
}

/// Records what was made, and leaves the recorder.
CRT_INLINE void leave(crt_recording_thread *thread, crt_origin origin, allocation *made) {
  made->is_initializers = origin.is_initializers;
  if (origin.scope != CRT_NOWHERE) record(thread, origin.scope, made);
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
  crt_origin origin = enter(thread);
  allocation new = {crt_runtime.alloc_object(metadata, size, alignment_mask), size, caller, frame, true, false};
  leave(thread, origin, &new);
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

static __attribute__((noinline)) void record_found(crt_recording_thread *thread, allocation *found) {
  leave(thread, enter(thread), found);
}

void crt_record_made(void *object, void *caller, void *const *frame) {
  crt_recording_thread *thread = &this_thread;
  if (!object || thread->busy || !crt_is_wanted(*(const void *const *)object)) return;
  allocation made = {object, crt_size_of_block(object), caller, frame, false, false};
  record_found(thread, &made);
}

void crt_record_existing(void *object, size_t size) {
  crt_recording_thread *thread = &this_thread;
  if (thread->busy || !crt_is_wanted(*(const void *const *)object)) return;
  allocation existing = {object, size, NULL, NULL, false, false};
  record_found(thread, &existing);
}

/// The initializer of a global or static variable, as the program hands it to the runtime.
typedef struct {
  void (*body)(void *);
  void *context;
} initializer;

/// Lets the initializer run, once for each variable. What it makes, and what the tasks make that it begins, is known by a task-local
/// value, which they inherit. They may go on when a scope opens later.
static void initialize(void *context) {
  const initializer *own = context;
  crt_known_scope *known = &this_thread.known;
  const uint64_t *scope = crt_runtime.task_local_value(crt_runtime.key);
  uint64_t number = scope ? *scope : 0;
  atomic_store_explicit(&has_initialized, true, memory_order_relaxed);
  crt_runtime.push_task_local(crt_runtime.initializer_key, &number, crt_runtime.number_type);
  known->origin.scope = 0;
  own->body(own->context);
  crt_runtime.pop_task_local();
  known->origin.scope = 0;
}

void crt_recording_once(void *token, void (*body)(void *), void *context) {
  bool is_noted = !crt_recorder_is_in_child && crt_runtime.task_local_value && crt_runtime.push_task_local &&
                  crt_runtime.pop_task_local && crt_runtime.number_type;
  if (!is_noted) {
    crt_runtime.once(token, body, context);
    return;
  }
  initializer own = {body, context};
  crt_runtime.once(token, initialize, &own);
}
