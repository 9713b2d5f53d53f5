#include "Unwinding.h"

#if CRT_UNWINDING

// The instructions of call frame information (DWARF 5, section 7.24, table 7.29; those from 0x1C on are the
// vendors'). The three with an operand in their low six bits are told by the other two.
enum {
  CFA_ADVANCE = 0x40,
  CFA_OFFSET = 0x80,
  CFA_RESTORE = 0xC0,
  CFA_WITH_OPERAND = 0xC0,
  CFA_OPERAND = 0x3F,
  CFA_NOP = 0x00,
  CFA_SET_LOC = 0x01,
  CFA_ADVANCE_1 = 0x02,
  CFA_ADVANCE_2 = 0x03,
  CFA_ADVANCE_4 = 0x04,
  CFA_OFFSET_EXTENDED = 0x05,
  CFA_RESTORE_EXTENDED = 0x06,
  CFA_UNDEFINED = 0x07,
  CFA_SAME_VALUE = 0x08,
  CFA_REGISTER = 0x09,
  CFA_REMEMBER_STATE = 0x0A,
  CFA_RESTORE_STATE = 0x0B,
  CFA_DEF_CFA = 0x0C,
  CFA_DEF_CFA_REGISTER = 0x0D,
  CFA_DEF_CFA_OFFSET = 0x0E,
  CFA_DEF_CFA_EXPRESSION = 0x0F,
  CFA_EXPRESSION = 0x10,
  CFA_OFFSET_EXTENDED_SIGNED = 0x11,
  CFA_DEF_CFA_SIGNED = 0x12,
  CFA_DEF_CFA_OFFSET_SIGNED = 0x13,
  CFA_VALUE_OFFSET = 0x14,
  CFA_VALUE_OFFSET_SIGNED = 0x15,
  CFA_VALUE_EXPRESSION = 0x16,
  CFA_MIPS_ADVANCE_8 = 0x1D,
  CFA_ARM64_NEGATE_SIGNED = 0x2D,
  CFA_GNU_ARGS_SIZE = 0x2E,
  CFA_GNU_NEGATIVE_OFFSET = 0x2F,
};

enum {
  /// How many states are remembered at a time. Compilers remember one, at the end of a function in its
  /// middle.
  STATE_LIMIT = 3,
  /// How many instructions are executed for one place.
  INSTRUCTION_LIMIT = 1 << 16,
};

/// An execution of instructions.
typedef struct {
  const unwind_entry *entry;
  /// Where the rules are wanted, and where those of `row` begin.
  uintptr_t place;
  uintptr_t location;
  unwind_row row;
  /// What the CIE's instructions leave.
  unwind_row first;
  unwind_row remembered[STATE_LIMIT];
  unsigned remembered_count;
  unsigned executed;
} execution;

/// Sets a register's rule. Those that are not followed, as those for vectors, have none.
static void set_rule(execution *run, uint64_t number, unwind_rule rule, uint64_t operand) {
  if (number >= CRT_UNWIND_REGISTERS) return;
  run->row.rules[number] = (uint8_t)rule;
  run->row.operands[number] = (intptr_t)operand;
}

/// Gives a register the rule that the CIE has for it.
static void restore_rule(execution *run, uint64_t number) {
  if (number >= CRT_UNWIND_REGISTERS) return;
  run->row.rules[number] = run->first.rules[number];
  run->row.operands[number] = run->first.operands[number];
}

/// An offset that is written in units, which may wrap around as it does for the processor.
static uint64_t factored(const execution *run, uint64_t offset) {
  return offset * (uint64_t)run->entry->data_factor;
}

/// Steps over an expression, and returns where its length is.
static uintptr_t take_expression(unwind_bytes *bytes) {
  uintptr_t place = bytes->at;
  unwind_take_bytes(bytes, unwind_take_uleb(bytes));
  return place;
}

static void set_cfa(execution *run, uint64_t number, uint64_t offset) {
  if (run->row.cfa_register != number) run->row.cfa_place = run->location;
  run->row.cfa_register = number;
  run->row.cfa_offset = (intptr_t)offset;
  run->row.cfa_expression = 0;
}

static bool remember(execution *run) {
  if (run->remembered_count == STATE_LIMIT) return false;
  run->remembered[run->remembered_count++] = run->row;
  return true;
}

static bool restore(execution *run) {
  if (run->remembered_count == 0) return false;
  run->row = run->remembered[--run->remembered_count];
  return true;
}

/// Executes an instruction that says where the rules that follow begin; false for another one.
static bool advance(execution *run, unwind_bytes *bytes, uint8_t code) {
  const unwind_entry *entry = run->entry;
  switch (code) {
    case CFA_SET_LOC:
      run->location = unwind_take_pointer(bytes, entry->encoding, 0, entry->image);
      return true;
    case CFA_ADVANCE_1: run->location += unwind_take(bytes, 1) * entry->code_factor; return true;
    case CFA_ADVANCE_2: run->location += unwind_take(bytes, 2) * entry->code_factor; return true;
    case CFA_ADVANCE_4: run->location += unwind_take(bytes, 4) * entry->code_factor; return true;
    case CFA_MIPS_ADVANCE_8:
      run->location += unwind_take(bytes, 8) * entry->code_factor;
      return true;
    default: return false;
  }
}

