// What is reported of the objects that stayed: the cycles and what must be cut, the holders, names, lines, advice, fingerprints.
//
// In: a `CheckOutcome`, when all waiting is over. Out: findings and their text (`Leak`, `LeakReport`, `RetainPath`, `Remedy`).
//
// It never knows waiting, how the objects came to be checked, or test frameworks. Findings of one cause are one finding, and its
// fingerprint is the same under every kind of check and in every build of one configuration.
//
// `Cures` finds what must be cut, `Steps` turns references into steps, `Advice` says what to change, `Holders` names holders,
// `Findings` puts the findings together, `Reports` and `Paths` are what people read.
