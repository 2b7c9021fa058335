package exporters

import (
	"strings"
	"testing"
	"time"

	"github.com/segmentio/ksuid"

	"gatehouse/api"
	"gatehouse/theme"
)

// at is an environment at a time.
type at time.Time

func (a at) Now() time.Time           { return time.Time(a) }
func (at) Name(string, string) string { return "" }

// A full bar is the healthy time, and what is further behind is told by a sign, not by its colour alone.
func TestTheLagIsABarAgainstTheHealthyTime(t *testing.T) {
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	column := lagColumn()
	for _, c := range []struct {
		lag  time.Duration
		want string
		role theme.Role
	}{{0, "─────", theme.Dim}, {150 * time.Second, "━━╸──", theme.Dim},
		{5 * time.Minute, "━━━━━    5m", theme.Dim},
		{6 * time.Minute, "━━━━━!   6m", theme.Warn}, {48 * time.Hour, "━━━━━!   2d", theme.Warn}} {
		id, err := ksuid.NewRandomWithTime(now.Add(-c.lag))
		if err != nil {
			t.Fatal(err)
		}
		x := api.Exporter{WatermarkEventID: id.String(), State: api.ExportStateWaiting}
		if got := column.Text(x, at(now)); !strings.HasPrefix(got, c.want) {
			t.Errorf("%v behind: %q, want %q", c.lag, got, c.want)
		}
		if got := column.Role(x, at(now)); got != c.role {
			t.Errorf("%v behind: role %v, want %v", c.lag, got, c.role)
		}
	}
	id, err := ksuid.NewRandomWithTime(now.Add(-72 * time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	if got := column.Text(api.Exporter{WatermarkEventID: id.String(), DeletedAt: api.Time{Time: now}}, at(now)); got != "3d" {
		t.Errorf("deleted: %q", got)
	}
	if got := column.Text(api.Exporter{}, at(now)); got != "–" {
		t.Errorf("nothing exported yet: %q", got)
	}
}
