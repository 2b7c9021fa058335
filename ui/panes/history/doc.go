// Package history is the pane of the resource servers and of what changed in each (operation 10), any two versions compared.
package history
