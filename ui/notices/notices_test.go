package notices

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/ui/host"
)

func newNotices() *Notices {
	return New(func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil })
}

func (n *Notices) want(t *testing.T, trouble, notice string) {
	t.Helper()
	text := func(said *host.Notice) string {
		if said == nil {
			return ""
		}
		return said.Text
	}
	if got := text(n.trouble); got != trouble {
		t.Errorf("the trouble is %q, want %q", got, trouble)
	}
	if got := text(n.notice); got != notice {
		t.Errorf("the notice is %q, want %q", got, notice)
	}
}

func TestTroubleStaysBesideGoodNews(t *testing.T) {
	n := newNotices()
	n.Say(host.Notice{Tone: host.ToneBad, Text: "refused"})
	n.Say(host.Notice{Tone: host.ToneGood, Text: "saved"})
	n.want(t, "refused", "saved")
	n.Expire(host.NoticeOver{ID: n.noticeID - 1}) // of one before
	n.want(t, "refused", "saved")
	n.Expire(host.NoticeOver{ID: n.noticeID})
	n.want(t, "refused", "")
	if !n.Dismiss() || n.Dismiss() {
		t.Error("what was said is dismissed once")
	}
	n.want(t, "", "")
}

func TestWhatIsSaidOfATargetReplacesItsTrouble(t *testing.T) {
	n := newNotices()
	one, other := action.Target{Kind: "hook", ID: "1"}, action.Target{Kind: "webhook", ID: "2"}
	n.SayOf(one, host.Notice{Tone: host.ToneBad, Text: "one is refused"})
	n.SayOf(other, host.Notice{Tone: host.ToneGood, Text: "the other is saved"})
	n.want(t, "one is refused", "the other is saved")
	n.SayOf(one, host.Notice{Tone: host.ToneGood, Text: "one is saved"})
	n.want(t, "", "one is saved")
	n.SayOf(other, host.Notice{Tone: host.ToneUnknown, Text: "the other is unknown"})
	n.Unsay("hook")
	n.want(t, "the other is unknown", "")
	n.Unsay("webhook")
	n.want(t, "", "")
}

func TestWhatIsNoLongerTrueIsTakenAway(t *testing.T) {
	n, holds := newNotices(), true
	n.SayAsLong(func() bool { return holds }, host.Notice{Tone: host.ToneUnknown, Text: "unknown yet"})
	n.SayAsLong(func() bool { return holds }, host.Notice{Text: "3 marked"})
	n.EndUntrue()
	n.want(t, "unknown yet", "3 marked")
	holds = false
	n.EndUntrue()
	n.want(t, "", "")
}

func TestWhatIsUnderWayOutlivesAChangeOfThePane(t *testing.T) {
	n := newNotices()
	n.SayWhile(action.Target{Kind: "hook", ID: "1"}, "deleting…")
	n.Pass()
	n.want(t, "", "deleting…")
	n.Say(host.Notice{Text: "copied"})
	n.Pass()
	n.want(t, "", "")
}
