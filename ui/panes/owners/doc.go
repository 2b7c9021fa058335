// Package owners is the pane of the owners of an entitlement (operation 8), whose list lags behind its changes.
package owners
