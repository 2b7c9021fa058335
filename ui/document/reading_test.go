package document_test

import (
	"context"
	"errors"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/ui/document"
	"gatehouse/ui/host"
)

// reader is a pane that reads one record, a number, without a console.
type reader struct {
	*host.PlainPane
	read  document.Reading[int]
	now   time.Time
	ticks int
}

// counting is a host that counts ticks; a reader needs nothing else of it.
type counting struct {
	host.Host
	to *reader
}

func (counting) Session() uint64 { return 1 }

func (c counting) Tick(time.Duration, func(time.Time) tea.Msg) tea.Cmd { c.to.ticks++; return nil }

func newReader() *reader {
	r := &reader{now: time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)}
	env := &host.Env{Clock: func() time.Time { return r.now }, Life: context.Background()}
	r.PlainPane = &host.PlainPane{Env: env, Host: counting{to: r}, ID: "reader", Visible: true}
	return r
}

// begin asks for the record; bring runs the request.
func (r *reader) begin(n int, err error) (bring func() document.ReadMsg[int]) {
	cmd := r.read.Begin(r.PlainPane, func(ctx context.Context, _ *api.Client) (int, error) { return n, errors.Join(err, ctx.Err()) })
	return func() document.ReadMsg[int] {
		return cmd().(host.Addressed).Msg.(document.ReadMsg[int])
	}
}

func TestARecordIsKnownOnceItWasRead(t *testing.T) {
	r := newReader()
	bring := r.begin(7, nil)
	if !r.read.Loading || r.read.Known || r.ticks != 1 {
		t.Errorf("loading %v, known %v, %d ticks", r.read.Loading, r.read.Known, r.ticks)
	}
	if !r.read.Handle(bring(), r.now) || r.read.Record != 7 || !r.read.Known || r.read.Loading || r.read.Err != nil {
		t.Errorf("%+v", r.read)
	}
}

func TestAnAnswerToAnOlderQuestionIsDropped(t *testing.T) {
	r := newReader()
	first := r.begin(1, nil)
	second := r.begin(2, nil)
	late := first()
	if !errors.Is(late.Err, context.Canceled) || r.read.Handle(late, r.now) || !r.read.Loading {
		t.Errorf("the first answer, %v, is taken", late)
	}
	if !r.read.Handle(second(), r.now) || r.read.Record != 2 {
		t.Errorf("the record is %d", r.read.Record)
	}
}

func TestWhatIsKnownStaysWhenItCantBeReadAgain(t *testing.T) {
	r := newReader()
	r.read.Handle(r.begin(7, nil)(), r.now)
	if r.read.Trouble(r.now, "r") != "" {
		t.Errorf("trouble: %q", r.read.Trouble(r.now, "r"))
	}
	bring := r.begin(0, &api.Error{Kind: api.KindForbidden})
	if state := r.read.State(r.PlainPane); len(state) != 1 || state[0].Text != "refreshing…" {
		t.Errorf("while it is read again: %v", state)
	}
	r.now = r.now.Add(5 * time.Minute)
	r.read.Handle(bring(), r.now)
	want := "Not refreshed for 5m; r tries again. The tenant doesn't let you see this any more."
	if got := r.read.Trouble(r.now, "r"); r.read.Record != 7 || !r.read.Known || got != want {
		t.Errorf("%d, %q, want %q", r.read.Record, got, want)
	}
	if r.read.Put(8, r.now); r.read.Record != 8 || r.read.Err != nil {
		t.Errorf("put: %+v", r.read)
	}
}

func TestAReadingIsGivenUpOnlyOnceItIsLong(t *testing.T) {
	r := newReader()
	r.begin(7, nil)
	if r.read.StopWaiting(r.now.Add(host.WaitIsLong - time.Millisecond)) {
		t.Error("it is given up before it is long")
	}
	if !r.read.StopWaiting(r.now.Add(host.WaitIsLong)) || r.read.Loading || !errors.Is(r.read.Err, host.ErrStopped) {
		t.Errorf("%+v", r.read)
	}
	r.read.Handle(r.begin(7, nil)(), r.now)
	r.begin(8, nil)
	if !r.read.StopWaiting(r.now.Add(host.WaitIsLong)) || r.read.Record != 7 || !errors.Is(r.read.Err, host.ErrStopped) {
		t.Errorf("a record that is read again: %+v", r.read)
	}
}
