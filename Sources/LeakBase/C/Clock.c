#define _GNU_SOURCE
#include "Clock.h"

#include <time.h>

uint64_t crt_clock(crt_clock_kind kind) {
  struct timespec time = {0};
#if defined(CLOCK_BOOTTIME)
  const clockid_t boot = CLOCK_BOOTTIME;
#else
  const clockid_t boot = CLOCK_MONOTONIC;
#endif
  const clockid_t clocks[] = {CLOCK_MONOTONIC, boot, CLOCK_REALTIME};
  clock_gettime(clocks[kind], &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

void crt_pause(uint32_t nanoseconds) {
  const struct timespec pause = {.tv_nsec = nanoseconds};
  nanosleep(&pause, NULL);
}
