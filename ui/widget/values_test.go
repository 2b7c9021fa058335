package widget_test

import (
	"testing"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/form"
	"gatehouse/ui/widget"
)

// What is in a list counts, not its order: one added address is one addition.
func TestListsAreComparedAsSets(t *testing.T) {
	list := func(text string) action.Value {
		return widget.ValueOf(form.Field{Title: "Billing", Kind: form.Lines, Value: text})
	}
	for name, c := range map[string]struct{ was, is, want string }{
		"the same":       {"a\nb", "a\nb", ""},
		"another order":  {"a\nb", "b\na", ""},
		"one more":       {"a\nb", "c\nb\na", "“c” was added to Billing"},
		"one less":       {"a\nb", "b", "“a” was removed from Billing"},
		"one for others": {"a\nb", "c\nd", "“c”, “d” were added to Billing, “a”, “b” were removed from Billing"},
		"many":           {"", "a\nb\nc\nd\ne", "“a”, “b”, “c” and 2 more were added to Billing"},
	} {
		if got := widget.ListChange(list(c.was), list(c.is)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if same := list(c.was).Is == list(c.is).Is; same != (c.want == "") {
			t.Errorf("%s: the values are the same: %t", name, same)
		}
	}
	text := widget.ValueOf(form.Field{Title: "Description", Kind: form.Text, Value: "b\na"})
	if text.Is != "b, a" || text.List != nil {
		t.Errorf("the lines of a text are no list: %+v", text)
	}
}

func TestAListInAnotherOrderIsNoChange(t *testing.T) {
	before := api.NewOriginal([]byte(`{"a":["x","y"],"b":{"c":[{"id":1},{"id":2}]}}`))
	if widget.Differs(before, api.NewOriginal([]byte(`{"a":["y","x"],"b":{"c":[{"id":2},{"id":1}]}}`))) {
		t.Error("another order counts as a change")
	}
	if !widget.Differs(before, api.NewOriginal([]byte(`{"a":["y","x","z"],"b":{"c":[{"id":2},{"id":1}]}}`))) {
		t.Error("an addition counts for nothing")
	}
}

func TestAWordInASentenceBeginsSmall(t *testing.T) {
	if got := widget.LowerFirst("Öffnen"); got != "öffnen" {
		t.Errorf("got %q", got)
	}
}
