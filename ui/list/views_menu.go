package list

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/state"
	"gatehouse/ui/dialog"
	"gatehouse/ui/form"
	"gatehouse/ui/host"
)

// maxViewName is how long the name of a view may be, in characters.
const maxViewName = 60

// chooseView lists the pane's views.
func (p *Pane) chooseView() tea.Cmd {
	if len(p.Views()) == 0 {
		return tea.Batch(p.Env.Views.Read(), p.Host.Say(host.Notice{Tone: host.ToneInfo,
			Text: fmt.Sprintf("There are no views of the %s yet; %s saves the filter and the order under a name.", p.plural(),
				p.Label("views.save"))}))
	}
	menu := &dialog.ViewsMenu{List: p.Views, Open: p.OpenView, Drop: p.dropView, Env: p.Env}
	menu.Fill()
	return tea.Batch(p.Host.Open(menu), p.Env.Views.Read())
}

// dropView deletes a saved view.
func (p *Pane) dropView(v host.View) tea.Cmd {
	return p.Env.Views.Change(func(ctx context.Context, s *state.Store) error { return s.DeleteView(ctx, v.Pane, v.Name) },
		func(err error) tea.Cmd {
			if err != nil {
				return p.Host.Say(host.Notice{Tone: host.ToneBad, Text: host.Capital(err.Error()) + "."})
			}
			return p.Host.Say(host.Notice{Tone: host.ToneGood, Text: "Deleted the view “" + v.Name + "”."})
		})
}

// shownView is what the list shows now, as a view without a name.
func (p *Pane) shownView() host.View {
	s := p.Grid.Sort()
	v := host.View{View: state.View{Pane: p.viewKey(), Filter: p.Find.Text, Sort: s.Column, Descending: s.Desc, Search: p.Query.Text}}
	if len(p.Choices) > 0 && p.Query.Choice != p.Choices[0].Name {
		v.Choice = p.Query.Choice
	}
	for _, n := range p.Query.Narrow {
		v.Only = append(v.Only, state.Only{Facet: n.Facet, Value: n.Value, Words: n.Words})
	}
	return v
}

// saveView asks for the name of what the list shows.
func (p *Pane) saveView() tea.Cmd {
	v := p.shownView()
	words := v.Words()
	switch {
	case p.Env.Views.Store == nil:
		return p.Host.Say(host.Notice{Tone: host.ToneBad,
			Text: "Views can't be saved: there is no folder for the state of gatehouse. Set HOME or XDG_STATE_HOME."})
	case p.tellsSecret(v.Search, v.Filter):
		return p.Host.Say(host.Notice{Tone: host.ToneBad,
			Text: "This view can't be saved: what it looks for may be a share link or a share code, and these are never written down."})
	case words == "":
		return p.Host.Say(host.Notice{Tone: host.ToneInfo,
			Text: fmt.Sprintf("There is nothing to save: the list is neither filtered nor sorted. %s opens the filter.", p.Label("filter.open"))})
	}
	name := ""
	if p.viewing != nil && len(p.viewPieces()) > 0 && !p.viewing.Fixed {
		name = p.viewing.Name
	}
	f := dialog.NewLocalForm(form.Spec{Title: "Save this view", Intro: "It shows " + words + ".", Fields: []form.Field{
		{Name: "name", Title: "Name", Kind: form.Line, Prose: true, Limit: form.NameLimit, Value: name, Required: true, Validate: p.checkViewName,
			Help: "How " + p.Label("views.open") + " and the palette call it. It is kept on this computer, for every tenant."}}}, p.Env, p.Host)
	f.Submit = func(values map[string]string) tea.Cmd {
		v.Name = strings.TrimSpace(values["name"])
		return p.keepView(f, v)
	}
	return p.Host.Open(f)
}

// ordinaryWords are as long as a share code by chance: a code has digits or capitals, however else it is spelled.
var ordinaryWords = regexp.MustCompile(`^[a-z ]*$`)

// tellsSecret reports whether one of the texts may open a record: it must not get into the state folder.
func (p *Pane) tellsSecret(texts ...string) bool {
	return slices.ContainsFunc(texts, func(text string) bool {
		if ordinaryWords.MatchString(text) {
			return false
		}
		return p.leadsOn(text) != "" || api.HideCredentials(api.HideShareCodes(text)) != text
	})
}

func (p *Pane) checkViewName(name string) error {
	switch {
	case utf8.RuneCountInString(strings.TrimSpace(name)) > maxViewName:
		return fmt.Errorf("at most %d characters", maxViewName)
	case p.tellsSecret(name):
		return errors.New("this may be a share code; names are written down")
	}
	return nil
}

// keepView saves a view under a name that is free, and asks before it replaces another.
func (p *Pane) keepView(f *dialog.LocalForm, v host.View) tea.Cmd {
	other, there := p.Env.Views.Named(v.Pane, v.Name)
	switch {
	case there && other.Fixed:
		f.Fail("The configuration file has a view of that name. Choose another name.")
		return nil
	case there:
		return p.askToReplace(f, v, other)
	}
	return p.writeView(f, v, false)
}

func (p *Pane) askToReplace(f *dialog.LocalForm, v, other host.View) tea.Cmd {
	words := []string{"There is a view “" + v.Name + "” already."}
	if was := other.Words(); was != "" {
		words = append(words, "It shows "+was+".")
	}
	return p.Host.Open(dialog.NewQuestion(dialog.Asks{Title: "Replace the view?", Words: words, No: "Cancel", Yes: "Replace",
		DoNo:  func() tea.Cmd { f.Resume(); return nil },
		DoYes: func() tea.Cmd { return p.writeView(f, v, true) }}, p.Env))
}

func (p *Pane) writeView(f *dialog.LocalForm, v host.View, replace bool) tea.Cmd {
	return p.Env.Views.Change(func(ctx context.Context, s *state.Store) error { return s.SaveView(ctx, v.View, replace) },
		func(err error) tea.Cmd {
			switch {
			case errors.Is(err, state.ErrViewThere): // another console was faster
				return p.askToReplace(f, v, host.View{})
			case err != nil:
				f.Fail(host.Capital(err.Error()) + ".")
				return nil
			}
			f.Close()
			p.viewing = &v
			return p.Host.Say(host.Notice{Tone: host.ToneGood,
				Text: fmt.Sprintf("Saved the view “%s”; %s opens it.", v.Name, p.Label("views.open"))})
		})
}
