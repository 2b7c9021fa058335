// Package webhooks is the pane of the webhooks that are told about events (operations 14 to 16).
package webhooks
