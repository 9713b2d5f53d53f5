#define _GNU_SOURCE
#include "CFaultScenes.h"

#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "RawMemory.h"

static fsc_outcome *outcome;
static fsc_handler handlers[2];
/// What each handler found, for SIGSEGV and for SIGBUS.
static struct sigaction found[2][2];
static bool is_sent;
static sigjmp_buf place;

static const int signals[] = {SIGSEGV, SIGBUS};
static int order(int number) { return number == SIGBUS; }

// MARK: The host's handlers

static void note(int handler, int number) {
  if (outcome->call_count == FSC_CALL_LIMIT) _exit(99);
  stack_t stack;
  sigset_t mask;
  sigaltstack(NULL, &stack);
  sigprocmask(SIG_BLOCK, NULL, &mask);
  int held_back = sigismember(&mask, SIGSEGV) | sigismember(&mask, SIGBUS) << 1 | sigismember(&mask, SIGUSR1) << 2;
  outcome->calls[outcome->call_count++] =
      (fsc_call){handler + 1, number, (stack.ss_flags & SS_ONSTACK) != 0, held_back};
}

/// Without `SA_SIGINFO` there is nothing to call a handler with but the number.
static void call_found(int handler, int number, siginfo_t *info, void *context) {
  const struct sigaction *next = &found[handler][order(number)];
  if (next->sa_handler == SIG_DFL) {
    signal(number, SIG_DFL);
    raise(number);
  } else if (next->sa_flags & SA_SIGINFO && handlers[handler].flags & SA_SIGINFO) {
    next->sa_sigaction(number, info, context);
  } else {
    next->sa_handler(number);
  }
}

static void finish(int handler, int number, siginfo_t *info, void *context) {
  note(handler, number);
  switch (handlers[handler].manner) {
    case FSC_ENDS: _exit(40 + handler);
    case FSC_CALLS: call_found(handler, number, info, context); break;
    case FSC_PUTS_BACK:
      sigaction(number, &found[handler][order(number)], NULL);
      if (is_sent) raise(number);
      break;
    case FSC_JUMPS: siglongjmp(place, 1);
  }
}

static void told_first(int number, siginfo_t *info, void *context) { finish(0, number, info, context); }
static void told_second(int number, siginfo_t *info, void *context) { finish(1, number, info, context); }
static void first(int number) { finish(0, number, NULL, NULL); }
static void second(int number) { finish(1, number, NULL, NULL); }

static void put_up(int handler) {
  struct sigaction action = {.sa_flags = handlers[handler].flags};
  if (action.sa_flags & SA_SIGINFO) {
    action.sa_sigaction = handler ? told_second : told_first;
  } else {
    action.sa_handler = handler ? second : first;
  }
  if (handlers[handler].holds_back) sigaddset(&action.sa_mask, SIGUSR1);
  for (int index = 0; index < 2; index++) sigaction(signals[index], &action, &found[handler][index]);
}

static void take_away(int handler) {
  for (int index = 0; index < 2; index++) sigaction(signals[index], &found[handler][index], NULL);
}

// MARK: Steps

static volatile uintptr_t nowhere = 0x10;

static void fault(void) { *(volatile char *)nowhere = 1; }

/// Writes to memory behind the end of its file.
static void fault_behind_file(void) {
  int file = memfd_create("empty", 0);
  volatile char *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  *memory = 1;
}

static void load(void) {
  if (crt_load64(nowhere) == 0) outcome->loads++;
}

static void play(const char *steps, bool is_guarded) {
  static volatile size_t index;
  static volatile int up[2];
  static volatile int up_count;
  for (index = 0; steps[index]; index++) {
    char step = steps[index];
    is_sent = step == 'S' || step == 'K';
    if (strchr("BEL", step) && !is_guarded) continue;
    if (sigsetjmp(place, 1)) continue;
    switch (step) {
      case 'B': crt_guard_begin(); break;
      case 'E': crt_guard_end(); break;
      case 'L': load(); break;
      case '1': put_up(up[up_count++] = 0); break;
      case '2': put_up(up[up_count++] = 1); break;
      case 'r': take_away(up[--up_count]); break;
      case 'F': fault(); break;
      case 'U': fault_behind_file(); break;
      case 'S': raise(SIGSEGV); break;
      case 'K': kill(getpid(), SIGBUS); break;
    }
  }
}

static void begin_process(void) {
  alarm(10);
  for (int index = 0; index < 2; index++) signal(signals[index], SIG_DFL);
  static char memory[1 << 16];
  stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
  sigaltstack(&stack, NULL);
}

