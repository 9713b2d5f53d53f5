#pragma once

#include <stdint.h>

/// A function that is running.
typedef struct {
  /// Its part of the stack: what is called later begins below `stack_start`.
  uintptr_t stack_start;
  uintptr_t stack_end;
  /// What tells the thread from others while it runs.
  uintptr_t thread;
  /// Of an asynchronous function of Swift's, where it keeps what it has while it is suspended; 0 of another one.
  uintptr_t context;
} crt_call;

/// The function that calls this one, which must have a frame pointer and be none of Swift's asynchronous ones.
crt_call crt_calling_function(void);

/// The asynchronous function of Swift's that calls this one.
///
/// Source: LLVM's `X86FrameLowering.cpp` and `AArch64FrameLowering.cpp`: it keeps its context in the word below the one that
/// its frame pointer leads to.
crt_call crt_calling_async_function(void);

/// Calls `body` with all registers that a callee preserves saved on the stack, as nothing else need do that is called meanwhile: a copy
/// of the process has the stacks of the other threads, and not what is in their registers.
void crt_call_saving(void (*body)(void *), void *context);
