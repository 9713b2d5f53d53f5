#include "Unwinding.h"

#if CRT_UNWINDING

// The operations of expressions (DWARF 5, section 7.7.1) that call frame information may have (section
// 6.4.2).
enum {
  OP_ADDR = 0x03,
  OP_DEREF = 0x06,
  OP_CONST_1U = 0x08,
  OP_CONST_1S = 0x09,
  OP_CONST_2U = 0x0A,
  OP_CONST_2S = 0x0B,
  OP_CONST_4U = 0x0C,
  OP_CONST_4S = 0x0D,
  OP_CONST_8U = 0x0E,
  OP_CONST_8S = 0x0F,
  OP_CONST_U = 0x10,
  OP_CONST_S = 0x11,
  OP_DUP = 0x12,
  OP_DROP = 0x13,
  OP_OVER = 0x14,
  OP_PICK = 0x15,
  OP_SWAP = 0x16,
  OP_ROT = 0x17,
  OP_ABS = 0x19,
  OP_AND = 0x1A,
  OP_DIV = 0x1B,
  OP_MINUS = 0x1C,
  OP_MOD = 0x1D,
  OP_MUL = 0x1E,
  OP_NEG = 0x1F,
  OP_NOT = 0x20,
  OP_OR = 0x21,
  OP_PLUS = 0x22,
  OP_PLUS_UCONST = 0x23,
  OP_SHL = 0x24,
  OP_SHR = 0x25,
  OP_SHRA = 0x26,
  OP_XOR = 0x27,
  OP_BRA = 0x28,
  OP_EQ = 0x29,
  OP_GE = 0x2A,
  OP_GT = 0x2B,
  OP_LE = 0x2C,
  OP_LT = 0x2D,
  OP_NE = 0x2E,
  OP_SKIP = 0x2F,
  OP_LIT_0 = 0x30,
  OP_LIT_31 = 0x4F,
  OP_BREG_0 = 0x70,
  OP_BREG_31 = 0x8F,
  OP_BREGX = 0x92,
  OP_DEREF_SIZE = 0x94,
  OP_NOP = 0x96,
};

enum {
  /// How many values are kept at a time.
  VALUE_LIMIT = 24,
  /// How many operations are executed: an expression may go back.
  OPERATION_LIMIT = 1024,
};

/// An evaluation.
typedef struct {
  const unwind_context *context;
  unwind_bytes bytes;
  /// Where the expression begins.
  uintptr_t start;
  uintptr_t values[VALUE_LIMIT];
  unsigned count;
  unwind_answer answer;
} evaluation;

// MARK: Reading

unwind_answer unwind_register(const unwind_context *context, uint64_t number, uintptr_t *value) {
  if (number >= CRT_UNWIND_REGISTERS) return UNWIND_BAD;
  if (!(context->frame->known >> number & 1)) return UNWIND_UNKNOWN;
  *value = context->frame->registers[number];
  return UNWIND_KNOWN;
}

unwind_answer unwind_read(
    const unwind_context *context, uintptr_t place, unsigned size, uintptr_t *value) {
  if (place < context->stack_low || place >= context->stack_high) return UNWIND_BAD;
  unwind_bytes bytes = {place, context->stack_high, false};
  *value = unwind_take(&bytes, size);
  return bytes.is_bad ? UNWIND_BAD : UNWIND_KNOWN;
}

// MARK: Values on the evaluation's stack

static void push(evaluation *run, uintptr_t value) {
  if (run->count == VALUE_LIMIT) run->answer = UNWIND_BAD;
  else run->values[run->count++] = value;
}

/// Takes the uppermost value, 0 when there is none.
static uintptr_t pop(evaluation *run) {
  if (run->count > 0) return run->values[--run->count];
  run->answer = UNWIND_BAD;
  return 0;
}

/// Pushes the value below so many others again.
static void pick(evaluation *run, uint64_t depth) {
  if (depth < run->count) push(run, run->values[run->count - 1 - depth]);
  else run->answer = UNWIND_BAD;
}

