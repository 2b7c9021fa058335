// Package notifications is the pane of one's own notification settings (operation 11), a matrix of events and channels.
package notifications
