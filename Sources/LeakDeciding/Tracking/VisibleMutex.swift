import HeapReading

/// A mutex whose order ThreadSanitizer sees, for the modules that must not know the reader.
package typealias VisibleMutex<Value: ~Copyable> = HeapReading.VisibleMutex<Value>