/// Moves the uppermost value below so many others.
static void sink(evaluation *run, unsigned depth) {
  if (depth >= run->count) {
    run->answer = UNWIND_BAD;
    return;
  }
  uintptr_t *top = &run->values[run->count - 1];
  uintptr_t moved = *top;
  for (unsigned index = 0; index < depth; index++, top--) *top = top[-1];
  *top = moved;
}

static void push_register(evaluation *run, uint64_t number) {
  uintptr_t value = 0;
  unwind_answer answer = unwind_register(run->context, number, &value);
  if (answer != UNWIND_KNOWN) run->answer = answer;
  push(run, value + (uintptr_t)unwind_take_sleb(&run->bytes));
}

/// Replaces an address by what is there on the stack.
static void follow(evaluation *run, uint64_t size) {
  uintptr_t value = 0;
  uintptr_t place = pop(run);
  if (run->answer != UNWIND_KNOWN) return;
  if (size == 0 || size > sizeof value) run->answer = UNWIND_BAD;
  else run->answer = unwind_read(run->context, place, (unsigned)size, &value);
  push(run, value);
}

/// Goes on elsewhere in the expression.
static void jump(evaluation *run, bool is_taken) {
  uintptr_t distance = (uintptr_t)unwind_take_signed(&run->bytes, 2);
  if (!is_taken) return;
  uintptr_t place = run->bytes.at + distance;
  if (place < run->start || place > run->bytes.end) run->bytes.is_bad = true;
  else run->bytes.at = place;
}

// MARK: Operations

/// Executes an operation that pushes a constant; false for another one.
static bool push_constant(evaluation *run, uint8_t code) {
  unwind_bytes *bytes = &run->bytes;
  switch (code) {
    case OP_CONST_1U: push(run, unwind_take(bytes, 1)); return true;
    case OP_CONST_2U: push(run, unwind_take(bytes, 2)); return true;
    case OP_CONST_4U: push(run, unwind_take(bytes, 4)); return true;
    case OP_ADDR:
    case OP_CONST_8U:
    case OP_CONST_8S: push(run, unwind_take(bytes, 8)); return true;
    case OP_CONST_1S: push(run, (uintptr_t)unwind_take_signed(bytes, 1)); return true;
    case OP_CONST_2S: push(run, (uintptr_t)unwind_take_signed(bytes, 2)); return true;
    case OP_CONST_4S: push(run, (uintptr_t)unwind_take_signed(bytes, 4)); return true;
    case OP_CONST_U: push(run, unwind_take_uleb(bytes)); return true;
    case OP_CONST_S: push(run, (uintptr_t)unwind_take_sleb(bytes)); return true;
    default: return false;
  }
}

/// Executes an operation that moves values about, or goes on elsewhere; false for another one.
static bool arrange(evaluation *run, uint8_t code) {
  switch (code) {
    case OP_NOP: return true;
    case OP_DUP: pick(run, 0); return true;
    case OP_OVER: pick(run, 1); return true;
    case OP_PICK: pick(run, unwind_take(&run->bytes, 1)); return true;
    case OP_DROP: pop(run); return true;
    case OP_SWAP: sink(run, 1); return true;
    case OP_ROT: sink(run, 2); return true;
    case OP_DEREF: follow(run, sizeof(uintptr_t)); return true;
    case OP_DEREF_SIZE: follow(run, unwind_take(&run->bytes, 1)); return true;
    case OP_SKIP: jump(run, true); return true;
    case OP_BRA: jump(run, pop(run) != 0); return true;
    default: return false;
  }
}

