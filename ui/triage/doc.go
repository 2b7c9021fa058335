// Package triage judges the records of a list one card at a time. The list under it keeps loading, and its cursor goes along.
package triage
