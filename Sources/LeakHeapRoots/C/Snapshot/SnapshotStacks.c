#include "Snapshot.h"

#if CRT_SNAPSHOT
// A thread's control block (tls.h and nptl/descr.h of glibc): on x86_64 its first word and a later one are its own address; the
// thread's number, which is another once the thread has ended, its place in a list of threads, and where its stack is
// follow. The thread's variables lie right before it, on arm64 behind it, the values of pthread_setspecific in it.

static bool is_control(uintptr_t place) {
#if defined(__x86_64__)
  return word_at(place) == place && word_at(place + crt_facts.thread_self) == place;
#else
  return place != 0;
#endif
}

static int32_t control_thread(uintptr_t control) {
  return *(const int32_t *)(control + crt_facts.thread_number);
}

static int32_t thread_numbered(const crt_search *search, int32_t id) {
  for (size_t index = 0; index < search->thread_count; index++) {
    if (search->threads[index].id == id) return (int32_t)index;
  }
  return -1;
}

/// Whether the control block is at the end of the stack's own memory.
static bool has_control(const thread_stack *stack) {
  return stack->control >= stack->start && stack->control < stack->end;
}

static void add_stack(stack_table *table, crt_search *search, thread_stack stack) {
  if (table->count == THREAD_LIMIT) return;
  stack.top = stack.start;
  if (stack.thread >= 0) {
    crt_thread *state = &search->threads[stack.thread];
    state->stack_start = stack.start;
    state->stack_end = stack.end;
    crt_range values = stacks_values(&stack, search);
    state->values_start = values.start;
    state->values_end = values.end;
    // A function may use 128 bytes below its stack pointer (System V ABI, "the red zone").
    uintptr_t top = state->stack_pointer;
    if (top >= stack.start + 128 && top < stack.end) stack.top = (top - 128) & ~(uintptr_t)7;
  }
  table->stacks[table->count++] = stack;
}

/// Notes the stack that a control block tells of: its first pages may be a guard, which cannot be read. The first thread's is not
/// told there.
static void add_listed_stack(stack_table *table, crt_search *search, uintptr_t control) {
  uintptr_t start = word_at(control + crt_facts.thread_stack);
  uintptr_t size = word_at(control + crt_facts.thread_stack_size);
  uintptr_t guard = word_at(control + crt_facts.thread_guard_size);
  if (control < start || control - start > size || size - (control - start) < search->control_size || guard > size) return;
  int32_t thread = thread_numbered(search, control_thread(control));
  add_stack(table, search, (thread_stack){start + guard, start + size, 0, control, thread});
}

/// Goes through one of glibc's lists of threads. It may have been changing when the process was copied: a new thread's block
/// is not what it will be then, and the lists lead on all the same.
static void add_listed(stack_table *table, crt_search *search, uintptr_t head, uintptr_t *main_control) {
  uintptr_t node = head ? word_at(head) : 0;
  for (size_t count = 0; node != head && count < THREAD_LIMIT; count++, node = word_at(node)) {
    uintptr_t control = node - (uintptr_t)crt_facts.thread_list;
    if (control & 15 || !words_are_readable(search, control, search->control_size)) return;
    if (!is_control(control)) continue;
    if (control_thread(control) == search->process) {
      *main_control = control;
    } else {
      add_listed_stack(table, search, control);
    }
  }
}

/// The part of a region around `place` that is no other thread's stack.
static crt_range free_part(const stack_table *table, crt_region region, uintptr_t place) {
  crt_range part = {region.start, region.end};
  for (size_t index = 0; index < table->count; index++) {
    const thread_stack *stack = &table->stacks[index];
    if (stack->end <= place && stack->end > part.start) part.start = stack->end;
    if (stack->start > place && stack->start < part.end) part.end = stack->start;
  }
  return part;
}

/// Notes the stacks that no control block tells of: the first thread's, and those of threads that are not glibc's.
static void add_unlisted(stack_table *table, crt_search *search, uintptr_t main_control) {
  const uint32_t wanted = CRT_REGION_READABLE | CRT_REGION_WRITABLE;
  for (size_t thread = 0; thread < search->thread_count; thread++) {
    const crt_thread *state = &search->threads[thread];
    if (state->stack_end) continue;
    for (size_t index = 0; index < search->region_count; index++) {
      crt_region region = search->regions[index];
      if ((region.flags & (wanted | CRT_REGION_IMAGE | CRT_REGION_HEAP)) != wanted) continue;
      uintptr_t place = state->stack_pointer;
      bool is_main = state->id == search->process;
      bool is_its = is_main ? region.flags & CRT_REGION_STACK : place >= region.start && place < region.end;
      if (!is_its) continue;
      crt_range part = is_main ? (crt_range){region.start, region.end} : free_part(table, region, place);
      uintptr_t control = is_main ? main_control : 0;
      add_stack(table, search, (thread_stack){part.start, part.end, 0, control, (int32_t)thread});
      break;
    }
  }
}

void stacks_find(stack_table *table, crt_search *search) {
  *table = (stack_table){.stacks = snapshot_allocate(THREAD_LIMIT * sizeof(thread_stack))};
  uintptr_t main_control = 0;
  if (!crt_feature_is_off(CRT_FEATURE_THREADS)) {
    for (size_t list = 0; list < CRT_THREAD_LISTS; list++) {
      add_listed(table, search, search->thread_lists[list], &main_control);
    }
  }
  add_unlisted(table, search, main_control);
}

static uintptr_t frames_end(const thread_stack *stack, const crt_search *search) {
  if (!has_control(stack)) return stack->end;
  // The variables begin there, or the block.
  return stack->control + (uintptr_t)(search->variables_start < 0 ? search->variables_start : 0);
}

crt_range stacks_frames(const thread_stack *stack, const crt_search *search) {
  return (crt_range){stack->top, frames_end(stack, search)};
}

crt_range stacks_variables(const thread_stack *stack, const crt_search *search) {
  if (!stack->control) return (crt_range){0, 0};
  return (crt_range){stack->control + (uintptr_t)search->variables_start, stack->control + (uintptr_t)search->variables_end};
}

crt_range stacks_values(const thread_stack *stack, const crt_search *search) {
  if (!stack->control) return (crt_range){0, 0};
  return (crt_range){stack->control + crt_facts.thread_number, stack->control + search->control_size};
}

void stacks_write_frames(snapshot *snapshot) {
  crt_search *search = snapshot->search;
  search->output_count = 0;
  if (search->argument >= search->thread_count) return;
  const crt_thread *thread = &search->threads[search->argument];
  if (!thread->stack_pointer || !thread->stack_end) return;
  size_t room;
  crt_unwound_frame *frames = snapshot_output(search, &room);
  size_t capacity = room / sizeof *frames < FRAME_LIMIT ? room / sizeof *frames : FRAME_LIMIT;
  crt_unwind_table table = {search->images, search->image_count};
  crt_unwind_frame innermost = thread->id == search->maker
                                   ? search->making
                                   : crt_unwind_frame_at(thread->program_counter, thread->stack_pointer);
  crt_unwind_status ending;
  search->output_count = crt_unwind_thread(
      &table, &innermost, thread->stack_start, thread->stack_end, true, frames, capacity, &ending);
}
#endif
