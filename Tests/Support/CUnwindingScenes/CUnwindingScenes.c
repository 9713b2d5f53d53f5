#define _GNU_SOURCE
#include "CUnwindingScenes.h"

#include <alloca.h>
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unwind.h>

// MARK: The other unwinder

#if defined(__linux__)
/// The frames that were told, and the room for them.
typedef struct {
  uws_frame *frames;
  size_t capacity;
  size_t count;
  /// Whether the frame of `uws_backtrace` itself is over.
  bool is_outside;
} trace;

static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *argument) {
  trace *told = argument;
  int is_before = 0;
  uintptr_t pc = _Unwind_GetIPInfo(context, &is_before);
  // The outermost is told twice: with no address the second time.
  if (told->is_outside && told->count < told->capacity && pc) {
    uws_frame *frame = &told->frames[told->count++];
    *frame = (uws_frame){pc, _Unwind_GetCFA(context), !is_before, {0}};
    for (int number = UWS_FIRST_PRESERVED; number <= UWS_LAST_PRESERVED; number++) {
      if (UWS_PRESERVED >> number & 1) frame->registers[number] = _Unwind_GetGR(context, number);
    }
  }
  told->is_outside = true;
  return _URC_NO_REASON;
}

__attribute__((noinline)) size_t uws_backtrace(uws_frame *frames, size_t capacity) {
  trace told = {frames, capacity, 0, false};
  _Unwind_Backtrace(visit, &told);
  return told.count;
}
#else
size_t uws_backtrace(uws_frame *frames, size_t capacity) {
  (void)frames, (void)capacity;
  return 0;
}
#endif

// MARK: Frames

/// Keeps the compiler from knowing a value, and from making a call the last thing that a function does.
static volatile uintptr_t unknown;

#define OWN_FRAME __attribute__((noinline))

OWN_FRAME static void call_plainly(uws_body body, void *context) {
  body(context);
  unknown++;
}

OWN_FRAME static void call_with_registers(uws_body body, void *context) {
  uintptr_t a = unknown, b = unknown, c = unknown, d = unknown, e = unknown, f = unknown;
  call_plainly(body, context);
  unknown = a + 2 * b + 3 * c + 5 * d + 7 * e + 11 * f;
}

OWN_FRAME static void call_aligned(uws_body body, void *context) {
  _Alignas(256) volatile char bytes[512];
  bytes[unknown & 255] = 1;
  call_with_registers(body, context);
  unknown += (uintptr_t)bytes[3];
}

OWN_FRAME void uws_call_from_frames(uws_body body, void *context) {
  volatile char *bytes = alloca((unknown & 15) + 100);
  bytes[unknown & 63] = 1;
  call_aligned(body, context);
  unknown += (uintptr_t)bytes[3];
}

/// What stands before and behind the instructions of a function that is written here.
#define BEGIN(name)                                                                               \
  ".text\n.p2align 4\n.globl " name "\n.type " name ",@function\n" name ":\n  .cfi_startproc\n"
#define END(name) "  .cfi_endproc\n.size " name ", .-" name "\n"

