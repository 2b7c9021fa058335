// Package secrets is the pane of the shared secrets, their audit and their revocation (operation 5), by row, link, code or id.
package secrets
