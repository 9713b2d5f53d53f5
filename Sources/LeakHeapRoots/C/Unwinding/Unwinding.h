#pragma once

#include "StackUnwinding.h"

#if defined(__linux__) && defined(__x86_64__) && defined(__LP64__)
#define CRT_UNWINDING 1
#include "UnwindingRegisters+x86_64.h"
#elif defined(__linux__) && defined(__aarch64__) && defined(__LP64__) && !defined(__AARCH64EB__)
#define CRT_UNWINDING 1
#include "UnwindingRegisters+arm64.h"
#endif

#if CRT_UNWINDING
// The parts of a step: the entry of a function in the tables, the rules of a place in it, and the values that
// they have. All keep what they know on the stack of the caller, in less than 2 KB.

// MARK: Bytes

/// Bytes of a table that are read one after the other. Reading past the end gives 0, and spoils them.
typedef struct {
  uintptr_t at;
  uintptr_t end;
  bool is_bad;
} unwind_bytes;

/// The bytes from `at` on, `size` of them.
unwind_bytes unwind_bytes_at(uintptr_t at, uint64_t size);

/// A number of `size` bytes, at most 8.
uint64_t unwind_take(unwind_bytes *bytes, unsigned size);

/// The same, with its sign extended.
int64_t unwind_take_signed(unwind_bytes *bytes, unsigned size);

/// A number in LEB128 (DWARF 5, section 7.6).
uint64_t unwind_take_uleb(unwind_bytes *bytes);
int64_t unwind_take_sleb(unwind_bytes *bytes);

/// So many bytes, that are skipped.
unwind_bytes unwind_take_bytes(unwind_bytes *bytes, uint64_t size);

// MARK: The tables (UnwindTables.c)

/// The image that `place` is in, or NULL.
const crt_unwind_image *unwind_image_at(const crt_unwind_table *table, uintptr_t place);

/// What the tables have of one function: its FDE, and the CIE that it shares with others.
typedef struct {
  const crt_unwind_image *image;
  uintptr_t start;
  uintptr_t size;
  /// What locations and offsets are multiplied by.
  uint64_t code_factor;
  int64_t data_factor;
  /// How a location is written in the function's instructions (DW_EH_PE).
  uint8_t encoding;
  /// Whether it is what a signal handler returns to: its caller was interrupted anywhere.
  bool is_signal_frame;
  /// The instructions of the CIE, and those of the FDE.
  unwind_bytes first_instructions;
  unwind_bytes instructions;
} unwind_entry;

/// Finds the entry of the function that `place` is in.
bool unwind_find_entry(const crt_unwind_table *table, uintptr_t place, unwind_entry *entry);

/// Finds where functions are that the tables do not have, around one that is at `place`.
bool unwind_find_gap(const crt_unwind_image *image, uintptr_t place, crt_range *gap);

/// Whether `size` bytes of the image can be read.
bool unwind_is_readable(const crt_unwind_image *image, uintptr_t place, size_t size);

/// A pointer as `encoding` says. `base` is what it is relative to if it is relative to data, or 0.
uintptr_t unwind_take_pointer(
    unwind_bytes *bytes, uint8_t encoding, uintptr_t base, const crt_unwind_image *image);

// MARK: The rules (UnwindRules.c)

/// How the caller's value of a register is found (DWARF 5, section 6.4.1).
typedef enum {
  /// Nothing is said of it.
  UNWIND_UNSPECIFIED,
  UNWIND_UNDEFINED,
  UNWIND_SAME,
  /// On the stack, so far from the canonical frame address.
  UNWIND_OFFSET,
  /// The canonical frame address and so much.
  UNWIND_VALUE_OFFSET,
  /// In the register of that number.
  UNWIND_REGISTER,
  /// On the stack where an expression says.
  UNWIND_EXPRESSION,
  /// What an expression says.
  UNWIND_VALUE_EXPRESSION,
} unwind_rule;

/// The rules of one place in a function.
typedef struct {
  /// The canonical frame address: a register and so much, or an expression.
  uint64_t cfa_register;
  intptr_t cfa_offset;
  uintptr_t cfa_expression;
  /// Where the instruction is from which on that register is the one.
  uintptr_t cfa_place;
  /// An `unwind_rule` each, and its offset, its register, or where its expression is: at its length.
  uint8_t rules[CRT_UNWIND_REGISTERS];
  intptr_t operands[CRT_UNWIND_REGISTERS];
  /// Whether the return address is one that the processor authenticates.
  bool is_signed;
} unwind_row;