/// Executes an instruction that defines the canonical frame address; false for another one.
static bool define_cfa(execution *run, unwind_bytes *bytes, uint8_t code) {
  uint64_t number = run->row.cfa_register;
  switch (code) {
    case CFA_DEF_CFA:
      number = unwind_take_uleb(bytes);
      set_cfa(run, number, unwind_take_uleb(bytes));
      return true;
    case CFA_DEF_CFA_SIGNED:
      number = unwind_take_uleb(bytes);
      set_cfa(run, number, factored(run, (uint64_t)unwind_take_sleb(bytes)));
      return true;
    case CFA_DEF_CFA_REGISTER:
      set_cfa(run, unwind_take_uleb(bytes), (uint64_t)run->row.cfa_offset);
      return true;
    case CFA_DEF_CFA_OFFSET: set_cfa(run, number, unwind_take_uleb(bytes)); return true;
    case CFA_DEF_CFA_OFFSET_SIGNED:
      set_cfa(run, number, factored(run, (uint64_t)unwind_take_sleb(bytes)));
      return true;
    case CFA_DEF_CFA_EXPRESSION: run->row.cfa_expression = take_expression(bytes); return true;
    default: return false;
  }
}

/// Executes an instruction that says where a register is, `number`; false for another one.
static bool place_register(execution *run, unwind_bytes *bytes, uint8_t code, uint64_t number) {
  uint64_t offset;
  switch (code) {
    case CFA_OFFSET:
    case CFA_OFFSET_EXTENDED:
      offset = factored(run, unwind_take_uleb(bytes));
      set_rule(run, number, UNWIND_OFFSET, offset);
      return true;
    case CFA_OFFSET_EXTENDED_SIGNED:
      offset = factored(run, (uint64_t)unwind_take_sleb(bytes));
      set_rule(run, number, UNWIND_OFFSET, offset);
      return true;
    case CFA_GNU_NEGATIVE_OFFSET:
      offset = factored(run, 0 - unwind_take_uleb(bytes));
      set_rule(run, number, UNWIND_OFFSET, offset);
      return true;
    case CFA_VALUE_OFFSET:
      offset = factored(run, unwind_take_uleb(bytes));
      set_rule(run, number, UNWIND_VALUE_OFFSET, offset);
      return true;
    case CFA_VALUE_OFFSET_SIGNED:
      offset = factored(run, (uint64_t)unwind_take_sleb(bytes));
      set_rule(run, number, UNWIND_VALUE_OFFSET, offset);
      return true;
    default: return false;
  }
}

/// Executes an instruction that gives a register, `number`, another rule; false for one that is not known.
static bool give_rule(execution *run, unwind_bytes *bytes, uint8_t code, uint64_t number) {
  switch (code) {
    case CFA_RESTORE:
    case CFA_RESTORE_EXTENDED: restore_rule(run, number); return true;
    case CFA_UNDEFINED: set_rule(run, number, UNWIND_UNDEFINED, 0); return true;
    case CFA_SAME_VALUE: set_rule(run, number, UNWIND_SAME, 0); return true;
    case CFA_REGISTER:
      set_rule(run, number, UNWIND_REGISTER, unwind_take_uleb(bytes));
      return true;
    case CFA_EXPRESSION:
      set_rule(run, number, UNWIND_EXPRESSION, take_expression(bytes));
      return true;
    case CFA_VALUE_EXPRESSION:
      set_rule(run, number, UNWIND_VALUE_EXPRESSION, take_expression(bytes));
      return true;
    default: return false;
  }
}

/// Executes one instruction; false for one that is not known.
static bool execute(execution *run, unwind_bytes *bytes) {
  uint8_t code = (uint8_t)unwind_take(bytes, 1);
  uint64_t number = code & CFA_OPERAND;
  switch (code & CFA_WITH_OPERAND) {
    case CFA_ADVANCE: run->location += number * run->entry->code_factor; return true;
    case CFA_OFFSET: return place_register(run, bytes, CFA_OFFSET, number);
    case CFA_RESTORE: return give_rule(run, bytes, CFA_RESTORE, number);
  }
  switch (code) {
    case CFA_NOP: return true;
    case CFA_REMEMBER_STATE: return remember(run);
    case CFA_RESTORE_STATE: return restore(run);
    case CFA_ARM64_NEGATE_SIGNED: run->row.is_signed = !run->row.is_signed; return true;
    // How much a call has pushed, which a handler has to take back.
    case CFA_GNU_ARGS_SIZE: unwind_take_uleb(bytes); return true;
  }
  if (advance(run, bytes, code) || define_cfa(run, bytes, code)) return true;
  number = unwind_take_uleb(bytes);
  return place_register(run, bytes, code, number) || give_rule(run, bytes, code, number);
}

/// Executes instructions up to where the rules begin that hold past the place.
static bool execute_all(execution *run, unwind_bytes bytes) {
  while (bytes.at < bytes.end && run->location <= run->place) {
    if (++run->executed > INSTRUCTION_LIMIT) return false;
    if (!execute(run, &bytes) || bytes.is_bad) return false;
  }
  return true;
}

bool unwind_find_row(const unwind_entry *entry, uintptr_t place, unwind_row *row) {
  execution run;
  run.entry = entry;
  run.place = place;
  run.location = entry->start;
  // No register, until an instruction names one.
  run.row = (unwind_row){.cfa_register = CRT_UNWIND_REGISTERS};
  run.first = run.row;
  run.remembered_count = run.executed = 0;
  if (!execute_all(&run, entry->first_instructions)) return false;
  run.first = run.row;
  if (!execute_all(&run, entry->instructions)) return false;
  *row = run.row;
  return true;
}
#endif
