package dialog_test

import (
	"slices"
	"strings"
	"testing"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/theme/themetest"
	"gatehouse/ui/dialog"
	"gatehouse/ui/panes"
)

// The help that is opened again says what is so now, as one does that was never open before.
func TestTheHelpThatIsOpenedAgainIsAsOneOpenedFirst(t *testing.T) {
	keys := panes.Keys(panes.All())
	dark, light := themetest.New(t, "dark"), themetest.New(t, "light")
	global, lists := []keymap.Scope{keymap.ScopeGlobal}, []keymap.Scope{keymap.ScopeList, keymap.ScopeGlobal}
	detail := []keymap.Scope{keymap.ScopeDetail, keymap.ScopeGlobal}
	var kept dialog.KeptHelp
	for i, now := range []struct {
		scopes []keymap.Scope
		dead   keymap.ID
		words  string
		theme  *theme.Theme
		w      int
	}{
		{lists, "", "does", dark, 120}, {lists, "", "does", dark, 120}, {lists, "refresh", "does", dark, 120},
		{lists, "", "did", dark, 120}, {lists, "", "did", light, 120}, {lists, "", "did", light, 60},
		{global, "", "did", light, 60}, {detail, "", "did", light, 60}, {lists, "", "does", dark, 120},
	} {
		here := dialog.HelpedPane{Works: func(id keymap.ID) bool { return id != now.dead },
			Dead: func(keymap.ID, string) bool { return false }, Words: func(b keymap.Binding) string { return b.Help + " " + now.words }}
		again := kept.New(now.scopes, nil, here, keys, now.theme)
		first := new(dialog.KeptHelp).New(now.scopes, nil, here, keys, now.theme)
		again.Layout(now.w, 200)
		first.Layout(now.w, 200)
		if got, want := again.Lines(), first.Lines(); !slices.Equal(got, want) || len(want) < 10 {
			t.Errorf("%d: it says\n%s\nwant\n%s", i, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}
