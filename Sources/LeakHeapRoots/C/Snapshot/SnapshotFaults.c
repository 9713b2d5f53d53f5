#define _GNU_SOURCE
#include "Snapshot.h"

#if CRT_SNAPSHOT
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

// Memory of which the map says that it can be read, and that cannot: a guard page that `madvise` made (as glibc does since
// 2.42 at the end of each thread's stack), or what is behind the end of a file. The copy has its memory to itself:
// there it puts an empty page in the place of such a one, and reads on.

enum { HANDLER_STACK = 1 << 16 };

static const crt_search *searching;
static uintptr_t page_size;

static void put_empty_page(int signal, siginfo_t *fault, void *context) {
  (void)signal, (void)context;
  uintptr_t page = (uintptr_t)fault->si_addr & ~(page_size - 1);
  // What is no memory at all is a mistake of the search.
  if (!words_are_readable(searching, page, page_size)) snapshot_end(5);
  void *put = mmap((void *)page, page_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  if (put == MAP_FAILED) snapshot_end(6);
}

void faults_begin(const crt_search *search) {
  searching = search;
  page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
  const stack_t stack = {.ss_sp = snapshot_allocate(HANDLER_STACK), .ss_size = HANDLER_STACK};
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_sigaction = put_empty_page, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigset_t faults;
  sigemptyset(&faults);
  const int signals[] = {SIGSEGV, SIGBUS};
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) {
    sigaddset(&faults, signals[index]);
    sigaction(signals[index], &action, NULL);
  }
  sigprocmask(SIG_UNBLOCK, &faults, NULL);
}
#endif
