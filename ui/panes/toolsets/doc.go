// Package toolsets is the pane of the toolsets, those of one connector too (operation 9).
package toolsets
