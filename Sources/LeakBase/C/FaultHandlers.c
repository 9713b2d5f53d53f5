#define _GNU_SOURCE
#include "FaultHandlers.h"

#if CRT_LOADS_RECOVER
#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#include "RawLoads.h"

typedef struct {
  /// What the handler goes on to. Written once, before the handler is first put up.
  struct sigaction previous;
  /// Whether `previous` was to be called once and has been (`SA_RESETHAND`).
  atomic_bool is_spent;
} slot;

/// Of `SIGSEGV`, and of `SIGBUS`.
static slot slots[2][FAULT_HANDLER_LIMIT];
static size_t slot_counts[2];

static int order(int number) { return number == SIGBUS; }

/// The bytes that the system has of a mask. The C library tells more signals, and leaves in them what was on its stack.
enum { MASK_SIZE = 8 };

// MARK: Passing

// Where a host's handler was put up twice, the guard's would lead back to themselves. Which of them a fault has passed is
// noted in the context that the system writes for each: the word for another context is 0 there and means nothing. A host's
// handler may jump out at any time, and what was noted is gone with the fault.

enum { PASSED = (1 << FAULT_HANDLER_LIMIT) - 1 };
static const uintptr_t stamp = 0x5AFE10AD0000;

/// Where a thread noted what it passed last, and where on the stack that was.
typedef struct {
  volatile uintptr_t *note;
  uintptr_t frame;
} passage;

// With this model the first use in a thread allocates nothing.
static _Thread_local passage passages[2] __attribute__((tls_model("initial-exec")));

static bool is_noted(uintptr_t note) { return (note & ~(uintptr_t)PASSED) == stamp; }

/// Notes that `handler` is passed. False when it has been.
static bool pass(volatile uintptr_t *note, int handler) {
  uintptr_t bit = (uintptr_t)1 << handler;
  uintptr_t passed = is_noted(*note) ? *note : stamp;
  *note = passed | bit;
  return !(passed & bit);
}

// MARK: Handling

/// Whether the words at both addresses can be read.
static bool are_readable(const void *first, const void *last) {
  return crt_is_readable((uintptr_t)first) && crt_is_readable((uintptr_t)last);
}

/// Whether the arguments are a signal's. A host's handler without `SA_SIGINFO` has none to go on with.
static bool are_signal_arguments(int number, const siginfo_t *info, const ucontext_t *context) {
  return are_readable(info, &info->si_code) && info->si_signo == number &&
         are_readable(&context->uc_mcontext, (const char *)(&context->uc_mcontext + 1) - 8);
}

/// As if there were no handler: the instruction faults again, a signal that was sent is sent again.
static void end_process(int number, bool is_fault) {
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigaction(number, &standard, NULL);
  if (!is_fault) raise(number);
}

/// Where it is noted what the fault has passed: in its context, or if that is not known, where the handlers further up
/// the stack did, or in `own`.
static volatile uintptr_t *note_of(
    const passage *outer, uintptr_t frame, ucontext_t *context, volatile uintptr_t *own) {
  if (context) return (volatile uintptr_t *)&context->uc_link;
  volatile uintptr_t *note = outer->note;
  bool is_nested = note && frame < outer->frame && are_readable((void *)note, (void *)note);
  return is_nested && is_noted(*note) ? note : own;
}

/// Does what would have been done without `handler`.
__attribute__((noinline)) static void go_on(
    int handler, int number, siginfo_t *info, void *context, bool has_arguments) {
  slot *own = &slots[order(number)][handler];
  const struct sigaction *next = &own->previous;
  bool is_fault = has_arguments && info->si_code > 0;
  // A fault that is ignored ends the process all the same.
  if (next->sa_handler == SIG_IGN && has_arguments && !is_fault) return;
  if (next->sa_handler == SIG_IGN || next->sa_handler == SIG_DFL) return end_process(number, is_fault);
  volatile uintptr_t own_note = 0;
  passage *last = &passages[order(number)];
  passage outer = *last;
  uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
  volatile uintptr_t *note = note_of(&outer, frame, has_arguments ? context : NULL, &own_note);
  uintptr_t before = *note;
  if (!pass(note, handler)) return end_process(number, is_fault);
  *last = (passage){note, frame};
  if (next->sa_flags & SA_RESETHAND && atomic_exchange(&own->is_spent, true)) {
    end_process(number, is_fault);
  } else if (next->sa_flags & SA_SIGINFO) {
    next->sa_sigaction(number, info, context);
  } else {
    next->sa_handler(number);
  }
  *note = before;
  *last = outer;
}

