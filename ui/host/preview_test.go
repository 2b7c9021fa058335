package host_test

import (
	"testing"

	"gatehouse/ui/host"
)

func TestThePreviewStandsWhereThereIsRoom(t *testing.T) {
	for _, c := range []struct {
		wanted     host.Preview
		w, h       int
		want, next host.Preview
	}{
		{"", 140, 10, host.PreviewBeside, host.PreviewAway},
		{"", 139, 34, host.PreviewBelow, host.PreviewAway},
		{"", 139, 33, host.PreviewAway, host.PreviewBeside},
		{"", 99, 60, host.PreviewAway, host.PreviewBeside},
		{host.PreviewBeside, 80, 16, host.PreviewBeside, host.PreviewBelow},
		{host.PreviewBeside, 79, 16, host.PreviewAway, host.PreviewBelow},
		{host.PreviewBelow, 79, 15, host.PreviewAway, host.PreviewAway},
		{host.PreviewBelow, 200, 16, host.PreviewBelow, host.PreviewAway},
		{host.PreviewAway, 200, 60, host.PreviewAway, host.PreviewBeside},
	} {
		got := c.wanted.Within(c.w, c.h)
		if next := got.Next(c.w, c.h); got != c.want || next != c.next {
			t.Errorf("%q at %dx%d is %q and then %q, want %q and %q", c.wanted, c.w, c.h, got, next, c.want, c.next)
		}
	}
}
