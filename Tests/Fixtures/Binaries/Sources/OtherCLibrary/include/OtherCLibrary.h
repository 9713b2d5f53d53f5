#pragma once

// The library has nothing to call: it is there to be loaded before libc, whose dlsym it replaces.
