package ui

import (
	"errors"
	"fmt"
	"strings"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/form"
	"gatehouse/ui/grid"
)

// lost reports whether the tenant has no list to show: it doesn't offer one, or refuses it.
func (p *list) lost() bool {
	if p.byID == nil || p.load.err == nil || !p.load.at.IsZero() {
		return false
	}
	kind := api.KindOf(p.load.err)
	return kind == api.KindUnsupported || kind == api.KindForbidden
}

// lostWords are what stands in place of a list that the tenant doesn't give.
func (p *list) lostWords() []string {
	how := p.openByIDWords()
	if len(p.verbs) > 0 {
		how += " You can then act on it as usual."
	}
	return nonEmpty(p.lostWhat(), p.askForRole(), p.otherChoice(), how)
}

// askForRole is what to do about a list that is refused, "" for one that isn't offered.
func (p *list) askForRole() string {
	if api.KindOf(p.load.err) != api.KindForbidden {
		return ""
	}
	return askForRole(p.label("refresh"))
}

// otherChoice says how to list what isn't forbidden, as far as that is known; "" for nothing.
func (p *list) otherChoice() string {
	if p.choiceKey == "" || api.KindOf(p.load.err) != api.KindForbidden {
		return ""
	}
	for _, c := range p.choices {
		if c.name != p.query.choice && !p.closed[c.name] {
			return p.label(p.choiceKey) + " lists " + c.title + "."
		}
	}
	return ""
}

// unoffered reports whether the tenant has no such list at all, so that nothing can be asked of it.
func (p *list) unoffered() bool {
	return p.lost() && api.KindOf(p.load.err) == api.KindUnsupported
}

// needsList is the why of a command on the tenant's list.
func needsList(p *list) string {
	return ifText(p.unoffered(), "this tenant doesn't offer a list of its "+p.plural())
}

func (p *list) openByIDWords() string {
	return fmt.Sprintf("%s opens %s by its %s.", p.label("lookup"), article(p.one), p.idWord())
}

func (p *list) lostWhat() string {
	if api.KindOf(p.load.err) == api.KindForbidden {
		return "You may not list the " + p.plural() + " of this tenant." + said(plainMessage(p.load.err))
	}
	return "This tenant doesn't offer a list of its " + p.plural() + "."
}

// lostBanner stands above the records that were opened by id.
func (p *list) lostBanner() string {
	if api.KindOf(p.load.err) == api.KindForbidden {
		return strings.Join(nonEmpty("You may not list the "+p.plural()+".", p.otherChoice(), p.label("lookup")+" opens another by its "+p.idWord()+"."), " ")
	}
	return fmt.Sprintf("This tenant doesn't list its %s. %s opens another by its %s.", p.plural(), p.label("lookup"), p.idWord())
}

func plainMessage(err error) string {
	var e *api.Error
	if errors.As(err, &e) {
		return e.Message
	}
	return ""
}

// whyUnread says why a record can't be read, and what can be done about it.
func (p *list) whyUnread(err error) (why, next string) {
	switch kind := api.KindOf(err); {
	case errors.Is(err, errNoRead):
		return "No operation reads " + article(p.one) + " by its " + p.idWord() + ".", ""
	case kind == api.KindUnsupported:
		return "This tenant doesn't offer reading " + article(p.one) + " by its " + p.idWord() + ".", ""
	case kind == api.KindForbidden:
		return "You may not read this " + p.one + " on this tenant." + said(plainMessage(err)), ""
	case kind == api.KindNotFound:
		return "The tenant doesn't know this " + p.one + ", or doesn't let it be read by its " + p.idWord() + ".", "Make sure that you typed it right."
	}
	what, _ := explain(err)
	return what, p.label("open") + " tries again."
}

// gridColumns are the columns as they are drawn: a record without a name shows its id there, and of an unseen one, what isn't known is
// never shown as empty, off or zero.
func (r resource[K, T]) gridColumns() []grid.Column[T] {
	unseen := func(row T) bool { return len(r.raw(row)) == 0 }
	columns := make([]grid.Column[T], len(r.columns))
	for i, c := range r.columns {
		if columns[i] = c; c.Name == "name" && r.target != nil {
			columns[i] = namedColumn(c, r.target)
		}
		if r.byID == nil {
			continue
		}
		columns[i] = blankColumn(columns[i], unseen, func(row T) string { t := r.target(row); return firstOf(t.Name, t.ID) })
	}
	return columns
}

// namedColumn shows the id where a record has no name. Files have the name as it is.
func namedColumn[T any](c grid.Column[T], target action.Describe[T]) grid.Column[T] {
	name := c.Text
	c.Text = func(row T, e grid.Env) string {
		if text := name(row, e); text != "" {
			return text
		}
		return target(row).ID // telling a target can take long
	}
	if c.Export == nil {
		c.Export = name
	}
	return c
}

func blankColumn[T any](c grid.Column[T], unseen func(T) bool, name func(T) string) grid.Column[T] {
	text, role, search, number := c.Text, c.Role, c.Search, c.Number
	blank := func(row T, e grid.Env) string {
		switch c.Name {
		case "name":
			return name(row)
		case "id":
			return text(row, e)
		}
		return "?"
	}
	c.Text = func(row T, e grid.Env) string {
		if unseen(row) {
			return blank(row, e)
		}
		return text(row, e)
	}
	c.Role = func(row T, e grid.Env) theme.Role {
		switch {
		case unseen(row):
			return theme.Dim
		case role == nil:
			return theme.Text
		}
		return role(row, e)
	}
	if search != nil {
		c.Search = func(row T) string {
			if unseen(row) {
				return "?"
			}
			return search(row)
		}
	}
	if number != nil {
		c.Number = func(row T) (float64, bool) {
			if unseen(row) {
				return 0, false
			}
			return number(row)
		}
	}
	return c
}

