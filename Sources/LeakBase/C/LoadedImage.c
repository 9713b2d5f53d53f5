#define _GNU_SOURCE
#include "SwiftRuntime.h"

#include "LoadedImages.h"

#if defined(__linux__)
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <string.h>

/// An image, and the address that it was looked for by.
typedef struct {
  uintptr_t address;
  /// How many images came before it.
  size_t index;
  uintptr_t bias, start, end;
  /// Room for a path, or NULL.
  char *path;
} image;

bool crt_image_bounds(const struct dl_phdr_info *info, uintptr_t address, uintptr_t *start, uintptr_t *end) {
  *start = UINTPTR_MAX;
  *end = 0;
  bool is_here = false;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD) continue;
    uintptr_t first = info->dlpi_addr + segment->p_vaddr;
    uintptr_t last = first + segment->p_memsz;
    if (first < *start) *start = first;
    if (last > *end) *end = last;
    if (address >= first && address < last) is_here = true;
  }
  return is_here;
}

static int visit(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  image *wanted = context;
  if (!crt_image_bounds(info, wanted->address, &wanted->start, &wanted->end)) {
    wanted->index++;
    return 0;
  }
  wanted->bias = info->dlpi_addr;
  if (!wanted->path) return 1;
  const char *path = info->dlpi_name && info->dlpi_name[0] ? info->dlpi_name : "/proc/self/exe";
  if (strlen(path) >= CRT_PATH_LIMIT) return -1;
  strcpy(wanted->path, path);
  return 1;
}

/// Finds the image that has a segment at an address: all that is asked of images by their addresses is asked here.
static bool find(image *wanted) { return dl_iterate_phdr(visit, wanted) == 1; }

uintptr_t crt_dynamic_address(uintptr_t bias, uintptr_t value) { return value < bias ? value + bias : value; }

bool crt_image_at(uintptr_t address, uintptr_t *bias, char *path) {
  image found = {.address = address, .path = path};
  if (!find(&found)) return false;
  *bias = found.bias;
  return true;
}

bool crt_image_span(uintptr_t address, uintptr_t *start, uintptr_t *end) {
  image found = {.address = address};
  if (!find(&found)) return false;
  *start = found.start;
  *end = found.end;
  return true;
}

static int take_unloads(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  *(uint64_t *)context = info->dlpi_subs;
  return 1;
}

uint64_t crt_image_unloads(void) {
  uint64_t unloads = 0;
  dl_iterate_phdr(take_unloads, &unloads);
  return unloads;
}

// MARK: Images that are kept

/// How many images there were when the process began. They stay, and come first.
static size_t first_images;

static int count_image(struct dl_phdr_info *info, size_t size, void *context) {
  (void)info, (void)size;
  ++*(size_t *)context;
  return 0;
}

__attribute__((constructor)) static void count_first_images(void) { dl_iterate_phdr(count_image, &first_images); }

enum { MOST_KEPT = 256 };

/// What `dlopen` gave for the libraries that are kept, each once, and whether it was said that one was closed.
static struct {
  pthread_mutex_t lock;
  void *libraries[MOST_KEPT];
  bool was_closed[MOST_KEPT];
  size_t count;
} kept = {.lock = PTHREAD_MUTEX_INITIALIZER};

/// The number of a library among those that are kept, or their count.
static size_t kept_index(const void *library) {
  size_t index = 0;
  while (index < kept.count && kept.libraries[index] != library) index++;
  return index;
}

void crt_keep_image(uintptr_t address) {
  char path[CRT_PATH_LIMIT];
  image found = {.address = address, .path = path};
  if (!find(&found) || found.index < first_images) return;
  void *library = dlopen(path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
  if (!library) return;
  pthread_mutex_lock(&kept.lock);
  if (kept.count < MOST_KEPT && kept_index(library) == kept.count) kept.libraries[kept.count++] = library;
  pthread_mutex_unlock(&kept.lock);
  // Asked for by name: the import of this very image is replaced too (`AllocationRecorder+Linux.c`).
  int (*close_library)(void *) = (int (*)(void *))dlsym(RTLD_DEFAULT, "dlclose");
  if (close_library) close_library(library);
}

bool crt_note_closed(const void *library) {
  pthread_mutex_lock(&kept.lock);
  size_t index = kept_index(library);
  bool is_new = index < kept.count && !kept.was_closed[index];
  if (is_new) kept.was_closed[index] = true;
  pthread_mutex_unlock(&kept.lock);
  return is_new;
}
#else
uint64_t crt_image_unloads(void) { return 0; }

void crt_keep_image(uintptr_t address) { (void)address; }

bool crt_note_closed(const void *library) { return (void)library, false; }

uintptr_t crt_dynamic_address(uintptr_t bias, uintptr_t value) { return (void)bias, value; }

bool crt_image_span(uintptr_t address, uintptr_t *start, uintptr_t *end) {
  return (void)address, (void)start, (void)end, false;
}

bool crt_image_at(uintptr_t address, uintptr_t *bias, char *path) {
  (void)address;
  (void)bias;
  (void)path;
  return false;
}
#endif
