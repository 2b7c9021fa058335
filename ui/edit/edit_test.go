package edit_test

import (
	"strings"
	"testing"

	"gatehouse/action"
	"gatehouse/ui/edit"
)

// What has to be typed can be typed: a name that isn't plain, or looks like another, is replaced by the id.
func TestTheWordThatConfirmsCanBeTyped(t *testing.T) {
	for name, want := range map[string]string{"Payments": "Payments", "": "ID", " Payments": "ID", "Pay  ments": "ID", "Pаyments": "ID",
		"日本": "ID", "a\tb": "ID", strings.Repeat("x", 40): strings.Repeat("x", 40), strings.Repeat("x", 41): "ID"} {
		if got := edit.Typeable(name, "ID"); got != want {
			t.Errorf("%q is confirmed by %q, want %q", name, got, want)
		}
	}
}

// A field that was emptied is sent as empty, one that was not touched isn't sent.
func TestAnEmptiedFieldIsNotAnUntouchedOne(t *testing.T) {
	d := action.Draft{Changed: []string{"description", "emails"}, Values: map[string]string{"description": "  ", "emails": "", "name": "x"}}
	if got := edit.ChangedText(d, "name"); got != nil {
		t.Errorf("an untouched text is %q", *got)
	}
	if got := edit.ChangedText(d, "description"); got == nil || *got != "" {
		t.Errorf("an emptied text is %v", got)
	}
	if got := edit.ChangedList(d, "name"); got != nil {
		t.Errorf("an untouched list is %q", *got)
	}
	if got := edit.ChangedList(d, "emails"); got == nil || len(*got) != 0 {
		t.Errorf("an emptied list is %v", got)
	}
}
