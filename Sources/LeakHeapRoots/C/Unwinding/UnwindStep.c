#include "Unwinding.h"

#include <string.h>

#if CRT_UNWINDING

// MARK: The canonical frame address

/// Code that called no other yet may have no frame.
bool unwind_is_frame_end(const unwind_context *context, uintptr_t cfa) {
  const crt_unwind_frame *frame = context->frame;
  uintptr_t least = frame->is_caller ? sizeof(uintptr_t) : UNWIND_LEAST_FRAME;
  uintptr_t begin;
  if (unwind_register(context, UNWIND_STACK_POINTER, &begin) != UNWIND_KNOWN) return false;
  if (cfa % sizeof(uintptr_t) != 0 || cfa <= context->stack_low || cfa > context->stack_high)
    return false;
  return cfa >= begin && cfa - begin >= least && cfa >= frame->cfa;
}

static bool find_cfa(const unwind_context *context, const unwind_row *row, uintptr_t *cfa) {
  uintptr_t value = 0;
  unwind_answer answer = row->cfa_expression
                             ? unwind_evaluate(context, row->cfa_expression, NULL, &value)
                             : unwind_register(context, row->cfa_register, &value);
  if (!row->cfa_expression) value += (uintptr_t)row->cfa_offset;
  *cfa = value;
  return answer == UNWIND_KNOWN && unwind_is_frame_end(context, value);
}

// MARK: Registers

/// The caller's value of a register that has another rule than none.
static unwind_answer find_register(
    const unwind_context *context, const unwind_row *row, unsigned number, uintptr_t cfa,
    uintptr_t *value) {
  uintptr_t operand = (uintptr_t)row->operands[number];
  uintptr_t place;
  unwind_answer answer;
  switch ((unwind_rule)row->rules[number]) {
    case UNWIND_UNSPECIFIED:
    case UNWIND_UNDEFINED: return UNWIND_UNKNOWN;
    case UNWIND_SAME: return unwind_register(context, number, value);
    case UNWIND_OFFSET:
      unwind_place(context, number, cfa + operand);
      return unwind_read(context, cfa + operand, sizeof *value, value);
    case UNWIND_VALUE_OFFSET: *value = cfa + operand; return UNWIND_KNOWN;
    case UNWIND_REGISTER: return unwind_register(context, operand, value);
    case UNWIND_EXPRESSION:
      answer = unwind_evaluate(context, operand, &cfa, &place);
      if (answer != UNWIND_KNOWN) return answer;
      unwind_place(context, number, place);
      return unwind_read(context, place, sizeof *value, value);
    case UNWIND_VALUE_EXPRESSION: return unwind_evaluate(context, operand, &cfa, value);
  }
  return UNWIND_BAD;
}

/// Whether a register that no rule mentions is the caller's.
static bool stays(unsigned number) {
  if (number == UNWIND_RETURN_ADDRESS) return UNWIND_RETURNS_BY_REGISTER;
  return UNWIND_PRESERVED >> number & 1;
}

/// Makes the registers the caller's; false when one is where it cannot be.
static bool find_registers(
    const unwind_context *context, const unwind_row *row, uintptr_t cfa, crt_unwind_frame *caller) {
  for (unsigned number = 0; number < CRT_UNWIND_REGISTERS; number++) {
    uintptr_t value = 0;
    if (row->rules[number] == UNWIND_UNSPECIFIED) {
      if (number == UNWIND_STACK_POINTER) unwind_learn(caller, number, cfa);
      else if (!stays(number)) unwind_forget(caller, number);
      continue;
    }
    if (row->rules[number] != UNWIND_SAME) unwind_place(context, number, 0);
    switch (find_register(context, row, number, cfa, &value)) {
      case UNWIND_KNOWN: unwind_learn(caller, number, value); break;
      case UNWIND_UNKNOWN: unwind_forget(caller, number); break;
      case UNWIND_BAD: return false;
    }
  }
  return true;
}

// MARK: A step

