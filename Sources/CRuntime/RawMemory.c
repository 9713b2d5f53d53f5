#define _GNU_SOURCE
#include "RawMemory.h"

#if CRT_LOADS_RECOVER
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <ucontext.h>

#include "RawLoads.h"

static _Atomic uint64_t faults;

uint64_t crt_fault_count(void) { return atomic_load_explicit(&faults, memory_order_relaxed); }

static const int signals[] = {SIGSEGV, SIGBUS};
static struct sigaction previous[2];

static void handle(int number, siginfo_t *info, void *context) {
  if (info->si_code > 0 && crt_return_from_load(context)) {
    atomic_fetch_add_explicit(&faults, 1, memory_order_relaxed);
    return;
  }
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
