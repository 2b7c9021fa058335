package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/draw"
)

// markAll marks what the filter shows of the loaded rows, and says of how many: what isn't loaded can't be marked.
func (p *list[K, T]) markAll() tea.Cmd {
	p.grid.MarkShown()
	marked, loaded := draw.Count(int64(p.grid.MarkCount())), draw.Count(int64(p.grid.Len()))
	if !p.load.more {
		return p.link.say(notice{toneInfo, fmt.Sprintf("%s marked of all %s.", marked, loaded)})
	}
	said := fmt.Sprintf("%s marked of %s loaded; %s loads the rest, and %s marks what it brings.",
		marked, loaded, p.label("load.all"), p.label("mark.all"))
	return p.link.say(notice{toneInfo, said})
}
