// Package roles is the pane of the roles and what they allow (operation 4).
package roles
