// Package host is the contract between the frame and what stands in it: Pane and Overlay, the Link by which a pane reaches the frame,
// Env with all that panes may use, what a pane asks to have done (Request, FormRequest), and the messages and words that both sides know.
// It holds no screen of its own.
package host
