package webhooks_test

import (
	"testing"

	"gatehouse/api"
	"gatehouse/ui/panes/webhooks"
)

func TestTheFormShowsAndTakesLengthsOfTimeAsPeopleWriteThem(t *testing.T) {
	for seconds, shown := range map[string]string{"1080s": "18m", "86400s": "1d", "604800s": "7d", "93600s": "1d 2h", "0.500s": "0.5s"} {
		var d api.Duration
		if err := d.UnmarshalJSON([]byte(`"` + seconds + `"`)); err != nil {
			t.Fatal(err)
		}
		if got := webhooks.TimeoutText(d); got != shown {
			t.Errorf("%s is shown as %q, want %q", seconds, got, shown)
		}
	}
	for text, want := range map[string]string{"7 days": "604800s", "168h": "604800s", "1d 2h": "93600s", "8": "691200s"} {
		if got, err := webhooks.TimeoutFrom(text); err != nil || got.Text != want {
			t.Errorf("%q is %v, %v, want %s", text, got, err, want)
		}
	}
}
