package host

import (
	"time"

	"gatehouse/ui/widget"
)

// MinuteMsg comes once a minute: ages in view are a minute older.
type MinuteMsg struct{}

// AutoMsg is the automatic refresh falling due.
type AutoMsg struct{}

// EveryWords is a period after “every”: “minute”, “30 seconds”.
func EveryWords(d time.Duration) string {
	n, unit := int64(d/time.Second), "second"
	switch {
	case d%time.Hour == 0:
		n, unit = int64(d/time.Hour), "hour"
	case d%time.Minute == 0:
		n, unit = int64(d/time.Minute), "minute"
	}
	if n == 1 {
		return unit
	}
	return widget.Count(n, unit)
}

// NamesKnown tells a pane that ids have got names.
type NamesKnown struct{}
