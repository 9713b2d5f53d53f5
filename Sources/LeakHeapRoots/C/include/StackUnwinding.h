#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "SwiftRuntime.h"

// The callers of a function, by the tables that compilers write for exceptions: .eh_frame, as the Linux
// Standard Base describes it under "Exception Frames", with the instructions of DWARF 5, section 6.4.
//
// A step takes no memory and no lock, calls nothing outside this module but memcpy and memset, and reads
// nothing but the stack between the bounds that it is given and the images. So it may be done in a copy of
// the process as well as in the process itself, where the thread whose stack it is must stand still. On a
// system or processor that it does not know, there are no images and every step is lost.

enum {
  /// How many registers are followed: those that the processor's ABI numbers from 0 on for DWARF.
#if defined(__aarch64__)
  CRT_UNWIND_REGISTERS = 32,
#else
  CRT_UNWIND_REGISTERS = 17,
#endif
  /// How many of them a callee preserves.
#if defined(__aarch64__)
  CRT_UNWIND_PRESERVED_COUNT = 11,
#else
  CRT_UNWIND_PRESERVED_COUNT = 6,
#endif
  /// How many segments of an image are taken up. Linkers make five or six.
  CRT_UNWIND_SEGMENT_LIMIT = 8,
};

/// An executable or a library, as far as unwinding needs it.
typedef struct {
  /// Where its segments are, with what is between them.
  uintptr_t start;
  uintptr_t end;
  /// Those of them that can be read, and the one of these that the tables are in.
  crt_range segments[CRT_UNWIND_SEGMENT_LIMIT];
  size_t segment_count;
  crt_range tables;
  /// The search table of the tables (.eh_frame_hdr).
  uintptr_t header;
  size_t header_size;
} crt_unwind_image;

/// All images of a process.
typedef struct {
  const crt_unwind_image *images;
  size_t count;
} crt_unwind_table;

/// A function on a stack: where it is, and what it has in its registers.
///
/// The assembly of `crt_unwind_here` writes it, and knows where its members are.
typedef struct {
  /// The next instruction that it will execute.
  uintptr_t pc;
  /// By DWARF's numbers; 0 for a register that is not known.
  uintptr_t registers[CRT_UNWIND_REGISTERS];
  /// Bit n: whether register n is known.
  uint32_t known;
  /// The canonical frame address of the function that was stepped out of, which is where this one's part of
  /// the stack begins: the highest address of the callee's. 0 when there was no step.
  uintptr_t cfa;
  /// Whether `pc` is where a call returns to. The call, whose place tells the function and the line, is
  /// before it; it may be the function's last instruction.
  bool is_caller;
  /// Whether a step on the way here was guessed.
  bool is_guessed;
} crt_unwind_frame;

/// How a step went.
typedef enum {
  /// The frame is the caller's now.
  CRT_UNWIND_STEPPED,
  /// The frame is the outermost: the tables say that it returns nowhere, or the address is 0. Only `cfa` is
  /// new, and the frame's own, or 0 if it cannot be told.
  CRT_UNWIND_END,
  /// The caller cannot be told, and the frame is as it was: no table has the function, what its rule needs is
  /// in a register that is not known, or what it leads to is outside the bounds, or not further out.
  CRT_UNWIND_LOST,
} crt_unwind_status;

/// A function on a stack, as it is told of a whole thread.
typedef struct {
  uintptr_t pc;
  /// What of the stack is the function's: from `stack_pointer` up to `cfa`, which is 0 for a frame of which
  /// it cannot be told.
  uintptr_t stack_pointer;
  uintptr_t cfa;
  /// The frame pointer: variables that debug information places with DW_OP_fbreg are relative to it where the
  /// function's DW_AT_frame_base is that register.
  uintptr_t frame_pointer;
  bool is_frame_pointer_known;
  /// Where the stack has the function's values of the registers that a callee preserves, in the order of their numbers: what was
  /// called has saved them there. 0 where nothing has.
  uintptr_t saved[CRT_UNWIND_PRESERVED_COUNT];
  /// As in `crt_unwind_frame`.
  bool is_caller;
  bool is_guessed;
} crt_unwound_frame;

/// Where the stack has a frame's value of a register, by DWARF's number: 0 where it has none.
uintptr_t crt_unwound_place(const crt_unwound_frame *frame, int number);

/// Whether the stack has a frame's value of a register at `place`.
bool crt_unwound_has_register(const crt_unwound_frame *frame, uintptr_t place);

/// Writes the images that are loaded and have a search table, and returns how many there are, which may be
/// more than `capacity`. Asks the dynamic linker, which takes a lock: not for use in a copy.
size_t crt_unwind_images(crt_unwind_image *images, size_t capacity);

/// The function that is about to execute the instruction at `pc`, of which nothing more than the stack
/// pointer is known, as of a thread that waits in a system call (man 5 proc_pid_syscall).
crt_unwind_frame crt_unwind_frame_at(uintptr_t pc, uintptr_t stack_pointer);

/// The stack pointer of the function; 0 where it is not known.
uintptr_t crt_unwind_stack_pointer(const crt_unwind_frame *frame);

/// Writes the function that calls this one, with all registers that a callee preserves.
void crt_unwind_here(crt_unwind_frame *frame);

/// Steps from a function to its caller. Stack words are read from `stack_low` up to `stack_high`.
///
/// Registers that the function saved become known, and those that its rules do not mention stay what they
/// were if a callee preserves them, and are not known otherwise.
crt_unwind_status crt_unwind_step(const crt_unwind_table *table, crt_unwind_frame *frame,
                                  uintptr_t stack_low, uintptr_t stack_high);

/// Steps where `crt_unwind_step` is lost, by what the code shows; else is lost as well. Knows x86-64 only.
///
/// A function whose frame pointer is not known lets the stack pointer down by a number that its first
/// instructions have, and by no other unless its last ones take it back from the frame pointer. A function
/// that the tables do not have, as optimisers leave out some, was called by the first return address above
/// the stack pointer whose call leads to where it is. In both cases a call must be before the return address.
/// All the same the answer may be wrong: a function may have pushed what it hands over, and what a call left
/// behind may be in the way.
crt_unwind_status crt_unwind_guess(const crt_unwind_table *table, crt_unwind_frame *frame,
                                   uintptr_t stack_low, uintptr_t stack_high);

/// Writes the functions on a stack, `innermost` first, and returns how many. `ending` is the status of the
/// last step: `CRT_UNWIND_STEPPED` where there were more than `capacity`. Guesses where a step is lost only
/// if it is to.
size_t crt_unwind_thread(const crt_unwind_table *table, const crt_unwind_frame *innermost,
                         uintptr_t stack_low, uintptr_t stack_high, bool guesses,
                         crt_unwound_frame *frames, size_t capacity, crt_unwind_status *ending);
