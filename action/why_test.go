package action

import "testing"

// A refusal is a sentence of its own, whatever the action is called, and a clause in what is said of several records.
func TestRefusalsAreSentencesAndClauses(t *testing.T) {
	for why, want := range map[Why][3]string{
		Because("there is no suggestion under the cursor"): {"There is no suggestion under the cursor.",
			"there is no suggestion under the cursor", "there is no suggestion under the cursor"},
		Because("it was never “a name”"): {"It was never “a name”.", "it was never “a name”", "it was never “a name”"},
		Because("“svc-a” owns it"):       {"“svc-a” owns it.", "“svc-a” owns it", "“svc-a” owns it"},
		WhyIt("is dismissed already"):    {"This suggestion is dismissed already.", "it is dismissed already", "each is dismissed already"},
		ReadOnly():                       {"This session is read-only.", "this session is read-only", "this session is read-only"},
	} {
		if got := [3]string{why.Of("suggestion"), why.Each(1), why.Each(2)}; got != want {
			t.Errorf("it is said as %q, want %q", got, want)
		}
		if why.None() || why.Locked() != (why == ReadOnly()) {
			t.Errorf("%q: none %v, locked %v", why, why.None(), why.Locked())
		}
	}
	for _, why := range []Why{{}, WhyIt(""), Because("")} {
		if !why.None() || why.String() != "" || why.Each(2) != "" {
			t.Errorf("%q is a reason", why)
		}
	}
}
