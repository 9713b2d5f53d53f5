#define _GNU_SOURCE
#include "SwiftRuntime.h"

#if defined(__linux__)
#include <dlfcn.h>
#include <link.h>
#include <string.h>

/// What is looked for, and the place for the answer.
typedef struct {
  uintptr_t address;
  uintptr_t *bias;
  char *path;
} search;

static int visit(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  search *wanted = context;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD) continue;
    uintptr_t start = info->dlpi_addr + segment->p_vaddr;
    if (wanted->address < start || wanted->address - start >= segment->p_memsz) continue;
    *wanted->bias = info->dlpi_addr;
    const char *path = info->dlpi_name && info->dlpi_name[0] ? info->dlpi_name : "/proc/self/exe";
    if (!wanted->path) return 1;
    if (strlen(path) >= CRT_PATH_LIMIT) return -1;
    strcpy(wanted->path, path);
    return 1;
  }
  return 0;
}

uintptr_t crt_dynamic_address(uintptr_t bias, uintptr_t value) { return value < bias ? value + bias : value; }

bool crt_image_at(uintptr_t address, uintptr_t *bias, char *path) {
  search wanted = {address, bias, path};
  return dl_iterate_phdr(visit, &wanted) == 1;
}

typedef struct {
  uintptr_t address, start, end;
} span;

static int visit_span(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  span *wanted = context;
  span own = {.start = UINTPTR_MAX};
  bool is_here = false;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD) continue;
    uintptr_t start = info->dlpi_addr + segment->p_vaddr;
    uintptr_t end = start + segment->p_memsz;
    if (start < own.start) own.start = start;
    if (end > own.end) own.end = end;
    if (wanted->address >= start && wanted->address < end) is_here = true;
  }
  if (!is_here) return 0;
  *wanted = own;
  return 1;
}

bool crt_image_span(uintptr_t address, uintptr_t *start, uintptr_t *end) {
  span wanted = {.address = address};
  if (dl_iterate_phdr(visit_span, &wanted) != 1) return false;
  *start = wanted.start;
  *end = wanted.end;
  return true;
}

void crt_keep_image(uintptr_t address) {
  uintptr_t bias;
  char path[CRT_PATH_LIMIT];
  if (!crt_image_at(address, &bias, path)) return;
  void *library = dlopen(path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
  if (library) dlclose(library);
}
#else
void crt_keep_image(uintptr_t address) { (void)address; }

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
