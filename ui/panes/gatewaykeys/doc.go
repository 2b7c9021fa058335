// Package gatewaykeys is the pane of the keys of the LLM gateway (operation 12).
package gatewaykeys
