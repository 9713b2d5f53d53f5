// Findings as pictures: what keeps an object, as a graph, and the graph as SVG, DOT, Mermaid, or lines of text.
//
// In: a `Leak`. Out: a `RetainGraph`, and its text in each format; the same finding gives the same text everywhere.
//
// It never knows the heap, files, or where a picture is shown. A report does not say which objects of two cycles are the same one,
// so each cycle is a figure of its own.
//
// Its folders, each of which knows only those before it: `Graph`, `Layout`, `Formats`.
