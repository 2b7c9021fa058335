package ui

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/ui/filter"
	"gatehouse/ui/form"
	"gatehouse/ui/grid"
)

// finder is the filter line of a list: what is typed, what it means, and whether it is meant.
type finder struct {
	field   form.LineInput
	typing  bool
	compile func(string) (*filter.Filter, error)
	text    string // what parsed was made from
	parsed  *filter.Filter
	err     *filter.SyntaxError // of what is typed since
	before  string              // the filter when the line was opened
}

func newFinder(compile func(string) (*filter.Filter, error)) finder {
	return finder{field: form.NewLineInput(), compile: compile}
}

// active reports whether a filter decides which rows are shown.
func (f *finder) active() bool { return f.text != "" }

func (f *finder) open(text string) tea.Cmd {
	f.typing, f.before = true, f.text
	f.field.SetValue(text)
	f.field.CursorEnd()
	return f.field.Focus()
}

func (f *finder) close() {
	f.typing = false
	f.field.Blur()
}

// parse takes what is typed; a mistake leaves the filter that was there before it.
func (f *finder) parse() {
	f.err = nil
	parsed, err := f.compile(f.field.Value())
	if errors.As(err, &f.err) {
		f.stepOut()
		return
	}
	f.take(f.field.Value(), parsed)
}

func (f *finder) take(text string, parsed *filter.Filter) {
	f.text, f.parsed = strings.TrimSpace(text), parsed
}

// stepOut takes a word back that has become the beginning of what can't be read: "state" is no word any more in "state:".
func (f *finder) stepOut() {
	typed := []rune(f.field.Value())
	start := min(f.err.Pos, len(typed))
	for start > 0 && !unicode.IsSpace(typed[start-1]) {
		start--
	}
	before := string(typed[:start])
	if !strings.HasPrefix(strings.TrimSpace(string(typed)), f.text) || len(f.text) <= len(strings.TrimSpace(before)) {
		return
	}
	if parsed, err := f.compile(before); err == nil {
		f.take(before, parsed)
	}
}

// set takes a filter that was parsed before, or none.
func (f *finder) set(text string) {
	f.field.SetValue(text)
	f.parse()
}

// arrangedMsg brings the rows in the order that filter and sort make of them.
type arrangedMsg struct {
	generation  uint64
	arrangement grid.Arrangement[anyKey]
	err         error
}

// inlineRows is how many rows are arranged at once, without a command and so without a frame in between.
const inlineRows = 2000

// arrange brings filter and sort up to date; large lists are arranged in a command on a snapshot.
func (p *list) arrange() tea.Cmd {
	if p.grid.Len() <= inlineRows {
		return p.arrangeNow()
	}
	snapshot, f, order, generation := p.arrangeable()
	ctx, cancel := context.WithCancel(context.Background())
	p.cancelSort = cancel
	return func() tea.Msg {
		arrangement, err := snapshot.Arrange(ctx, f, order)
		return p.address(arrangedMsg{generation: generation, arrangement: arrangement, err: err})
	}
}

// arrangeNow arranges without a command: what comes next depends on which rows are shown.
func (p *list) arrangeNow() tea.Cmd {
	snapshot, f, order, generation := p.arrangeable()
	arrangement, err := snapshot.Arrange(context.Background(), f, order)
	return p.tookArrangement(arrangedMsg{generation: generation, arrangement: arrangement, err: err})
}

// arrangeable is what an arrangement is made of; one that is under way is given up.
func (p *list) arrangeable() (grid.Snapshot[anyKey, anyRow], *filter.Filter, grid.Sort, uint64) {
	if p.cancelSort != nil {
		p.cancelSort()
	}
	p.arranging = p.env.nextSerial()
	return p.grid.Snapshot(p.env.frozen()), p.find.parsed, p.grid.Sort(), p.arranging
}

// arranged makes sure that the rows shown are those that the filter finds now.
func (p *list) arranged() tea.Cmd {
	if p.grid.Stale() || p.grid.Filter().Text() != p.find.parsed.Text() {
		return p.arrangeNow()
	}
	return nil
}

func (p *list) tookArrangement(msg arrangedMsg) tea.Cmd {
	if msg.generation != p.arranging || msg.err != nil {
		return nil
	}
	if !p.grid.Apply(msg.arrangement) {
		return p.arrange()
	}
	if p.load.toEnd {
		p.grid.Bottom()
		p.load.toEnd = p.load.walking
	}
	return nil
}

