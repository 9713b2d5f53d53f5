#include "Snapshot.h"

#if CRT_SNAPSHOT
#include <string.h>

// A thread's control block (sysdeps/x86_64/nptl/tls.h and nptl/descr.h of glibc): its first and third words are its
// own address, and the thread's number follows further on, 0 once the thread has ended. The thread's variables lie
// right before it, the values of pthread_setspecific in it.
enum {
  CONTROL_ALIGNMENT = 64,
  CONTROL_SELF = 16,
  CONTROL_THREAD = 720,
  CONTROL_SIZE = 2304,
  /// How far from the end of a stack the control block is looked for.
  CONTROL_SEARCH = 1 << 20,
};

static bool is_control(uintptr_t place) {
  return word_at(place) == place && word_at(place + CONTROL_SELF) == place;
}

static int32_t control_thread(uintptr_t control) {
  return *(const int32_t *)(control + CONTROL_THREAD);
}

bool stacks_is_control(uintptr_t place, int32_t thread) {
  return place && is_control(place) && control_thread(place) == thread;
}

/// The control block in the memory from `start` to `end`, found from its end, or 0.
static uintptr_t find_control(uintptr_t start, uintptr_t end) {
  if (end - start < CONTROL_SIZE) return 0;
  uintptr_t lowest = end - start > CONTROL_SEARCH ? end - CONTROL_SEARCH : start;
  uintptr_t place = (end - CONTROL_THREAD - 8) & ~(uintptr_t)(CONTROL_ALIGNMENT - 1);
  for (; place >= lowest && place <= end; place -= CONTROL_ALIGNMENT) {
    if (is_control(place)) return place;
  }
  return 0;
}

static const thread_state *thread_numbered(const crt_search *search, int32_t id) {
  for (size_t index = 0; index < search->thread_count; index++) {
    if (search->threads[index].id == id) return &search->threads[index];
  }
  return NULL;
}

static const thread_state *thread_in(const crt_search *search, crt_region region) {
  for (size_t index = 0; index < search->thread_count; index++) {
    uintptr_t place = search->threads[index].stack_pointer;
    if (place >= region.start && place < region.end) return &search->threads[index];
  }
  return NULL;
}

static bool has_guard(const crt_search *search, size_t index) {
  if (index == 0) return false;
  crt_region before = search->regions[index - 1];
  return before.end == search->regions[index].start && (before.flags & CRT_REGION_READABLE) == 0;
}

void stacks_find(stack_table *table, const crt_search *search) {
  *table = (stack_table){.stacks = snapshot_allocate(THREAD_LIMIT * sizeof(thread_stack))};
  const uint32_t wanted = CRT_REGION_READABLE | CRT_REGION_WRITABLE;
  for (size_t index = 0; index < search->region_count && table->count < THREAD_LIMIT; index++) {
    crt_region region = search->regions[index];
    if ((region.flags & (wanted | CRT_REGION_IMAGE | CRT_REGION_HEAP)) != wanted) continue;
    bool is_main = region.flags & CRT_REGION_STACK;
    const thread_state *thread = thread_in(search, region);
    uintptr_t control = search->main_control;
    if (!is_main) {
      if (!thread && !has_guard(search, index)) continue;
      control = find_control(region.start, region.end);
      if (!thread && !control) continue;
      if (!thread) thread = thread_numbered(search, control_thread(control));
    }
    thread_stack stack = {.start = region.start, .end = region.end, .top = region.start};
    stack.control = control;
    stack.thread = thread;
    stack.is_abandoned = !is_main && !thread;
    stack.is_own = thread && thread->id == search->own_thread;
    uintptr_t top = stack.is_own ? search->own_stack : thread ? thread->stack_pointer : 0;
    // A function may use 128 bytes below its stack pointer (System V ABI, "the red zone").
    if (top >= region.start + 128 && top < region.end) stack.top = (top - 128) & ~(uintptr_t)7;
    if (stack.is_own && top >= region.start && top < region.end) stack.top = top & ~(uintptr_t)7;
    // Of a thread that was running nothing tells what is in use, and what is left from before.
    stack.frames = stack.top == stack.start ? stack.end : stack.top;
    table->stacks[table->count++] = stack;
  }
}

