// Package widget holds the shapes of text that panes and dialogs are made of: sections and fields of a detail, pieces of a headline, a
// scroller, JSON with its colours, what differs between two records. It knows neither panes nor the frame.
package widget
