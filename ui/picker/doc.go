// Package picker chooses a record for a field: a resource as an overlay that asks the tenant while one types.
package picker
