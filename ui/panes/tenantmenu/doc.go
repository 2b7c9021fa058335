// Package tenantmenu is the pane that holds those views of the tenant that have no key of their own.
package tenantmenu
