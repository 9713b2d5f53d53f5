// The kit without a test framework: `LeakDetector.detect`, scenarios, growth, `watch`, and the lists of known leaks.
//
// In: the code to check, and its options. Out: a `LeakReport`, or what is wrong with the call.
//
// It never knows test frameworks, and how findings are recorded. What is common to all adapters stands here.
