#include "Unwinding.h"

#if CRT_UNWINDING

// The assembly below writes a frame with these places in it.
_Static_assert(offsetof(crt_unwind_frame, pc) == 0, "");
_Static_assert(offsetof(crt_unwind_frame, registers) == 8, "");
_Static_assert(sizeof(uintptr_t) == 8, "");

#if defined(__x86_64__)
_Static_assert(offsetof(crt_unwind_frame, known) == 144, "");
_Static_assert(offsetof(crt_unwind_frame, cfa) == 152, "");
_Static_assert(offsetof(crt_unwind_frame, is_caller) == 160, "");
_Static_assert(offsetof(crt_unwind_frame, is_guessed) == 161, "");
// The registers that a callee preserves, and the stack pointer.
_Static_assert((UNWIND_PRESERVED | 1u << UNWIND_STACK_POINTER) == 0xF0C8, "");

__asm__(
    ".text\n"
    ".p2align 4\n"
    ".globl crt_unwind_here\n"
    ".type crt_unwind_here,@function\n"
    "crt_unwind_here:\n"
    "  .cfi_startproc\n"
    "  movq (%rsp), %rax\n"
    "  leaq 8(%rsp), %rcx\n"
    "  xorl %edx, %edx\n"
    "  movq %rax, 0(%rdi)\n"    // pc
    "  movq %rdx, 8(%rdi)\n"    // 0: rax
    "  movq %rdx, 16(%rdi)\n"   // 1: rdx
    "  movq %rdx, 24(%rdi)\n"   // 2: rcx
    "  movq %rbx, 32(%rdi)\n"   // 3
    "  movq %rdx, 40(%rdi)\n"   // 4: rsi
    "  movq %rdx, 48(%rdi)\n"   // 5: rdi
    "  movq %rbp, 56(%rdi)\n"   // 6
    "  movq %rcx, 64(%rdi)\n"   // 7: rsp
    "  movq %rdx, 72(%rdi)\n"   // 8 to 11
    "  movq %rdx, 80(%rdi)\n"
    "  movq %rdx, 88(%rdi)\n"
    "  movq %rdx, 96(%rdi)\n"
    "  movq %r12, 104(%rdi)\n"
    "  movq %r13, 112(%rdi)\n"
    "  movq %r14, 120(%rdi)\n"
    "  movq %r15, 128(%rdi)\n"
    "  movq %rdx, 136(%rdi)\n"  // 16: the return address
    "  movq $0xF0C8, 144(%rdi)\n"
    "  movq %rdx, 152(%rdi)\n"
    "  movw $1, 160(%rdi)\n"
    "  ret\n"
    "  .cfi_endproc\n"
    ".size crt_unwind_here, .-crt_unwind_here\n");
#else
_Static_assert(offsetof(crt_unwind_frame, known) == 264, "");
_Static_assert(offsetof(crt_unwind_frame, cfa) == 272, "");
_Static_assert(offsetof(crt_unwind_frame, is_caller) == 280, "");
_Static_assert(offsetof(crt_unwind_frame, is_guessed) == 281, "");
// The registers that a callee preserves, and the stack pointer.
_Static_assert((UNWIND_PRESERVED | 1u << UNWIND_STACK_POINTER) == 0xBFF80000, "");

__asm__(
    ".text\n"
    ".p2align 4\n"
    ".globl crt_unwind_here\n"
    ".type crt_unwind_here,@function\n"
    "crt_unwind_here:\n"
    "  .cfi_startproc\n"
    "  mov x9, sp\n"
    "  str x30, [x0]\n"             // pc
    "  stp xzr, xzr, [x0, #8]\n"    // 0 and 1
    "  stp xzr, xzr, [x0, #24]\n"   // 2 and 3
    "  stp xzr, xzr, [x0, #40]\n"   // 4 and 5
    "  stp xzr, xzr, [x0, #56]\n"   // 6 and 7
    "  stp xzr, xzr, [x0, #72]\n"   // 8 and 9
    "  stp xzr, xzr, [x0, #88]\n"   // 10 and 11
    "  stp xzr, xzr, [x0, #104]\n"  // 12 and 13
    "  stp xzr, xzr, [x0, #120]\n"  // 14 and 15
    "  stp xzr, xzr, [x0, #136]\n"  // 16 and 17
    "  stp xzr, x19, [x0, #152]\n"  // 18 and 19
    "  stp x20, x21, [x0, #168]\n"
    "  stp x22, x23, [x0, #184]\n"
    "  stp x24, x25, [x0, #200]\n"
    "  stp x26, x27, [x0, #216]\n"
    "  stp x28, x29, [x0, #232]\n"
    "  stp xzr, x9, [x0, #248]\n"   // 30, which the call has overwritten, and the stack pointer
    "  mov x9, #0xBFF80000\n"
    "  stp x9, xzr, [x0, #264]\n"
    "  mov w9, #1\n"
    "  strh w9, [x0, #280]\n"
    "  ret\n"
    "  .cfi_endproc\n"
    ".size crt_unwind_here, .-crt_unwind_here\n");
#endif
#else
void crt_unwind_here(crt_unwind_frame *frame) { *frame = (crt_unwind_frame){0}; }
#endif
