#include "Snapshot.h"

#if CRT_SNAPSHOT
// A thread's control block (sysdeps/x86_64/nptl/tls.h and nptl/descr.h of glibc): its first and third words are its
// own address, and the thread's number follows further on, 0 once the thread has ended. The thread's variables lie
// right before it, the values of pthread_setspecific in it.
enum {
  CONTROL_ALIGNMENT = 64,
  CONTROL_SELF = 16,
  CONTROL_THREAD = 720,
  CONTROL_SIZE = 2304,
  /// How far from the end of a stack the control block is looked for.
  CONTROL_SEARCH = 1 << 24,
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

/// The control block of the thread above its stack pointer, or 0. Other memory may follow in the same region.
static uintptr_t find_control_above(uintptr_t place, uintptr_t end, int32_t thread) {
  if (end < CONTROL_THREAD + 8) return 0;
  place = (place + CONTROL_ALIGNMENT - 1) & ~(uintptr_t)(CONTROL_ALIGNMENT - 1);
  for (; place <= end - CONTROL_THREAD - 8; place += CONTROL_ALIGNMENT) {
    if (stacks_is_control(place, thread)) return place;
  }
  return 0;
}

static int32_t thread_numbered(const crt_search *search, int32_t id) {
  for (size_t index = 0; index < search->thread_count; index++) {
    if (search->threads[index].id == id) return (int32_t)index;
  }
  return -1;
}

static int32_t thread_in(const crt_search *search, crt_region region) {
  for (size_t index = 0; index < search->thread_count; index++) {
    uintptr_t place = search->threads[index].stack_pointer;
    if (place >= region.start && place < region.end) return (int32_t)index;
  }
  return -1;
}

static bool has_guard(const crt_search *search, size_t index) {
  if (index == 0) return false;
  crt_region before = search->regions[index - 1];
  return before.end == search->regions[index].start && (before.flags & CRT_REGION_READABLE) == 0;
}

/// Whether the control block is at the end of the stack's own memory.
static bool has_control(const thread_stack *stack) {
  return stack->control >= stack->start && stack->control < stack->end;
}

static uintptr_t end_of_page(uintptr_t place, uintptr_t limit) {
  const uintptr_t page = 4096;
  uintptr_t end = (place + page - 1) & ~(page - 1);
  return end < limit ? end : limit;
}

void stacks_find(stack_table *table, crt_search *search) {
  *table = (stack_table){.stacks = snapshot_allocate(THREAD_LIMIT * sizeof(thread_stack))};
  const uint32_t wanted = CRT_REGION_READABLE | CRT_REGION_WRITABLE;
  for (size_t index = 0; index < search->region_count && table->count < THREAD_LIMIT; index++) {
    crt_region region = search->regions[index];
    if ((region.flags & (wanted | CRT_REGION_IMAGE | CRT_REGION_HEAP)) != wanted) continue;
    bool is_main = region.flags & CRT_REGION_STACK;
    int32_t thread = is_main ? thread_numbered(search, search->process) : thread_in(search, region);
    uintptr_t control = search->main_control;
    if (!is_main) {
      if (thread < 0 && !has_guard(search, index)) continue;
      control = thread >= 0 ? find_control_above(search->threads[thread].stack_pointer, region.end,
                                                search->threads[thread].id)
                            : 0;
      if (!control) control = find_control(region.start, region.end);
      if (thread < 0 && !control) continue;
      if (thread < 0) thread = thread_numbered(search, control_thread(control));
    }
    thread_stack stack = {.start = region.start, .end = region.end, .top = region.start, .control = control};
    stack.thread = thread;
    // What follows the control block's page in the region is not the thread's.
    if (has_control(&stack)) stack.end = end_of_page(control + CONTROL_SIZE, region.end);
    if (thread >= 0) {
      crt_thread *state = &search->threads[thread];
      state->stack_start = region.start;
      state->stack_end = stack.end;
      crt_range values = stacks_values(&stack);
      state->values_start = values.start;
      state->values_end = values.end;
      crt_range variables = stacks_variables(&stack, search);
      state->variables_start = variables.start;
      state->variables_end = variables.end;
      // A function may use 128 bytes below its stack pointer (System V ABI, "the red zone").
      uintptr_t top = state->stack_pointer;
      if (top >= region.start + 128 && top < region.end) stack.top = (top - 128) & ~(uintptr_t)7;
    }
    table->stacks[table->count++] = stack;
  }
}

static uintptr_t frames_end(const thread_stack *stack, const crt_search *search) {
  return has_control(stack) ? stack->control - search->thread_local_size : stack->end;
}

crt_range stacks_frames(const thread_stack *stack, const crt_search *search) {
  return (crt_range){stack->top, frames_end(stack, search)};
}

crt_range stacks_variables(const thread_stack *stack, const crt_search *search) {
  if (!stack->control) return (crt_range){0, 0};
  return (crt_range){stack->control - search->thread_local_size, stack->control};
}

crt_range stacks_values(const thread_stack *stack) {
  if (!stack->control) return (crt_range){0, 0};
  return (crt_range){stack->control + CONTROL_THREAD, stack->control + CONTROL_SIZE};
}

const thread_stack *stacks_at(const stack_table *table, uintptr_t address) {
  for (size_t index = 0; index < table->count; index++) {
    const thread_stack *stack = &table->stacks[index];
    if (address >= stack->start && address < stack->end) return stack;
  }
  return NULL;
}

void stacks_tell_frames(snapshot *snapshot) {
  crt_search *search = snapshot->search;
  search->output_count = 0;
  if (search->argument >= search->thread_count) return;
  const crt_thread *thread = &search->threads[search->argument];
  if (!thread->stack_pointer || !thread->stack_end) return;
  size_t room;
  crt_unwound_frame *frames = snapshot_output(search, &room);
  size_t capacity = room / sizeof *frames < FRAME_LIMIT ? room / sizeof *frames : FRAME_LIMIT;
  crt_unwind_table table = {search->images, search->image_count};
  crt_unwind_frame innermost = crt_unwind_frame_at(thread->program_counter, thread->stack_pointer);
  crt_unwind_status ending;
  search->output_count = crt_unwind_thread(
      &table, &innermost, thread->stack_start, thread->stack_end, true, frames, capacity, &ending);
}
#endif
