// Package file writes what a person exports: a new file beside the old one, whole or not at all, in the background.
package file
