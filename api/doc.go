// Package api speaks the tenant administration interface over HTTP.
//
// Reads are methods of Client. Writes are functions that build a Request, a value that can be shown to a person before
// Client.Do sends exactly that. Every error that comes back from the wire is an *Error or wraps one; KindOf tells what it means.
//
// Decoding is lenient on purpose: null, absent, unknown and odd values never cost more than the field they stand in, and what a
// record type does not model stays readable in its Raw field.
package api
