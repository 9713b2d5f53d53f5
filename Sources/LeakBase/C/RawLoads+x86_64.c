#define _GNU_SOURCE
#include "RawMemory.h"

#if CRT_LOADS_RECOVER && defined(__x86_64__)
#include "RawLoads.h"

// Only the instructions at crt_load8 … crt_load64, crt_copy_word, crt_copy_byte, crt_gather and crt_gather_word load
// from an address that is not known to be good. A fault there is recovered from by returning from the function.
__asm__(
    ".text\n"
    ".p2align 4\n"
    ".globl crt_load64\n"
    ".type crt_load64,@function\n"
    "crt_load64:\n"
    "  movq (%rdi), %rax\n"
    "  ret\n"
    ".size crt_load64, .-crt_load64\n"
    ".p2align 4\n"
    ".globl crt_load32\n"
    ".type crt_load32,@function\n"
    "crt_load32:\n"
    "  movl (%rdi), %eax\n"
    "  ret\n"
    ".size crt_load32, .-crt_load32\n"
    ".p2align 4\n"
    ".globl crt_load16\n"
    ".type crt_load16,@function\n"
    "crt_load16:\n"
    "  movzwl (%rdi), %eax\n"
    "  ret\n"
    ".size crt_load16, .-crt_load16\n"
    ".p2align 4\n"
    ".globl crt_load8\n"
    ".type crt_load8,@function\n"
    "crt_load8:\n"
    "  movzbl (%rdi), %eax\n"
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
    "  cmpq $8, %rdx\n"
    "  jb 1f\n"
    "crt_copy_word:\n"
    "  movq (%rsi), %rax\n"
    "  movq %rax, (%rdi)\n"
    "  addq $8, %rsi\n"
    "  addq $8, %rdi\n"
    "  subq $8, %rdx\n"
    "  jmp crt_copy\n"
    "1:\n"
    "  testq %rdx, %rdx\n"
    "  je 2f\n"
    "crt_copy_byte:\n"
    "  movb (%rsi), %al\n"
    "  movb %al, (%rdi)\n"
    "  incq %rsi\n"
    "  incq %rdi\n"
    "  decq %rdx\n"
    "  jmp 1b\n"
    "2:\n"
    "  xorl %eax, %eax\n"
    "  ret\n"
    ".size crt_copy, .-crt_copy\n"
    ".p2align 4\n"
    ".globl crt_gather\n"
    ".globl crt_gather_word\n"
    ".hidden crt_gather_word\n"
    ".type crt_gather,@function\n"
    "crt_gather:\n"
    "  movq (%rsi), %rax\n"
    "  movq %rax, (%rdi)\n"
    "  testq %rcx, %rcx\n"
    "  je 2f\n"
    "1:\n"
    "  movl (%rdx), %eax\n"
    "crt_gather_word:\n"
    "  movq (%rsi,%rax), %rax\n"
    "  addq $8, %rdi\n"
    "  movq %rax, (%rdi)\n"
    "  addq $4, %rdx\n"
    "  decq %rcx\n"
    "  jne 1b\n"
    "2:\n"
    "  movl $1, %eax\n"
    "  ret\n"
    ".size crt_gather, .-crt_gather\n");

bool crt_return_from_load(ucontext_t *thread) {
  greg_t *registers = thread->uc_mcontext.gregs;
  uintptr_t place = (uintptr_t)registers[REG_RIP];
  if (place == (uintptr_t)crt_copy_word || place == (uintptr_t)crt_copy_byte) {
    registers[REG_RAX] = registers[REG_RDX];
  } else if (place == (uintptr_t)crt_load64 || place == (uintptr_t)crt_load32 ||
             place == (uintptr_t)crt_load16 || place == (uintptr_t)crt_load8 ||
             place == (uintptr_t)crt_gather || place == (uintptr_t)crt_gather_word) {
    registers[REG_RAX] = 0;
  } else {
    return false;
  }
  registers[REG_RIP] = *(const greg_t *)registers[REG_RSP];
  registers[REG_RSP] += (greg_t)sizeof(greg_t);
  return true;
}
#endif
