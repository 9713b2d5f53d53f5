@_exported import LeakDeciding
@_exported import LeakExplaining
