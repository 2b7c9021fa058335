package ui

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/theme"
	"gatehouse/theme/themetest"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
)

// withPreview are the places of heldPlaces that have a record beside the list, or below it.
var withPreview = []string{"Exporters", "History", "Hooks", "Keys", "Roles", "Secrets", "Suggestions", "Toolsets", "Webhooks", "audit",
	"journal", "members", "timeline", "versions"}

// While the record beside a list waits, its title is drawn otherwise than at rest, whatever the theme, and what stands below the title is
// of the record that it names.
func TestTheTitleOfAPreviewThatWaitsIsDim(t *testing.T) {
	for _, name := range []string{"dark", "light", "none"} {
		th := themetest.New(t, name)
		for place, lead := range heldPlaces() {
			for _, size := range [][2]int{{160, 45}, {120, 40}, {80, 24}} {
				t.Run(fmt.Sprintf("%s %s %dx%d", place, name, size[0], size[1]), func(t *testing.T) {
					t.Parallel()
					d := newDriver(t, driverOptions{w: size[0], h: size[1],
						options: func(o *Options) { o.Theme = theme.Options{Name: name, NoColor: name == "none"} }})
					d.keys(lead...)
					d.keys("k", "j")
					waits := slices.Contains(withPreview, place) && size[0] > 80
					before := ""
					if waits {
						before = d.wantTitle(th, theme.Text)
					}
					d.rush("k")
					if !d.model.pane().Rests().IsZero() != waits {
						t.Fatalf("it waits: %t", !waits)
					}
					if !waits {
						return
					}
					if name := d.wantTitle(th, theme.Dim); !begins(name, before) {
						t.Errorf("%q stands there while a key is held, %q before", name, before)
					}
					pane, isList := d.model.pane().(*list.Pane)
					if isList && !begins(before, draw.Clean(pane.Detail.Name)) {
						t.Errorf("%q stands over the lines of %q", before, pane.Detail.Name)
					}
					d.rest()
					name := d.wantTitle(th, theme.Text)
					if !isList {
						return
					}
					if row, _ := pane.Grid.Cursor(); !begins(name, draw.Clean(host.FirstOf(pane.Target(row).Name, pane.Target(row).ID))) {
						t.Errorf("at rest it is %q, not the record under the cursor:\n%s", name, d.screen())
					}
				})
			}
		}
	}
}

// The first move after 150 ms takes the preview along, whatever moves, and one that comes sooner doesn't; a click always does.
func TestTheFirstMoveAfterARestTakesThePreviewAlong(t *testing.T) {
	const held = 150 * time.Millisecond
	for _, place := range withPreview {
		for _, move := range []string{"j", "k", "pgdown", "pgup", "ctrl+d", "ctrl+u", "home", "wheel down", "wheel up", "click"} {
			t.Run(place+" "+move, func(t *testing.T) {
				t.Parallel()
				d := newDriver(t, driverOptions{})
				d.model.mouse = true
				d.keys(heldPlaces()[place]...)
				for _, since := range []time.Duration{held - time.Millisecond, held} {
					d.keys("k", "j")
					d.clock.advance(since)
					d.moves(move)
					want := since < held && move != "click"
					if waits := !d.model.pane().Rests().IsZero(); waits != want {
						t.Errorf("%v after a move it waits: %t, want %t", since, waits, want)
					}
					if want {
						d.rest()
					}
					shown := d.shownBeside()
					if d.model.pane().Redraw(); shown == "" || d.shownBeside() != shown {
						t.Errorf("%v after a move %q is beside the list, want %q", since, shown, d.shownBeside())
					}
				}
			})
		}
	}
}

// moves moves the cursor by a key, the wheel or a click, without letting time pass.
func (d *driver) moves(by string) {
	d.t.Helper()
	switch by {
	case "wheel down":
		d.send(tea.MouseWheelMsg{X: 5, Y: 9, Button: tea.MouseWheelDown})
	case "wheel up":
		d.send(tea.MouseWheelMsg{X: 5, Y: 9, Button: tea.MouseWheelUp})
	case "click":
		d.send(tea.MouseClickMsg{X: 9, Y: 6, Button: tea.MouseLeft})
	default:
		d.rush(by)
	}
}

// begins reports whether a title begins as another up to where either was cut.
func begins(title, other string) bool {
	title, _, _ = strings.Cut(title, "…")
	other, _, _ = strings.Cut(other, "…")
	n := min(len(title), len(other))
	return n > 0 && title[:n] == other[:n]
}

var boxTitle = regexp.MustCompile(`╭ (.+?) (?:─|╮)`)

// wantTitle is the title of the last box on the screen, which is drawn in a role, or with dots where that is no other than text.
func (d *driver) wantTitle(th *theme.Theme, role theme.Role) string {
	d.t.Helper()
	content := d.model.View().Content
	titles := boxTitle.FindAllStringSubmatch(ansi.Strip(content), -1)
	if len(titles) < 2 {
		d.t.Fatalf("there is no box beside the list:\n%s", ansi.Strip(content))
	}
	title := titles[len(titles)-1][1]
	if !strings.Contains(content, th.Paint(role, title)) {
		d.t.Errorf("%q isn't drawn as %v", title, role)
	}
	name, dots := strings.CutSuffix(title, " …")
	if want := role == theme.Dim && th.Paint(theme.Dim, title) == th.Paint(theme.Text, title); dots != want {
		d.t.Errorf("%q ends in dots: %t", title, dots)
	}
	return name
}
