#pragma once

// DWARF's numbers of the registers, and what a call does to them: System V ABI, AMD64 Architecture Processor
// Supplement, figures 3.4 and 3.36.

enum {
  UNWIND_FRAME_POINTER = 6,
  UNWIND_STACK_POINTER = 7,
  /// No register: the column of the return address, which the call leaves on the stack.
  UNWIND_RETURN_ADDRESS = 16,
  /// Whether a function that saves nothing still has its return address in a register.
  UNWIND_RETURNS_BY_REGISTER = 0,
  /// How high a function without a frame of its own is, which called none: the return address.
  UNWIND_LEAST_FRAME = 8,
};

/// A bit for each register that a callee preserves: rbx, rbp, and r12 to r15.
#define UNWIND_PRESERVED (1u << 3 | 1u << 6 | 0xFu << 12)

/// A return address as it is in memory, without what the processor may have added.
static inline uintptr_t unwind_plain_address(uintptr_t address) { return address; }
