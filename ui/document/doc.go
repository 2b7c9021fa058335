// Package document is the pane of a record of which a tenant has only one.
package document
