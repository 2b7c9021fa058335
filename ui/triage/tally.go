package triage

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gatehouse/action"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/widget"
)

// score is what was decided so far, counted.
type score struct {
	came            map[outcome]int
	done            map[string]int // what was carried out, by the action's word
	granted         int            // decided so that somebody gets access
	skipped, passed int
	cards           int
	minutes         float64
}

func (t *Pane) score() score {
	s := score{came: map[outcome]int{}, done: map[string]int{}, skipped: len(t.Pile.skipped), passed: len(t.passed),
		cards: len(t.Pile.cards), minutes: t.pace.total(t.List.Env.Now()).Minutes()}
	for key, j := range t.Pile.judged {
		if _, card := t.seen[key]; !card {
			s.cards++ // the rest of a family, or a card of another pile
		}
		s.came[j.came]++
		if j.came == carriedOut {
			s.done[strings.ToLower(j.done)]++
		}
		if j.grants && t.Pile.isJudged(key) {
			s.granted++
		}
	}
	return s
}

// decided is how many need nothing more: what was decided about them was carried out, or is on the way.
func (s score) decided() int { return s.came[carriedOut] + s.came[onTheWay] }

// tallyBar is how many cells the bar of the tally has.
const tallyBar = 10

// tally is what was decided so far, and how fast, with a bar of it where there is room.
func (t *Pane) tally(room int) []widget.Piece {
	s := t.score()
	text := s.text(true)
	if draw.Width(text) > room {
		text = s.text(false)
	}
	said := widget.Piece{Role: theme.Info, Text: text}
	switch width := draw.Width(text); {
	case width+tallyBar+1 <= room && len(s.came)+s.skipped+s.passed > 0:
		said.Before, said.Text = s.bar(tallyBar), " "+text
	case width > room:
		said.Text = s.inShort()
	}
	return []widget.Piece{said}
}

// bar draws how much of the pile gives access, was decided otherwise, and was skipped.
func (s score) bar(w int) (parts []widget.Piece) {
	all, left := max(1, s.cards), w
	for _, part := range []struct {
		n    int
		role theme.Role
	}{{s.granted, theme.Good}, {s.decided() - s.granted + s.passed, theme.BarFull}, {s.skipped, theme.Warn}} {
		if part.n > 0 {
			cells := min(left, max(1, part.n*w/all))
			parts = append(parts, widget.Piece{Role: part.role, Text: strings.Repeat("━", cells)})
			left -= cells
		}
	}
	return append(parts, widget.Piece{Role: theme.BarEmpty, Text: strings.Repeat("─", left)})
}

// inShort says the same in few cells.
func (s score) inShort() string {
	said := draw.Count(int64(s.came[carriedOut])) + " decided"
	if open := s.came[onTheWay] + s.came[refused] + s.came[notSentAtAll] + s.came[unsure]; open > 0 {
		said += " · " + draw.Count(int64(open)) + " not yet"
	}
	return said
}

// text says it in words; paced: with how fast it went.
func (s score) text(paced bool) string {
	if len(s.came)+s.skipped+s.passed == 0 {
		return "nothing decided yet"
	}
	var parts []string
	add := func(n int, word string) {
		if n > 0 {
			parts = append(parts, draw.Count(int64(n))+" "+word)
		}
	}
	for _, word := range slices.Sorted(maps.Keys(s.done)) {
		add(s.done[word], word)
	}
	add(s.skipped, "skipped")
	add(s.passed, "decided elsewhere")
	add(s.came[refused], action.Refused.String())
	add(s.came[notSentAtAll], action.NotSent.String())
	add(s.came[unsure], action.Unknown.String())
	add(s.came[onTheWay], "on the way")
	if paced && s.minutes >= 0.1 && s.decided() > 0 {
		parts = append(parts, fmt.Sprintf("%.0f a minute", float64(s.decided())/s.minutes))
	}
	return strings.Join(parts, " · ")
}
