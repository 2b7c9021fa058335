// Package dialog holds what opens over the panes: questions and confirmations, forms in a box, the palette and menus, help, progress.
package dialog