static void handle(int handler, int number, siginfo_t *info, void *context) {
  int error = errno;
  bool has_arguments = are_signal_arguments(number, info, context);
  if (has_arguments && info->si_code > 0 && crt_return_from_load(context)) {
    fault_count();
  } else {
    go_on(handler, number, info, context, has_arguments);
  }
  errno = error;
}

#define HANDLER(index) \
  static void handle_##index(int number, siginfo_t *info, void *context) { handle(index, number, info, context); }
HANDLER(0)
HANDLER(1)
HANDLER(2)
HANDLER(3)
HANDLER(4)
HANDLER(5)
HANDLER(6)
HANDLER(7)
HANDLER(8)
HANDLER(9)
HANDLER(10)
HANDLER(11)
HANDLER(12)
HANDLER(13)
HANDLER(14)
HANDLER(15)

static void (*const handlers[FAULT_HANDLER_LIMIT])(int, siginfo_t *, void *) = {
    handle_0, handle_1, handle_2,  handle_3,  handle_4,  handle_5,  handle_6,  handle_7,
    handle_8, handle_9, handle_10, handle_11, handle_12, handle_13, handle_14, handle_15};

// MARK: Actions

/// The number of the guard's handler that `action` calls, or -1.
static int handler_of(const struct sigaction *action) {
  if (!(action->sa_flags & SA_SIGINFO)) return -1;
  for (int index = 0; index < FAULT_HANDLER_LIMIT; index++) {
    if (action->sa_sigaction == handlers[index]) return index;
  }
  return -1;
}

bool fault_is_own(const struct sigaction *action) { return handler_of(action) >= 0; }

bool fault_is_same(const struct sigaction *left, const struct sigaction *right) {
  // The C library adds a flag of its own.
  const int own_flag = 0x04000000;
  return left->sa_handler == right->sa_handler && !((left->sa_flags ^ right->sa_flags) & ~own_flag) &&
         memcmp(&left->sa_mask, &right->sa_mask, MASK_SIZE) == 0;
}

bool fault_action_above(int number, const struct sigaction *previous, struct sigaction *own) {
  slot *all = slots[order(number)];
  size_t *count = &slot_counts[order(number)];
  size_t index = 0;
  while (index < *count && !fault_is_same(&all[index].previous, previous)) index++;
  if (index == FAULT_HANDLER_LIMIT) return false;
  if (index == *count) {
    struct sigaction *added = &all[(*count)++].previous;
    *added = *previous;
    // An address that was on the stack would look like a root.
    memset((char *)&added->sa_mask + MASK_SIZE, 0, sizeof added->sa_mask - MASK_SIZE);
  }
  atomic_store(&all[index].is_spent, false);
  // What is below is called as the system would: on the same stack, with the same signals held back.
  *own = (struct sigaction){
      .sa_sigaction = handlers[index], .sa_mask = previous->sa_mask,
      .sa_flags = SA_SIGINFO | (previous->sa_flags & (SA_ONSTACK | SA_NODEFER | SA_RESTART))};
  return true;
}

struct sigaction fault_action_below(int number, const struct sigaction *own) {
  const slot *below = &slots[order(number)][handler_of(own)];
  return atomic_load(&below->is_spent) ? (struct sigaction){.sa_handler = SIG_DFL} : below->previous;
}
#endif
