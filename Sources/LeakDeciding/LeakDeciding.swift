// What became of the objects of a check: which are gone, which went late, and what the counts and a search say of those that stay.
//
// In: the objects that a scope tracked or recorded, and how long they have. Out: a `CheckOutcome`, in graph ids and evidence.
//
// It never knows advice, symbols of code, text for people, or test frameworks. A guess neither proves nor excuses: `EvidenceGrade` says
// what each kind of evidence may do.
//
// Folders, each of which knows only those before it: `Scopes` scopes and their objects, `Judgement` what was read and what it proves,
// `Waiting` when it is looked, and the threads that look.
