// The catalogue: what a case is, how its variants are run and compared, and how cases are shown.
//
// In: cases, and a command line. Out: verdicts that were observed, beside those that are expected; an index, and a page for each case.
//
// It never knows a particular case. What a case expects is its whole report, so that a wrong reference cannot pass.
