package list_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/panetest"
)

// carried is what a command brings, without the commands that follow from it.
func carried(cmd tea.Cmd) (msgs []host.Addressed) {
	for queue := []tea.Cmd{cmd}; len(queue) > 0; {
		next := queue[0]
		if queue = queue[1:]; next == nil {
			continue
		}
		switch msg := next().(type) {
		case tea.BatchMsg:
			queue = append(queue, msg...)
		case host.Addressed:
			msgs = append(msgs, msg)
		}
	}
	return msgs
}

// handed is what follows when the pane takes messages.
func handed(f *panetest.Frame, msgs []host.Addressed) tea.Cmd {
	var commands []tea.Cmd
	for _, msg := range msgs {
		commands = append(commands, f.Pane().Receive(msg.Msg))
	}
	return tea.Batch(commands...)
}

// typed is what follows from a letter that is typed into the filter right after its line was opened, so that no text is made yet.
func typed(t *testing.T, f *panetest.Frame, letters string) (cmd tea.Cmd) {
	t.Helper()
	if !f.Pane().Typing() {
		f.Pane().Do("filter.open")
	}
	for _, r := range letters {
		cmd = f.Pane().Input(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	return cmd
}

// manyRows is a list with so many rows loaded that they are searched in steps.
func manyRows(t *testing.T) (*panetest.Frame, *rows, *list.Pane) {
	t.Helper()
	f, r := openRows(t, 5000)
	f.Keys("G", "g")
	p, _ := f.Pane().(*list.Pane)
	return f, r, p
}

func TestTheFirstRowsOfAFilterComeBeforeAllAreLookedAt(t *testing.T) {
	f, r, p := manyRows(t)
	before := r.texts.Load()
	cmd := typed(t, f, "99")
	f.Sees("of 5,000 in all", "row 000") // until something is found
	cmd = handed(f, carried(cmd))
	if made := r.texts.Load() - before; made > 3500 {
		t.Errorf("the first step makes the texts of %d rows", made)
	}
	shown := p.Grid.Shown()
	f.Sees("row 099", "so far of 5,000", "/99")
	cmd = handed(f, carried(cmd))
	f.SeesNot("so far")
	f.Sees("of 5,000 · row 1")
	if n := len(matching(r, "99")); p.Grid.Shown() != n || shown >= n || shown == 0 {
		t.Errorf("%d rows are shown after the first step, then %d, of %d", shown, p.Grid.Shown(), n)
	}
	if len(carried(cmd)) > 0 {
		t.Error("the search goes on when it is done")
	}
}

func matching(r *rows, text string) (found []string) {
	for _, name := range r.names {
		if strings.Contains(name, text) {
			found = append(found, name)
		}
	}
	return found
}

func TestTheNextKeyStopsASearch(t *testing.T) {
	f, r, p := manyRows(t)
	second := handed(f, carried(typed(t, f, "9")))
	f.Sees("so far")
	narrower := typed(t, f, "8")
	before := r.texts.Load()
	late := carried(second)
	if made := r.texts.Load() - before; made > 512 {
		t.Errorf("a search that was stopped makes the texts of %d rows more", made)
	}
	for cmd := narrower; cmd != nil; {
		msgs := carried(cmd)
		if cmd = handed(f, msgs); len(msgs) == 0 {
			break
		}
	}
	handed(f, late)
	if n := len(matching(r, "98")); p.Grid.Shown() != n || p.Grid.Partial() {
		t.Errorf("%d rows are shown of %d", p.Grid.Shown(), n)
	}
}

// A step that was through when the next key came shows nothing any more.
func TestALateStepOfASearchIsDropped(t *testing.T) {
	f, _, p := manyRows(t)
	late := carried(handed(f, carried(typed(t, f, "9"))))
	typed(t, f, "8")
	shown := p.Grid.Shown()
	if handed(f, late); p.Grid.Shown() != shown || !p.Grid.Partial() {
		t.Errorf("%d rows are shown after it, %d before", p.Grid.Shown(), shown)
	}
}

// What is found so far isn't marked for all: the rest is looked for first.
func TestMarkingAllWaitsForTheSearch(t *testing.T) {
	f, r, p := manyRows(t)
	late := handed(f, carried(typed(t, f, "9")))
	f.Keys("<enter>")
	f.Pane().Do("mark.all")
	n := len(matching(r, "9"))
	if p.Grid.MarkCount() != n {
		t.Errorf("%d of %d are marked", p.Grid.MarkCount(), n)
	}
	handed(f, carried(late))
	if p.Grid.MarkCount() != n || p.Grid.Shown() != n {
		t.Errorf("after the late step %d are marked and %d shown, of %d", p.Grid.MarkCount(), p.Grid.Shown(), n)
	}
}

// The row under the cursor may not hold what was typed as long as the search goes on: it isn't marked, and what opens is what was sought.
func TestWhatIsTypedBehindAFilterIsNotAboutARowOfBefore(t *testing.T) {
	f, _, p := manyRows(t)
	typed(t, f, "4999")
	f.Keys("<enter>")
	f.Pane().Do("mark.row")
	if f.Tells("The search was still under way: nothing was done."); p.Grid.MarkCount() > 0 {
		t.Error("a row that doesn't hold what was typed is marked")
	}
	if f.Pane().Do("open"); !strings.Contains(strings.Join(f.Pane().View(), "\n"), "row 4999") {
		t.Error("another row than that which was sought is opened")
	}
}

func TestASearchThatHasFoundNothingYetSaysSo(t *testing.T) {
	f, _, _ := manyRows(t)
	cmd := handed(f, carried(typed(t, f, "4999")))
	f.Sees("No match so far. The search of 5,000 rows goes on.")
	f.SeesNot("No match in")
	handed(f, carried(cmd))
	f.Sees("row 4999", "1 of 5,000 · row 1")
}

// A letter that is taken back has the rows of before at once, and so has the end of a filter.
func TestALetterThatIsTakenBackIsNotSearchedAgain(t *testing.T) {
	f, r, p := manyRows(t)
	f.Keys("/", "99")
	f.Pane().Input(tea.KeyPressMsg{Code: tea.KeyBackspace})
	if n := len(matching(r, "9")); p.Grid.Shown() != n || p.Grid.Partial() {
		t.Errorf("%d rows are shown of %d", p.Grid.Shown(), n)
	}
	f.Pane().Input(tea.KeyPressMsg{Code: tea.KeyBackspace})
	if p.Grid.Shown() != 5000 {
		t.Errorf("%d rows are shown without a filter", p.Grid.Shown())
	}
}

// Rows that are arranged anew under the same filter stay on the screen until all are found.
func TestRowsStayWhileTheyAreFoundAnew(t *testing.T) {
	f, r, p := manyRows(t)
	f.Keys("/", "9", "<enter>")
	shown := p.Grid.Shown()
	p.Grid.ForgetTexts()
	for cmd := p.Arrange(); ; {
		msgs := carried(cmd)
		if len(msgs) == 0 {
			break
		}
		cmd = handed(f, msgs)
		if p.Grid.Shown() != shown || p.Grid.Partial() {
			t.Errorf("%d rows are shown meanwhile, of %d", p.Grid.Shown(), len(matching(r, "9")))
		}
	}
}

// A page costs as much as its rows, however many there are already, with a filter and an order as well.
func TestPagesUnderAFilterAreReadOnce(t *testing.T) {
	f, r := openRows(t, 6000)
	f.Keys("/", "9", "<enter>", "s")
	before := r.texts.Load()
	f.Keys("F")
	p, _ := f.Pane().(*list.Pane)
	if n := len(matching(r, "9")); p.Grid.Shown() != n || p.Grid.Stale() {
		t.Errorf("%d rows are shown of %d", p.Grid.Shown(), n)
	}
	if made := r.texts.Load() - before; made > 4*6000 {
		t.Errorf("%d texts of 6,000 rows are made", made)
	}
}

// While the rest is loaded, the chart counts the rows a few times only, and in the end all of them.
func TestRowsAreNotCountedWithEachPage(t *testing.T) {
	f, r := openRows(t, 8000)
	f.Keys("jjj", "jjj")
	f.Keys("F")
	p, _ := f.Pane().(*list.Pane)
	inline := int64(list.InlineRows) * list.InlineRows / 10 / 2 // a few rows are counted with each page
	if n := r.bars.Load() - inline; n > 12*8000 {
		t.Errorf("%d rows are counted of 8,000", n)
	}
	if about := strings.Join(p.ChartCover(60, 10), "\n"); !strings.Contains(about, "8,000") {
		t.Errorf("the chart is of other rows:\n%s", about)
	}
}

// Pages that are on their way while a filter is typed come behind the search, which they would hold up, and behind the letters that may
// follow, and they do come.
func TestPagesWaitUntilASearchIsThrough(t *testing.T) {
	f, r := openRows(t, 5000)
	p, _ := f.Pane().(*list.Pane)
	cmd, _ := p.Do("load.all")
	for p.Grid.Len() < 3000 {
		cmd = handed(f, carried(cmd))
	}
	page := carried(cmd)
	search := typed(t, f, "99")
	next := handed(f, page)
	asked, loaded := r.asked, p.Grid.Len()
	if more := carried(next); len(more) > 0 || r.asked > asked {
		t.Errorf("%d pages are asked for beside a search", r.asked-asked)
	}
	for msgs := carried(search); len(msgs) > 0; msgs = carried(search) {
		search = handed(f, msgs)
		if p.Grid.Partial() && r.asked > asked {
			t.Fatalf("a page is asked for before all of %d rows are looked at", loaded)
		}
	}
	if p.Grid.Len() != loaded || r.asked > asked {
		t.Errorf("%d rows are loaded while letters may follow, %d before", p.Grid.Len(), loaded)
	}
	if rests := p.Rests(); rests.Sub(f.Env.Now()) != host.LongRest {
		t.Fatalf("the walk goes on in %v", rests.Sub(f.Env.Now()))
	}
	f.Advance(host.LongRest)
	for msgs := carried(p.Receive(host.Rested{})); len(msgs) > 0; {
		msgs = carried(handed(f, msgs))
	}
	if n := len(matching(r, "99")); p.Grid.Len() != 5000 || p.Grid.Shown() != n {
		t.Errorf("%d rows are loaded, %d of %d found", p.Grid.Len(), p.Grid.Shown(), n)
	}
}

// Letters that have come to rest are told once, also while a page is under way, and where no page follows any more: else the list would be
// told again and again.
func TestLettersComeToRestWhateverIsUnderWay(t *testing.T) {
	for _, last := range []bool{false, true} { // the page under way is the last
		for _, comes := range []string{"later", "before"} {
			f, r := openRows(t, 5000)
			p, _ := f.Pane().(*list.Pane)
			if last {
				r.names = r.names[:p.Grid.Len()+10]
			}
			cmd, _ := p.Do("load.all")
			page := carried(cmd)
			typed(t, f, "9")
			if comes == "before" {
				handed(f, page)
			}
			f.Advance(host.LongRest)
			next := p.Receive(host.Rested{})
			if at := p.Rests(); !at.IsZero() {
				t.Errorf("last %v, the page comes %s: the pane waits for %v, which is over", last, comes, at)
			}
			if comes == "later" {
				next = handed(f, page)
			}
			for msgs := carried(next); len(msgs) > 0; {
				msgs = carried(handed(f, msgs))
			}
			if p.Grid.Len() != len(r.names) || p.Load.Walking {
				t.Errorf("last %v, the page comes %s: %d of %d rows are loaded", last, comes, p.Grid.Len(), len(r.names))
			}
		}
	}
}

// Neither a filter that is kept nor one that is given up has a walk wait any longer.
func TestAWalkGoesOnOnceTheFiltersLineIsClosed(t *testing.T) {
	for _, key := range []string{"<enter>", "<esc>"} {
		f, r := openRows(t, 5000)
		p, _ := f.Pane().(*list.Pane)
		page := carried(func() tea.Cmd { cmd, _ := p.Do("load.all"); return cmd }())
		typed(t, f, "9")
		handed(f, page)
		if asked := r.asked; len(carried(p.Receive(host.Rested{}))) > 0 || r.asked > asked || p.Rests().IsZero() {
			t.Errorf("%d pages are asked for while letters may follow", r.asked-asked)
		}
		if f.Keys(key); p.Grid.Len() != 5000 || !p.Rests().IsZero() {
			t.Errorf("after %s %d rows are loaded", key, p.Grid.Len())
		}
	}
}

// A walk goes on beside a search for what is shown already: nobody waits for its rows.
func TestAWalkGoesOnBesideASearchForTheSameRows(t *testing.T) {
	f, _ := openRows(t, 5000)
	p, _ := f.Pane().(*list.Pane)
	f.Keys("/zzqx", "<enter>")
	cmd, _ := p.Do("load.all")
	for p.Grid.Len() < 3000 {
		cmd = handed(f, carried(cmd))
	}
	pages, steps := 0, 0
	for n := p.Grid.Len(); n < 5000; steps++ {
		if cmd = handed(f, carried(cmd)); p.Grid.Len() > n {
			n, pages = p.Grid.Len(), pages+1
		}
	}
	if steps > pages {
		t.Errorf("%d pages took %d steps", pages, steps)
	}
}
