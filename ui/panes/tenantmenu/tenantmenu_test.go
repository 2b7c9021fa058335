package tenantmenu_test

import (
	"testing"

	"gatehouse/ui/host"
	"gatehouse/ui/panes/contacts"
	"gatehouse/ui/panes/notifications"
	"gatehouse/ui/panes/tenantmenu"
	"gatehouse/ui/panetest"
)

func open(t *testing.T) *panetest.Frame {
	t.Helper()
	d := tenantmenu.Declaration(contacts.Declaration(), notifications.Declaration())
	return panetest.Open(t, d, panetest.Options{W: 100, H: 30})
}

func TestTheMenuGoesIntoItsViewsAndBack(t *testing.T) {
	d := open(t)
	d.Sees("▌ c  Contacts", "Who the vendor writes to", "My notification settings")
	d.Keys("<enter>")
	d.Sees("accounts@halden.example")
	d.Keys("<esc>")
	d.Sees("▌ c  Contacts")
	d.Keys("j", "<enter>")
	d.Sees("Approval needed")
	d.Keys("<esc>")
	d.Sees("▌ m  My notification settings")
}

func TestTheHelpNamesTheViewsThatAreThere(t *testing.T) {
	one, two := host.Declaration{Name: "one", Title: "First view", Word: "first"}, host.Declaration{Name: "two", Title: "Second"}
	for want, views := range map[string][]host.Declaration{
		"Go to first.":                   {one},
		"Go to first and Second.":        {one, two},
		"Go to first, Second and first.": {one, two, one},
	} {
		if got := tenantmenu.Declaration(views...).GoTo().Help; got != want {
			t.Errorf("the help says %q, want %q", got, want)
		}
	}
}

func TestTheCursorOfTheMenuStaysInIt(t *testing.T) {
	d := open(t)
	d.Keys("k")
	d.Sees("▌ c  Contacts")
	d.Keys("j", "j", "j")
	d.Sees("▌ m  My notification settings")
	d.Keys("g")
	d.Sees("▌ c  Contacts")
}

// What was changed in a view and not saved is there when it is gone into again, and the menu names it.
func TestAViewIsLeftAsItIs(t *testing.T) {
	d := open(t)
	if unsent := d.Pane().Unsent(); len(unsent) != 0 {
		t.Fatalf("unsent: %q", unsent)
	}
	d.Keys("m", "j", "j", " ")
	d.Sees("1 change is not saved")
	d.Do("back")
	if unsent := d.Pane().Unsent(); len(unsent) != 1 {
		t.Errorf("unsent: %q", unsent)
	}
	d.Keys("m")
	d.Sees("1 change is not saved")
	d.Sent()
}