/// Finds the rules of `place` by executing the entry's instructions up to there.
bool unwind_find_row(const unwind_entry *entry, uintptr_t place, unwind_row *row);

// MARK: Values (UnwindExpression.c)

/// What values are made of: the registers of the frame, its stack, and the tables that expressions are in.
typedef struct {
  const crt_unwind_image *image;
  const crt_unwind_frame *frame;
  uintptr_t stack_low;
  uintptr_t stack_high;
  /// Where the stack has the registers of the frame, and 0 for those that are elsewhere. A step makes it the caller's. NULL where
  /// nobody asks.
  uintptr_t *places;
} unwind_context;

/// Whether there is a value.
typedef enum {
  UNWIND_KNOWN,
  /// It is made of a register that is not known.
  UNWIND_UNKNOWN,
  /// It is nowhere where it may be, or no value at all.
  UNWIND_BAD,
} unwind_answer;

/// Notes where the stack has a register of a frame.
static inline void unwind_place(const unwind_context *context, unsigned number, uintptr_t place) {
  if (context->places) context->places[number] = place;
}

/// Makes the value of a register in a frame known, and not known.
static inline void unwind_learn(crt_unwind_frame *frame, unsigned number, uintptr_t value) {
  frame->registers[number] = value;
  frame->known |= 1u << number;
}
static inline void unwind_forget(crt_unwind_frame *frame, unsigned number) {
  frame->registers[number] = 0;
  frame->known &= ~(1u << number);
}

/// The value of a register in the frame.
unwind_answer unwind_register(const unwind_context *context, uint64_t number, uintptr_t *value);

/// The number of `size` bytes, at most 8, at a place of the stack.
unwind_answer unwind_read(
    const unwind_context *context, uintptr_t place, unsigned size, uintptr_t *value);

/// The value of the expression whose length is at `place` in the tables, beginning with `first` unless that
/// is NULL.
unwind_answer unwind_evaluate(
    const unwind_context *context, uintptr_t place, const uintptr_t *first, uintptr_t *value);

// MARK: Steps (UnwindStep.c)

/// Whether the frame may end at `cfa`: inside the stack, and further out than it begins.
bool unwind_is_frame_end(const unwind_context *context, uintptr_t cfa);

// MARK: Guesses (UnwindGuess.c)

/// Makes the frame pointer of a frame known, whose rule needs it; false if it cannot be.
bool unwind_guess_frame_pointer(const crt_unwind_table *table, crt_unwind_frame *frame,
                                uintptr_t stack_low, uintptr_t stack_high);

/// Steps out of a function that the tables do not have.
crt_unwind_status unwind_guess_return(const crt_unwind_table *table, crt_unwind_frame *frame,
                                      uintptr_t stack_low, uintptr_t stack_high);

// MARK: Code (UnwindCode+x86_64.c)

/// Whether there is a call right before `address`.
bool unwind_is_after_call(const crt_unwind_image *image, uintptr_t address);

/// Where the call before `address` leads if its instruction says, or 0.
uintptr_t unwind_call_target(const crt_unwind_image *image, uintptr_t address);

/// Where the jump at `place` leads if its instruction says, or where it finds that, or 0 for another
/// instruction.
uintptr_t unwind_jump_target(const crt_unwind_image *image, uintptr_t place);

/// Whether the instructions that a function begins with, at `start`, let the stack pointer down by `depth`, and `place` comes
/// behind them.
bool unwind_has_depth(
    const crt_unwind_image *image, uintptr_t start, uintptr_t place, uintptr_t depth);

/// Finds how far below the frame pointer the stack pointer is in a function, whose frame pointer
/// the rules of `row` need at `place`. Says false where other code comes first than what makes a frame, or
/// where code takes the stack pointer back from the frame pointer: how far it was is not known beforehand.
bool unwind_frame_depth(
    const unwind_entry *entry, const unwind_row *row, uintptr_t place, uintptr_t *depth);
#endif
