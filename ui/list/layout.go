package list

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// previewWidth is what the preview keeps beside a list that wants more than its share.
const previewWidth = 66

// preview is where the record under the cursor stands.
func (p *Pane) preview() host.Preview { return p.Env.Layout.Preview.Within(p.w, p.h) }

// both reports whether list and preview are on the screen together.
func (p *Pane) both() bool { return p.preview() != host.PreviewAway && !p.coversList() }

// coversList reports whether the detail stands over the list.
func (p *Pane) coversList() bool { return p.onDetail && (p.zoomed || p.preview() == host.PreviewAway) }

func (p *Pane) showsDetail() bool { return p.onDetail || p.preview() != host.PreviewAway }

// listSize is the list's share of the pane: more in width where its columns want more and the preview still has enough.
func (p *Pane) listSize() (w, h int) {
	switch p.preview() {
	case host.PreviewBeside:
		around, _ := p.box().Inside(p.w, p.h)
		wants := p.Grid.Want() + p.w - around
		return max(p.w*11/20, min(wants, p.w-previewWidth)), p.h
	case host.PreviewBelow:
		return p.w, (p.h + 1) / 2
	}
	return p.w, p.h
}

// besideGap parts a preview without a box from the list on its left.
const besideGap = 2

// detailSize is the rest of it, or all where the detail covers the list.
func (p *Pane) detailSize() (w, h int) {
	lw, lh := p.listSize()
	switch {
	case p.coversList() || p.preview() == host.PreviewAway:
		return p.w, p.h
	case p.preview() == host.PreviewBelow:
		return p.w, p.h - lh
	case p.box().Plain:
		return p.w - lw - besideGap, p.h
	}
	return p.w - lw, p.h
}

func (p *Pane) box() widget.Box { return p.Env.Box() }

// rowsRoom is what rows have in the list's box, with the chart above them.
func (p *Pane) rowsRoom() (w, h int) {
	w, h = p.box().Inside(p.listSize())
	if p.Find.Typing {
		h = max(0, h-1)
	}
	return w, h
}

// Layout gives every part its cells.
func (p *Pane) Layout() {
	p.Grid.Choose(p.chosenColumns())
	w, h := p.rowsRoom()
	p.Grid.SetSize(w, h-p.stripHeight())
	if p.showsDetail() {
		was := p.Detail.W
		p.Detail.Resize(p.box().Inside(p.detailSize()))
		p.pursuit.Waits = p.pursuit.Waits && p.Detail.W == was // its lines would not fit
	}
}

// movePreview puts the preview beside the list, below it, or away, in turn, as far as there is room.
func (p *Pane) movePreview() tea.Cmd {
	w, h := p.w, p.h
	if next := p.preview().Next(w, h); next != p.preview() {
		cmd := p.Env.Layout.Put(next)
		p.relayout()
		return cmd
	}
	return p.WordWhile(func() bool { return p.w == w && p.h == h }, "There is no room for a preview; "+p.Label("open")+" opens the record.")
}

// zoom gives the record the whole pane, or the place that it had.
func (p *Pane) zoom() tea.Cmd {
	if p.onDetail && p.preview() != host.PreviewAway {
		p.zoomed = !p.zoomed
		p.relayout()
	}
	return nil
}

func (p *Pane) relayout() {
	p.Layout()
	p.Detail.Dirty = true
}