/// Executes an operation on one value; false for another one.
static bool compute_one(evaluation *run, uint8_t code) {
  uintptr_t value;
  switch (code) {
    case OP_ABS:
      value = pop(run);
      push(run, (intptr_t)value < 0 ? 0 - value : value);
      return true;
    case OP_NEG: push(run, 0 - pop(run)); return true;
    case OP_NOT: push(run, ~pop(run)); return true;
    case OP_PLUS_UCONST:
      value = pop(run);
      push(run, value + unwind_take_uleb(&run->bytes));
      return true;
    default: return false;
  }
}

/// Divides as signed numbers, by anything but 0.
static uintptr_t divide(uintptr_t left, uintptr_t right) {
  if (right == UINTPTR_MAX) return 0 - left;
  return (uintptr_t)((intptr_t)left / (intptr_t)right);
}

/// Shifts to the right, and keeps the sign.
static uintptr_t shift_signed(uintptr_t left, uintptr_t right) {
  return (uintptr_t)((intptr_t)left >> (right < 64 ? right : 63));
}

/// Executes an operation on two values; false for one that is not known.
static bool compute_two(evaluation *run, uint8_t code) {
  uintptr_t right = pop(run);
  uintptr_t left = pop(run);
  if ((code == OP_DIV || code == OP_MOD) && right == 0) return false;
  switch (code) {
    case OP_AND: push(run, left & right); return true;
    case OP_OR: push(run, left | right); return true;
    case OP_XOR: push(run, left ^ right); return true;
    case OP_PLUS: push(run, left + right); return true;
    case OP_MINUS: push(run, left - right); return true;
    case OP_MUL: push(run, left * right); return true;
    case OP_DIV: push(run, divide(left, right)); return true;
    case OP_MOD: push(run, left % right); return true;
    case OP_SHL: push(run, right < 64 ? left << right : 0); return true;
    case OP_SHR: push(run, right < 64 ? left >> right : 0); return true;
    case OP_SHRA: push(run, shift_signed(left, right)); return true;
    case OP_EQ: push(run, left == right); return true;
    case OP_NE: push(run, left != right); return true;
    case OP_GE: push(run, (intptr_t)left >= (intptr_t)right); return true;
    case OP_GT: push(run, (intptr_t)left > (intptr_t)right); return true;
    case OP_LE: push(run, (intptr_t)left <= (intptr_t)right); return true;
    case OP_LT: push(run, (intptr_t)left < (intptr_t)right); return true;
    default: return false;
  }
}

/// Executes one operation; false for one that is not known.
static bool operate(evaluation *run) {
  uint8_t code = (uint8_t)unwind_take(&run->bytes, 1);
  if (code >= OP_LIT_0 && code <= OP_LIT_31) {
    push(run, code - OP_LIT_0);
    return true;
  }
  if (code >= OP_BREG_0 && code <= OP_BREG_31) {
    push_register(run, code - OP_BREG_0);
    return true;
  }
  if (code == OP_BREGX) {
    push_register(run, unwind_take_uleb(&run->bytes));
    return true;
  }
  return push_constant(run, code) || arrange(run, code) || compute_one(run, code) ||
         compute_two(run, code);
}

/// The expression whose length is at `place`, which is in the tables: the instructions have been read.
static unwind_bytes expression_at(const unwind_context *context, uintptr_t place) {
  unwind_bytes bytes = {place, context->image->tables.end, false};
  return unwind_take_bytes(&bytes, unwind_take_uleb(&bytes));
}

unwind_answer unwind_evaluate(
    const unwind_context *context, uintptr_t place, const uintptr_t *first, uintptr_t *value) {
  evaluation run;
  run.context = context;
  run.bytes = expression_at(context, place);
  run.start = run.bytes.at;
  run.count = 0;
  run.answer = UNWIND_KNOWN;
  if (first) push(&run, *first);
  for (unsigned executed = 0; run.bytes.at < run.bytes.end; executed++) {
    if (executed == OPERATION_LIMIT || !operate(&run) || run.bytes.is_bad) return UNWIND_BAD;
    if (run.answer != UNWIND_KNOWN) return run.answer;
  }
  *value = pop(&run);
  return run.answer;
}
#endif
