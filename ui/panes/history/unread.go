package history

import (
	"errors"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// leastName is how many cells the name of a server keeps in a line that names others, too.
const leastName = 8

// unreadWords say in at most w cells which servers could not be read and why, as far as that fits; key lists them all.
func unreadWords(all []unread, w int, key string) string {
	name, why := all[0].name(), all[0].reason()
	const short = "Not read: "
	others, lists := "", "."
	if n := len(all) - 1; n > 0 {
		others, lists = ", and "+strconv.Itoa(n)+" more", "; "+key+" lists them."
	}
	long := name + " could not be read: " + why + others + lists
	if draw.Width(long) <= w {
		return long
	}
	rest := ": " + why + others + lists
	if w-draw.Width(short+rest) < leastName {
		rest = widget.IfText(others != "", " +"+strconv.Itoa(len(all)-1)) + "; " + key + " says why."
	}
	return short + draw.Middle(name, max(leastName, w-draw.Width(short+rest))) + rest
}

func (u unread) name() string { return draw.Clean(host.FirstOf(u.server.DisplayName, u.server.ID)) }

// reason is why the server could not be read, in a few words.
func (u unread) reason() string {
	words := strings.TrimSuffix(u.sentence(), ".")
	var e *api.Error
	if errors.As(u.err, &e) && e.Status >= 400 {
		return strconv.Itoa(e.Status) + ", " + words
	}
	return words
}

func (u unread) sentence() string {
	switch api.KindOf(u.err) {
	case api.KindForbidden:
		return "you may not see it"
	case api.KindNotFound:
		return "the tenant doesn't have it"
	case api.KindRateLimited:
		return "the tenant asks us to slow down"
	case api.KindUnavailable:
		return "the tenant has a problem"
	case api.KindMalformed:
		return "the answer can't be read"
	case api.KindNetwork, api.KindEndedEarly:
		return "no answer came"
	}
	what, _ := host.Explain(u.err)
	return draw.Clean(what)
}

// unreadItems are the servers that could not be read, each with why; to choose one opens its history.
func unreadItems(w *walk, e *host.Env, l host.Host) (items []host.MenuItem) {
	for _, u := range w.shown.unread {
		items = append(items, host.MenuItem{Title: "Not read: " + u.name(), Note: u.reason(),
			Run: func() tea.Cmd { return l.Push(newVersions(u.server, w.known, e, l)) }})
	}
	return items
}
