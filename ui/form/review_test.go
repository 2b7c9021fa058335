package form

import (
	"fmt"
	"strings"
	"testing"
)

// roleForm is a form with a list of so many entries.
func roleForm(t testing.TB, n int) *Form {
	var permissions []string
	for i := range n {
		permissions = append(permissions, fmt.Sprintf("area%02d.read", i))
	}
	return open(t, Spec{Title: "Edit role", Fields: []Field{
		{Name: "displayName", Title: "Name", Value: "Help desk"},
		{Name: "permissions", Title: "Permissions", Kind: Lines, Value: strings.Join(permissions, "\n")},
		{Name: "serviceRoles", Title: "Service roles", Kind: Lines, Value: "roles/audit"},
	}})
}

func TestAllChangesOfAListAreShownWhereThereIsRoom(t *testing.T) {
	f := roleForm(t, 20)
	f.SetValue("permissions", "new.read", "")
	view := f.View(90, 42)
	for i := range 20 {
		if want := fmt.Sprintf("area%02d.read", i); !strings.Contains(view, want) {
			t.Errorf("what is removed lacks %s:\n%s", want, view)
		}
	}
	if strings.Contains(view, "more") || strings.Contains(view, "…") {
		t.Errorf("something is cut:\n%s", view)
	}
}

func TestChangesThatDontFitAreCounted(t *testing.T) {
	f := roleForm(t, 40)
	f.SetValue("permissions", "new.read", "")
	goTo(t, f, "permissions")
	view := f.View(40, 9)
	// Two rows of 36 cells: "area02.read, area03.read and 36 more" just fits into the second.
	if !strings.Contains(view, "− area00.read, area01.read,") || !strings.Contains(view, "area02.read, area03.read and 36 more") {
		t.Errorf("the rest is not counted:\n%s", view)
	}
	press(f, "pgdown")
	seen := view
	for range 20 {
		seen += f.View(40, 9)
		press(f, "pgdown")
	}
	for i := range 40 {
		if want := fmt.Sprintf("area%02d.read", i); !strings.Contains(seen, want) {
			t.Errorf("%s can't be read by scrolling", want)
		}
	}
	press(f, "esc")
	if f.Reading() || f.State() != Editing || f.Focused() != "permissions" {
		t.Error("esc doesn't go back to the form")
	}
}

func TestNewsThatDoesntFitIsReadBeforeTheFormIsSubmitted(t *testing.T) {
	f := roleForm(t, 30)
	f.SetValue("displayName", "Support", "")
	f.SetNews("Not sent. Somebody changed the role meanwhile: " + strings.Repeat("this and that, ", 10) + "the end.")
	seen := ""
	for range 20 {
		view := f.View(40, 9)
		if seen += view; strings.Contains(view, "was: Help desk") {
			break
		}
		if press(f, "ctrl+s"); f.State() != Editing {
			t.Fatalf("it was submitted before its end was seen:\n%s", view)
		}
	}
	if !strings.Contains(seen, "the end.") || !strings.Contains(seen, "now: Support") || !strings.Contains(seen, "was: Help desk") {
		t.Fatalf("not all of it was seen:\n%s", seen)
	}
	if press(f, "ctrl+s"); f.State() != Submitted {
		t.Error("it isn't submitted after its end was seen")
	}
}

func TestTypingGoesOnAfterNewsAndTheyStayUnread(t *testing.T) {
	f := roleForm(t, 30)
	f.SetNews(strings.Repeat("Somebody changed it. ", 20))
	f.View(40, 9)
	typeIn(f, "!")
	want(t, f, map[string]string{"displayName": "Help desk!"}, "displayName")
	if f.View(40, 9); !f.Unread() {
		t.Fatal("the news count as read")
	}
	if press(f, "ctrl+s"); f.State() != Editing || !f.Reading() {
		t.Error("it was submitted though nobody has read the news")
	}
}

func TestNewsThatFitAreNoObstacle(t *testing.T) {
	f := open(t, webhook())
	f.SetValue("displayName", "New", "")
	f.SetNews("Somebody changed the webhook meanwhile: Name.")
	f.View(90, 42)
	if f.Reading() || f.Unread() {
		t.Fatal("the form gives way to a page though all fits")
	}
	if press(f, "ctrl+s"); f.State() != Submitted {
		t.Error("it isn't submitted")
	}
}
