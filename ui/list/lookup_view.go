package list

import (
	"errors"
	"fmt"
	"strings"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/draw"
	"gatehouse/ui/form"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// Lost reports whether the tenant has no list to show: it doesn't offer one, or refuses it.
func (p *Pane) Lost() bool {
	if p.ByID == nil || p.Load.Err() == nil || !p.Load.At.IsZero() {
		return false
	}
	kind := api.KindOf(p.Load.Err())
	return kind == api.KindUnsupported || kind == api.KindForbidden
}

// lostWords are what stands in place of a list that the tenant doesn't give.
func (p *Pane) lostWords() []string {
	if p.Unoffered() {
		return []string{p.LostWhat(), p.openByIDWords()}
	}
	return p.Env.Trouble(p.Load.Err(), "list the "+p.Plural(), "", p.otherChoice(), p.openByIDWords())
}

// otherChoice says how to list what isn't forbidden, as far as that is known; "" for nothing.
func (p *Pane) otherChoice() string {
	if p.ChoiceKey == "" || api.KindOf(p.Load.Err()) != api.KindForbidden {
		return ""
	}
	for _, c := range p.Choices {
		if c.Name != p.Query.Choice && !p.closed[c.Name] {
			return p.Label(p.ChoiceKey) + " lists " + c.Title + "."
		}
	}
	return ""
}

// Unoffered reports whether the tenant has no such list at all, so that nothing can be asked of it.
func (p *Pane) Unoffered() bool {
	return p.Lost() && api.KindOf(p.Load.Err()) == api.KindUnsupported
}

// NeedsList is the why of a command on the tenant's list.
func NeedsList(p *Pane) action.Why {
	return action.Because(widget.IfText(p.Unoffered(), "this tenant doesn't offer a list of its "+p.Plural()))
}

// openByIDWords say how to open a record that isn't listed, or what else helps; "" for nothing.
func (p *Pane) openByIDWords() string {
	if p.ByID == nil {
		return p.WayOn
	}
	return fmt.Sprintf("%s opens %s by its %s.", p.Label("lookup"), widget.Article(p.One), p.IDWord())
}

func (p *Pane) LostWhat() string {
	if api.KindOf(p.Load.Err()) == api.KindForbidden {
		return "You may not list the " + p.Plural() + "." + host.Said(host.PlainMessage(p.Load.Err()))
	}
	return "This tenant doesn't offer a list of its " + p.Plural() + "."
}

// lostBanner stands above the records that were opened by id.
func (p *Pane) lostBanner() string {
	if api.KindOf(p.Load.Err()) == api.KindForbidden {
		return strings.Join(widget.NonEmpty("You may not list the "+p.Plural()+".", p.otherChoice(), p.Label("lookup")+" opens another by its "+
			p.IDWord()+"."), " ")
	}
	return fmt.Sprintf("This tenant doesn't list its %s. %s opens another by its %s.", p.Plural(), p.Label("lookup"), p.IDWord())
}

// whyUnread says why a record can't be read, and what can be done about it.
func (p *Pane) whyUnread(err error) (why, next string) {
	switch kind := api.KindOf(err); {
	case errors.Is(err, errNoRead):
		return "No operation reads " + widget.Article(p.One) + " by its " + p.IDWord() + ".", ""
	case kind == api.KindUnsupported:
		return "This tenant doesn't offer reading " + widget.Article(p.One) + " by its " + p.IDWord() + ".", ""
	case kind == api.KindForbidden:
		return "You may not read this " + p.One + " on this tenant." + host.Said(host.PlainMessage(err)), ""
	case kind == api.KindNotFound:
		return "The tenant doesn't know this " + p.One + ", or doesn't let it be read by its " + p.IDWord() +
			".", "Make sure that you typed it right."
	}
	what, _ := host.Explain(err)
	return what, p.Label("open") + " tries again."
}

// GridColumns are the columns as they are drawn: a record without a name shows its id there, and of an unseen one, what isn't known is
// never shown as empty, off or zero.
func (r Resource[K, T]) GridColumns() []grid.Column[T] {
	columns := make([]grid.Column[T], len(r.Columns))
	for i, c := range r.Columns {
		if columns[i] = c; c.Name == "name" && r.Target != nil {
			columns[i] = column.Named(c, r.Target)
		}
		if r.ByID != nil {
			columns[i] = column.Blank(columns[i], r.unseen, func(row T) string { t := r.Target(row); return host.FirstOf(t.Name, t.ID) })
		}
	}
	return columns
}

// finds reports whether the filter finds something in a text of the detail.
func (p *Pane) finds(text string) bool {
	if p.Find.Filter == nil {
		return false
	}
	for i := range p.Columns {
		if len(p.Find.Filter.Highlights(i, text)) > 0 {
			return true
		}
	}
	return false
}

// sections are the detail of a record, seen or not.
func (p *Pane) sections(row host.AnyRow, at DetailEnv[host.AnyRow]) []widget.Section {
	if p.unseen(row) {
		return p.unseenSections(row, at)
	}
	sections := p.Resource.Detail(row, at)
	if t := p.Target(row); t.Name == "" && len(sections) > 0 && sections[0].Title == "" {
		sections[0].Title = t.ID
	}
	if err := p.openedByID.unread[p.Key(row)]; err != nil && p.actsBlind(err) {
		why, _ := p.whyUnread(err)
		sections = append([]widget.Section{{Fields: []widget.Field{{Value: "This is what the tenant answered to your last change.",
			Role: theme.Warn, Note: why}}}}, sections...)
	}
	return sections
}

func (p *Pane) unseenSections(row host.AnyRow, at DetailEnv[host.AnyRow]) []widget.Section {
	head := widget.Field{Value: "Not readable here.", Role: theme.Warn}
	err, known := p.openedByID.unread[p.Key(row)]
	switch {
	case !p.canRead():
		head.Note, _ = p.whyUnread(errNoRead)
	case !known:
		head = widget.Field{Value: "Reading it…", Role: theme.Dim}
	default:
		why, next := p.whyUnread(err)
		if !p.actsBlind(err) {
			head.Value = "Not read."
		}
		head.Note = strings.TrimSpace(why + " " + next)
	}
	about := widget.Section{Title: host.FirstOf(p.Target(row).Name, p.Target(row).ID), Fields: []widget.Field{head}}
	for i, id := range p.ByID.Of(row) {
		about.Fields = append(about.Fields, widget.Field{Label: p.ByID.Ids[i].Title, Value: id, Note: at.Age(id, api.Time{})})
	}
	return []widget.Section{about, p.unseenActions(row)}
}

// unseenActions tells what can be done to a record of which only the ids are known.
func (p *Pane) unseenActions(row host.AnyRow) widget.Section {
	s := widget.Section{Title: "What you can do"}
	if p.Resource.Open != nil {
		s.Fields = append(s.Fields, widget.Field{Label: p.Label("open"), Value: "Go into it"})
	}
	blind := false
	for _, v := range p.Verbs {
		spec := v.Spec(p.Env)
		if v.Creates {
			continue
		}
		f := widget.Field{Label: p.Label(keymap.ID(spec.Name)), Value: spec.Title}
		if why := p.WhyNotOne(v, spec, row, true); !why.None() {
			f.Role, f.Note = theme.Dim, "Not now: "+why.String()+"."
		}
		s.Fields, blind = append(s.Fields, f), true
	}
	if blind {
		s.Fields = append(s.Fields, widget.Field{Value: "It is sent without being compared with what is there, and it can't be undone from here.",
			Role: theme.Dim})
	}
	return s
}

// blindForm is the form of an action on a record of which only the ids are known.
func (p *Pane) blindForm(spec form.Spec) form.Spec {
	fields := make([]form.Field, len(spec.Fields))
	for i, f := range spec.Fields {
		if f.Kind != form.Static {
			f.Unknown, f.Value, f.Locked = true, "", ""
		}
		if f.Kind == form.Lines {
			f.Replaces = "replaces all " + strings.ToLower(f.Title) + " of the " + p.One
			f.Help = "One a line. What you type here " + f.Replaces + "."
		}
		fields[i] = f
	}
	spec.Fields, spec.Blind = fields, true
	return spec
}

// blindIntro stands in the dialog of an action on records of which only the ids are known.
func (p *Pane) blindIntro(v Verb[host.AnyRow], targets ...host.AnyRow) string {
	if v.Creates {
		return ""
	}
	for _, row := range targets {
		if p.unseen(row) {
			if len(targets) > 1 {
				return "Some of these can't be read here: only their ids are known. Make sure that they are right."
			}
			if len(p.ByID.Ids) > 1 {
				return "This " + p.One + " can't be read here: only its ids are known. Make sure that they are right."
			}
			return "This " + p.One + " can't be read here: only its id is known. Make sure that it is right."
		}
	}
	return ""
}

// openedCount is the headline's word on a list that holds only what was opened by id.
func (p *Pane) openedCount() widget.Piece {
	return widget.Piece{Role: theme.Dim, Text: draw.Count(int64(p.Grid.Len())) + " opened by id"}
}
