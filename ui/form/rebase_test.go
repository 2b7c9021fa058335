package form

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestALongListHasTheRoomThatIsFreeAndSaysWhichLinesAreInView(t *testing.T) {
	var permissions []string
	for i := range 24 {
		permissions = append(permissions, fmt.Sprintf("permission.%d", i+1))
	}
	f := open(t, Spec{Fields: []Field{
		{Name: "name", Title: "Name", Kind: Line, Value: "Help desk"},
		{Name: "permissions", Title: "Permissions", Kind: Lines, Value: strings.Join(permissions, "\n")},
	}})
	view := ansi.Strip(f.View(60, 45))
	if !strings.Contains(view, "permission.1 ") || !strings.Contains(view, "permission.24") || strings.Contains(view, "24 lines") {
		t.Errorf("45 lines don't show all 24 entries:\n%s", view)
	}
	if view := ansi.Strip(f.View(60, 20)); !strings.Contains(view, "Permissions · 24 lines") {
		t.Errorf("nothing says that entries are hidden:\n%s", view)
	}
	press(f, "tab")
	if view := ansi.Strip(f.View(60, 20)); !strings.Contains(view, "Permissions · lines 15–24 of 24") {
		t.Errorf("nothing says which entries are in view:\n%s", view)
	}
}

func roleFields(name, permissions string) []Field {
	return []Field{{Name: "name", Title: "Name", Kind: Line, Value: name},
		{Name: "permissions", Title: "Permissions", Kind: Lines, Value: permissions}}
}

func TestRebasing(t *testing.T) {
	for what, c := range map[string]struct {
		typed       []string
		now         []Field
		moved, kept []string
		changed     []string
		permissions string
	}{
		"nothing is new":             {nil, roleFields("Desk", "a\nb"), nil, nil, nil, "a\nb"},
		"another order is not new":   {nil, roleFields("Desk", "b\na"), nil, nil, nil, "a\nb"},
		"an untouched field follows": {nil, roleFields("Desk", "a\nb\nc"), []string{"Permissions"}, nil, nil, "a\nb\nc"},
		"what was typed stays": {[]string{"tab", "enter", "x"}, roleFields("Desk", "a\nb\nc"), []string{"Permissions"}, []string{"Permissions"},
			[]string{"permissions"}, "a\nb\nx"},
		"what was typed is there already": {[]string{"tab", "enter", "x"}, roleFields("Desk", "a\nb\nx"), []string{"Permissions"},
			[]string{"Permissions"}, nil, "a\nb\nx"},
		"another field was typed in": {[]string{"2"}, roleFields("Desk", "c"), []string{"Permissions"}, nil, []string{"name"}, "c"},
	} {
		t.Run(what, func(t *testing.T) {
			f := open(t, Spec{Fields: roleFields("Desk", "a\nb")})
			press(f, c.typed...)
			moved, kept := f.Rebase(c.now)
			if !slices.Equal(moved, c.moved) || !slices.Equal(kept, c.kept) || !slices.Equal(f.Changed(), c.changed) ||
				f.Values()["permissions"] != c.permissions {
				t.Errorf("moved %q, kept %q, changed %q, permissions %q", moved, kept, f.Changed(), f.Values()["permissions"])
			}
		})
	}
}

func TestNewsOfTheRecordStandAboveTheFields(t *testing.T) {
	f := open(t, webhook())
	f.SetNews("Somebody changed the webhook meanwhile: Name.")
	press(f, "x")
	if view := ansi.Strip(f.View(60, 30)); !strings.Contains(view, "! Somebody changed the webhook meanwhile: Name.") {
		t.Errorf("the news are gone after a key:\n%s", view)
	}
}
