package ui

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
	"gatehouse/keymap"
	"gatehouse/state"
	"gatehouse/ui/form"
	"gatehouse/ui/grid"
)

// maxViewName is how long the name of a view may be, in characters.
const maxViewName = 60

func sortOf(v view) grid.Sort { return grid.Sort{Column: v.Sort, Desc: v.Descending && v.Sort != ""} }

// chooseView lists the pane's views.
func (p *list) chooseView() tea.Cmd {
	if len(p.views()) == 0 {
		return tea.Batch(p.env.views.read(), p.link.say(notice{toneInfo,
			fmt.Sprintf("There are no views of the %s yet; %s saves the filter and the order under a name.", p.plural(), p.label("views.save"))}))
	}
	menu := &viewsMenu{list: p.views, open: p.openView, drop: p.dropView, env: p.env}
	menu.fill()
	return tea.Batch(p.link.open(menu), p.env.views.read())
}

// viewsMenu is the list of a pane's views, from which saved ones can be deleted.
type viewsMenu struct {
	*palette
	list  func() []view
	open  func(view) tea.Cmd
	drop  func(view) tea.Cmd
	env   *env
	views []view // of the lines, in their order
	armed string // the saved view that the next press deletes
}

// fill makes the lines anew, and keeps what was typed and the view under the cursor.
func (m *viewsMenu) fill() {
	before, had := m.selected()
	typed := ""
	if m.palette != nil {
		typed = m.field.Value()
	}
	var items []menuItem
	m.views = m.list()
	for _, v := range m.views {
		note := v.words()
		if v.fixed {
			note = strings.TrimSuffix("configuration · "+note, " · ")
		}
		items = append(items, menuItem{title: v.Name, note: note, run: func() tea.Cmd { return m.open(v) }})
	}
	m.palette = newPalette("Views", items, m.env.keys, m.env.theme)
	m.field.SetValue(typed)
	m.search()
	for y, i := range m.shown {
		if v := m.views[i]; had && v.Name == before.Name && v.fixed == before.fixed {
			m.cursorY = y
		}
	}
}

// selected is the view under the cursor; false: there is none.
func (m *viewsMenu) selected() (view, bool) {
	if m.palette == nil || m.cursorY >= len(m.shown) {
		return view{}, false
	}
	return m.views[m.shown[m.cursorY]], true
}

func (m *viewsMenu) hints() []keymap.ID {
	return []keymap.ID{"picker.choose", "views.delete", "picker.close"}
}

func (m *viewsMenu) update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return m.palette.update(msg)
	}
	if id, _ := lookup(m.env.keys, keymap.Chain(keymap.ScopePicker), press); id == "views.delete" {
		return m.delete()
	}
	if m.armed != "" {
		m.armed, m.preview = "", nil
		if press.Text == "" { // the key that answers no does nothing else
			return nil
		}
	}
	return m.palette.update(msg)
}

// delete asks with the first press and deletes with the second.
func (m *viewsMenu) delete() tea.Cmd {
	v, ok := m.selected()
	switch {
	case !ok:
	case v.fixed:
		m.armed = ""
		m.preview = &scroller{text: "This view is in the configuration file, which gatehouse never changes. Delete it there."}
	case m.armed != v.Name:
		m.armed = v.Name
		m.preview = &scroller{text: fmt.Sprintf("%s again deletes the view “%s”. Any other key keeps it.", m.env.keys.Label("views.delete"), v.Name)}
	default:
		m.over = true
		return m.drop(v)
	}
	return nil
}

// dropView deletes a saved view.
func (p *list) dropView(v view) tea.Cmd {
	return p.env.views.change(func(ctx context.Context, s *state.Store) error { return s.DeleteView(ctx, v.Pane, v.Name) },
		func(err error) tea.Cmd {
			if err != nil {
				return p.link.say(notice{toneBad, capital(err.Error()) + "."})
			}
			return p.link.say(notice{toneGood, "Deleted the view “" + v.Name + "”."})
		})
}

