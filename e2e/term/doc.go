// Package term runs a program in a pseudo-terminal and shows what a person
// in front of it would see: the program's output goes into a terminal
// emulator, its questions to the terminal are answered, keys are sent as a
// keyboard sends them, and what it leaves switched on when it ends is known.
//
// A Session is safe for use by several goroutines. It runs on Linux and
// macOS; on other systems the package is empty.
package term
