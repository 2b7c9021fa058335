package ui

import (
	"fmt"
	"strings"
	"time"

	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/ui/draw"
)

// trouble is why the rows can't be refreshed or gone on with, while there are rows to look at.
func (p *list) trouble() string {
	l := &p.load
	switch {
	case l.err == nil || p.grid.Len() == 0:
		return ""
	case p.lost():
		return p.lostBanner()
	case l.ofRefresh:
		return fitting(p.w-whyRoom, p.staleWords()...) + " " + whyStale(l.err)
	}
	return fitting(p.w-whyRoom, p.stoppedWords()...) + " " + whyNotTheRest(l.err)
}

// whyRoom is how many cells of the banner are left for the sign and the cause of a trouble.
const whyRoom = 44

// staleWords say that the rows could not be refreshed, the longest first.
func (p *list) staleWords() []string {
	again := p.label("refresh") + " tries again."
	return []string{fmt.Sprintf("The %s could not be refreshed; these rows were read %s; %s", p.plural(), lastRead(p.load.at, p.env.Now()), again),
		staleSince(p.load.at, p.env.Now()) + "; " + again}
}

// staleSince says briefly how old what could not be read again is.
func staleSince(at, now time.Time) string {
	if age, ok := strings.CutSuffix(lastRead(at, now), " ago"); ok {
		return "Not refreshed for " + age
	}
	return "Refresh failed"
}

// stoppedWords say that a further page could not be loaded, the longest first.
func (p *list) stoppedWords() []string {
	loaded, again := draw.Count(int64(p.grid.Len())), p.label("refresh")+" tries again."
	if p.load.stopped == "" {
		return []string{loaded + " loaded; the rest could not be loaded; " + again, "Only " + loaded + " loaded; " + again}
	}
	stopped := p.label(p.load.stopped) + " stopped"
	return []string{stopped + ": " + loaded + " loaded; the rest could not be loaded; " + again, stopped + " at " + loaded + "; " + again}
}

// whyStale is why what was read before can't be read again.
func whyStale(err error) string {
	if api.KindOf(err) == api.KindForbidden {
		return "The tenant doesn't let you see this any more." + said(plainMessage(err))
	}
	what, _ := explain(err)
	return what
}

func whyNotTheRest(err error) string {
	if api.KindOf(err) == api.KindForbidden {
		return "The tenant doesn't let you see the rest." + said(plainMessage(err))
	}
	what, _ := explain(err)
	return what
}

// stopWalk ends a walk to the last row that can't go on, and remembers which key it was on the way for.
func (l *loader) stopWalk() {
	switch {
	case l.walking && l.toEnd:
		l.stopped = "cursor.bottom"
	case l.walking:
		l.stopped = "load.all"
	}
	l.walking, l.toEnd = false, false
}

// goOn takes up the walk that a failure ended; the cursor goes along if it hasn't left the last row.
func (p *list) goOn() {
	if p.load.stopped == "" || p.grid.Len() == 0 {
		return
	}
	at, shown := p.grid.Position()
	p.load.walking, p.load.toEnd = true, p.load.stopped == keymap.ID("cursor.bottom") && at == shown-1
}
