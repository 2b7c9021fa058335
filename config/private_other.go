//go:build !linux

package config

// createWhole makes a file that holds all of the text.
func createWhole(path string, text []byte) error { return createNamed(path, text) }
