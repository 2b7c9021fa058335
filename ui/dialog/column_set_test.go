package dialog_test

import (
	"slices"
	"testing"

	"gatehouse/state"
	"gatehouse/ui/dialog"
)

func declared() dialog.ColumnSet {
	return dialog.ColumnSet{{Name: "state"}, {Name: "title", Title: "Title", Main: true}, {Name: "size"}, {Name: "id", Aside: true}}
}

func TestColumnsAreShownAsTheyAreRemembered(t *testing.T) {
	for what, c := range map[string]struct {
		kept []state.Column
		want []string
	}{
		"nobody has chosen": {nil, nil},
		"another order": {[]state.Column{{Name: "size"}, {Name: "title"}, {Name: "state"}, {Name: "id"}},
			[]string{"size", "title", "state", "id"}},
		"one is hidden":        {[]state.Column{{Name: "size", Hidden: true}}, []string{"state", "title"}},
		"the main one hidden":  {[]state.Column{{Name: "title", Hidden: true}}, []string{"state", "title", "size"}},
		"one that isn't there": {[]state.Column{{Name: "state"}, {Name: "was"}}, []string{"state", "title", "size"}},
		"one twice":            {[]state.Column{{Name: "size"}, {Name: "size", Hidden: true}}, []string{"state", "title", "size"}},
	} {
		if got := declared().Shown(c.kept); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}

func TestAChoiceOfColumnsIsRemembered(t *testing.T) {
	choices := declared().Choices(nil, []string{"state", "title"})
	want := []dialog.ColumnChoice{{Name: "state", Title: "state", On: true}, {Name: "title", Title: "Title", On: true, Fixed: true},
		{Name: "size", Title: "size", On: true, Note: "no room for it now"}, {Name: "id", Title: "id"}}
	if !slices.Equal(choices, want) {
		t.Errorf("to choose from are %+v", choices)
	}
	if kept := declared().Chosen(choices); kept != nil {
		t.Errorf("the list as it is by itself is remembered as %v", kept)
	}
	choices[3].On = true
	if got := declared().Shown(declared().Chosen(choices)); !slices.Equal(got, []string{"state", "title", "size", "id"}) {
		t.Errorf("chosen were %q", got)
	}
}
