#define _GNU_SOURCE
#include "RawMemory.h"

#if CRT_LOADS_RECOVER && defined(__aarch64__)
#include "RawLoads.h"

// Only the instructions at crt_load8 … crt_load64, crt_copy_word, crt_copy_byte, crt_gather and crt_gather_word load
// from an address that is not known to be good. A fault there is recovered from by returning from the function.
__asm__(
    ".text\n"
    ".p2align 4\n"
    ".globl crt_load64\n"
    ".type crt_load64,@function\n"
    "crt_load64:\n"
    "  ldr x0, [x0]\n"
    "  ret\n"
    ".size crt_load64, .-crt_load64\n"
    ".p2align 4\n"
    ".globl crt_load32\n"
    ".type crt_load32,@function\n"
    "crt_load32:\n"
    "  ldr w0, [x0]\n"
    "  ret\n"
    ".size crt_load32, .-crt_load32\n"
    ".p2align 4\n"
    ".globl crt_load16\n"
    ".type crt_load16,@function\n"
    "crt_load16:\n"
    "  ldrh w0, [x0]\n"
    "  ret\n"
    ".size crt_load16, .-crt_load16\n"
    ".p2align 4\n"
    ".globl crt_load8\n"
    ".type crt_load8,@function\n"
    "crt_load8:\n"
    "  ldrb w0, [x0]\n"
    "  ret\n"
    ".size crt_load8, .-crt_load8\n"
    ".p2align 4\n"
    ".globl crt_copy\n"
    ".globl crt_copy_word\n"
    ".hidden crt_copy_word\n"
    ".globl crt_copy_byte\n"
    ".hidden crt_copy_byte\n"
    ".type crt_copy,@function\n"
    "crt_copy:\n"
    "  cmp x2, #8\n"
    "  b.lo 1f\n"
    "crt_copy_word:\n"
    "  ldr x3, [x1]\n"
    "  str x3, [x0], #8\n"
    "  add x1, x1, #8\n"
    "  sub x2, x2, #8\n"
    "  b crt_copy\n"
    "1:\n"
    "  cbz x2, 2f\n"
    "crt_copy_byte:\n"
    "  ldrb w3, [x1]\n"
    "  strb w3, [x0], #1\n"
    "  add x1, x1, #1\n"
    "  sub x2, x2, #1\n"
    "  b 1b\n"
    "2:\n"
    "  mov x0, #0\n"
    "  ret\n"
    ".size crt_copy, .-crt_copy\n"
    ".p2align 4\n"
    ".globl crt_gather\n"
    ".globl crt_gather_word\n"
    ".hidden crt_gather_word\n"
    ".type crt_gather,@function\n"
    "crt_gather:\n"
    "  ldr x5, [x1]\n"
    "  str x5, [x0], #8\n"
    "  cbz x3, 2f\n"
    "1:\n"
    "  ldr w5, [x2], #4\n"
    "crt_gather_word:\n"
    "  ldr x5, [x1, x5]\n"
    "  str x5, [x0], #8\n"
    "  subs x3, x3, #1\n"
    "  b.ne 1b\n"
    "2:\n"
    "  mov x0, #1\n"
    "  ret\n"
    ".size crt_gather, .-crt_gather\n");

bool crt_return_from_load(ucontext_t *thread) {
  mcontext_t *state = &thread->uc_mcontext;
  uintptr_t place = (uintptr_t)state->pc;
  if (place == (uintptr_t)crt_copy_word || place == (uintptr_t)crt_copy_byte) {
    state->regs[0] = state->regs[2];
  } else if (place == (uintptr_t)crt_load64 || place == (uintptr_t)crt_load32 ||
             place == (uintptr_t)crt_load16 || place == (uintptr_t)crt_load8 ||
             place == (uintptr_t)crt_gather || place == (uintptr_t)crt_gather_word) {
    state->regs[0] = 0;
  } else {
    return false;
  }
  // The functions call nothing: the link register still says where they were called from.
  state->pc = state->regs[30];
  return true;
}
#endif
