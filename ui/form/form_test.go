package form

import (
	"errors"
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap/keytest"
)

func TestMaskIsWhatWasEdited(t *testing.T) {
	f := open(t, webhook())
	clearField(f)
	typeIn(f, "New")
	press(f, "ctrl+s")
	want(t, f, map[string]string{"displayName": "New", "description": "d"}, "displayName")
	if f.State() != Submitted {
		t.Error("a valid form wasn't submitted")
	}

	f = open(t, webhook())
	goTo(t, f, "description")
	clearField(f)
	press(f, "ctrl+s")
	want(t, f, map[string]string{"description": ""}, "description")

	f = open(t, webhook())
	press(f, "ctrl+s")
	want(t, f, nil)
	if f.State() != Submitted {
		t.Error("an unchanged form must be submitted with nothing changed")
	}
}

func TestTypingTheSameAgainIsNoChange(t *testing.T) {
	f := open(t, webhook())
	clearField(f)
	want(t, f, map[string]string{"displayName": ""}, "displayName")
	typeIn(f, "Old")
	want(t, f, map[string]string{"displayName": "Old"})
	hides(t, f, 80, 24, "•")
}

func TestChangedFieldShowsItsFormerValue(t *testing.T) {
	f := open(t, webhook())
	typeIn(f, "er")
	shows(t, f, 80, 24, "• Name *", "Older", "was: Old", "1 changed")
	goTo(t, f, "callbackTimeout")
	press(f, "left")
	shows(t, f, 80, 24, "was: 8 days", "● 1 minute", "2 changed")
	want(t, f, map[string]string{"callbackTimeout": "60s"}, "displayName", "callbackTimeout")
}

func TestPutBackAndAgain(t *testing.T) {
	f := open(t, webhook())
	typeIn(f, "er")
	press(f, "alt+r")
	want(t, f, map[string]string{"displayName": "Old"})
	press(f, "alt+r")
	want(t, f, map[string]string{"displayName": "Older"}, "displayName")
}

func TestProblemsShowWhileTypingAndNeverHoldTheFocus(t *testing.T) {
	f := open(t, webhook())
	goTo(t, f, "url")
	clearField(f)
	shows(t, f, 80, 24, "✗ required")
	typeIn(f, "http")
	shows(t, f, 80, 24, "✗ must start with https://")
	if p := f.Problems(); !slices.Equal(p, []string{"URL: must start with https://"}) {
		t.Errorf("problems are %q", p)
	}
	press(f, "tab")
	if f.Focused() != "description" {
		t.Errorf("an invalid field held the focus, it is at %q", f.Focused())
	}
	shows(t, f, 80, 24, "✗ must start with https://")
	press(f, "shift+tab")
	typeIn(f, "s://x")
	hides(t, f, 80, 24, "✗")
}

func TestUntouchedRequiredFieldIsSoft(t *testing.T) {
	s := webhook()
	s.Fields[1].Value = ""
	f := open(t, s)
	shows(t, f, 80, 24, "required")
	hides(t, f, 80, 24, "✗")
	press(f, "ctrl+s")
	if f.State() != Editing || f.Focused() != "url" {
		t.Errorf("submit with a problem: state %v, focus %q", f.State(), f.Focused())
	}
	shows(t, f, 80, 24, "✗ required", "Fix 1 field first.")
}

func TestValueOfTheTenantIsNotJudgedUntilChanged(t *testing.T) {
	s := webhook()
	s.Fields[1].Value = "http://old.example.com"
	f := open(t, s)
	typeIn(f, "er")
	press(f, "ctrl+s")
	if f.State() != Submitted {
		t.Errorf("an old value that isn't sent held up the form: %q", f.Problems())
	}
}

func TestCheckAcrossFields(t *testing.T) {
	s := webhook()
	s.Check = func(v map[string]string) error {
		if v["displayName"] == v["description"] {
			return errors.New("name and description must differ")
		}
		return nil
	}
	f := open(t, s)
	clearField(f)
	typeIn(f, "d")
	shows(t, f, 80, 24, "✗ name and description must differ")
	press(f, "ctrl+s")
	if f.State() != Editing || f.Focused() != "" {
		t.Errorf("state %v, focus %q", f.State(), f.Focused())
	}
}