/// Notes that nothing called the frame's function.
static crt_unwind_status end(
    const unwind_context *context, const unwind_row *row, crt_unwind_frame *frame) {
  uintptr_t cfa;
  frame->cfa = find_cfa(context, row, &cfa) ? cfa : 0;
  return CRT_UNWIND_END;
}

/// Takes the way to the caller by the rules of the place.
static crt_unwind_status take_step(
    const unwind_context *context, const unwind_entry *entry, const unwind_row *row,
    crt_unwind_frame *frame) {
  uintptr_t cfa;
  crt_unwind_frame caller = *frame;
  if (row->rules[UNWIND_RETURN_ADDRESS] == UNWIND_UNDEFINED) return end(context, row, frame);
  if (!find_cfa(context, row, &cfa) || !find_registers(context, row, cfa, &caller))
    return CRT_UNWIND_LOST;
  uintptr_t address = 0;
  const unwind_context outside = {.frame = &caller};
  if (unwind_register(&outside, UNWIND_RETURN_ADDRESS, &address) != UNWIND_KNOWN)
    return CRT_UNWIND_LOST;
  if (row->is_signed) address = unwind_plain_address(address);
  if (address == 0) return end(context, row, frame);
  unwind_learn(&caller, UNWIND_RETURN_ADDRESS, address);
  caller.pc = address;
  caller.cfa = cfa;
  caller.is_caller = !entry->is_signal_frame;
  *frame = caller;
  return CRT_UNWIND_STEPPED;
}

/// Steps, and notes where the caller's registers are unless `places` is NULL.
static crt_unwind_status step(const crt_unwind_table *table, crt_unwind_frame *frame,
                              uintptr_t stack_low, uintptr_t stack_high, uintptr_t *places) {
  unwind_entry entry;
  unwind_row row;
  uintptr_t place = frame->pc - (frame->is_caller ? 1 : 0);
  if (!unwind_find_entry(table, place, &entry)) return CRT_UNWIND_LOST;
  if (!unwind_find_row(&entry, place, &row)) return CRT_UNWIND_LOST;
  unwind_context context = {entry.image, frame, stack_low, stack_high, places};
  return take_step(&context, &entry, &row, frame);
}

crt_unwind_status crt_unwind_step(const crt_unwind_table *table, crt_unwind_frame *frame,
                                  uintptr_t stack_low, uintptr_t stack_high) {
  return step(table, frame, stack_low, stack_high, NULL);
}

crt_unwind_frame crt_unwind_frame_at(uintptr_t pc, uintptr_t stack_pointer) {
  crt_unwind_frame frame = {.pc = pc};
  unwind_learn(&frame, UNWIND_STACK_POINTER, stack_pointer);
  return frame;
}

uintptr_t crt_unwind_stack_pointer(const crt_unwind_frame *frame) { return frame->registers[UNWIND_STACK_POINTER]; }

uintptr_t crt_unwound_place(const crt_unwound_frame *frame, int number) {
  size_t index = 0;
  for (int other = 0; other < CRT_UNWIND_REGISTERS; other++) {
    if (!(UNWIND_PRESERVED >> other & 1)) continue;
    if (other == number) return frame->saved[index];
    index++;
  }
  return 0;
}

bool crt_unwound_has_register(const crt_unwound_frame *frame, uintptr_t place) {
  for (size_t index = 0; index < CRT_UNWIND_PRESERVED_COUNT; index++) {
    if (place && frame->saved[index] == place) return true;
  }
  return false;
}

/// What is told of a frame whose registers are at `places`, as long as its canonical frame address is not known.
static crt_unwound_frame describe(const crt_unwind_frame *frame, const uintptr_t *places) {
  crt_unwound_frame unwound = {
      .pc = frame->pc,
      .stack_pointer = frame->registers[UNWIND_STACK_POINTER],
      .frame_pointer = frame->registers[UNWIND_FRAME_POINTER],
      .is_frame_pointer_known = frame->known >> UNWIND_FRAME_POINTER & 1,
      .is_caller = frame->is_caller,
      .is_guessed = frame->is_guessed,
  };
  size_t count = 0;
  for (unsigned number = 0; number < CRT_UNWIND_REGISTERS; number++) {
    if (UNWIND_PRESERVED >> number & 1) unwound.saved[count++] = places[number];
  }
  return unwound;
}

