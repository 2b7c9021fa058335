// Package batch shows a plan that runs on many records: its progress, and the list of what became of each.
package batch
