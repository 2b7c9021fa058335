package host_test

import (
	"slices"
	"strings"
	"testing"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/host"
)

func TestAnActionIsNamedOnceWithItsTarget(t *testing.T) {
	for _, c := range []struct {
		title, kind, name, id, want string
	}{
		{"Accept", "suggestion", "Payments", "S1", "Accept suggestion “Payments”"},
		{"Delete hook", "hook", "Stop shell tools", "H1", "Delete hook “Stop shell tools”"},
		{"Delete hook", "hook", "", "H1", "Delete hook H1"},
		{"Delete webhook", "hook", "A", "H1", "Delete webhook (hook “A”)"},
		{"Revoke secret", "secret", "VPN", "V1", "Revoke secret “VPN”"},
		{"Revoke as administrator", "secret", "VPN", "V1", "Revoke as administrator (secret “VPN”)"},
		{"Create access profile", "suggestion", "Payments", "S1", "Create access profile (suggestion “Payments”)"},
		{"Edit contacts", "contacts", "", "", "Edit contacts"},
	} {
		if got := host.Deed(c.title, action.Target{Kind: c.kind, Name: c.name, ID: c.id}); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// A sentence begins with a capital, whatever its alphabet, and a name stays as it is.
func TestSentencesBeginWithWholeCharacters(t *testing.T) {
	for _, c := range [][2]string{{"ждём", "Ждём"}, {"鈴木 健太 owns it", "鈴木 健太 owns it"}, {"öffnen", "Öffnen"},
		{"", ""},
		{"“svc-a” owns it", "“svc-a” owns it"}} {
		if got := host.Capital(c[0]); got != c[1] {
			t.Errorf("%q begins as %q", c[0], got)
		}
	}
}

func TestABatchWithNothingToDoSaysWhyOfEach(t *testing.T) {
	if got := host.EachOf(map[action.Why]int{action.WhyIt("is accepted already"): 2}); got != "each is accepted already" {
		t.Error(got)
	}
	if got := host.EachOf(map[action.Why]int{action.WhyIt("is accepted already"): 2,
		action.WhyIt("is being read, wait a moment"): 1}); got != "of 2, each is accepted already; of 1, it is being read, wait a moment" {
		t.Error(got)
	}
}

func TestRiskRanksFollowTheTenantsOrder(t *testing.T) {
	level := func(words ...string) (levels []api.RiskLevel) {
		for _, w := range words {
			levels = append(levels, api.RiskLevel{ID: w, Value: w})
		}
		return levels
	}
	for _, c := range []struct{ list, want []string }{
		{[]string{"Low", "Medium", "High"}, []string{"Low", "Medium", "High"}},
		{[]string{"Critical", "High", "Low"}, []string{"Low", "High", "Critical"}},
		{[]string{"Green", "Amber", "Red"}, []string{"Green", "Amber", "Red"}},
	} {
		var got []string
		for _, l := range host.LowestFirst(level(c.list...)) {
			got = append(got, l.Value)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q from the lowest is %q, want %q", c.list, got, c.want)
		}
	}
}

// Of a text that is too wide whole sentences stay; what stands in quotation marks ends none.
func TestLeadingSentences(t *testing.T) {
	const text = "The hooks could not be refreshed. The tenant says: “no. not now. ever”. r tries again."
	for w, want := range map[int]string{200: text, 80: "The hooks could not be refreshed. The tenant says: “no. not now. ever”.",
		60: "The hooks could not be refreshed.", 5: "The hooks could not be refreshed."} {
		if got := host.Leading(text, w); got != want {
			t.Errorf("%d cells: %q, want %q", w, got, want)
		}
	}
}

// What doesn't fit is cut out of names first: how a sentence begins and what to do next are always read.
func TestANoticeKeepsItsNextStep(t *testing.T) {
	name := strings.Repeat("Quarterly close of the northern region ", 8)
	for text, next := range map[string]string{
		"Edit webhook “" + name + "”: outcome unknown. The connection broke. It may still happen; it is read again for 40s. Refresh with r " +
			"before you repeat it.": "Refresh with r before you repeat it.",
		strings.Repeat("A long sentence about something that has come about. ", 9) +
			"r tries again.": "r tries again.",
	} {
		for _, size := range [][2]int{{77, 3}, {77, 2}, {37, 3}} {
			lines := host.Shortened(text, size[0], size[1])
			said := strings.Join(lines, " ")
			if len(lines) > size[1] || !strings.HasPrefix(said, text[:8]) || !strings.HasSuffix(said, next[len(next)-12:]) {
				t.Errorf("%v: %q", size, lines)
			}
			if size[0] == 77 && size[1] == 3 && !strings.HasSuffix(said, next) {
				t.Errorf("%v: the next step is cut: %q", size, said)
			}
		}
	}
	refused := "Dismiss suggestion “Information Security standard access”: refused. You may not do this on this tenant. " +
		"The tenant says: no such role. Request 47adcb0f-cc5a-4b1f-a9b1-3e6a42c61234."
	const begins, ends = "Dismiss suggestion “Inform…ccess”: refused.", " The tenant says: no such role."
	for rows, want := range map[int]string{3: begins + ends,
		4: begins + " You may not do this on this tenant." + ends + " Request 47adcb…61234."} {
		if got := strings.Join(host.Shortened(refused, 37, rows), " "); got != want {
			t.Errorf("in %d lines: %q, want %q", rows, got, want)
		}
	}
	if got := host.Shortened("short “x”", 77, 3); len(got) != 1 || got[0] != "short “x”" {
		t.Errorf("%q", got)
	}
}
