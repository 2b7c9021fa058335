package secrets

import (
	"strings"
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/ui/draw"
	"gatehouse/ui/grid"
)

// noon is an environment of columns that knows no names.
type noon struct{ grid.Env }

func (noon) Now() time.Time { return time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC) }

// Long numbers have a bar, too, and all stand under each other in the cells of the column.
func TestViewsHaveABarWhateverTheirNumber(t *testing.T) {
	c := viewsColumn()
	env := noon{}
	for _, s := range []api.Secret{{MaxViews: 1}, {CurrentViews: 18, MaxViews: 1000}, {CurrentViews: 657, MaxViews: 1000},
		{CurrentViews: 1000, MaxViews: 1000}} {
		text := c.Text(s, env)
		if !strings.ContainsAny(text, "━─╸") || !strings.HasSuffix(text, Views(s)) || draw.Width(text) != c.Max {
			t.Errorf("%s is drawn as %q", Views(s), text)
		}
	}
}
