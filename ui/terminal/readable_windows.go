package terminal

import "os"

func readable(*os.File) bool { return false }

// wrapsInput: the console is read by Bubble Tea itself, through an interface of its own.
const wrapsInput = false
