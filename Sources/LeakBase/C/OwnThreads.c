#define _GNU_SOURCE
#include "OwnThreads.h"

#if defined(__linux__)
#include <dirent.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "SmallFile.h"

static _Atomic int32_t own_threads[CRT_OWN_THREAD_LIMIT];

int32_t crt_current_thread(void) { return (int32_t)syscall(SYS_gettid); }

void crt_own_thread_begin(void) {
  for (size_t index = 0; index < CRT_OWN_THREAD_LIMIT; index++) {
    int32_t none = 0;
    if (atomic_compare_exchange_strong(&own_threads[index], &none, crt_current_thread())) return;
  }
}

void crt_own_thread_end(void) {
  for (size_t index = 0; index < CRT_OWN_THREAD_LIMIT; index++) {
    int32_t thread = crt_current_thread();
    if (atomic_compare_exchange_strong(&own_threads[index], &thread, 0)) return;
  }
}

bool crt_is_own_thread(int32_t thread) {
  for (size_t index = 0; index < CRT_OWN_THREAD_LIMIT; index++) {
    if (thread && atomic_load(&own_threads[index]) == thread) return true;
  }
  return false;
}

/// Reads a file of the thread's in `/proc` as text; false where there is none.
static bool read_file(int32_t thread, const char *name, char *text, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/%s", thread, name);
  return crt_read_small_file(path, text, size) > 0;
}

/// Whether a thread is running or waits for a processor (`R`) or for a disk (`D`): the letter behind the name in
/// brackets (man 5 proc_pid_stat).
static bool is_running(int32_t thread) {
  char text[512];
  if (!read_file(thread, "stat", text, sizeof text)) return false;
  const char *name_end = strrchr(text, ')');
  return name_end && name_end[1] && (name_end[2] == 'R' || name_end[2] == 'D');
}

/// Whether a thread is in a system call that sleeps for a time (man 5 proc_pid_syscall): its number is the first word.
static bool is_sleeping(int32_t thread) {
  char text[256];
  if (!read_file(thread, "syscall", text, sizeof text)) return false;
  char *end;
  long number = strtol(text, &end, 10);
  if (end == text) return false;
#ifdef SYS_nanosleep
  if (number == SYS_nanosleep) return true;
#endif
  return number == SYS_clock_nanosleep;
}

/// How often a thread gave up its processor, of itself or not: the two last lines (man 5 proc_pid_status).
static uint64_t switches(int32_t thread) {
  static const char name[] = "voluntary_ctxt_switches:";
  char text[4096];
  if (!read_file(thread, "status", text, sizeof text)) return 0;
  uint64_t sum = 0;
  for (const char *line = text; (line = strstr(line, name));) {
    line += sizeof name - 1;
    sum += strtoull(line, NULL, 10);
  }
  return sum;
}

/// The next of the threads in `folder` that is not the kit's own nor the calling one; 0 behind the last.
static int32_t next_other(DIR *folder) {
  struct dirent *entry;
  while ((entry = readdir(folder))) {
    int32_t thread = atoi(entry->d_name);
    if (thread > 0 && thread != crt_current_thread() && !crt_is_own_thread(thread)) return thread;
  }
  return 0;
}

/// Whether it is so of a thread that is not the kit's own nor the calling one.
static bool is_so_of_other(bool (*is_so)(int32_t)) {
  DIR *folder = opendir("/proc/self/task");
  if (!folder) return false;
  bool is_found = false;
  for (int32_t thread; !is_found && (thread = next_other(folder));) is_found = is_so(thread);
  closedir(folder);
  return is_found;
}

bool crt_others_run(void) { return is_so_of_other(is_running); }

bool crt_others_sleep(void) { return is_so_of_other(is_sleeping); }

uint64_t crt_others_switches(void) {
  DIR *folder = opendir("/proc/self/task");
  if (!folder) return 0;
  uint64_t sum = 0;
  for (int32_t thread; (thread = next_other(folder));) sum += switches(thread);
  closedir(folder);
  return sum;
}
#else
int32_t crt_current_thread(void) { return 0; }
void crt_own_thread_begin(void) {}
void crt_own_thread_end(void) {}
bool crt_is_own_thread(int32_t thread) { return (void)thread, false; }
bool crt_others_run(void) { return false; }
bool crt_others_sleep(void) { return false; }
uint64_t crt_others_switches(void) { return 0; }
#endif
