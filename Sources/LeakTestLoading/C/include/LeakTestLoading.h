#pragma once

#include <stdbool.h>

/// Whether a process has said that it was loaded. The function belongs to the object file that does so: who asks has it linked.
bool crt_test_loading_is_over(void);