// input takes keys and pastes while the filter line is open.
func (p *list) input(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		id, _ := lookup(p.env.keys, keymap.Chain(keymap.ScopeFilter), press)
		switch id {
		case "filter.ask":
			return p.after(p.ask())
		case "filter.keep":
			return p.after(p.keepFilter())
		case "filter.cancel":
			p.closeFilter()
			p.find.set(p.find.before)
			return p.after(p.arrange())
		}
	}
	before := p.find.field.Value()
	cmd := typeIn(&p.find.field, msg)
	if p.find.field.Value() == before {
		return cmd
	}
	p.find.parse()
	return p.after(tea.Batch(cmd, p.arrange()))
}

// closeFilter gives the filter's line back to the rows.
func (p *list) closeFilter() {
	p.find.close()
	p.layout()
}

// rearrange finds the rows again: words look at the columns that there is room for.
func (p *list) rearrange() tea.Cmd {
	if !p.find.active() {
		return nil
	}
	return p.arrange()
}

// keepFilter leaves the line with the filter that stands in it. One that can't be read stays there with its mistake. The words of the
// tenant's search, which the line was opened with, are no filter unless they were changed; without them, the search is over.
func (p *list) keepFilter() tea.Cmd {
	if p.find.err != nil {
		return nil
	}
	p.closeFilter()
	if p.query.text == "" || p.find.before != "" {
		return nil
	}
	switch strings.TrimSpace(p.find.field.Value()) {
	case p.query.text:
		p.find.set("")
		return p.arrange()
	case "":
		p.query.text = ""
		return p.narrow()
	}
	return nil
}

// ask turns the filter into a search on the tenant, where the tenant can search for it.
func (p *list) ask() tea.Cmd {
	if p.find.err != nil {
		return nil
	}
	p.closeFilter()
	p.find.parse() // the line may have been opened with the words of the last search
	text := p.find.text
	plain, isPlain := text, true
	if p.find.parsed != nil {
		plain, isPlain = p.find.parsed.Plain()
	}
	switch {
	case text == "" && p.query.text != "":
		p.query.text = ""
		return p.narrow()
	case text == "":
		return nil
	case p.searches == "" && p.local:
		return p.word("Everything is here already; the filter looks through all of it.")
	case p.searches == "":
		return p.word(fmt.Sprintf("The tenant can't search %s; the filter looks through the %d loaded.", p.plural(), p.grid.Len()))
	case !isPlain:
		return p.word(fmt.Sprintf("The tenant searches plain words only; this filter looks through the %d loaded.", p.grid.Len()))
	}
	p.query.text = plain
	p.find.set("")
	return p.narrow()
}

// word says a line about the list itself.
func (p *list) word(text string) tea.Cmd { return p.link.say(notice{toneInfo, text}) }

func (p *list) cancelRange() bool {
	_, ranging := p.grid.InRange()
	p.grid.CancelRange()
	return ranging
}

// plural are the records in a sentence: "secrets", "changes of “Payments API”".
func (p *list) plural() string { return firstOf(p.many, strings.ToLower(p.resource.title)) }

// keepsOnBack reports whether going a step back would take marks, a filter or a search away.
func (p *list) keepsOnBack(bool) bool {
	_, ranging := p.grid.InRange()
	return !p.onDetail && !ranging && (p.grid.MarkCount() > 0 && !p.marks.told || p.find.active() || p.query.text != "" || len(p.query.narrow) > 0)
}

// stepBack undoes one thing: a walk, then the raw view, the detail, the filter, the search on the tenant, a mark, the pane. Several marks
// are the work of a while: they are left to the key that takes them away.
func (p *list) stepBack() tea.Cmd {
	switch {
	case p.load.walking:
		p.load.walking, p.load.toEnd = false, false
	case p.waitsLong():
		p.stopWaiting()
	case p.showsRaw():
		p.closeRaw()
	case p.onDetail:
		return p.leaveDetail()
	case p.cancelRange():
	case p.find.active():
		p.find.set("")
		return p.arrange()
	case p.query.text != "":
		p.query.text = ""
		return p.narrow()
	case len(p.query.narrow) > 0:
		cmd, _ := p.widen()
		return cmd
	case p.grid.MarkCount() == 1:
		return p.takeMarks()
	case p.grid.MarkCount() > 1 && !p.marks.told:
		p.marks.told = true
		return p.word(fmt.Sprintf("%s marked; %s clears the marks.", areMarked(p.grid.MarkCount()), p.label("mark.clear")))
	default:
		return p.link.back()
	}
	return nil
}
