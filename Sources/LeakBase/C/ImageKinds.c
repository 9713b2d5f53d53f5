#include "LoadedImages.h"

#include <string.h>

static bool begins(const char *text, const char *prefix) {
  return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool is_one_of(const char *name, const char *const *prefixes) {
  for (; *prefixes; prefixes++) {
    if (begins(name, *prefixes)) return true;
  }
  return false;
}

/// The C library of glibc and of musl, and their dynamic linkers.
static const char *const c_library[] = {"libc.so", "libc-", "ld-linux", "ld-musl", "ld64.so", "ld.so", NULL};

// In full, as they are in a toolchain: a program may call a library of its own libswiftlint.so or libFoundationKit.so.

static const char *const runtime[] = {
    "libswift_", "libswiftCore.", "libswiftCxx", "libswiftDispatch.", "libswiftDistributed.", "libswiftGlibc.",
    "libswiftMusl.", "libswiftObservation.", "libswiftRegexBuilder.", "libswiftRemoteMirror.", "libswiftRuntime.",
    "libswiftSwiftOnoneSupport.", "libswiftSynchronization.", NULL};

static const char *const toolchain[] = {
    "libFoundation.", "libFoundationEssentials.", "libFoundationInternationalization.", "libFoundationNetworking.",
    "libFoundationXML.", "lib_FoundationICU.", "libdispatch.", "libBlocksRuntime.", "libXCTest.", "libTesting.",
    "lib_Testing_", "lib_TestingInterop.", "lib_InternalSwift", NULL};

/// Where the system's libraries are; what the kernel adds to a process has no folder.
static const char *const system_folders[] = {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", "linux-vdso", NULL};

crt_image_kind crt_image_kind_of(const char *path) {
  if (!path || !path[0]) return CRT_IMAGE_PROGRAM;
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  if (is_one_of(name, c_library)) return CRT_IMAGE_C_LIBRARY;
  if (is_one_of(name, runtime)) return CRT_IMAGE_RUNTIME;
  if (is_one_of(name, toolchain)) return CRT_IMAGE_TOOLCHAIN;
  if (is_one_of(path, system_folders) || !slash) return CRT_IMAGE_SYSTEM;
  return CRT_IMAGE_PROGRAM;
}
