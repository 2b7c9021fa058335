package export

import (
	"context"
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/draw"
	"gatehouse/ui/file"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// Write writes the rows as they are now.
func (x *Overlay) Write() tea.Cmd {
	ctx, generation := x.Context()
	x.phase, x.written = phaseWriting, &Tally{}
	content := &FileContent{Format: x.chosen.format, Columns: x.chosen.columns,
		Source: x.from.Take(x.chosen.what, x.chosen.open, x.env.Frozen())}
	if x.of.Opens != nil && !x.chosen.open {
		content.conceal = x.of.Opens.Members
	}
	disk, path, replace, t := x.env.Disk, x.path, x.overwrite, x.written
	disk.Writers.Add(1)
	return func() tea.Msg {
		defer disk.Writers.Done()
		done, err := content.into(ctx, disk, path, replace, t)
		return x.from.Address(Ended{generation: generation, written: done, err: err})
	}
}

func (x *Overlay) ended(msg Ended) tea.Cmd {
	switch {
	case errors.Is(msg.err, context.Canceled):
		return x.Fail("Stopped. Nothing was written.")
	case msg.err != nil:
		return x.Fail(file.DiskTrouble(x.path, msg.err))
	}
	x.abandon()
	x.Form.Close()
	return x.host.Say(x.said(msg.written))
}

// said is what the person needs to know of the file.
func (x *Overlay) said(w written) host.Notice {
	said := host.Notice{Tone: host.ToneGood, Text: fmt.Sprintf("Wrote %s to %s.", widget.Count(int64(w.Rows), x.of.One), w.path)}
	if x.short != "" {
		said.Tone = host.ToneWarning
		said.Text += " The list is incomplete: " + x.short + "."
	}
	if w.defused > 0 {
		said.Text += " An apostrophe was put before " + widget.Count(int64(w.defused), "cell") + ", so that no spreadsheet runs them."
	}
	if w.Partial > 0 {
		said.Text += " Of " + draw.Count(int64(w.Partial)) + " only the id is known."
	}
	if x.of.Opens != nil && x.chosen.columns == nil {
		if x.chosen.open {
			said.Text += " It holds " + x.of.Opens.Words + ": keep it safe."
		} else {
			said.Text += " " + host.Capital(x.of.Opens.Words) + " are left out."
		}
	}
	return said
}