#if defined(__linux__) && defined(__x86_64__)
// Where the caller's registers are is said by other instructions than compilers use for that: the canonical
// frame address, rbx, and r14 by expressions, r12 by the register that has it, r13 by a signed offset.
__asm__(
    BEGIN("uws_call_by_rules")
    "  pushq %rbx\n"
    "  .cfi_adjust_cfa_offset 8\n"
    "  pushq %r13\n"
    "  .cfi_adjust_cfa_offset 8\n"
    "  subq $8, %rsp\n"
    "  .cfi_adjust_cfa_offset 8\n"
    "  movq %r12, %rbx\n"
    "  movq %r14, %r13\n"
    "  xorl %r12d, %r12d\n"
    "  xorl %r14d, %r14d\n"
    "  .cfi_remember_state\n"
    "  .cfi_escape 0x0F, 6, 0x77, 0, 0x34, 0x33, 0x24, 0x22\n"  // CFA: breg7 0, lit4, lit3, shl, plus
    "  .cfi_escape 0x10, 3, 2, 0x40, 0x1C\n"                    // rbx: at lit16, minus
    "  .cfi_escape 0x09, 12, 3\n"                               // r12: in rbx
    "  .cfi_escape 0x11, 13, 3\n"                               // r13: at 3 · -8
    "  .cfi_escape 0x16, 14, 4, 0x12, 0x13, 0x7D, 0\n"          // r14: dup, drop, breg13 0
    "  .cfi_escape 0x08, 6\n"                                   // rbp: the same
    "  .cfi_escape 0x07, 1\n"                                   // rdx: undefined
    "  .cfi_escape 0x2E, 16\n"                                  // arguments of 16 bytes
    "  movq %rdi, %rax\n"
    "  movq %rsi, %rdi\n"
    "  callq *%rax\n"
    "  movq %rbx, %r12\n"
    "  movq %r13, %r14\n"
    "  .cfi_restore_state\n"
    "  addq $8, %rsp\n"
    "  .cfi_adjust_cfa_offset -8\n"
    "  popq %r13\n"
    "  .cfi_adjust_cfa_offset -8\n"
    "  popq %rbx\n"
    "  .cfi_adjust_cfa_offset -8\n"
    "  ret\n"
    END("uws_call_by_rules"));
#else
void uws_call_by_rules(uws_body body, void *context) { uws_call_from_frames(body, context); }
#endif

__attribute__((noinline)) void uws_clear_stack(void) {
  volatile char bytes[32 << 10];
  for (size_t index = 0; index < sizeof bytes; index++) bytes[index] = 0;
}

#if defined(__linux__) && defined(__x86_64__)
__asm__(
    BEGIN("uws_call_with_register")
    "  pushq %rbx\n"
    "  .cfi_adjust_cfa_offset 8\n"
    "  .cfi_rel_offset %rbx, 0\n"
    "  movq %rdx, %rbx\n"
    "  notq %rbx\n"
    "  movq %rdi, %rax\n"
    "  movq %rsi, %rdi\n"
    "  xorl %edx, %edx\n"
    "  callq *%rax\n"
    "  popq %rbx\n"
    "  .cfi_adjust_cfa_offset -8\n"
    "  .cfi_restore %rbx\n"
    "  ret\n"
    END("uws_call_with_register"));
#elif defined(__linux__) && defined(__aarch64__)
__asm__(
    BEGIN("uws_call_with_register")
    "  stp x19, x30, [sp, #-16]!\n"
    "  .cfi_def_cfa_offset 16\n"
    "  .cfi_offset x19, -16\n"
    "  .cfi_offset x30, -8\n"
    "  mvn x19, x2\n"
    "  mov x3, x0\n"
    "  mov x0, x1\n"
    "  mov x2, xzr\n"
    "  blr x3\n"
    "  ldp x19, x30, [sp], #16\n"
    "  .cfi_def_cfa_offset 0\n"
    "  .cfi_restore x19\n"
    "  .cfi_restore x30\n"
    "  ret\n"
    END("uws_call_with_register"));
#else
void uws_call_with_register(uws_body body, void *context, uintptr_t disguised) {
  volatile uintptr_t word = ~disguised;
  body(context);
  (void)word;
}
#endif

// MARK: Calls back

/// What a call back calls, which the C library does not hand over.
static _Thread_local uws_body back_body;
static _Thread_local void *back_context;

static void call_back(void) {
  uws_body body = back_body;
  back_body = NULL;
  if (body) body(back_context);
}

static int compare(const void *left, const void *right) {
  call_back();
  return *(const int *)left - *(const int *)right;
}

void uws_call_from_sort(uws_body body, void *context) {
  int numbers[] = {3, 1, 2};
  back_body = body;
  back_context = context;
  qsort(numbers, 3, sizeof numbers[0], compare);
}

// MARK: Signals

#if defined(__linux__)
#include <ucontext.h>
#endif

static void handle(int signal, siginfo_t *info, void *context) {
  (void)info;
  call_back();
  if (signal != SIGILL) return;
  // Goes on after the instruction that is none.
  ucontext_t *thread = context;
  (void)thread;
#if defined(__linux__) && defined(__x86_64__)
  thread->uc_mcontext.gregs[REG_RIP] += 2;
#elif defined(__linux__) && defined(__aarch64__)
  thread->uc_mcontext.pc += 4;
#endif
}

