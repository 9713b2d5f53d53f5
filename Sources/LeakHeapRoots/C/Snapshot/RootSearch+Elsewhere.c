#include "Snapshot.h"

#if !CRT_SNAPSHOT
#include <stdlib.h>

// The copy of a process that can be searched is Linux's, the layout of blocks glibc's.

struct crt_search {
  char none;
};

crt_search *crt_search_create(void) { return calloc(1, sizeof(crt_search)); }
void crt_search_destroy(crt_search *search) { free(search); }
void crt_search_leave_out(crt_search *search, uintptr_t start, uintptr_t end) {
  (void)search, (void)start, (void)end;
}
void crt_search_set_task_slab(crt_search *search, uintptr_t word) { (void)search, (void)word; }
void crt_search_set_keeper(crt_search *search, uintptr_t object) { (void)search, (void)object; }
void crt_search_set_block_class(crt_search *search, uintptr_t isa) { (void)search, (void)isa; }
void crt_search_know_continuations(crt_search *search, bool known) { (void)search, (void)known; }
crt_search_status crt_search_begin(crt_search *search, double seconds) {
  (void)search, (void)seconds;
  return CRT_SEARCH_UNKNOWN_ALLOCATOR;
}
size_t crt_search_type_count(const crt_search *search) { return (void)search, 0; }
uintptr_t crt_search_type(const crt_search *search, size_t index) {
  return (void)search, (void)index, 0;
}
void crt_search_add_layout(
    crt_search *search, crt_layout layout, const uint8_t *words, const uint8_t *values) {
  (void)search, (void)layout, (void)words, (void)values;
}
size_t crt_search_candidate_count(const crt_search *search) { return (void)search, 0; }
crt_candidate crt_search_candidate(const crt_search *search, size_t index) {
  (void)search, (void)index;
  return (crt_candidate){0};
}
void crt_search_add_root(crt_search *search, uintptr_t slot) { (void)search, (void)slot; }
void crt_search_deny(crt_search *search, uintptr_t slot) { (void)search, (void)slot; }
crt_search_status crt_search_mark(
    crt_search *search, const uintptr_t *masked, size_t count, uint8_t *reached, size_t *doubtful) {
  (void)search, (void)masked, (void)count, (void)reached, (void)doubtful;
  return CRT_SEARCH_UNKNOWN_ALLOCATOR;
}
crt_search_status crt_search_ways(
    crt_search *search, const uintptr_t *masked, size_t count, crt_ways *ways) {
  (void)search, (void)masked, (void)count, (void)ways;
  return CRT_SEARCH_UNKNOWN_ALLOCATOR;
}
crt_search_status crt_search_trunks(
    crt_search *search, const uintptr_t *masked, size_t count, const uintptr_t **trunks) {
  (void)search, (void)masked, (void)count, (void)trunks;
  return CRT_SEARCH_UNKNOWN_ALLOCATOR;
}
crt_search_status crt_search_doubts(
    crt_search *search, const uintptr_t *masked, size_t count, const crt_step **steps,
    size_t *step_count) {
  (void)search, (void)masked, (void)count, (void)steps, (void)step_count;
  return CRT_SEARCH_UNKNOWN_ALLOCATOR;
}
crt_search_status crt_search_referrers(
    crt_search *search, const uintptr_t *masked, size_t count, crt_referrers *referrers) {
  (void)search, (void)masked, (void)count, (void)referrers;
  return CRT_SEARCH_UNKNOWN_ALLOCATOR;
}
crt_search_status crt_search_words(
    crt_search *search, const uintptr_t *masked, size_t count, const crt_hit **hits,
    size_t *hit_count) {
  (void)search, (void)masked, (void)count, (void)hits, (void)hit_count;
  return CRT_SEARCH_UNKNOWN_ALLOCATOR;
}
crt_search_status crt_search_slabs(
    crt_search *search, uintptr_t task_class, const crt_slab **slabs, size_t *count) {
  (void)search, (void)task_class, (void)slabs, (void)count;
  return CRT_SEARCH_UNKNOWN_ALLOCATOR;
}
bool crt_search_read(crt_search *search, uintptr_t address, void *target, size_t count) {
  (void)search, (void)address, (void)target, (void)count;
  return false;
}
crt_search_status crt_search_frames(
    crt_search *search, size_t thread, const crt_unwound_frame **frames, size_t *count) {
  (void)search, (void)thread, (void)frames, (void)count;
  return CRT_SEARCH_UNKNOWN_ALLOCATOR;
}
size_t crt_search_thread_count(const crt_search *search) { return (void)search, 0; }
crt_thread crt_search_thread(const crt_search *search, size_t index) {
  (void)search, (void)index;
  return (crt_thread){0};
}
crt_search_figures crt_search_figures_of(const crt_search *search) {
  (void)search;
  return (crt_search_figures){0};
}
#endif
