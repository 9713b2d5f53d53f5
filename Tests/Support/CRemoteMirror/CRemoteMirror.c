#define _GNU_SOURCE
#include "CRemoteMirror.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static void *context;

static struct {
  crm_type_info (*info_of_metadata)(void *, uintptr_t);
  crm_child_info (*child_of_metadata)(void *, uintptr_t, unsigned);
  crm_type_info (*info_of_instance)(void *, uintptr_t);
  crm_child_info (*child_of_instance)(void *, uintptr_t, unsigned);
  uintptr_t (*type_of_metadata)(void *, uintptr_t);
  crm_type_info (*info_of_type)(void *, uintptr_t);
  crm_child_info (*child_of_type)(void *, uintptr_t, unsigned);
  char *(*name_of_type)(void *, uintptr_t);
} mirror;

crm_type_info crm_info_of_metadata(uintptr_t metadata) {
  return mirror.info_of_metadata(context, metadata);
}
crm_child_info crm_child_of_metadata(uintptr_t metadata, unsigned index) {
  return mirror.child_of_metadata(context, metadata, index);
}
crm_type_info crm_info_of_instance(uintptr_t object) {
  return mirror.info_of_instance(context, object);
}
crm_child_info crm_child_of_instance(uintptr_t object, unsigned index) {
  return mirror.child_of_instance(context, object, index);
}
uintptr_t crm_type_of_metadata(uintptr_t metadata) {
  return mirror.type_of_metadata(context, metadata);
}
crm_type_info crm_info_of_type(uintptr_t type) { return mirror.info_of_type(context, type); }
crm_child_info crm_child_of_type(uintptr_t type, unsigned index) {
  return mirror.child_of_type(context, type, index);
}
char *crm_name_of_type(uintptr_t type) { return mirror.name_of_type(context, type); }

const char *crm_runtime_path(void) {
  static Dl_info info;
  void *runtime = dlsym(RTLD_DEFAULT, "swift_retain");
  return runtime && dladdr(runtime, &info) ? info.dli_fname : NULL;
}

#if defined(__linux__)

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

// MARK: Reading memory (MemoryReaderInterface.h)

/// Whether memory is there: the system looks at a word of each of its pages before it says that there is no such request. An
/// emulator of another processor knows no `process_vm_readv`. Of address 0 it takes it that there is no word to look at.
bool crm_is_readable(uint64_t address, uint64_t size) {
  uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
  if (address < page || address + size < address) return false;
  for (uint64_t at = address; at < address + size; at = (at / page + 1) * page) {
    const uint64_t word = at & ~(uint64_t)7;
    if (syscall(SYS_rt_sigprocmask, -1, word, NULL, sizeof word) != 0 && errno == EFAULT) return false;
  }
  return true;
}

// The memory itself is handed out, not a copy: the library keeps names that it found there.
static const void *read_bytes(void *reader, uint64_t address, uint64_t size, void **free_context) {
  *free_context = NULL;
  return crm_is_readable(address, size) ? (const void *)address : NULL;
}

static void free_bytes(void *reader, const void *bytes, void *free_context) {}

static uint64_t string_length(void *reader, uint64_t address) {
  return crm_is_readable(address, 1) ? strlen((const char *)address) : 0;
}

static uint64_t symbol_address(void *reader, const char *name, uint64_t length) {
  char *copy = strndup(name, length);
  void *address = dlsym(RTLD_DEFAULT, copy);
  free(copy);
  return (uintptr_t)address;
}

static int query_data_layout(void *reader, int query, void *input, void *output) {
  switch (query) {
  case 0: // the size of a pointer
  case 1: // the size of size_t
    *(uint8_t *)output = sizeof(void *);
    return 1;
  case 2: // the bits of a pointer that are not authentication codes
    *(uintptr_t *)output = ~(uintptr_t)0;
    return 1;
  case 3: // the low bits that Objective-C reserves
  case 5: // whether Objective-C interoperates
    *(uint8_t *)output = 0;
    return 1;
  case 4: // the least valid pointer
    *(uint64_t *)output = 0x1000;
    return 1;
  default: return 0;
  }
}