bool fsc_play(const char *steps, const fsc_handler both[2], bool is_guarded, fsc_outcome *result) {
  size_t size = sizeof *result;
  outcome = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (outcome == MAP_FAILED) return false;
  pid_t child = fork();
  if (child == 0) {
    memcpy(handlers, both, sizeof handlers);
    begin_process();
    play(steps, is_guarded);
    _exit(0);
  }
  bool is_played = child > 0 && waitpid(child, &outcome->status, 0) == child;
  *result = *outcome;
  munmap(outcome, size);
  return is_played;
}

// MARK: A race

static atomic_bool is_over;

static void *change(void *nothing) {
  while (!atomic_load(&is_over)) {
    crt_guard_begin();
    crt_guard_end();
  }
  return nothing;
}

static void jump(int number) {
  (void)number;
  siglongjmp(place, 1);
}

int fsc_race(size_t count) {
  pid_t child = fork();
  if (child == 0) {
    begin_process();
    struct sigaction action = {.sa_handler = jump};
    sigaction(SIGSEGV, &action, NULL);
    pthread_t thread;
    pthread_create(&thread, NULL, change, NULL);
    static volatile size_t index;
    for (index = 0; index < count; index++) {
      if (sigsetjmp(place, 1) == 0) fault();
    }
    atomic_store(&is_over, true);
    pthread_join(thread, NULL);
    // What was there is back.
    if (sigsetjmp(place, 1) == 0) fault();
    struct sigaction left;
    sigaction(SIGSEGV, NULL, &left);
    _exit(left.sa_handler == jump ? 0 : 1);
  }
  int status = -1;
  if (child > 0) waitpid(child, &status, 0);
  return status;
}

// MARK: Many actions

static void end_here(int number) {
  (void)number;
  _exit(41);
}

/// The n-th of the host's actions: each holds back other signals.
static struct sigaction numbered(int number) {
  struct sigaction action = {.sa_handler = end_here};
  for (int bit = 0; bit < 6; bit++) {
    if (number >> bit & 1) sigaddset(&action.sa_mask, SIGRTMIN + bit);
  }
  return action;
}

static bool is_up_above(int number) {
  struct sigaction action = numbered(number);
  for (int index = 0; index < 2; index++) sigaction(signals[index], &action, NULL);
  bool is_up = crt_guard_begin();
  if (is_up && crt_load64(nowhere) != 0) is_up = false;
  crt_guard_end();
  // The host's own is there as before.
  struct sigaction left;
  sigaction(SIGSEGV, NULL, &left);
  return is_up && left.sa_handler == end_here;
}

uint64_t fsc_fill(int count) {
  uint64_t up = 0;
  for (int number = 0; number < count; number++) up |= (uint64_t)is_up_above(number + 1) << number;
  up |= (uint64_t)is_up_above(1) << count;
  is_up_above(count);
  return up;
}

// MARK: Actions from another thread

static _Atomic size_t turns;

static void *guard_and_load(void *nothing) {
  while (!atomic_load(&is_over)) {
    crt_guard_begin();
    crt_guard_end();
    atomic_fetch_add(&turns, 1);
  }
  return nothing;
}

int fsc_replace(size_t count) {
  pid_t child = fork();
  if (child == 0) {
    begin_process();
    alarm(120);
    pthread_t thread;
    pthread_create(&thread, NULL, guard_and_load, NULL);
    bool is_kept = true;
    for (size_t index = 0; is_kept && index < count; index++) {
      // Each of these may come between two calls of the guard's.
      int last = 0;
      for (int number = 0; number < 4; number++) {
        last = (int)((index + (size_t)number) % 7) + 1;
        struct sigaction action = numbered(last);
        sigaction(SIGSEGV, &action, NULL);
      }
      // When the guard has been begun and ended since, the last one is there, and nothing of the guard's above it.
      size_t before = atomic_load(&turns);
      while (atomic_load(&turns) < before + 2) sched_yield();
      atomic_store(&is_over, true);
      pthread_join(thread, NULL);
      struct sigaction left, expected = numbered(last);
      sigaction(SIGSEGV, NULL, &left);
      is_kept = left.sa_handler == end_here;
      for (int bit = 0; bit < 6; bit++) {
        is_kept &= sigismember(&left.sa_mask, SIGRTMIN + bit) == sigismember(&expected.sa_mask, SIGRTMIN + bit);
      }
      atomic_store(&is_over, false);
      pthread_create(&thread, NULL, guard_and_load, NULL);
    }
    _exit(is_kept ? 0 : 1);
  }
  int status = -1;
  if (child > 0) waitpid(child, &status, 0);
  return status;
}
