@_exported import LeakDetection
