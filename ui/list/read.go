package list

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// see reads the record under the cursor for the detail that was opened, unless that was read just now.
func (p *Pane) see() tea.Cmd {
	if key, ok := p.Grid.CursorKey(); ok && key == p.seen.Key && p.Env.JustRead(p.seen.Asked) {
		return nil
	}
	return p.readRecord()
}

// readRecord reads the record under the cursor by its id.
func (p *Pane) readRecord() tea.Cmd {
	row, ok := p.Grid.Cursor()
	if ok && p.unseen(row) && p.canRead() {
		return p.readByID(row, false)
	}
	if !ok || p.Get == nil {
		return nil
	}
	return p.ReadRow(row, false)
}

// ReadRow reads a record again by its id; report: somebody waits for what comes of it.
func (p *Pane) ReadRow(row host.AnyRow, report bool) tea.Cmd {
	ctx, client, get, asked := p.Load.Context(), p.Env.Client, p.Get, p.Env.Moment()
	return func() tea.Msg {
		now, err := get(ctx, client, row)
		return p.Address(RecordMsg{Before: row, Now: now, asked: asked, Err: err, report: report})
	}
}

func (p *Pane) handleRecord(msg RecordMsg) tea.Cmd {
	switch {
	case msg.Err == nil && p.Changed.ChangedSince(p.Key(msg.Now), msg.asked.Serial):
		return nil // it was read before an action changed it
	case msg.Err == nil:
		p.Changed.Confirm(msg.Now)
		p.noteRead(msg.asked.At, msg.Now)
		p.seen = host.Sight{Key: p.Key(msg.Now), Asked: msg.asked}
		if p.knew(msg) {
			return p.reportRecord(msg)
		}
		return tea.Batch(p.Put(msg.Now), p.reportRecord(msg))
	case msg.report:
		return p.reportRecord(msg)
	case api.KindOf(msg.Err) == api.KindNotFound:
		return p.Word("This " + p.One + " was not found when it was read again; " + p.Label("refresh") + " refreshes the list.")
	}
	return nil
}

// knew reports whether a record, read again, is in all as it stands in the list.
func (p *Pane) knew(msg RecordMsg) bool {
	if msg.Err != nil {
		return false
	}
	held, ok := p.Grid.Row(p.Key(msg.Now))
	return ok && p.Raw(held).Equal(p.Raw(msg.Now)) && (p.Same == nil || p.Same(held, msg.Now))
}

// ReadAgain reads a record by its id, and says what came of it.
func (p *Pane) ReadAgain(row host.AnyRow) tea.Cmd {
	if p.Get == nil {
		return p.Word("There is no operation that reads one " + p.One + " again.")
	}
	return tea.Batch(p.Word("Reading "+host.TargetName(p.Target(row))+" again…"), p.ReadRow(row, true))
}

// reportRecord says what reading a record again has brought.
func (p *Pane) reportRecord(msg RecordMsg) tea.Cmd {
	name := host.TargetName(p.Target(msg.Before))
	switch {
	case !msg.report:
		return nil
	case api.KindOf(msg.Err) == api.KindNotFound:
		p.noteReadAt(p.Changed.Keep(msg.Before, msg.Before, true))
		p.Grid.Remove(p.Key(msg.Before))
		return tea.Batch(p.Arrange(), p.Word("The tenant doesn't know "+name+" any more, so it has left the list."))
	case msg.Err != nil:
		what, _ := host.Explain(msg.Err)
		return p.Host.Say(host.Notice{Tone: host.ToneBad, Text: host.Capital(name) + " could not be read again. " + what})
	case widget.Differs(p.Raw(msg.Before), p.Raw(msg.Now)):
		return p.Host.Say(host.Notice{Tone: host.ToneGood, Text: host.Capital(name) + " was read again. It has changed since."})
	}
	return p.Host.Say(host.Notice{Tone: host.ToneGood, Text: host.Capital(name) + " was read again. Nothing has changed."})
}

// Put replaces a row by what the tenant says now.
func (p *Pane) Put(now host.AnyRow) tea.Cmd {
	if !p.Grid.Put(now) {
		return nil
	}
	p.Detail.Dirty = true
	return p.Arrange()
}
