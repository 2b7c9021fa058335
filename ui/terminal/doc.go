// Package terminal stands between Bubble Tea and the terminal file: what comes in, when it is painted, how big it is and how it is left.
//
// In. What is read is put together again before it can be keys: a sequence that was cut on its way waits two seconds for its next byte, a
// lone ESC is the key esc after 40 milliseconds (and no key at all once the terminal has shown that it encodes esc), a paste lasts until
// its end mark or ctrl+c. ESC in one read with a letter or an arrow is alt; with an answer or a paste it is esc, and both are taken. More
// than sixteen keys in one read arrive as one Burst. ctrl+c overtakes what waits and makes it void.
//
// Painting. Bubble Tea runs the program, but doesn't paint it: its renderer draws every view as a whole, by a clock, and a key would
// wait for both. Here a view is painted as soon as the program has drawn it and the terminal has taken what was painted before, no more
// often than fps; views that nobody would see aren't drawn at all. What is painted are the cells that are others. A still screen wakes
// nobody.
//
// Size. Any message about the size is answered by asking the terminal file.
//
// Leaving. What waits to be shown is dropped, a cut sequence is cancelled, the modes are reset and what was typed ahead is discarded, for
// good when the program ends and until it comes back for Exec and Suspend.
//
// On Windows Bubble Tea reads the console itself, as records and not as bytes, and paints. There nothing is put together again, no
// Burst and no Pasting arrive, ctrl+c comes in its turn, and nothing can be discarded: of what the package does only the size and the
// leaving are left.
package terminal
