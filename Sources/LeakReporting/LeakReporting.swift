// The files that test processes leave, and what is made of them: one JSON file for each process, merged by fingerprint into text, JSON,
// SARIF, annotations, JUnit, Markdown or HTML, and into pictures.
//
// In: findings, while tests run; a folder of files, afterwards. Out: the files, and the reports.
//
// It never knows the heap, or how a finding was made. A file that cannot be read is an error that names it; nothing is left out in
// silence.