func TestEscAsksBeforeItDiscards(t *testing.T) {
	f := open(t, webhook())
	press(f, "esc")
	if f.State() != Cancelled {
		t.Error("esc in an unchanged form must cancel at once")
	}

	f = open(t, webhook())
	typeIn(f, "x")
	press(f, "esc")
	shows(t, f, 80, 24, "Discard your changes? esc again discards, any other key keeps editing.")
	shows(t, f, 40, 10, "Discard your changes?")
	press(f, "ctrl+s")
	if f.State() != Editing {
		t.Error("a key that answers the question did something else too")
	}
	hides(t, f, 80, 24, "Discard")
	press(f, "esc", "y")
	want(t, f, map[string]string{"displayName": "Oldxy"}, "displayName")
	press(f, "esc", "esc")
	if f.State() != Cancelled {
		t.Error("esc twice must cancel")
	}
}

func TestBusyIgnoresKeysAndKeepsTheText(t *testing.T) {
	f := open(t, webhook())
	typeIn(f, "er")
	press(f, "ctrl+s")
	f.Resume()
	f.SetBusy(true)
	typeIn(f, "zzz")
	press(f, "ctrl+s", "tab", "enter")
	f.Update(tea.PasteMsg{Content: "zzz"})
	shows(t, f, 80, 24, "Sending")
	if f.State() != Editing || f.Focused() != "displayName" {
		t.Error("a busy form took a key")
	}
	want(t, f, map[string]string{"displayName": "Older"}, "displayName")
	press(f, "esc")
	shows(t, f, 80, 24, "Still being sent")
	f.SetBusy(false)
	typeIn(f, "!")
	want(t, f, map[string]string{"displayName": "Older!"}, "displayName")
}

func TestRefusalIsShownAtItsField(t *testing.T) {
	for text, at := range map[string]string{
		"invalid callback_timeout: must be positive": "callbackTimeout",
		"url: host does not resolve":                 "url",
		"the Description is too long":                "description",
		"displayName is taken":                       "displayName",
	} {
		f := open(t, webhook())
		typeIn(f, "er")
		press(f, "ctrl+s")
		f.SetError(text, text)
		if f.Focused() != at || f.State() != Editing {
			t.Errorf("%q: focus %q, state %v", text, f.Focused(), f.State())
		}
		shows(t, f, 80, 24, "✗ refused: "+text, "Older")
		want(t, f, nil, "displayName")
	}
}

// What is said around the tenant's words names no field, and what can't be edited isn't gone back to.
func TestOnlyTheTenantsWordsNameAField(t *testing.T) {
	spec := webhook()
	spec.Fields = append(spec.Fields, Field{Name: "for", Title: "For", Kind: Static, Value: "everybody"})
	for message, text := range map[string]string{
		"held by a policy": "Edit webhook failed for “Payroll URL watcher”. The tenant says: held by a policy.",
		"not for everyone": "The tenant says: not for everyone.",
	} {
		f := open(t, spec)
		typeIn(f, "er")
		press(f, "ctrl+s")
		f.SetError(text, message)
		if f.Focused() != "displayName" {
			t.Errorf("%q: the focus is at %q", text, f.Focused())
		}
		shows(t, f, 80, 24, "✗ "+text[:12])
		hides(t, f, 80, 24, "✗ refused")
	}
}

func TestRefusalWithoutFieldIsShownOnTop(t *testing.T) {
	f := open(t, webhook())
	typeIn(f, "er")
	press(f, "ctrl+s")
	f.SetError("permission denied \x1b[31mfor you", "permission denied")
	shows(t, f, 80, 24, "✗ permission denied ␛[31mfor you")
	shows(t, f, 40, 10, "✗ permission denied")
	shows(t, f, 40, 4, "✗ permission denied")
	typeIn(f, "!")
	want(t, f, map[string]string{"displayName": "Older!"}, "displayName")
	press(f, "ctrl+s")
	if f.State() != Submitted {
		t.Error("a refused form can't be sent again")
	}
	f.Resume()
	hides(t, f, 80, 24, "permission denied")
}