// MARK: Images

typedef struct {
  uintptr_t start;
  size_t length;
} section;

/// `swift::MetadataSections` of stdlib/public/runtime/SwiftRT-ELF-WASM.cpp.
typedef struct {
  uintptr_t version;
  const void *base;
  void *unused[2];
  section protocols, conformances, types, type_references, reflection_strings, fields,
      associated_types, replacements, replacements2, builtin_types, captures;
} metadata_sections;

typedef struct {
  void *begin, *end;
  uint64_t offset;
} reflection_section;

/// `swift_reflection_info_t` of SwiftRemoteMirrorTypes.h.
typedef struct {
  reflection_section fields, associated_types, builtin_types, captures, type_references,
      reflection_strings;
  uint64_t local_start, remote_start;
} reflection_info;

static void (*add_reflection_info)(void *, reflection_info);

static reflection_section reflection(section section) {
  char *start = (char *)section.start;
  return (reflection_section){start, start + section.length, 0};
}

static bool add_image(const metadata_sections *image, void *unused) {
  reflection_info info = {
      .fields = reflection(image->fields),
      .associated_types = reflection(image->associated_types),
      .builtin_types = reflection(image->builtin_types),
      .captures = reflection(image->captures),
      .type_references = reflection(image->type_references),
      .reflection_strings = reflection(image->reflection_strings),
  };
  add_reflection_info(context, info);
  return true;
}

static const char *bind(void *library) {
  struct {
    void *function;
    const char *name;
  } const wanted[] = {
      {&mirror.info_of_metadata, "swift_reflection_infoForMetadata"},
      {&mirror.child_of_metadata, "swift_reflection_childOfMetadata"},
      {&mirror.info_of_instance, "swift_reflection_infoForInstance"},
      {&mirror.child_of_instance, "swift_reflection_childOfInstance"},
      {&mirror.type_of_metadata, "swift_reflection_typeRefForMetadata"},
      {&mirror.info_of_type, "swift_reflection_infoForTypeRef"},
      {&mirror.child_of_type, "swift_reflection_childOfTypeRef"},
      {&mirror.name_of_type, "swift_reflection_copyDemangledNameForTypeRef"},
      {&add_reflection_info, "swift_reflection_addReflectionInfo"},
  };
  for (size_t index = 0; index < sizeof wanted / sizeof *wanted; index++) {
    void *symbol = dlsym(library, wanted[index].name);
    if (!symbol) return wanted[index].name;
    memcpy(wanted[index].function, &symbol, sizeof symbol);
  }
  return NULL;
}

bool crm_open(const char *path, const char **error) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    *error = dlerror();
    return false;
  }
  if ((*error = bind(library))) return false;
  typedef int query(void *, int, void *, void *);
  typedef void free_function(void *, const void *, void *);
  typedef const void *read_function(void *, uint64_t, uint64_t, void **);
  typedef uint64_t length_function(void *, uint64_t);
  typedef uint64_t symbol_function(void *, const char *, uint64_t);
  void *(*create)(void *, query *, free_function *, read_function *, length_function *,
                  symbol_function *) =
      (void *(*)(void *, query *, free_function *, read_function *, length_function *,
                 symbol_function *))dlsym(library, "swift_reflection_createReflectionContextWithDataLayout");
  void (*enumerate)(bool (*)(const metadata_sections *, void *), void *) =
      (void (*)(bool (*)(const metadata_sections *, void *), void *))dlsym(
          RTLD_DEFAULT, "swift_enumerateAllMetadataSections");
  if (!create || !enumerate) {
    *error = "the library or the runtime lacks an entry point";
    return false;
  }
  context = create(NULL, query_data_layout, free_bytes, read_bytes, string_length, symbol_address);
  if (!context) {
    *error = "no reflection context could be made";
    return false;
  }
  enumerate(add_image, NULL);
  return true;
}

#else

bool crm_is_readable(uint64_t address, uint64_t size) { return false; }

bool crm_open(const char *path, const char **error) {
  *error = "known on Linux only";
  return false;
}

#endif
