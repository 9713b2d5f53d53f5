#pragma once

/// Begins the audit of the process. Written in Swift; called when the program is loaded.
void way_audit_begin(void);
