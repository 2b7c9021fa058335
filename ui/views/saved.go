// Package views saves what a list shows, its filter, order and search, under a name, and opens it again.
package views

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/pattern"
	"gatehouse/state"
	"gatehouse/ui/dialog"
	"gatehouse/ui/form"
	"gatehouse/ui/host"
)

// List is a list whose views are saved.
type List interface {
	Plural() string // its records in a sentence: "secrets"
	Views() []host.View
	OpenView(host.View) tea.Cmd
	// ShownView is what it shows now, as a view without a name, and ViewShown the view that says just that, nil for none.
	ShownView() host.View
	ViewShown() *host.View
	// ShowsView tells it that what it shows is that view from now on.
	ShowsView(host.View)
	// OpensRecord reports whether a text opens a record of its own: it is never written down.
	OpensRecord(text string) bool
}

// Saved are the views of one list.
type Saved struct {
	List List
	Env  *host.Env
	Host host.Host
}

// maxName is how long the name of a view may be, in characters.
const maxName = 60

// Choose lists the pane's views.
func (s Saved) Choose() tea.Cmd {
	if len(s.List.Views()) == 0 {
		return tea.Batch(s.Env.Views.Read(), s.Host.SayAsLong(func() bool { return len(s.List.Views()) == 0 }, host.Notice{Tone: host.ToneInfo,
			Text: fmt.Sprintf("There are no views of the %s yet; %s saves the filter and the order under a name.", s.List.Plural(),
				s.Env.Keys.Label("views.save"))}))
	}
	menu := &dialog.ViewsMenu{List: s.List.Views, Open: s.List.OpenView, Drop: s.drop, Env: s.Env}
	menu.Fill()
	return tea.Batch(s.Host.Open(menu), s.Env.Views.Read())
}

// drop deletes a saved view.
func (s Saved) drop(v host.View) tea.Cmd {
	return s.Env.Views.Change(func(ctx context.Context, st *state.Store) error { return st.DeleteView(ctx, v.Pane, v.Name) },
		func(err error) tea.Cmd {
			if err != nil {
				return s.Host.Say(host.Notice{Tone: host.ToneBad, Text: host.Capital(err.Error()) + "."})
			}
			return s.Host.Say(host.Notice{Tone: host.ToneGood, Text: "Deleted the view “" + v.Name + "”."})
		})
}

// Save asks for the name of what the list shows.
func (s Saved) Save() tea.Cmd {
	v := s.List.ShownView()
	words := v.Words()
	switch {
	case s.Env.Views.Store == nil:
		return s.Host.Say(host.Notice{Tone: host.ToneBad,
			Text: "Views can't be saved: there is no folder for the state of gatehouse. Set HOME or XDG_STATE_HOME."})
	case s.mayOpen(v.Search, v.Filter):
		return s.Host.Say(host.Notice{Tone: host.ToneBad,
			Text: "This view can't be saved: what it looks for may be a share link or a share code, and these are never written down."})
	case words == "":
		return s.Host.SayAsLong(func() bool { return s.List.ShownView().Words() == "" }, host.Notice{Tone: host.ToneInfo,
			Text: fmt.Sprintf("There is nothing to save: the list is neither filtered nor sorted, and no columns are chosen. %s opens the filter.",
				s.Env.Keys.Label("filter.open"))})
	}
	name := ""
	if shown := s.List.ViewShown(); shown != nil && !shown.Fixed {
		name = shown.Name
	}
	f := dialog.NewLocalForm(form.Spec{Title: "Save this view", Intro: "It shows " + words + ".", Fields: []form.Field{
		{Name: "name", Title: "Name", Kind: form.Line, Prose: true, Limit: form.NameLimit, Value: name, Required: true, Validate: s.checkName,
			Help: "How " + s.Env.Keys.Label("views.open") + " and the palette call it. It is kept on this computer, for every tenant."}}},
		s.Env, s.Host)
	f.Submit = func(values map[string]string) tea.Cmd {
		v.Name = strings.TrimSpace(values["name"])
		return s.keep(f, v)
	}
	return s.Host.Open(f)
}

// ordinaryWords are as long as a share code by chance: a code has digits or capitals, however else it is spelled.
var ordinaryWords = pattern.Of(`^[a-z ]*$`)

// mayOpen reports whether one of the texts may open a record: it must not get into the state folder.
func (s Saved) mayOpen(texts ...string) bool {
	return slices.ContainsFunc(texts, func(text string) bool {
		if ordinaryWords().MatchString(text) {
			return false
		}
		return s.List.OpensRecord(text) || api.HideCredentials(api.HideShareCodes(text)) != text
	})
}

func (s Saved) checkName(name string) error {
	switch {
	case utf8.RuneCountInString(strings.TrimSpace(name)) > maxName:
		return fmt.Errorf("at most %d characters", maxName)
	case s.mayOpen(name):
		return errors.New("this may be a share code; names are written down")
	}
	return nil
}

// keep saves a view under a name that is free, and asks before it replaces another.
func (s Saved) keep(f *dialog.LocalForm, v host.View) tea.Cmd {
	other, there := s.Env.Views.Named(v.Pane, v.Name)
	switch {
	case there && other.Fixed:
		f.Fail("The configuration file has a view of that name. Choose another name.")
		return nil
	case there:
		return s.askToReplace(f, v, other)
	}
	return s.write(f, v, false)
}

func (s Saved) askToReplace(f *dialog.LocalForm, v, other host.View) tea.Cmd {
	words := []string{"There is a view “" + v.Name + "” already."}
	if was := other.Words(); was != "" {
		words = append(words, "It shows "+was+".")
	}
	return s.Host.Open(dialog.NewQuestion(dialog.Asks{Title: "Replace the view?", Words: words, No: "Cancel", Yes: "Replace",
		DoNo:  func() tea.Cmd { f.Resume(); return nil },
		DoYes: func() tea.Cmd { return s.write(f, v, true) }}, s.Env))
}

func (s Saved) write(f *dialog.LocalForm, v host.View, replace bool) tea.Cmd {
	return s.Env.Views.Change(func(ctx context.Context, st *state.Store) error { return st.SaveView(ctx, v.View, replace) },
		func(err error) tea.Cmd {
			switch {
			case errors.Is(err, state.ErrViewThere): // another console was faster
				return s.askToReplace(f, v, host.View{})
			case err != nil:
				f.Fail(host.Capital(err.Error()) + ".")
				return nil
			}
			f.Close()
			s.List.ShowsView(v)
			return s.Host.Say(host.Notice{Tone: host.ToneGood,
				Text: fmt.Sprintf("Saved the view “%s”; %s opens it.", v.Name, s.Env.Keys.Label("views.open"))})
		})
}
