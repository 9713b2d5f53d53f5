#pragma once

/// The working folder as it was when the process was loaded; empty where that is not known.
const char *crt_start_folder(void);
