#define _GNU_SOURCE
#include "Snapshot.h"

#include "LoadedImages.h"
#include "OwnThreads.h"

#if CRT_SNAPSHOT
#include <dirent.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "SmallFile.h"

// What is asked of the process itself, before it is copied: it takes locks and memory, which the copy must not.

/// Where the words of an image's variables are; -1 for data in which nothing is looked for.
static int place_in(const char *path) {
  switch (crt_image_kind_of(path)) {
    case CRT_IMAGE_PROGRAM: return CRT_PLACE_PROGRAM;
    case CRT_IMAGE_RUNTIME: return CRT_PLACE_RUNTIME;
    case CRT_IMAGE_C_LIBRARY: return -1;
    default: return CRT_PLACE_LIBRARY;
  }
}

/// Notes where an image's variables are for this thread. Static ones are next to the control block: right before it on x86_64, and
/// behind it on arm64 (Ulrich Drepper, "ELF Handling For Thread-Local Storage", section 3).
static void note_variables(crt_search *search, uintptr_t place, size_t size) {
  const intptr_t most = 1 << 16;
  uintptr_t control = (uintptr_t)pthread_self();
  intptr_t start = (intptr_t)((place & ~(uintptr_t)7) - control);
  intptr_t end = (intptr_t)(((place + size + 7) & ~(uintptr_t)7) - control);
#if defined(__x86_64__)
  bool is_static = start < 0 && start > -most;
  if (is_static && start < search->variables_start) search->variables_start = start;
  (void)end;
#else
  bool is_static = start >= search->variables_start && end < most;
  if (is_static && end > search->variables_end) search->variables_end = end;
#endif
}

static int visit_image(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  crt_search *search = context;
  const char *path = info->dlpi_name ? info->dlpi_name : "";
  int place = place_in(path);
  if (strstr(path, "/vgpreload_core")) search->is_on_valgrind = true;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
    if (segment->p_type == PT_TLS && info->dlpi_tls_data)
      note_variables(search, (uintptr_t)info->dlpi_tls_data, segment->p_memsz);
    if (segment->p_type != PT_LOAD) continue;
    uintptr_t start = info->dlpi_addr + segment->p_vaddr;
    uintptr_t end = start + segment->p_memsz;
    if (segment->p_flags & PF_X && search->code_count < RANGE_LIMIT)
      search->code[search->code_count++] = (crt_range){start, end};
    if (segment->p_flags & PF_W && search->data_count < RANGE_LIMIT)
      search->data[search->data_count++] = (data_range){{start, end}, place};
  }
  return 0;
}

/// Notes where a thread is: the two last numbers of its `syscall` are its stack pointer and program counter, and the file says
/// `running` while there are none (man 5 proc_pid_syscall).
static void read_place(char *text, crt_thread *thread) {
  char *last = strrchr(text, ' ');
  if (!last) return;
  thread->program_counter = strtoull(last + 1, NULL, 16);
  *last = 0;
  char *place = strrchr(text, ' ');
  if (place) thread->stack_pointer = strtoull(place + 1, NULL, 16);
}

/// Reads where a thread is, and its name.
static void read_thread(int32_t id, crt_thread *thread) {
  char path[64];
  char text[256];
  *thread = (crt_thread){.id = id, .is_main = id == (int32_t)getpid()};
  snprintf(path, sizeof path, "/proc/self/task/%d/syscall", id);
  if (crt_read_small_file(path, text, sizeof text) > 0) read_place(text, thread);
  // What waits now has its name by now.
  snprintf(path, sizeof path, "/proc/self/task/%d/comm", id);
  size_t length = crt_read_small_file(path, text, sizeof thread->name);
  if (length > 0 && text[length - 1] == '\n') text[length - 1] = 0;
  memcpy(thread->name, text, sizeof thread->name);
}

/// Reads once more where threads are that were running: one that sleeps between its rounds soon sleeps again. Returns how many
/// run still.
static size_t await_sleep(crt_search *search) {
  const int rounds = 4;
  const struct timespec pause = {0, 250000};
  size_t running = 0;
  for (int round = 0; round < rounds; round++) {
    running = 0;
    if (round > 0) nanosleep(&pause, NULL);
    for (size_t index = 0; index < search->thread_count; index++) {
      crt_thread *thread = &search->threads[index];
      if (!thread->stack_pointer) read_thread(thread->id, thread);
      if (!thread->stack_pointer) running++;
    }
    if (!running) break;
  }
  return running;
}

