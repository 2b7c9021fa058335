package history

import (
	"errors"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

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
	if w-draw.Width(short+rest) < host.LeastName {
		rest = widget.IfText(others != "", " +"+strconv.Itoa(len(all)-1)) + "; " + key + " says why."
	}
	return short + draw.Middle(name, max(host.LeastName, w-draw.Width(short+rest))) + rest
}

func (u unread) name() string { return draw.Clean(host.FirstOf(u.server.DisplayName, u.server.ID)) }

// reason is why the server could not be read, in a few words.
func (u unread) reason() string {
	words := host.Briefly(u.err)
	var e *api.Error
	if errors.As(u.err, &e) && e.Status >= 400 {
		return strconv.Itoa(e.Status) + ", " + words
	}
	return words
}

// unreadItems are the servers that could not be read, each with why; to choose one opens its history.
func unreadItems(w *walk, e *host.Env, l host.Host) (items []host.MenuItem) {
	for _, u := range w.shown.unread {
		items = append(items, host.MenuItem{Title: "Not read: " + u.name(), Note: u.reason(),
			Run: func() tea.Cmd { return l.GoInto(versionsOf(u.server, w.known, e, l)) }})
	}
	return items
}
