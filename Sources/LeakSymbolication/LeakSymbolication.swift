// Names and places of code and variables: the files of executables and libraries (ELF), their symbols by address, their debug
// information (DWARF 4 and 5), and what demangled names mean.
//
// In: addresses in the process, or the bytes of a file. Out: names of functions and variables, files and lines, the variables in
// scope with where they are, and what a closure captured by name. Usable alone: it needs the base and nothing else.
//
// It never knows objects, metadata that is in memory, layouts, who holds what, or what a leak is. It believes nothing of a file: each
// offset is checked, and a file that is cut short while it is read gives zeroes.
//
// Folders, each of which knows only those before it: `Files` the bytes, `DebugInformation` what compilers wrote for debuggers,
// `Names` what names say, `Symbols` the images of the process.
