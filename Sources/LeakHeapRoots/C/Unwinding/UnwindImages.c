#define _GNU_SOURCE
#include "Unwinding.h"

#if CRT_UNWINDING
#include <link.h>

/// The images that were found, and the room for them.
typedef struct {
  crt_unwind_image *images;
  size_t capacity;
  size_t count;
} collection;

/// Where a segment is in memory.
static crt_range segment_range(const struct dl_phdr_info *info, const ElfW(Phdr) *segment) {
  uintptr_t start = info->dlpi_addr + segment->p_vaddr;
  return (crt_range){start, start + segment->p_memsz};
}

/// Takes up a loaded segment: into the bounds of the image, and to be read.
static void add_segment(crt_unwind_image *image, crt_range range, bool is_readable) {
  if (image->end == 0 || range.start < image->start) image->start = range.start;
  if (range.end > image->end) image->end = range.end;
  if (!is_readable || image->segment_count == CRT_UNWIND_SEGMENT_LIMIT) return;
  image->segments[image->segment_count++] = range;
}

/// Looks which segment the tables are in; false for none.
static bool find_tables(crt_unwind_image *image) {
  for (size_t index = 0; index < image->segment_count; index++) {
    crt_range range = image->segments[index];
    if (image->header < range.start || image->header >= range.end) continue;
    image->tables = range;
    return true;
  }
  return false;
}

static int visit(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  collection *found = context;
  crt_unwind_image image = {0};
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
    crt_range range = segment_range(info, segment);
    if (segment->p_type == PT_LOAD) add_segment(&image, range, segment->p_flags & PF_R);
    if (segment->p_type != PT_GNU_EH_FRAME) continue;
    image.header = range.start;
    image.header_size = range.end - range.start;
  }
  if (!find_tables(&image)) return 0;
  if (found->count < found->capacity) found->images[found->count] = image;
  found->count++;
  return 0;
}

size_t crt_unwind_images(crt_unwind_image *images, size_t capacity) {
  collection found = {images, capacity, 0};
  dl_iterate_phdr(visit, &found);
  return found.count;
}
#else
size_t crt_unwind_images(crt_unwind_image *images, size_t capacity) {
  (void)images, (void)capacity;
  return 0;
}
#endif
