#include "CWayAudit.h"

__attribute__((constructor)) static void begin(void) { way_audit_begin(); }
