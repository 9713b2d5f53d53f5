#define _GNU_SOURCE
#include "AllocationRecorderParts.h"
#include "SwiftRuntime.h"
#include "LoadedImages.h"
#include "RuntimeEntryPoints.h"
#include "StandardError.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Replaces imports in the global offset tables (System V ABI, AMD64 supplement, 5.2; ELF for the Arm 64-bit Architecture,
// 5.7.14).

#if defined(__x86_64__)
enum { CALLED_SLOT = R_X86_64_JUMP_SLOT, LOADED_SLOT = R_X86_64_GLOB_DAT };
#else
enum { CALLED_SLOT = R_AARCH64_JUMP_SLOT, LOADED_SLOT = R_AARCH64_GLOB_DAT };
#endif

/// Warns on standard error of what became of the image at `path`, in the midst of the program's own work.
static void say_of(const char *path, const char *event) {
  char text[512];  // the name of a file has 255 bytes at the most
  const char *slash = strrchr(path, '/');
  int length = snprintf(text, sizeof text, "warning: %s %s\n", slash ? slash + 1 : path, event);
  if (length > 0) crt_write_error(text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

/// Closes a library for the program, and says once of each that stays that it does.
static int close_noted(void *library) {
  if (!crt_recorder_is_in_child && crt_note_closed(library)) {
    const char *path = ((const struct link_map *)library)->l_name;
    say_of(path, "was closed, and stays in memory because leak checks have recorded or read objects of its classes.");
  }
  return crt_runtime.close_library(library);
}

enum { ALLOCATION, BUFFER, BUFFER_POINTER, FREEING, CLOSING, INITIALIZING, FUNCTION_COUNT };

/// A function that allocates: the runtime's, for all objects, and those of the standard library that allocate instances of
/// classes of others. And those that free memory as such, that close libraries, and that initialize variables.
static const struct {
  const char *symbol;
  void *replacement;
  /// What stands for it where a slot was found replaced.
  void **original;
} functions[FUNCTION_COUNT] = {
    [ALLOCATION] = {CRT_ALLOC_OBJECT_SYMBOL, (void *)crt_recording_alloc_object, (void **)&crt_runtime.alloc_object},
    // static ManagedBuffer.create(minimumCapacity:makingHeaderWith:)
    [BUFFER] = {CRT_BUFFER_SYMBOL, (void *)crt_recording_create_buffer, (void **)&crt_runtime.create_buffer},
    // ManagedBufferPointer.init(bufferClass:minimumCapacity:makingHeaderWith:)
    [BUFFER_POINTER] =
        {CRT_BUFFER_POINTER_SYMBOL, (void *)crt_recording_create_buffer_pointer,
         (void **)&crt_runtime.create_buffer_pointer},
    [FREEING] = {CRT_FREE_SYMBOL, (void *)crt_recording_free, (void **)&crt_runtime.free_block},
    [CLOSING] = {"dlclose", (void *)close_noted, (void **)&crt_runtime.close_library},
    [INITIALIZING] = {CRT_ONCE_SYMBOL, (void *)crt_recording_once, (void **)&crt_runtime.once},
};

/// An import that was replaced.
typedef struct {
  void **slot;
  void *original;
  int function;
  /// The part of the image's memory that is read-only once it is loaded.
  uintptr_t sealed_start, sealed_end;
} import;

/// An image under test.
typedef struct {
  uintptr_t start, end;
  /// Whether imports of its were replaced.
  bool is_recorded;
} range;

/// The images under test, which are replaced as a whole, because the recorder reads them without a lock.
typedef struct {
  size_t count;
  range ranges[];
} image_list;

enum { MOST_IMPORTS = 4096, MOST_IMAGES = 1024 };

static pthread_mutex_t install_lock = PTHREAD_MUTEX_INITIALIZER;
static import imports[MOST_IMPORTS];
static size_t import_count;
/// How many of the imports allocate.
static size_t allocating_count;
static unsigned long long seen_loads, seen_unloads;
static bool has_scanned;
/// Whether the last scan met an image that was still being loaded.
static bool has_met_unready;
static _Atomic(const image_list *) images_under_test;
static image_list *collected;

bool crt_is_under_test(uintptr_t address) {
  const image_list *images = atomic_load_explicit(&images_under_test, memory_order_acquire);
  for (size_t index = 0; images && index < images->count; index++) {
    range image = images->ranges[index];
    if (address >= image.start && address < image.end) return true;
  }
  return false;
}

static bool is_sealed(const import *target) {
  uintptr_t slot = (uintptr_t)target->slot;
  return slot >= target->sealed_start && slot < target->sealed_end;
}

/// Lets the page of a slot be written to, or not; whether the system has done it.
static bool protect(const import *target, int protection) {
  uintptr_t page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
  void *page = (void *)((uintptr_t)target->slot & ~(page_size - 1));
  return mprotect(page, page_size, protection) == 0;
}

static void set_slot(const import *target, void *value) {
  if (is_sealed(target) && !protect(target, PROT_READ | PROT_WRITE)) return;
  __atomic_store_n(target->slot, value, __ATOMIC_RELEASE);
  if (is_sealed(target)) protect(target, PROT_READ);
}

/// Whether an image is the toolchain's or the system's.
static bool is_foreign(const char *path) { return crt_image_kind_of(path) != CRT_IMAGE_PROGRAM; }

/// What the dynamic section says of an image's imports.
typedef struct {
  const ElfW(Sym) *symbols;
  const char *names;
  const ElfW(Rela) *relocations[2];
  size_t counts[2];
} import_tables;

static import_tables read_dynamic(const struct dl_phdr_info *image) {
  import_tables tables = {0};
  const ElfW(Dyn) *entry = NULL;
  for (int i = 0; i < image->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &image->dlpi_phdr[i];
    if (segment->p_type == PT_DYNAMIC) entry = (const void *)(image->dlpi_addr + segment->p_vaddr);
  }
  for (; entry && entry->d_tag != DT_NULL; entry++) {
    const void *place = (const void *)crt_dynamic_address(image->dlpi_addr, entry->d_un.d_ptr);
    switch (entry->d_tag) {
      case DT_SYMTAB: tables.symbols = place; break;
      case DT_STRTAB: tables.names = place; break;
      case DT_JMPREL: tables.relocations[0] = place; break;
      case DT_PLTRELSZ: tables.counts[0] = entry->d_un.d_val / sizeof(ElfW(Rela)); break;
      case DT_RELA: tables.relocations[1] = place; break;
      case DT_RELASZ: tables.counts[1] = entry->d_un.d_val / sizeof(ElfW(Rela)); break;
      default: break;
    }
  }
  return tables;
}

/// The function with that symbol, or FUNCTION_COUNT.
static int function_named(const char *symbol) {
  int function = 0;
  while (function < FUNCTION_COUNT && strcmp(symbol, functions[function].symbol) != 0) function++;
  return function;
}

/// Calls `body` with each slot of the global offset table through which the image reaches one of the functions, until it
/// returns true.
static bool visit_slots(
    const struct dl_phdr_info *image, bool (*body)(const struct dl_phdr_info *, void **, int)) {
  import_tables tables = read_dynamic(image);
  if (!tables.symbols || !tables.names) return false;
  for (int table = 0; table < 2; table++) {
    for (size_t i = 0; tables.relocations[table] && i < tables.counts[table]; i++) {
      const ElfW(Rela) *relocation = &tables.relocations[table][i];
      unsigned type = ELF64_R_TYPE(relocation->r_info);
      if (type != CALLED_SLOT && type != LOADED_SLOT) continue;
      const ElfW(Sym) *imported = &tables.symbols[ELF64_R_SYM(relocation->r_info)];
      int function = function_named(tables.names + imported->st_name);
      if (function == FUNCTION_COUNT) continue;
      if (body(image, (void **)(image->dlpi_addr + relocation->r_offset), function)) return true;
    }
  }
  return false;
}

/// The import of a function through a slot of the image's. The dynamic linker seals whole pages only (`_dl_protect_relro` in glibc's
/// `elf/dl-reloc.c`).
static import import_through(void **slot, const struct dl_phdr_info *image, int function) {
  import target = {.slot = slot, .original = *slot, .function = function};
  const uintptr_t page = ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
  for (int i = 0; i < image->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &image->dlpi_phdr[i];
    if (segment->p_type != PT_GNU_RELRO) continue;
    uintptr_t start = image->dlpi_addr + segment->p_vaddr;
    target.sealed_start = start & page;
    target.sealed_end = (start + segment->p_memsz) & page;
  }
  return target;
}

static bool replace(const struct dl_phdr_info *image, void **slot, int function) {
  if (import_count == MOST_IMPORTS) return true;
  import *target = &imports[import_count];
  *target = import_through(slot, image, function);
  // Found replaced by a scan before this one.
  if (target->original == functions[function].replacement) target->original = *functions[function].original;
  set_slot(target, functions[function].replacement);
  import_count++;
  if (function < FREEING) allocating_count++;
  return false;
}

static void collect(const struct dl_phdr_info *image, bool is_recorded) {
  if (collected->count == MOST_IMAGES) return;
  range span = {.is_recorded = is_recorded};
  crt_image_bounds(image, 0, &span.start, &span.end);
  if (span.start < span.end) collected->ranges[collected->count++] = span;
}

/// glibc's `_dl_find_object` (`dlfcn.h`), where there is one.
extern int find_object(void *address, void *result) __asm__("_dl_find_object") __attribute__((weak));

/// Whether the dynamic linker is done with an image. It lists one before it has written its relocations, and would then write to pages
/// that were sealed meanwhile, or move addresses that are not the library's. Only afterwards can `_dl_find_object` find the image
/// (`dl_open_worker_begin` in glibc's `elf/dl-open.c`). Other C libraries have no such function: there an image counts as loaded.
static bool is_loaded(const struct dl_phdr_info *image) {
  uintptr_t start = 0, end = 0;
  crt_image_bounds(image, 0, &start, &end);
  uintptr_t found[32];
  return !find_object || start == end || find_object((void *)start, found) == 0;
}

static int visit(struct dl_phdr_info *image, size_t size, void *context) {
  (void)size;
  (void)context;
  seen_loads = image->dlpi_adds;
  seen_unloads = image->dlpi_subs;
  const char *path = image->dlpi_name ? image->dlpi_name : "";
  const bool listens = crt_recorder_listens_in(path), is_others = is_foreign(path);
  if (is_others && !listens) return 0;
  if (!is_loaded(image)) {
    has_met_unready = true;
    return 0;
  }
  if (listens) visit_slots(image, replace);
  if (is_others) return 0;
  size_t count_before = allocating_count;
  visit_slots(image, replace);
  collect(image, allocating_count > count_before);
  return 0;
}

/// Looks whether images have come or gone. The slots of an image that is gone are not touched, and while this runs
/// none can go.
static int check(struct dl_phdr_info *image, size_t size, void *context) {
  (void)size;
  bool has_changed = image->dlpi_adds != seen_loads || image->dlpi_subs != seen_unloads;
  *(bool *)context = has_changed;
  // An import that another thread was just resolving has been overwritten by the dynamic linker.
  for (size_t i = 0; !has_changed && i < import_count; i++) {
    void *current = __atomic_load_n(imports[i].slot, __ATOMIC_ACQUIRE);
    void *replacement = functions[imports[i].function].replacement;
    if (current != replacement) set_slot(&imports[i], replacement);
  }
  return 1;
}

/// Replaces the imports of the images that are there, whatever was known of them; the lock is held.
static void scan(void) {
  has_scanned = false;
  has_met_unready = false;
  // Threads may be reading the list that this one replaces: it is not freed. Images come seldom.
  // Cleared: what was there before would look like references to a search for what holds an object.
  collected = calloc(1, sizeof *collected + MOST_IMAGES * sizeof(range));
  if (!collected) return;
  collected->count = 0;
  import_count = 0;
  dl_iterate_phdr(visit, NULL);
  atomic_store_explicit(&images_under_test, collected, memory_order_release);
  crt_recorder_forget_decisions();
  has_scanned = true;
}

/// Lets libraries whose objects are recorded stay in memory when they are closed: to give back what is left of an
/// object, the runtime reads in its metadata how large it was.
static void keep_in_memory(const image_list *images) {
  for (size_t i = 0; i < images->count; i++) {
    if (images->ranges[i].is_recorded) crt_keep_image(images->ranges[i].start);
  }
}

static bool has_recorded(const image_list *images, range image) {
  for (size_t i = 0; i < images->count; i++) {
    range other = images->ranges[i];
    if (other.is_recorded && other.start == image.start && other.end == image.end) return true;
  }
  return false;
}

/// Warns of each image that allocates and was not among those of `before`: what it did until now has not been seen.
static void say_of_opened(const image_list *images, const image_list *before) {
  char path[CRT_PATH_LIMIT];
  for (size_t i = 0; i < images->count; i++) {
    range image = images->ranges[i];
    uintptr_t bias;
    if (!image.is_recorded || has_recorded(before, image) || !crt_image_at(image.start, &bias, path)) continue;
    say_of(path, "was opened during a leak check: what it has allocated until now is not checked. It is if it was opened before the check.");
  }
}

size_t crt_recorder_install(void) {
  if (crt_recorder_is_in_child) return 0;
  pthread_mutex_lock(&install_lock);
  const image_list *before = atomic_load_explicit(&images_under_test, memory_order_relaxed);
  bool is_needed = true;
  if (has_scanned && !has_met_unready) dl_iterate_phdr(check, &is_needed);
  if (is_needed) scan();
  size_t count = import_count;
  const image_list *found = is_needed && has_scanned ? collected : NULL;
  pthread_mutex_unlock(&install_lock);
  // Without the lock: the dynamic linker's may be held by a thread that waits for it.
  if (found) keep_in_memory(found);
  // While no scope was open, nothing was missed.
  bool is_active = atomic_load_explicit(&crt_recorder_is_active, memory_order_relaxed);
  if (found && before && is_active) say_of_opened(found, before);
  return count;
}

/// Looks whether images have come.
static int look_for_more(struct dl_phdr_info *image, size_t size, void *context) {
  (void)size;
  *(bool *)context = image->dlpi_adds != seen_loads;
  return 1;
}

void crt_recorder_look_for_images(void) {
  if (crt_recorder_is_in_child) return;
  pthread_mutex_lock(&install_lock);
  bool is_needed = false;
  if (has_scanned) dl_iterate_phdr(look_for_more, &is_needed);
  pthread_mutex_unlock(&install_lock);
  if (is_needed) crt_recorder_install();
}

static int restore(struct dl_phdr_info *image, size_t size, void *context) {
  (void)size;
  (void)context;
  if (image->dlpi_subs != seen_unloads) return 1;
  for (size_t i = 0; i < import_count; i++) set_slot(&imports[i], imports[i].original);
  import_count = 0;
  has_scanned = false;
  return 1;
}

void crt_recorder_remove(void) {
  if (crt_recorder_is_in_child) return;
  pthread_mutex_lock(&install_lock);
  // Where an image has gone since the last scan, a new one tells what is left.
  while (has_scanned) {
    dl_iterate_phdr(restore, NULL);
    if (has_scanned) scan();
  }
  pthread_mutex_unlock(&install_lock);
}

size_t crt_recorder_installed_count(void) {
  if (crt_recorder_is_in_child) return 0;
  pthread_mutex_lock(&install_lock);
  size_t count = import_count;
  pthread_mutex_unlock(&install_lock);
  return count;
}

/// What is known of the images' imports; behind the lock.
static crt_recorder_status imports_found;

/// Looks whether a function that allocates is reached through the slot, and whether that could lead elsewhere: a system may let no
/// page be written to that the dynamic linker has sealed.
static bool look(const struct dl_phdr_info *image, void **slot, int function) {
  if (function != ALLOCATION) return false;
  import target = import_through(slot, image, function);
  bool is_refused = is_sealed(&target) && !protect(&target, PROT_READ | PROT_WRITE);
  if (is_sealed(&target) && !is_refused) protect(&target, PROT_READ);
  imports_found = is_refused ? CRT_RECORDER_SEALED_IMPORTS : CRT_RECORDER_AVAILABLE;
  return true;
}

static int look_into(struct dl_phdr_info *image, size_t size, void *context) {
  (void)size;
  (void)context;
  if (is_foreign(image->dlpi_name ? image->dlpi_name : "") || !is_loaded(image)) return 0;
  return visit_slots(image, look);
}

crt_recorder_status crt_imports_status(void) {
  pthread_mutex_lock(&install_lock);
  imports_found = CRT_RECORDER_STATIC_RUNTIME;
  dl_iterate_phdr(look_into, NULL);
  crt_recorder_status status = imports_found;
  pthread_mutex_unlock(&install_lock);
  return status;
}

void crt_find_stack(crt_recording_thread *thread) {
  pthread_attr_t attributes;
  void *start = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    pthread_attr_getstack(&attributes, &start, &size);
    pthread_attr_destroy(&attributes);
  }
  thread->stack_start = (uintptr_t)start;
  thread->stack_end = start ? (uintptr_t)start + size : 1;
}

size_t crt_size_of_block(void *block) { return malloc_usable_size(block); }
#else
crt_recorder_status crt_imports_status(void) { return CRT_RECORDER_UNKNOWN_PLATFORM; }
size_t crt_recorder_install(void) { return 0; }
void crt_recorder_look_for_images(void) {}
void crt_recorder_remove(void) {}
size_t crt_recorder_installed_count(void) { return 0; }

bool crt_is_under_test(uintptr_t address) {
  (void)address;
  return false;
}

void crt_find_stack(crt_recording_thread *thread) { thread->stack_end = 1; }

size_t crt_size_of_block(void *block) {
  (void)block;
  return 0;
}
#endif
