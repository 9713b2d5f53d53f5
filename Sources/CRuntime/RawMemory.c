#define _GNU_SOURCE
#include "RawMemory.h"

#if CRT_LOADS_RECOVER
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <ucontext.h>

// Only the instructions at crt_load8 … crt_load64, crt_copy_word and crt_copy_byte load from an address that is
// not known to be good. A fault there is recovered from by returning from the function.
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
    ".size crt_copy, .-crt_copy\n");

extern const char crt_copy_word[], crt_copy_byte[];

static _Atomic uint64_t faults;

uint64_t crt_fault_count(void) { return atomic_load_explicit(&faults, memory_order_relaxed); }

static const int signals[] = {SIGSEGV, SIGBUS};
static struct sigaction previous[2];

/// Returns from the load that faulted with 0, or from the copy with the number of bytes left.
static bool recover(greg_t *registers) {
  uintptr_t place = (uintptr_t)registers[REG_RIP];
  if (place == (uintptr_t)crt_copy_word || place == (uintptr_t)crt_copy_byte) {
    registers[REG_RAX] = registers[REG_RDX];
  } else if (place == (uintptr_t)crt_load64 || place == (uintptr_t)crt_load32 ||
             place == (uintptr_t)crt_load16 || place == (uintptr_t)crt_load8) {
    registers[REG_RAX] = 0;
  } else {
    return false;
  }
  registers[REG_RIP] = *(const greg_t *)registers[REG_RSP];
  registers[REG_RSP] += (greg_t)sizeof(greg_t);
  atomic_fetch_add_explicit(&faults, 1, memory_order_relaxed);
  return true;
}

static void handle(int number, siginfo_t *info, void *context) {
  if (info->si_code > 0 && recover(((ucontext_t *)context)->uc_mcontext.gregs)) return;
  struct sigaction next = previous[number == SIGBUS];
  if (next.sa_flags & SA_SIGINFO) {
    next.sa_sigaction(number, info, context);
  } else if (next.sa_handler != SIG_DFL && next.sa_handler != SIG_IGN) {
    next.sa_handler(number);
  } else if (next.sa_handler == SIG_DFL || info->si_code > 0) {
    // As if there were no guard: the instruction faults again, a signal that was sent is sent again.
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(number, &standard, NULL);
    if (info->si_code <= 0) raise(number);
  }
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned users;

static bool is_own(const struct sigaction *action) {
  return action->sa_flags & SA_SIGINFO && action->sa_sigaction == handle;
}

void crt_guard_begin(void) {
  pthread_mutex_lock(&lock);
  if (users++ == 0) {
    struct sigaction own = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    for (int index = 0; index < 2; index++) {
      struct sigaction current;
      if (sigaction(signals[index], NULL, &current) != 0 || is_own(&current)) continue;
      previous[index] = current;
      sigaction(signals[index], &own, NULL);
    }
  }
  pthread_mutex_unlock(&lock);
}

void crt_guard_end(void) {
  pthread_mutex_lock(&lock);
  if (--users == 0) {
    for (int index = 0; index < 2; index++) {
      // Who has put a handler of its own above this one keeps it.
      struct sigaction current;
      if (sigaction(signals[index], NULL, &current) != 0 || !is_own(&current)) continue;
      sigaction(signals[index], &previous[index], NULL);
    }
  }
  pthread_mutex_unlock(&lock);
}
#else
void crt_guard_begin(void) {}
void crt_guard_end(void) {}
uint64_t crt_fault_count(void) { return 0; }
#endif