// finds reports whether the filter finds something in a text of the detail.
func (p *list) finds(text string) bool {
	if p.find.parsed == nil {
		return false
	}
	for i := range p.columns {
		if len(p.find.parsed.Highlights(i, text)) > 0 {
			return true
		}
	}
	return false
}

// sections are the detail of a record, seen or not.
func (p *list) sections(row anyRow, at detailEnv[anyRow]) []section {
	if p.unseen(row) {
		return p.unseenSections(row, at)
	}
	sections := p.resource.detail(row, at)
	if t := p.target(row); t.Name == "" && len(sections) > 0 && sections[0].title == "" {
		sections[0].title = t.ID
	}
	if err := p.hand.unread[p.key(row)]; err != nil && p.actsBlind(err) {
		why, _ := p.whyUnread(err)
		sections = append([]section{{fields: []field{{value: "This is what the tenant answered to your last change.", role: theme.Warn, note: why}}}}, sections...)
	}
	return sections
}

func (p *list) unseenSections(row anyRow, at detailEnv[anyRow]) []section {
	head := field{value: "Not readable here.", role: theme.Warn}
	err, known := p.hand.unread[p.key(row)]
	switch {
	case !p.canRead():
		head.note, _ = p.whyUnread(errNoRead)
	case !known:
		head = field{value: "Reading it…", role: theme.Dim}
	default:
		why, next := p.whyUnread(err)
		if !p.actsBlind(err) {
			head.value = "Not read."
		}
		head.note = strings.TrimSpace(why + " " + next)
	}
	about := section{title: firstOf(p.target(row).Name, p.target(row).ID), fields: []field{head}}
	for i, id := range p.byID.of(row) {
		about.fields = append(about.fields, field{label: p.byID.ids[i].title, value: id, note: at.age(id, api.Time{})})
	}
	return []section{about, p.unseenActions(row)}
}

// unseenActions tells what can be done to a record of which only the ids are known.
func (p *list) unseenActions(row anyRow) section {
	s := section{title: "What you can do"}
	if p.resource.open != nil {
		s.fields = append(s.fields, field{label: p.label("open"), value: "Go into it"})
	}
	blind := false
	for _, v := range p.verbs {
		spec := v.spec(p.env)
		if v.creates {
			continue
		}
		f := field{label: p.label(keymap.ID(spec.Name)), value: spec.Title}
		if why := p.whyNotOne(v, spec, row, true); why != "" {
			f.role, f.note = theme.Dim, "Not now: "+why+"."
		}
		s.fields, blind = append(s.fields, f), true
	}
	if blind {
		s.fields = append(s.fields, field{value: "It is sent without being compared with what is there, and it can't be undone from here.", role: theme.Dim})
	}
	return s
}

// blindForm is the form of an action on a record of which only the ids are known.
func (p *list) blindForm(spec form.Spec) form.Spec {
	fields := make([]form.Field, len(spec.Fields))
	for i, f := range spec.Fields {
		if f.Kind != form.Static {
			f.Unknown, f.Value, f.Locked = true, "", ""
		}
		if f.Kind == form.Lines {
			f.Replaces = "replaces all " + strings.ToLower(f.Title) + " of the " + p.one
			f.Help = "One a line. What you type here " + f.Replaces + "."
		}
		fields[i] = f
	}
	spec.Fields, spec.Blind = fields, true
	return spec
}

// blindTells are the sentences of the question before a blind form is sent: what each touched field is going to be.
func blindTells(spec form.Spec) func(action.Draft) []string {
	return func(d action.Draft) []string {
		var told []string
		for _, f := range spec.Fields {
			if d.Has(f.Name) {
				told = append(told, blindTell(f, d.Values[f.Name]))
			}
		}
		return told
	}
}

func blindTell(f form.Field, value string) string {
	if value == "" {
		return f.Title + " becomes empty." + ifText(f.Replaces != "", " This "+f.Replaces+".")
	}
	if f.Kind != form.Lines {
		return f.Title + " becomes “" + value + "”."
	}
	words := entriesOf(value)
	return fmt.Sprintf("%s: %s. This %s.", f.Title, strings.Join(words, ", "), f.Replaces)
}

// blindIntro stands in the dialog of an action on records of which only the ids are known.
func (p *list) blindIntro(v verb[anyRow], targets ...anyRow) string {
	if v.creates {
		return ""
	}
	for _, row := range targets {
		if p.unseen(row) {
			if len(targets) > 1 {
				return "Some of these can't be read here: only their ids are known. Make sure that they are right."
			}
			if len(p.byID.ids) > 1 {
				return "This " + p.one + " can't be read here: only its ids are known. Make sure that they are right."
			}
			return "This " + p.one + " can't be read here: only its id is known. Make sure that it is right."
		}
	}
	return ""
}

// openedCount is the headline's word on a list that holds only what was opened by id.
func (p *list) openedCount() piece {
	return piece{theme.Dim, draw.Count(int64(p.grid.Len())) + " opened by id"}
}
