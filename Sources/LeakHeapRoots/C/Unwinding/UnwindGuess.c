#include "Unwinding.h"

#if CRT_UNWINDING
#if defined(__x86_64__)

// MARK: Calls

/// Where in `range` the call before `address` leads, through jumps as those of the linker's; 0 for elsewhere.
static uintptr_t call_into(const crt_unwind_table *table, uintptr_t address, crt_range range) {
  const int hops = 4;
  const crt_unwind_image *image = unwind_image_at(table, address);
  uintptr_t target = image ? unwind_call_target(image, address) : 0;
  uintptr_t found = 0;
  for (int hop = 0; hop <= hops && target; hop++) {
    if (target >= range.start && target < range.end) found = target;
    image = unwind_image_at(table, target);
    target = image ? unwind_jump_target(image, target) : 0;
  }
  return found;
}

// MARK: A frame pointer that is not known

/// Whether the frame is that of a function of which only the frame pointer is missing, and where the rules
/// say that what it saved is.
static bool wants_frame_pointer(const unwind_context *context, const unwind_row *row) {
  return !row->cfa_expression && row->cfa_register == UNWIND_FRAME_POINTER &&
         !(context->frame->known >> UNWIND_FRAME_POINTER & 1) &&
         row->rules[UNWIND_FRAME_POINTER] == UNWIND_OFFSET &&
         row->rules[UNWIND_RETURN_ADDRESS] == UNWIND_OFFSET;
}

/// Whether all that the rules have a place for is in the frame.
static bool holds_saved(const unwind_context *context, const unwind_row *row, uintptr_t cfa) {
  uintptr_t begin = context->frame->registers[UNWIND_STACK_POINTER];
  for (unsigned number = 0; number < CRT_UNWIND_REGISTERS; number++) {
    uintptr_t place = cfa + (uintptr_t)row->operands[number];
    if (row->rules[number] == UNWIND_OFFSET && (place < begin || place >= cfa)) return false;
  }
  return true;
}

/// What a function's code tells of its frame.
typedef struct {
  uintptr_t pointer;
  uintptr_t cfa;
  /// The caller's frame pointer, which it saved.
  uintptr_t saved;
  /// Where it returns to.
  uintptr_t address;
} derived_frame;

/// Finds the frame of the function at `place`, of which the stack pointer is known.
static bool find_frame(
    const crt_unwind_table *table, const unwind_context *context, const unwind_entry *entry,
    uintptr_t place, derived_frame *derived) {
  unwind_row row;
  uintptr_t depth;
  if (!unwind_find_row(entry, place, &row) || !wants_frame_pointer(context, &row)) return false;
  if (!unwind_frame_depth(entry, &row, place, &depth)) return false;
  derived->pointer = context->frame->registers[UNWIND_STACK_POINTER] + depth;
  derived->cfa = derived->pointer + (uintptr_t)row.cfa_offset;
  if (!unwind_is_frame_end(context, derived->cfa) || !holds_saved(context, &row, derived->cfa)) return false;
  uintptr_t address = derived->cfa + (uintptr_t)row.operands[UNWIND_RETURN_ADDRESS];
  uintptr_t saved = derived->cfa + (uintptr_t)row.operands[UNWIND_FRAME_POINTER];
  if (unwind_read(context, address, sizeof address, &derived->address) != UNWIND_KNOWN) return false;
  if (unwind_read(context, saved, sizeof saved, &derived->saved) != UNWIND_KNOWN) return false;
  const crt_unwind_image *image = unwind_image_at(table, derived->address);
  return image && unwind_is_after_call(image, derived->address);
}

/// Whether the caller has by its own code the frame pointer that `derived` saved for it: two functions that agree are no accident.
static bool agrees_with_caller(
    const crt_unwind_table *table, const unwind_context *context, const derived_frame *derived) {
  // In the frame pointer that an asynchronous function of Swift's saves, this says what it is.
  const uintptr_t is_asynchronous = (uintptr_t)1 << 60;
  unwind_entry entry;
  derived_frame outer;
  crt_unwind_frame caller = crt_unwind_frame_at(derived->address, derived->cfa);
  uintptr_t place = derived->address - 1;
  if (!unwind_find_entry(table, place, &entry)) return false;
  const unwind_context outside = {entry.image, &caller, context->stack_low, context->stack_high, NULL};
  return find_frame(table, &outside, &entry, place, &outer) &&
         outer.pointer == (derived->saved & ~is_asynchronous);
}

