package form

import (
	"errors"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/theme"
)

func plain(t testing.TB) *theme.Theme {
	t.Helper()
	th, err := theme.New(theme.Options{Name: "none", NoColor: true})
	if err != nil {
		t.Fatal(err)
	}
	return th
}

func httpsOnly(s string) error {
	if !strings.HasPrefix(s, "https://") {
		return errors.New("must start with https://")
	}
	return nil
}

// webhook is a webhook to edit.
func webhook() Spec {
	return Spec{Title: "Edit webhook", Fields: []Field{
		{Name: "displayName", Title: "Name", Required: true, Value: "Old", Help: "What people see in lists."},
		{Name: "url", Title: "URL", Required: true, Value: "https://hook.example.com/a", Validate: httpsOnly, Help: "Where events are sent."},
		{Name: "description", Title: "Description", Kind: Text, Value: "d"},
		{Name: "callbackTimeout", Title: "Timeout", Kind: Choice, Value: "691200s",
			Options: []Option{{"60s", "1 minute"}, {"691200s", "8 days"}}},
	}}
}

// every is a form with a field of every kind.
func every() Spec {
	s := webhook()
	s.Intro = "Another system is told about events."
	s.Fields = append(s.Fields,
		Field{Name: "on", Title: "Enabled", Kind: Toggle, Value: "true"},
		Field{Name: "emails", Title: "Addresses", Kind: Lines, Value: "a@x.org\nb@x.org", Validate: func(s string) error {
			if !strings.Contains(s, "@") {
				return errors.New("is not an address")
			}
			return nil
		}},
		Field{Name: "appId", Title: "App", Kind: Pick, Required: true},
		Field{Name: "id", Title: "Id", Kind: Static, Value: "W1", Locked: "the tenant gives it"},
		Field{Name: "datasource.prefix", Title: "Prefix", Unknown: true},
		Field{Name: "kind", Title: "Kind", Value: "x", Locked: "it is built in"},
	)
	return s
}

func open(t testing.TB, s Spec) *Form {
	t.Helper()
	return New(s, plain(t), nil)
}

// press sends keys by the names that Bubble Tea gives them, or a single character as text.
func press(f *Form, keys ...string) {
	for _, k := range keys {
		run(f, f.Update(keyNamed(k)))
	}
}

func run(f *Form, cmd tea.Cmd) {
	if cmd != nil {
		f.Update(cmd())
	}
}

var codes = map[string]rune{
	"tab": tea.KeyTab, "enter": tea.KeyEnter, "esc": tea.KeyEscape, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft,
	"right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd, "backspace": tea.KeyBackspace, "delete": tea.KeyDelete,
	"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
}

func keyNamed(name string) tea.KeyPressMsg {
	var k tea.KeyPressMsg
	for {
		switch {
		case strings.HasPrefix(name, "ctrl+"):
			k.Mod, name = k.Mod|tea.ModCtrl, name[5:]
			continue
		case strings.HasPrefix(name, "alt+"):
			k.Mod, name = k.Mod|tea.ModAlt, name[4:]
			continue
		case strings.HasPrefix(name, "shift+"):
			k.Mod, name = k.Mod|tea.ModShift, name[6:]
			continue
		}
		break
	}
	if code, ok := codes[name]; ok {
		k.Code = code
		return k
	}
	if name == "space" || name == " " {
		k.Code, k.Text = tea.KeySpace, " "
		return k
	}
	k.Code = []rune(name)[0]
	if k.Mod == 0 {
		k.Text = name
	}
	return k
}

// typeIn types text as a terminal without bracketed paste delivers it: line breaks are enter.
func typeIn(f *Form, s string) {
	for _, r := range s {
		switch r {
		case '\n':
			press(f, "enter")
		default:
			press(f, string(r))
		}
	}
}

func goTo(t testing.TB, f *Form, name string) {
	t.Helper()
	for range len(f.fields) + 1 {
		if f.Focused() == name {
			return
		}
		press(f, "tab")
	}
	t.Fatalf("no field %q", name)
}

func clearField(f *Form) { press(f, "end", "ctrl+u") }

func want(t testing.TB, f *Form, values map[string]string, changed ...string) {
	t.Helper()
	got := f.Values()
	for name, v := range values {
		if got[name] != v {
			t.Errorf("value of %s is %q, want %q", name, got[name], v)
		}
	}
	if c := f.Changed(); !slices.Equal(c, changed) {
		t.Errorf("changed is %q, want %q", c, changed)
	}
}

func shows(t testing.TB, f *Form, w, h int, parts ...string) {
	t.Helper()
	v := ansi.Strip(f.View(w, h))
	for _, p := range parts {
		if !strings.Contains(v, p) {
			t.Errorf("%dx%d doesn't show %q:\n%s", w, h, p, v)
		}
	}
}

func hides(t testing.TB, f *Form, w, h int, part string) {
	t.Helper()
	if v := ansi.Strip(f.View(w, h)); strings.Contains(v, part) {
		t.Errorf("%dx%d shows %q:\n%s", w, h, part, v)
	}
}

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
	for want, msg := range map[PickRequest]tea.Msg{{"appId", ""}: keyNamed("enter"), {"appId", "j"}: keyNamed("j"),
		{"appId", "app-7"}: tea.PasteMsg{Content: "app-7\n"}, {"appId", "7"}: clipboardMsg{form: f, field: f.current(), text: "7"}} {
		f.Update(msg)
		if got, asked := f.TakePick(); !asked || got != want {
			t.Fatalf("%#v asks for %#v", msg, got)
		}
	}
	if f.Update(keyNamed("right")); f.picking != nil {
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
