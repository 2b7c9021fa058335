package host

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/form"
	"gatehouse/ui/grid"
	"gatehouse/ui/widget"
)

// IsChanged reports whether nothing was sent, because somebody else has changed the record since it was read.
func IsChanged(r action.Result) bool {
	return r.Outcome == action.NotSent && errors.Is(r.Err, action.ErrChangedSince)
}

// ChangedWords say what somebody else has made of a record, as far as a person decides by it.
func ChangedWords(r action.Result) string {
	if r.Gone {
		return "The tenant doesn't find it by its id: it was deleted, or this tenant can't read one by its id."
	}
	var said []string
	were, are := r.Step.Moved(r.Step.Before, r.Now)
	for i, is := range are {
		if change := widget.ListChange(were[i], is); change != "" {
			said = append(said, change)
			continue
		}
		said = append(said, fmt.Sprintf("%s is %s now, it was %s", is.Name, widget.QuotedValue(is.Is), widget.QuotedValue(were[i].Is)))
	}
	text := "Somebody else has changed it since you saw it"
	if len(said) > 0 {
		return text + ": " + strings.Join(said, "; ") + "."
	}
	return text + "."
}

// LinesBelow says how many lines of a detail are below those in view, and how to get there where its keys scroll it.
func (e *Env) LinesBelow(n, w int, scrolls bool) string {
	return e.Theme.Paint(theme.Info, draw.Truncate(e.BelowWords(n, scrolls), w))
}

// BelowPieces say on the box around a detail how many lines are below.
func (e *Env) BelowPieces(d *widget.Detail, scrolls bool) []widget.Piece {
	if n := d.Below(); n > 0 && !e.Box().Plain {
		return []widget.Piece{{Role: theme.Info, Text: e.BelowWords(n, scrolls)}}
	}
	return nil
}

// BelowWords are the words of LinesBelow.
func (e *Env) BelowWords(n int, scrolls bool) string {
	return "↓ " + widget.Count(int64(n), "more line") + widget.IfText(scrolls, ": "+e.Keys.Label("detail.page.down"))
}

// NotSent says that nothing was sent because the record couldn't be read before, "" where that isn't so.
func NotSent(r action.Result) string {
	unread := (*action.NotRead)(nil)
	if !errors.As(r.Err, &unread) {
		return ""
	}
	what, _ := Explain(unread.Err)
	return "Nothing was sent for " + TargetName(r.Step.Target) + ": it is read first, and that failed. " + what
}

// UnderWaySections are what is said of that above a record.
func UnderWaySections(doing string) []widget.Section {
	if doing == "" {
		return nil
	}
	return []widget.Section{{Fields: []widget.Field{{Value: "◌ " + doing, Role: theme.Info, Note: "There is no answer yet."}}}}
}

func AreMarked(n int) string { return draw.Count(int64(n)) + " " + Are(n) }

// Are is the verb for so many.
func Are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// TheyAre speaks of so many of them.
func TheyAre(n int) string {
	if n == 1 {
		return "it is"
	}
	return "they are"
}

// ValuesNow counts what the records of a batch have now of what the action changes, where they differ: a decision that was made about some
// of them is seen before it is replaced. It is "" where all are the same, or nobody could read the counts.
func ValuesNow(spec *action.Spec[AnyRow], targets []AnyRow) string {
	const most = 6 // values that are still a summary
	if spec.Sets == nil {
		return ""
	}
	counts := map[string]int{}
	name := ""
	for _, row := range targets {
		if values := spec.Sets(row, action.Draft{}); len(values) == 1 {
			name = values[0].Name
			counts[values[0].Is]++
		}
	}
	if len(counts) < 2 || len(counts) > most {
		return ""
	}
	values := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	parts := make([]string, len(values))
	for i, value := range values {
		parts[i] = draw.Count(int64(counts[value])) + " " + value
	}
	return name + " now: " + strings.Join(parts, ", ") + "."
}

// InOrder are reasons as they are listed, the same each time.
func InOrder(reasons map[action.Why]int) []action.Why {
	return slices.SortedFunc(maps.Keys(reasons), func(a, b action.Why) int { return strings.Compare(a.String(), b.String()) })
}

// EachOf says why records are left out, with how many where the reasons differ.
func EachOf(reasons map[action.Why]int) string {
	var parts []string
	for _, why := range InOrder(reasons) {
		n := reasons[why]
		if len(reasons) == 1 {
			return why.Each(n)
		}
		parts = append(parts, fmt.Sprintf("of %s, %s", draw.Count(int64(n)), why.Each(n)))
	}
	return strings.Join(parts, "; ")
}