/// Whether the control block is at the end of the stack's own memory.
static bool has_control(const thread_stack *stack) {
  return stack->control >= stack->start && stack->control < stack->end;
}

uintptr_t stacks_frames_end(const thread_stack *stack, const crt_search *search) {
  return has_control(stack) ? stack->control - search->thread_local_size : stack->end;
}

thread_range stacks_variables(const thread_stack *stack, const crt_search *search) {
  if (!stack->control) return (thread_range){0, 0};
  return (thread_range){stack->control - search->thread_local_size, stack->control};
}

thread_range stacks_program_variables(const thread_stack *stack, const crt_search *search) {
  if (!stack->control || !search->program_local_size) return (thread_range){0, 0};
  uintptr_t start = stack->control - search->program_local_distance;
  return (thread_range){start, start + search->program_local_size};
}

thread_range stacks_values(const thread_stack *stack) {
  if (!stack->control) return (thread_range){0, 0};
  return (thread_range){stack->control + CONTROL_THREAD, stack->control + CONTROL_SIZE};
}

const thread_stack *stacks_at(const stack_table *table, uintptr_t address) {
  for (size_t index = 0; index < table->count; index++) {
    const thread_stack *stack = &table->stacks[index];
    if (address >= stack->start && address < stack->end) return stack;
  }
  return NULL;
}

/// Whether a frame pointer that a function saved is at `pair`, with the return address above it.
static bool is_saved_frame(const thread_stack *stack, const crt_search *search, uintptr_t pair) {
  uintptr_t outer = word_at(pair);
  return outer > pair && outer < stack->end && !(outer & 7) &&
         scene_is_return_address(search, word_at(pair + 8));
}

/// Notes the callers of the function whose frame `slot` is in.
///
/// A function saves its caller's frame pointer, above it stands the return address. Between such a pair and the
/// frame that the pair leads to lies the frame of the function that the return address is in. What is below the first
/// pair belongs to functions that save none, as those of the C library: their callers stand there.
static void find_frames(
    const thread_stack *stack, const crt_search *search, uintptr_t slot, crt_found *found) {
  uintptr_t innermost = 0;
  for (uintptr_t pair = stack->top; pair + 16 <= slot; pair += 8) {
    if (word_at(pair) >= slot && is_saved_frame(stack, search, pair)) innermost = pair;
  }
  for (uintptr_t pair = slot; !innermost && pair + 16 <= stack->end; pair += 8) {
    if (is_saved_frame(stack, search, pair)) innermost = pair;
  }
  uintptr_t pair = innermost;
  while (pair && found->frame_count < CRT_FRAME_LIMIT) {
    uintptr_t code = word_at(pair + 8);
    if (!scene_is_return_address(search, code)) break;
    found->frames[found->frame_count++] = code;
    uintptr_t outer = word_at(pair);
    if (outer <= pair || outer + 16 > stack->end || outer & 7) break;
    pair = outer;
  }
}

static void describe_thread(
    const thread_state *thread, const crt_search *search, crt_found *found) {
  if (!thread) return;
  found->is_own_thread = thread->id == search->own_thread;
  found->is_main_thread = thread->id == search->process;
  memcpy(found->thread_name, thread->name, sizeof found->thread_name);
}

void stacks_describe(
    const stack_table *table, const crt_search *search, uintptr_t slot, crt_found *found) {
  for (size_t index = 0; index < table->count; index++) {
    const thread_stack *stack = &table->stacks[index];
    uintptr_t variables = stacks_variables(stack, search).start;
    bool is_local = stack->control && slot >= variables && slot < stack->control + CONTROL_SIZE;
    if (!is_local && (slot < stack->start || slot >= stack->end)) continue;
    describe_thread(stack->thread, search, found);
    if (is_local)
      found->root = CRT_ROOT_THREAD_LOCAL;
    else
      find_frames(stack, search, slot, found);
    return;
  }
}
#endif
