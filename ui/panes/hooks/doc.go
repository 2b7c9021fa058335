// Package hooks is the pane of the hooks that intercept tool calls (operation 6), and reads the patterns they are built from.
package hooks