// SayPlainly turns the errors that a person can cause into sentences.
func SayPlainly(err error) error {
	switch {
	case errors.Is(err, api.ErrNothingChanged):
		return err
	case errors.Is(err, api.ErrEmptyID):
		return fmt.Errorf("the record has no id, so nothing can be sent for it: %w", err)
	}
	return err
}

// Naming makes the title of a form name the record, unless it does already: "Edit role “Help desk”".
func Naming(title string, t action.Target) string {
	name := FirstOf(t.Name, t.ID)
	if strings.Contains(title, name) {
		return title
	}
	return title + " “" + name + "”"
}

// Sentences cuts a text behind its full stops.
func Sentences(text string) []string {
	words := strings.SplitAfter(text, ". ")
	for i := range words {
		words[i] = strings.TrimSpace(words[i])
	}
	return words
}

// CheckID refuses what can't be an id: it would lead to another path. A share code opens a secret, so it isn't sent as anything else.
func CheckID(text string) error {
	id := strings.TrimSpace(text)
	if err := CheckSeen(id); err != nil {
		return err
	}
	switch {
	case strings.ContainsAny(id, " \t/\\?#%"):
		return errors.New("an id has no spaces, slashes or other signs of an address")
	case id == "." || id == "..":
		return errors.New("this is not an id")
	case api.HideShareCodes(id) != id:
		return errors.New("this looks like a share code, not like an id")
	}
	return nil
}

// CheckSeen refuses what can't be seen in an id or an address.
func CheckSeen(text string) error {
	if u, any := draw.FirstUnseen(text); any {
		return errors.New("has " + u.Words(text) + ", which can't be seen; take it out")
	}
	return nil
}

func PlainMessage(err error) string {
	var e *api.Error
	if errors.As(err, &e) {
		return e.Message
	}
	return ""
}

// BlindFacts say, before a blind form is sent, what each field that was filled in is going to be.
func BlindFacts(spec form.Spec) func(action.Draft) []string {
	return func(d action.Draft) []string {
		var facts []string
		for _, f := range spec.Fields {
			if d.Has(f.Name) {
				facts = append(facts, blindFact(f, d.Values[f.Name]))
			}
		}
		return facts
	}
}

func blindFact(f form.Field, value string) string {
	if value == "" {
		return f.Title + " becomes empty." + widget.IfText(f.Replaces != "", " This "+f.Replaces+".")
	}
	if f.Kind != form.Lines {
		return f.Title + " becomes “" + value + "”."
	}
	words := widget.EntriesOf(value)
	return fmt.Sprintf("%s: %s. This %s.", f.Title, strings.Join(words, ", "), f.Replaces)
}

// LooksLikeID reports whether a text has the form of the tenant's ids: 27 letters and digits.
func LooksLikeID(text string) bool {
	_, ok := MadeAt(text)
	return ok
}

// NotThere is the answer of a search by ids that found nothing.
func NotThere(what string) error {
	return &api.Error{Kind: api.KindNotFound, Message: "the tenant has no " + what + " with this id"}
}

// Opened tells an overlay that it was opened, for what it needs to begin with.
type Opened struct{}

// Resized tells a pane that it may have room for more rows.
type Resized struct{}

// Worked reports whether a step did what it was to do, as far as anybody can tell.
func Worked(r action.Result) bool { return r.Outcome == action.Worked }

// IsDone reports whether the record is as the step was to make it, whoever did it.
func IsDone(r action.Result) bool { return Worked(r) || r.Outcome == action.DoneAlready }

// SinceError is why a record of a batch was not put back.
type SinceError struct{ Words string }

func (e SinceError) Error() string { return "not undone: " + e.Words }

func (e SinceError) Unwrap() error { return action.ErrChangedSince }

func SortOf(v View) grid.Sort { return grid.Sort{Column: v.Sort, Desc: v.Descending && v.Sort != ""} }

// OutOfView tells how many of the marked records can't be seen, and why: those that the filter hides, and those that aren't loaded.
func OutOfView(hidden, absent int, plural string) string {
	var parts []string
	if hidden > 0 {
		parts = append(parts, fmt.Sprintf("%s of the marked %s %s hidden by the filter; %s included.", draw.Count(int64(hidden)), plural,
			Are(hidden), TheyAre(hidden)))
	}
	if absent > 0 {
		parts = append(parts, fmt.Sprintf("%s of the marked %s %s not loaded at the moment; %s included.", draw.Count(int64(absent)), plural,
			Are(absent), TheyAre(absent)))
	}
	return strings.Join(parts, " ")
}

// TheIDsOf is what is copied with marks, in words: the ids of so many records.
func TheIDsOf(n int, one string) string {
	if n == 1 {
		return "the id of the marked " + one
	}
	return "the ids of " + draw.Counted(int64(n), "marked "+one)
}
