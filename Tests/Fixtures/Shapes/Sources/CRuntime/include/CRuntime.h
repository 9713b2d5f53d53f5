#pragma once

/// What a target of this name may have as well as the toolchain's.
static inline int engine_count(void) { return 4; }