/// Lets the thread that makes the copy be where it makes it, if that is known.
static void place_maker(crt_search *search) {
  uintptr_t stack_pointer = crt_unwind_stack_pointer(&search->making);
  search->maker = stack_pointer ? (int32_t)syscall(SYS_gettid) : 0;
  for (size_t index = 0; index < search->thread_count; index++) {
    if (search->threads[index].id == search->maker) search->threads[index].stack_pointer = stack_pointer;
  }
}

static void read_threads(crt_search *search) {
  DIR *folder = opendir("/proc/self/task");
  if (!folder) return;
  struct dirent *entry;
  while ((entry = readdir(folder)) && search->thread_count < THREAD_LIMIT) {
    int32_t id = atoi(entry->d_name);
    if (id <= 0) continue;
    // What the kit's own threads have is nobody's.
    if (crt_is_own_thread(id)) continue;
    read_thread(id, &search->threads[search->thread_count++]);
  }
  closedir(folder);
  search->figures.threads = (uint32_t)search->thread_count;
  search->figures.running_threads = (uint32_t)await_sleep(search);
  place_maker(search);
}

/// The address, of which the compiler knows nothing any more, nor of what is there.
static uintptr_t hidden(uintptr_t address) {
  __asm__ volatile("" : "+r"(address) : : "memory");
  return address;
}

/// What glibc marks a block with that a thread keeps for its next request: seen in blocks that were just given back;
/// 0 when it marks none. A thread keeps seven blocks of a size by default: when it has given out more than that, it has
/// room for those that come back.
///
/// The compiler is not to see what becomes of the blocks: it makes `malloc` and `memset` one `calloc`, which takes no cached
/// blocks, and drops what is written before `free`.
__attribute__((noinline)) static uintptr_t find_cached_block_key(void) {
  enum { BLOCKS = 16, SEEN = 3, SIZE = 1000 };
  uintptr_t places[BLOCKS];
  for (int index = 0; index < BLOCKS; index++) {
    places[index] = hidden((uintptr_t)malloc(SIZE));
    if (places[index]) memset((void *)places[index], 0, SIZE);
    places[index] = hidden(places[index]);
  }
  for (int index = 0; index < BLOCKS; index++) {
    free((void *)places[index]);
    places[index] = hidden(places[index]);
  }
  uintptr_t key = places[0] ? word_at(places[0] + 8) : 0;
  for (int index = 1; index < SEEN; index++) {
    if (!places[index] || word_at(places[index] + 8) != key) return 0;
  }
  return key;
}

/// The dynamic linker's records of what is loaded lead everywhere and hold nothing. None goes while images are visited.
static int leave_out_linked(struct dl_phdr_info *image, size_t size, void *context) {
  (void)image;
  (void)size;
  for (struct link_map *map = _r_debug.r_map; map; map = map->l_next) {
    crt_search_leave_out(context, (uintptr_t)map, (uintptr_t)map + 16);
  }
  return 1;
}

bool process_has_code_at(const crt_search *search, uintptr_t word) {
  for (size_t index = 0; index < search->code_count; index++) {
    const crt_range *code = &search->code[index];
    if (word >= code->start && word < code->end) return true;
  }
  return false;
}

bool process_is_left_out(const crt_search *search, uintptr_t start, uintptr_t end, uintptr_t *next) {
  *next = end;
  for (size_t index = 0; index < search->left_out_count; index++) {
    crt_range range = search->left_out[index];
    if (range.end <= start) continue;
    if (range.start <= start) {
      *next = range.end < end ? range.end : end;
      return true;
    }
    if (range.start < end) *next = range.start;
    return false;
  }
  return false;
}

void process_read(crt_search *search) {
  search->process = (int32_t)getpid();
  search->cached_block_key = find_cached_block_key();
  crt_thread_lists(search->thread_lists);
  search->program_break = (uintptr_t)sbrk(0);
  search->control_size = crt_thread_control_size();
#if defined(__aarch64__)
  search->variables_start = search->variables_end = (intptr_t)search->control_size;
#endif
  search->is_on_valgrind = false;
  dl_iterate_phdr(visit_image, search);
  dl_iterate_phdr(leave_out_linked, search);
  search->image_count = crt_unwind_images(search->images, IMAGE_LIMIT);
  if (search->image_count > IMAGE_LIMIT) search->image_count = IMAGE_LIMIT;
  read_threads(search);
}
#endif
