// Package bindings is the pane that binds entitlements to conflict monitors (operation 1). The tenant doesn't list them; what is known is
// kept here.
package bindings
