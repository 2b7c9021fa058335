// Package exporters is the pane of the exporters of the system log (operation 3).
package exporters
