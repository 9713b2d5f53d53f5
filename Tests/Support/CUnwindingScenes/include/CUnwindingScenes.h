#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "StackUnwinding.h"

// Another unwinder to compare with, and callers that only C has.

/// The registers that a callee preserves, by DWARF's numbers for the processor.
#if defined(__aarch64__)
enum { UWS_FIRST_PRESERVED = 19, UWS_LAST_PRESERVED = 29, UWS_PRESERVED = 0x3FF80000 };
#else
enum { UWS_FIRST_PRESERVED = 3, UWS_LAST_PRESERVED = 15, UWS_PRESERVED = 0xF048 };
#endif

/// A function on the thread's stack, as exceptions are unwound.
typedef struct {
  uintptr_t pc;
  uintptr_t stack_pointer;
  /// Whether `pc` is where a call returns to.
  bool is_caller;
  /// By DWARF's numbers; 0 but for those of `UWS_PRESERVED`.
  uintptr_t registers[UWS_LAST_PRESERVED + 1];
} uws_frame;

/// Writes the callers of this function, innermost first, as the language's runtime unwinds them, and returns
/// how many there are, at most `capacity`. Finds none except on Linux.
size_t uws_backtrace(uws_frame *frames, size_t capacity);

typedef void (*uws_body)(void *context);

/// Calls `body` from functions whose frames differ: with a size that is known only as it runs, with a
/// beginning that is aligned, with every register in use.
void uws_call_from_frames(uws_body body, void *context);

/// Calls `body` from a function whose frame is described as compilers do not.
void uws_call_by_rules(uws_body body, void *context);

/// Calls `body` from a comparison that the C library asks for as it sorts.
void uws_call_from_sort(uws_body body, void *context);

/// Calls `body` from the handler of a signal that the thread sends to itself.
void uws_call_from_handler(uws_body body, void *context);

/// Calls `body` from the handler of a signal that interrupts a function at its first instruction.
void uws_call_from_trap(uws_body body, void *context);

/// Calls `body` with the complement of `disguised` in a register that a callee preserves, and nowhere else.
void uws_call_with_register(uws_body body, void *context, uintptr_t disguised);

/// Overwrites what functions that returned have left below the caller's part of the stack.
void uws_clear_stack(void);

/// The number of the thread.
int32_t uws_thread(void);

/// The name of the function that an instruction is in, as far as the dynamic linker knows it, or that of its
/// image.
const char *uws_function(uintptr_t pc);

/// Waits for events that never come.
void uws_wait_for_events(void);

/// A socket to which nobody connects.
int uws_listen(void);

/// Unwinds as `crt_unwind_thread` does, with guesses, in a copy of the process that has no thread but the one
/// that does it. Finds nothing where there is no copy.
size_t uws_unwind_in_copy(const crt_unwind_table *table, const crt_unwind_frame *innermost,
                          uintptr_t stack_low, uintptr_t stack_high, crt_unwound_frame *frames,
                          size_t capacity, crt_unwind_status *ending);