/// Guesses the caller, and with it the frame pointer of what is told.
static crt_unwind_status guess(const crt_unwind_table *table, crt_unwind_frame *frame,
                               uintptr_t stack_low, uintptr_t stack_high, uintptr_t *places,
                               crt_unwound_frame *unwound) {
  if (!unwind_guess_frame_pointer(table, frame, stack_low, stack_high)) {
    // What a function saves that no table has is not known.
    memset(places, 0, CRT_UNWIND_REGISTERS * sizeof *places);
    return unwind_guess_return(table, frame, stack_low, stack_high);
  }
  *unwound = describe(frame, places);
  return step(table, frame, stack_low, stack_high, places);
}

crt_unwind_status crt_unwind_guess(const crt_unwind_table *table, crt_unwind_frame *frame,
                                   uintptr_t stack_low, uintptr_t stack_high) {
  crt_unwound_frame unwound;
  uintptr_t places[CRT_UNWIND_REGISTERS] = {0};
  crt_unwind_frame guessed = *frame;
  crt_unwind_status status = guess(table, &guessed, stack_low, stack_high, places, &unwound);
  if (status != CRT_UNWIND_LOST) *frame = guessed;
  return status;
}

size_t crt_unwind_thread(const crt_unwind_table *table, const crt_unwind_frame *innermost,
                         uintptr_t stack_low, uintptr_t stack_high, bool guesses,
                         crt_unwound_frame *frames, size_t capacity, crt_unwind_status *ending) {
  crt_unwind_frame frame = *innermost;
  crt_unwind_status status = CRT_UNWIND_STEPPED;
  uintptr_t places[CRT_UNWIND_REGISTERS] = {0};
  size_t count = 0;
  while (count < capacity && status == CRT_UNWIND_STEPPED) {
    crt_unwound_frame *unwound = &frames[count];
    *unwound = describe(&frame, places);
    status = step(table, &frame, stack_low, stack_high, places);
    if (status == CRT_UNWIND_LOST && guesses)
      status = guess(table, &frame, stack_low, stack_high, places, unwound);
    if (status != CRT_UNWIND_LOST) unwound->cfa = frame.cfa;
    count++;
  }
  *ending = status;
  return count;
}
#else
crt_unwind_frame crt_unwind_frame_at(uintptr_t pc, uintptr_t stack_pointer) {
  (void)stack_pointer;
  return (crt_unwind_frame){.pc = pc};
}
uintptr_t crt_unwind_stack_pointer(const crt_unwind_frame *frame) { return (void)frame, 0; }
crt_unwind_status crt_unwind_step(const crt_unwind_table *table, crt_unwind_frame *frame,
                                  uintptr_t stack_low, uintptr_t stack_high) {
  (void)table, (void)frame, (void)stack_low, (void)stack_high;
  return CRT_UNWIND_LOST;
}
crt_unwind_status crt_unwind_guess(const crt_unwind_table *table, crt_unwind_frame *frame,
                                   uintptr_t stack_low, uintptr_t stack_high) {
  (void)table, (void)frame, (void)stack_low, (void)stack_high;
  return CRT_UNWIND_LOST;
}
uintptr_t crt_unwound_place(const crt_unwound_frame *frame, int number) {
  (void)frame, (void)number;
  return 0;
}
bool crt_unwound_has_register(const crt_unwound_frame *frame, uintptr_t place) {
  (void)frame, (void)place;
  return false;
}
size_t crt_unwind_thread(const crt_unwind_table *table, const crt_unwind_frame *innermost,
                         uintptr_t stack_low, uintptr_t stack_high, bool guesses,
                         crt_unwound_frame *frames, size_t capacity, crt_unwind_status *ending) {
  (void)table, (void)innermost, (void)stack_low, (void)stack_high, (void)guesses;
  (void)frames, (void)capacity;
  *ending = CRT_UNWIND_LOST;
  return 0;
}
#endif
