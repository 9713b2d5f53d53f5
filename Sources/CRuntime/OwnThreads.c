#define _GNU_SOURCE
#include "OwnThreads.h"

#if defined(__linux__)
#include <dirent.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

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

/// Whether a thread is running or waits for a processor (`R`) or for a disk (`D`): the letter behind the name in
/// brackets (man 5 proc_pid_stat).
static bool is_running(int32_t thread) {
  char path[64];
  char text[512];
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return false;
  text[count] = 0;
  const char *name_end = strrchr(text, ')');
  return name_end && name_end[1] && (name_end[2] == 'R' || name_end[2] == 'D');
}

bool crt_others_run(void) {
  DIR *folder = opendir("/proc/self/task");
  if (!folder) return false;
  bool others_run = false;
  int32_t current = crt_current_thread();
  struct dirent *entry;
  while (!others_run && (entry = readdir(folder))) {
    int32_t thread = atoi(entry->d_name);
    if (thread <= 0 || thread == current || crt_is_own_thread(thread)) continue;
    others_run = is_running(thread);
  }
  closedir(folder);
  return others_run;
}
#else
int32_t crt_current_thread(void) { return 0; }
void crt_own_thread_begin(void) {}
void crt_own_thread_end(void) {}
bool crt_is_own_thread(int32_t thread) { return (void)thread, false; }
bool crt_others_run(void) { return false; }
#endif