// shownView is what the list shows now, as a view without a name.
func (p *list) shownView() view {
	s := p.grid.Sort()
	v := view{View: state.View{Pane: p.viewKey(), Filter: p.find.text, Sort: s.Column, Descending: s.Desc, Search: p.query.text}}
	if len(p.choices) > 0 && p.query.choice != p.choices[0].name {
		v.Choice = p.query.choice
	}
	for _, n := range p.query.narrow {
		v.Only = append(v.Only, state.Only{Facet: n.facet, Value: n.value, Words: n.words})
	}
	return v
}

// saveView asks for the name of what the list shows.
func (p *list) saveView() tea.Cmd {
	v := p.shownView()
	words := v.words()
	switch {
	case p.env.views.store == nil:
		return p.link.say(notice{toneBad, "Views can't be saved: there is no folder for the state of gatehouse. Set HOME or XDG_STATE_HOME."})
	case p.tellsSecret(v.Search, v.Filter):
		return p.link.say(notice{toneBad, "This view can't be saved: what it looks for may be a share link or a share code, and these are never written down."})
	case words == "":
		return p.link.say(notice{toneInfo, fmt.Sprintf("There is nothing to save: the list is neither filtered nor sorted. %s opens the filter.", p.label("filter.open"))})
	}
	name := ""
	if p.viewing != nil && len(p.viewPieces()) > 0 && !p.viewing.fixed {
		name = p.viewing.Name
	}
	f := newLocalForm(form.Spec{Title: "Save this view", Intro: "It shows " + words + ".", Fields: []form.Field{
		{Name: "name", Title: "Name", Kind: form.Line, Prose: true, Limit: form.NameLimit, Value: name, Required: true, Validate: p.checkViewName,
			Help: "How " + p.label("views.open") + " and the palette call it. It is kept on this computer, for every tenant."}}}, p.env, p.link)
	f.submit = func(values map[string]string) tea.Cmd {
		v.Name = strings.TrimSpace(values["name"])
		return p.keepView(f, v)
	}
	return p.link.open(f)
}

// ordinaryWords are as long as a share code by chance: a code has digits or capitals, however else it is spelled.
var ordinaryWords = regexp.MustCompile(`^[a-z ]*$`)

// tellsSecret reports whether one of the texts may open a record: it must not get into the state folder.
func (p *list) tellsSecret(texts ...string) bool {
	return slices.ContainsFunc(texts, func(text string) bool {
		if ordinaryWords.MatchString(text) {
			return false
		}
		return p.leadsOn(text) != "" || api.HideCredentials(api.HideShareCodes(text)) != text
	})
}

func (p *list) checkViewName(name string) error {
	switch {
	case utf8.RuneCountInString(strings.TrimSpace(name)) > maxViewName:
		return fmt.Errorf("at most %d characters", maxViewName)
	case p.tellsSecret(name):
		return errors.New("this may be a share code; names are written down")
	}
	return nil
}

// keepView saves a view under a name that is free, and asks before it replaces another.
func (p *list) keepView(f *localForm, v view) tea.Cmd {
	other, there := p.env.views.named(v.Pane, v.Name)
	switch {
	case there && other.fixed:
		f.fail("The configuration file has a view of that name. Choose another name.")
		return nil
	case there:
		return p.askToReplace(f, v, other)
	}
	return p.writeView(f, v, false)
}

func (p *list) askToReplace(f *localForm, v, other view) tea.Cmd {
	words := []string{"There is a view “" + v.Name + "” already."}
	if was := other.words(); was != "" {
		words = append(words, "It shows "+was+".")
	}
	return p.link.open(newQuestion(asks{title: "Replace the view?", words: words, no: "Cancel", yes: "Replace",
		doNo:  func() tea.Cmd { f.resume(); return nil },
		doYes: func() tea.Cmd { return p.writeView(f, v, true) }}, p.env))
}

func (p *list) writeView(f *localForm, v view, replace bool) tea.Cmd {
	return p.env.views.change(func(ctx context.Context, s *state.Store) error { return s.SaveView(ctx, v.View, replace) },
		func(err error) tea.Cmd {
			switch {
			case errors.Is(err, state.ErrViewThere): // another console was faster
				return p.askToReplace(f, v, view{})
			case err != nil:
				f.fail(capital(err.Error()) + ".")
				return nil
			}
			f.close()
			p.viewing = &v
			return p.link.say(notice{toneGood, fmt.Sprintf("Saved the view “%s”; %s opens it.", v.Name, p.label("views.open"))})
		})
}
