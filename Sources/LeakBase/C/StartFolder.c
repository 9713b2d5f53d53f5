#include "StartFolder.h"

#include <limits.h>
#include <unistd.h>

static char folder[PATH_MAX];

// Before anything of the program runs, which may go to another folder.
__attribute__((constructor)) static void learn_folder(void) {
  if (!getcwd(folder, sizeof folder)) folder[0] = 0;
}

const char *crt_start_folder(void) { return folder; }