func TestBlindFormSendsOnlyWhatWasTouched(t *testing.T) {
	f := open(t, Spec{Blind: true, Fields: []Field{
		{Name: "displayName", Title: "Name", Required: true, Unknown: true},
		{Name: "datasource.prefix", Title: "Prefix", Unknown: true},
		{Name: "on", Title: "On", Kind: Toggle, Unknown: true},
	}})
	shows(t, f, 80, 24, "can't be read", "unknown; sent only if you change it")
	want(t, f, nil)
	goTo(t, f, "datasource.prefix")
	press(f, "x", "backspace")
	shows(t, f, 80, 24, "will be sent as empty")
	want(t, f, map[string]string{"datasource.prefix": ""}, "datasource.prefix")
	press(f, "tab", "space")
	want(t, f, map[string]string{"on": "true"}, "datasource.prefix", "on")
	press(f, "ctrl+s")
	if f.State() != Submitted {
		t.Errorf("problems: %q", f.Problems())
	}
}

func TestLockedFieldsSayWhyAndStay(t *testing.T) {
	f := open(t, every())
	goTo(t, f, "kind")
	typeIn(f, "zz")
	press(f, "backspace", "alt+r")
	f.Update(tea.PasteMsg{Content: "zz"})
	want(t, f, map[string]string{"kind": "x"})
	shows(t, f, 80, 24, "locked: it is built in")
}

func TestPick(t *testing.T) {
	f := open(t, every())
	goTo(t, f, "appId")
	for want, msg := range map[PickRequest]tea.Msg{{"appId", ""}: keytest.Press("enter"), {"appId", "j"}: keytest.Press("j"),
		{"appId", "app-7"}: tea.PasteMsg{Content: "app-7\n"}, {"appId", "7"}: clipboardMsg{form: f, field: f.current(), text: "7"}} {
		f.Update(msg)
		if got, asked := f.TakePick(); !asked || got != want {
			t.Fatalf("%#v asks for %#v", msg, got)
		}
	}
	if f.Update(keytest.Press("right")); f.picking != nil {
		t.Fatal("an arrow asks for a choice")
	}
	f.SetValue("appId", "app-1", "Pay\x1broll")
	shows(t, f, 80, 24, "Pay␛roll", "was: empty")
	want(t, f, map[string]string{"appId": "app-1"}, "appId")
	f.SetValue("appId", "app-1", "Payroll")
	shows(t, f, 80, 24, "Payroll")
	press(f, "delete")
	want(t, f, map[string]string{"appId": ""})
	shows(t, f, 80, 24, "✗ required")
}

func TestLinesAreAList(t *testing.T) {
	f := open(t, every())
	goTo(t, f, "emails")
	press(f, "enter", "enter")
	want(t, f, map[string]string{"emails": "a@x.org\nb@x.org"})
	typeIn(f, " c@x.org ")
	press(f, "up", "up", "home", "ctrl+k")
	want(t, f, map[string]string{"emails": "a@x.org\nc@x.org"}, "emails")
	shows(t, f, 100, 60, "+ c@x.org", "− b@x.org")
	typeIn(f, "nobody")
	if p := f.Problems(); !slices.Contains(p, "Addresses: nobody: is not an address") {
		t.Errorf("problems are %q", p)
	}
}

func TestArrowsMoveInTextAndLeaveAtItsEnds(t *testing.T) {
	s := webhook()
	s.Fields[2].Value = "one two three\nfour"
	f := open(t, s)
	f.View(13, 24) // rows of 11 cells: "one two ", "three", "four"
	goTo(t, f, "description")
	press(f, "up")
	typeIn(f, "X")
	press(f, "up")
	typeIn(f, "Y")
	want(t, f, map[string]string{"description": "one tYwo threXe\nfour"}, "description")
	press(f, "up")
	if f.Focused() != "url" {
		t.Errorf("focus is %q", f.Focused())
	}
	press(f, "down", "down", "down", "down")
	if f.Focused() != "callbackTimeout" {
		t.Errorf("focus is %q", f.Focused())
	}
}

func TestAListInAnotherOrderIsUnchanged(t *testing.T) {
	f := &field{Field: Field{Kind: Lines, Value: "a\nb\nc"}}
	for text, want := range map[string]bool{"a\nb\nc": false, "c\nb\na": false, " c \n\nb\na": false, "a\nb": true, "a\nb\nc\nd": true,
		"a\nb\nc\nc": true} {
		g := newField(f.Field)
		g.put(text)
		if g.changed() != want {
			t.Errorf("%q: changed %t, want %t", text, g.changed(), want)
		}
	}
}