/// Has `handle` handle a signal for as long as `cause` takes. Threads of libdispatch block most signals.
static void call_handled(int signal, void (*cause)(void), uws_body body, void *context) {
  struct sigaction action = {0};
  struct sigaction before;
  sigset_t wanted;
  sigset_t blocked;
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO;
  back_body = body;
  back_context = context;
  sigemptyset(&wanted);
  sigaddset(&wanted, signal);
  sigaction(signal, &action, &before);
  pthread_sigmask(SIG_UNBLOCK, &wanted, &blocked);
  cause();
  pthread_sigmask(SIG_SETMASK, &blocked, NULL);
  sigaction(signal, &before, NULL);
}

static void send_signal(void) { pthread_kill(pthread_self(), SIGUSR2); }

void uws_call_from_handler(uws_body body, void *context) {
  call_handled(SIGUSR2, send_signal, body, context);
}

#if defined(__linux__)
void uws_trap(void);

// The byte before belongs to no function that has a frame.
__asm__(
    ".text\n"
    ".p2align 4\n"
    ".type uws_trap,@function\n"
    "uws_trap:\n"
    "  .cfi_startproc\n"
#if defined(__aarch64__)
    "  udf #0\n"
#else
    "  ud2\n"
#endif
    "  ret\n"
    "  .cfi_endproc\n"
    ".size uws_trap, .-uws_trap\n");

void uws_call_from_trap(uws_body body, void *context) {
  call_handled(SIGILL, uws_trap, body, context);
}
#else
void uws_call_from_trap(uws_body body, void *context) { uws_call_from_handler(body, context); }
#endif

// MARK: Threads

#if defined(__linux__)
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int32_t uws_thread(void) { return (int32_t)syscall(SYS_gettid); }

void uws_wait_for_events(void) {
  struct epoll_event event;
  epoll_wait(epoll_create1(0), &event, 1, -1);
}

/// What a copy found, in memory that it shares with the process.
typedef struct {
  size_t count;
  crt_unwind_status ending;
  crt_unwound_frame frames[];
} answer;

size_t uws_unwind_in_copy(const crt_unwind_table *table, const crt_unwind_frame *innermost,
                          uintptr_t stack_low, uintptr_t stack_high, crt_unwound_frame *frames,
                          size_t capacity, crt_unwind_status *ending) {
  size_t bytes = sizeof(answer) + capacity * sizeof *frames;
  answer *found = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (found == MAP_FAILED) return 0;
  pid_t copy = (pid_t)syscall(SYS_clone, 0, NULL, NULL, NULL, NULL);
  if (copy == 0) {
    found->count = crt_unwind_thread(table, innermost, stack_low, stack_high, true, found->frames,
                                     capacity, &found->ending);
    syscall(SYS_exit_group, 0);
  }
  waitpid(copy, NULL, __WCLONE);
  size_t count = found->count;
  memcpy(frames, found->frames, count * sizeof *frames);
  *ending = found->ending;
  munmap(found, bytes);
  return count;
}
#else
size_t uws_unwind_in_copy(const crt_unwind_table *table, const crt_unwind_frame *innermost,
                          uintptr_t stack_low, uintptr_t stack_high, crt_unwound_frame *frames,
                          size_t capacity, crt_unwind_status *ending) {
  (void)table, (void)innermost, (void)stack_low, (void)stack_high, (void)frames;
  (void)capacity, (void)ending;
  return 0;
}
int32_t uws_thread(void) { return 0; }
void uws_wait_for_events(void) {}
#endif

int uws_listen(void) {
  int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  struct sockaddr any = {.sa_family = AF_UNIX};
  // The system finds a name where the address has none.
  bind(listener, &any, sizeof any.sa_family);
  listen(listener, 1);
  return listener;
}

const char *uws_function(uintptr_t pc) {
  Dl_info info;
  if (!dladdr((const void *)pc, &info)) return "nothing";
  return info.dli_sname ? info.dli_sname : info.dli_fname;
}
