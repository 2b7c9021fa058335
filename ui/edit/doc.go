// Package edit makes an action of a form that sends only what was changed, with its mask, its check and its inverse.
package edit
