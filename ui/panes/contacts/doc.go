// Package contacts is the pane of the addresses that the tenant writes to (operation 13).
package contacts
