package form

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func lookup() Spec {
	return Spec{New: true, Submit: "Open", Fields: []Field{
		{Name: "side", Title: "Side", Kind: Choice, Required: true, Options: []Option{{"A", "side A"}, {"B", "side B"}}},
		{Name: "app", Title: "App", Kind: Pick, Required: true},
	}}
}

func TestAFormForSomethingNewHasNoFormerValues(t *testing.T) {
	s := webhook()
	s.New = true
	f := open(t, s)
	press(f, "x")
	if view := ansi.Strip(f.View(60, 30)); strings.Contains(view, "was:") || strings.Contains(view, "1 changed") ||
		strings.Contains(view, "•") {
		t.Errorf("former values are shown:\n%s", view)
	}
}

func TestAChoiceWithoutAChoiceShowsItsOptionsAndEnterTakesTheFirst(t *testing.T) {
	f := open(t, lookup())
	if view := ansi.Strip(f.View(60, 20)); !strings.Contains(view, "○ side A  ○ side B") {
		t.Errorf("the options are hidden:\n%s", view)
	}
	if view := ansi.Strip(f.View(16, 20)); !strings.Contains(view, "nothing") {
		t.Errorf("nothing says that nothing is chosen:\n%s", view)
	}
	press(f, "enter")
	if got := f.Values()["side"]; got != "A" || f.Focused() != "side" {
		t.Errorf("enter took %q and went to %q", got, f.Focused())
	}
	press(f, "enter")
	if f.Focused() != "app" || f.Values()["side"] != "A" {
		t.Errorf("the second enter stays at %q, side %q", f.Focused(), f.Values()["side"])
	}
}

func TestWhatWasPickedKeepsItsIDInView(t *testing.T) {
	f := open(t, lookup())
	f.SetValue("app", "2abc", "Payroll")
	if view := ansi.Strip(f.View(60, 20)); !strings.Contains(view, "Payroll · 2abc") {
		t.Errorf("the id is hidden:\n%s", view)
	}
}

func TestLettersOnTheButtonDontMoveAway(t *testing.T) {
	f := open(t, lookup())
	press(f, "shift+tab", "h", "o", "o", "k")
	if f.Focused() != "" {
		t.Errorf("the focus went to %q", f.Focused())
	}
	if view := ansi.Strip(f.View(60, 20)); !strings.Contains(view, "Nothing is typed here; enter to open.") {
		t.Errorf("nothing says why:\n%s", view)
	}
}
