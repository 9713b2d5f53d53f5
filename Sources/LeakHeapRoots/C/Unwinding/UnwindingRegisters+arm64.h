#pragma once

// DWARF's numbers of the registers, and what a call does to them: DWARF for the Arm 64-bit Architecture,
// section 4.1, and Procedure Call Standard for the Arm 64-bit Architecture, section 6.1. Nothing below the
// stack pointer is used.

enum {
  UNWIND_FRAME_POINTER = 29,
  UNWIND_STACK_POINTER = 31,
  /// x30, the link register.
  UNWIND_RETURN_ADDRESS = 30,
  /// Whether a function that saves nothing still has its return address in a register.
  UNWIND_RETURNS_BY_REGISTER = 1,
  /// How high a function without a frame of its own is, which called none.
  UNWIND_LEAST_FRAME = 0,
};

/// A bit for each register that a callee preserves: x19 to x29.
#define UNWIND_PRESERVED (0x7FFu << 19)

/// A return address as it is in memory, without the code that authenticates it. That is in bits that an
/// address of a process has no use for, of which it has 48.
static inline uintptr_t unwind_plain_address(uintptr_t address) {
  return address & (((uintptr_t)1 << 48) - 1);
}
