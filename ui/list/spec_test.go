package list

import (
	"testing"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/host"
)

// Who the caller is and what the tenant lacks is learned while the console runs, and decides which operation an action is.
func TestAnActionIsMadeOfWhatIsKnownNow(t *testing.T) {
	env := &host.Env{}
	verb := Verb[string]{Spec: func(e *host.Env) *action.Spec[string] {
		return &action.Spec[string]{Name: "rows.act", Title: "Act as " + e.Me.UserID}
	}}.Untyped(env)
	before := verb.Spec(env).Title
	env.Me = api.Identity{UserID: "mara"}
	if now := verb.Spec(env).Title; before != "Act as " || now != "Act as mara" {
		t.Errorf("the action is %q and then %q, want it to follow what is known", before, now)
	}
}
