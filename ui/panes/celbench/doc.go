// Package celbench is the pane that evaluates CEL expressions on the tenant (operation 7).
package celbench