bool unwind_guess_frame_pointer(const crt_unwind_table *table, crt_unwind_frame *frame,
                                uintptr_t stack_low, uintptr_t stack_high) {
  unwind_entry entry;
  derived_frame derived;
  uintptr_t place = frame->pc - (frame->is_caller ? 1 : 0);
  if (!unwind_find_entry(table, place, &entry)) return false;
  const unwind_context context = {entry.image, frame, stack_low, stack_high, NULL};
  if (!find_frame(table, &context, &entry, place, &derived)) return false;
  unwind_learn(frame, UNWIND_FRAME_POINTER, derived.pointer);
  // Where it leads to a call of this very function it is proven, and with it that the frame begins where it was guessed to.
  const crt_range function = {entry.start, entry.start + entry.size};
  frame->is_guessed = !call_into(table, derived.address, function) &&
                      !agrees_with_caller(table, &context, &derived);
  return true;
}

// MARK: A function that the tables do not have

/// Finds the place of the stack that has the address to which the function returns, and where the function that was called
/// from there begins.
static bool find_return(
    const crt_unwind_table *table, const unwind_context *context, crt_range gap, uintptr_t *place,
    uintptr_t *address, uintptr_t *function) {
  const uintptr_t limit = 256;
  unwind_entry caller;
  uintptr_t begin;
  if (unwind_register(context, UNWIND_STACK_POINTER, &begin) != UNWIND_KNOWN) return false;
  for (*place = begin; *place - begin < limit; *place += sizeof *place) {
    if (unwind_read(context, *place, sizeof *address, address) != UNWIND_KNOWN) return false;
    *function = call_into(table, *address, gap);
    if (*function && unwind_find_entry(table, *address - 1, &caller)) return true;
  }
  return false;
}

/// Makes the frame the caller's, who knows no register: which of them the function has saved is not known.
/// Only the frame pointer is found right below the return address, or is one of a function further out.
static void leave(
    const unwind_context *context, uintptr_t place, uintptr_t address, crt_unwind_frame *frame) {
  crt_unwind_frame caller = crt_unwind_frame_at(address, place + sizeof place);
  uintptr_t pointer;
  if (unwind_register(context, UNWIND_FRAME_POINTER, &pointer) == UNWIND_KNOWN) {
    bool is_own = pointer == place - sizeof place;
    if (is_own) unwind_read(context, pointer, sizeof pointer, &pointer);
    if (is_own || pointer > place) unwind_learn(&caller, UNWIND_FRAME_POINTER, pointer);
  }
  caller.cfa = place + sizeof place;
  caller.is_caller = true;
  *frame = caller;
}

crt_unwind_status unwind_guess_return(const crt_unwind_table *table, crt_unwind_frame *frame,
                                      uintptr_t stack_low, uintptr_t stack_high) {
  crt_range gap;
  unwind_entry entry;
  uintptr_t place, address, function;
  uintptr_t code = frame->pc - (frame->is_caller ? 1 : 0);
  const crt_unwind_image *image = unwind_image_at(table, code);
  const unwind_context context = {image, frame, stack_low, stack_high, NULL};
  if (!image || unwind_find_entry(table, code, &entry)) return CRT_UNWIND_LOST;
  if (!unwind_find_gap(image, code, &gap)) return CRT_UNWIND_LOST;
  if (!find_return(table, &context, gap, &place, &address, &function))
    return CRT_UNWIND_LOST;
  uintptr_t depth = place - frame->registers[UNWIND_STACK_POINTER];
  bool is_proven = unwind_has_depth(image, function, code, depth);
  leave(&context, place, address, frame);
  frame->is_guessed = !is_proven;
  return CRT_UNWIND_STEPPED;
}
#else
bool unwind_guess_frame_pointer(const crt_unwind_table *table, crt_unwind_frame *frame,
                                uintptr_t stack_low, uintptr_t stack_high) {
  (void)table, (void)frame, (void)stack_low, (void)stack_high;
  return false;
}
crt_unwind_status unwind_guess_return(const crt_unwind_table *table, crt_unwind_frame *frame,
                                      uintptr_t stack_low, uintptr_t stack_high) {
  (void)table, (void)frame, (void)stack_low, (void)stack_high;
  return CRT_UNWIND_LOST;
}
#endif
#endif
