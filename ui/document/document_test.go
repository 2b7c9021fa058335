package document_test

import (
	"context"
	"errors"
	"testing"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/ui/document"
	"gatehouse/ui/form"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/panetest"
	"gatehouse/ui/refresh"
	"gatehouse/ui/widget"
)

// banner is a record of which there is one.
type banner struct{ Text string }

// banners is where it comes from.
type banners struct {
	now   string
	fails error
	reads int
}

func (b *banners) get(context.Context, *api.Client) (banner, error) {
	b.reads++
	return banner{b.now}, b.fails
}

// open shows the banner in a pane in which it can be edited.
func (b *banners) open(t *testing.T) *panetest.Frame {
	t.Helper()
	s := keymap.PaneScope("banner", "Banner")
	spec := &action.Spec[banner]{Name: "banner.edit", Title: "Edit banner",
		Decides: func(x banner) []action.Value { return []action.Value{{Name: "Text", Is: x.Text}} }}
	d := document.Document[banner]{Name: "banner", Title: "Banner", One: "banner", Scope: s, Get: b.get,
		Target: func(banner) action.Target { return action.Target{Kind: "banner"} },
		Raw:    func(x banner) api.Original { return api.NewOriginal([]byte(`{"text":"` + x.Text + `"}`)) },
		Detail: func(x banner, _ *host.Env) []widget.Section {
			return []widget.Section{{Fields: []widget.Field{{Label: "Text", Value: x.Text}}}}
		},
		Verbs: []list.Verb[banner]{{Spec: func(*host.Env) *action.Spec[banner] { return spec },
			Document: func(x banner, _ *host.Env) form.Spec {
				return form.Spec{Title: "Edit banner", Submit: "Save", Fields: []form.Field{{Name: "text", Title: "Text", Value: x.Text}}}
			}}},
	}
	return panetest.Open(t, host.Declaration{Name: "banner", Title: "Banner", Scope: s,
		Bindings: []keymap.Binding{keymap.Bind(s, "banner.edit", "edit", "Edit it.", "e")},
		New:      func(e *host.Env, h host.Host) host.Pane { return document.New(d, e, h) }}, panetest.Options{W: 80, H: 24})
}

// The form reads the record, too, and later: what was asked before is older.
func TestAReadingFromBeforeTheFormDoesNotReplaceWhatTheFormHasRead(t *testing.T) {
	b := &banners{now: "first"}
	f := b.open(t)
	arrive := f.Late(f.Pane().Receive(refresh.Due{}))
	b.now = "second"
	f.Keys("e")
	f.Sees("Edit banner", "second")
	f.Keys("<esc>")
	arrive()
	f.Sees("second")
	f.SeesNot("first")
}

func TestARecordIsRefreshedAtEveryTickAndLessOftenWhileThatFails(t *testing.T) {
	b := &banners{now: "first"}
	f := b.open(t)
	for range 4 {
		f.Send(refresh.Due{})
	}
	if b.reads != 5 {
		t.Errorf("after 4 ticks it was read %d times, want 5", b.reads)
	}
	b.fails = errors.New("no answer")
	f.Send(refresh.Due{})
	b.reads = 0
	for range 8 {
		f.Send(refresh.Due{})
	}
	if b.reads != 2 {
		t.Errorf("in 8 ticks while it fails it was read %d times, want 2", b.reads)
	}
}

func TestAReadingFromBeforeAChangeDoesNotReplaceWhatTheChangeLeft(t *testing.T) {
	b := &banners{now: "first"}
	f := b.open(t)
	arrive := f.Late(f.Pane().Receive(refresh.Due{}))
	f.Send(action.Result{Now: banner{"second"}})
	f.Sees("second")
	arrive()
	f.Sees("second")
}
