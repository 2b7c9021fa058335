//go:build linux || darwin

package e2e_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

// first finds the first record of a collection, as lists show it, whose field has the value; place is its row.
func (s *site) first(collection, field string, value any) (id string, place int) {
	s.t.Helper()
	for i := range s.Size(collection) {
		id := s.ID(collection, i)
		if record, ok := s.Record(collection, id); ok && record[field] == value {
			return id, i
		}
	}
	s.t.Fatalf("the tenant has no %s whose %s is %v", collection, field, value)
	return "", 0
}

// titles are those of the columns of a list, below its heading and what is counted about it.
var titles = regexp.MustCompile(`^ +(State|Status|Kind) .*\bName\b`)

// goTo puts the cursor on a row by its place; the column titles stand above the rows.
func (c *console) goTo(heading string, place int) {
	c.t.Helper()
	c.keys("g", strings.Repeat("j", place))
	c.until("the cursor on row "+strconv.Itoa(place), func(sc *term.Screen) bool {
		lines := strings.Split(unboxed(sc.String()), "\n")
		at := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, heading+" ") })
		if at < 0 {
			return false
		}
		rows := at + slices.IndexFunc(lines[at:], titles.MatchString) + 1
		return rows > at && rows+place < len(lines) && strings.HasPrefix(lines[rows+place], "▌")
	})
}

func TestAcceptDismissReopenAndUndo(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	id, place := s.first("suggestions", "suggestionState", "SUGGESTION_STATE_NEW")
	c := s.open(term.Options{Width: 160, Height: 45})
	c.keys("3")
	c.sees(`^Suggestions .*(loaded|in all)`)
	c.goTo("Suggestions", place)
	c.sees(`State +\S+ new`)
	for i, step := range []struct{ key, said, shown, state string }{
		{"a", "Accepted suggestion", "accepted", "SUGGESTION_STATE_ACCEPTED"},
		{"u", "Undone: the acceptance of suggestion", "new", "SUGGESTION_STATE_NEW"},
		{"d", "Dismissed suggestion", "dismissed", "SUGGESTION_STATE_DISMISSED"},
		{"o", "Reopened suggestion", "new", "SUGGESTION_STATE_NEW"},
		{"x", "Rejected suggestion", "rejected", "SUGGESTION_STATE_REJECTED"},
	} {
		c.keys(step.key)
		s.sent(i+1, "POST", statePath(id), `{"state":"`+step.state+`"}`)
		c.sees(`State +\S+ ` + step.shown)
		c.sees(step.said)
		if got := s.text("suggestions", id, "suggestionState"); got != step.state {
			t.Errorf("key %s left the suggestion %s, want %s", step.key, got, step.state)
		}
	}
	s.quits(c, 5)
}

func TestHookOffAndOnAgain(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	id, place := s.first("hooks", "enabled", true)
	c := s.open(term.Options{Width: 160, Height: 45})
	c.sees(`42 in all`)
	c.goTo("Hooks", place)
	for i, on := range []bool{false, true} {
		c.keys("t")
		s.sent(i+1, "POST", "/api/v1/hooks/"+id, fmt.Sprintf(`{"hook":{"enabled":%t},"updateMask":"enabled"}`, on))
		c.sees(map[bool]string{true: `Turned on hook`, false: `Turned off hook`}[on])
		c.sees(map[bool]string{true: `State +● on$`, false: `State +○ off$`}[on])
		if record, _ := s.Record("hooks", id); record["enabled"] != on {
			t.Errorf("the hook is %v, want %v", record["enabled"], on)
		}
	}
	c.keys("q")
	c.ends(0)
}

func TestDeleteAHook(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	id := s.HookID(0)
	s.change("hooks", id, func(r map[string]any) { r["displayName"] = "Old guard" })
	c := s.open(term.Options{Width: 160, Height: 45})
	c.sees(`^▌ .*Old guard`)
	c.keys("x")
	c.sees(`Delete hook\?`)
	c.sees(`Type Old guard to confirm`)
	s.untouched()
	c.typeToConfirm("Old guard")
	s.sent(1, "DELETE", "/api/v1/hooks/"+id, `{}`)
	c.sees(`Deleted hook “Old guard”`)
	c.sees(`^Hooks .*41 in all`)
	s.quits(c, 1)
}

// secretToRevoke is an active secret of somebody else, and one of the caller's own.
func (s *site) secretToRevoke(own bool) (id string, place int) {
	s.t.Helper()
	for i := range s.Size("secrets") {
		id := s.SecretID(i)
		record, _ := s.Record("secrets", id)
		if record["status"] == "SECRET_STATUS_ACTIVE" && (record["creatorUserId"] == s.UserID(0)) == own {
			return id, i
		}
	}
	s.t.Fatal("the tenant has no such secret")
	return "", 0
}

func TestRevokeNeedsMoreThanOneKey(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	id, place := s.secretToRevoke(false)
	name := s.text("secrets", id, "displayName")
	c := s.open(term.Options{Width: 160, Height: 45})
	c.keys("4")
	c.sees(`^Secrets .*(loaded|in all)`)
	c.goTo("Secrets", place)

	c.keys("x")
	c.sees(`Revoke secret\?`)
	c.sees(regexp.QuoteMeta("secret “" + name + "”"))
	c.sees(`id ` + id)
	c.sees(`on tenant .*` + regexp.QuoteMeta(s.host()))
	c.sees(`nobody can open it any more`)
	c.afterGrace()
	c.keys("<enter>") // Cancel has the focus
	c.misses(`Revoke secret\?`)
	c.keys("x<tab><enter>") // typed ahead: the grace period swallows it
	c.sees(`Revoke secret\?`)
	c.afterGrace()
	c.keys("v")
	c.sees(`DELETE ` + regexp.QuoteMeta(s.server.URL()+"/api/v1/secrets-admin/"+id))
	c.keys("v")
	c.sees(`▸ Cancel ◂`)
	s.untouched()

	c.keys("<tab>")
	c.sees(`▸ Revoke secret ◂`)
	c.keys("<enter>")
	s.sent(1, "DELETE", "/api/v1/secrets-admin/"+id, `{}`)
	c.sees(`Revoked secret “` + regexp.QuoteMeta(name) + `”\. Revoked \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC; content deleted\.`)
	c.sees(`Status +✗ revoked`)
	record, _ := s.Record("secrets", id)
	if record["status"] != "SECRET_STATUS_REVOKED" || record["contentDeleted"] != true {
		t.Errorf("the tenant's record is %v", record)
	}
	c.keys("q")
	c.ends(0)
}

func TestOwnSecretIsRevokedByItsOwner(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	id, place := s.secretToRevoke(true)
	c := s.open(term.Options{Width: 160, Height: 45})
	c.sees(`Mara Lindqvist`)
	c.keys("4")
	c.sees(`^Secrets .*(loaded|in all)`)
	c.goTo("Secrets", place)
	c.keys("x")
	c.sees(`Revoke secret\?`)
	c.afterGrace()
	c.keys("<tab>")
	c.sees(`▸ Revoke secret ◂`)
	c.keys("<enter>")
	s.sent(1, "DELETE", "/api/v1/secrets/"+id, `{}`)
	c.sees(`Revoked secret`)
	s.quits(c, 1)
}

func TestReadOnlySendsNothing(t *testing.T) {
	t.Parallel()
	for _, way := range []struct {
		name string
		args []string
		env  []string
	}{{"flag", []string{"--read-only"}, nil}, {"environment", nil, []string{"GATEHOUSE_READ_ONLY=yes"}}} {
		t.Run(way.name, func(t *testing.T) {
			s := serve(t, tenant.Options{})
			c := s.open(term.Options{Env: way.env}, way.args...)
			c.sees(`42 in all`)
			c.sees(`read-only`)
			c.keys("t")
			c.sees(`This session is read-only\.`)
			c.keys("2")
			c.sees(`27 in all`)
			for _, key := range []string{"n", "e", "t", "x"} {
				c.keys("<esc>", key)
				c.sees(`This session is read-only\.`)
			}
			c.keys("3")
			c.sees(`^Suggestions .*(loaded|in all)`)
			c.keys("<esc>", "a")
			c.sees(`This session is read-only\.`)
			c.keys("4")
			c.sees(`^Secrets .*(loaded|in all)`)
			c.keys("<esc>", "x")
			c.sees(`This session is read-only\.`)
			s.untouched()
			c.keys("q")
			c.ends(0)
		})
	}
}

// A row is never painted as changed when the change failed.
func TestARefusedChangeChangesNoRow(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	_, place := s.first("hooks", "enabled", true)
	s.Faults().Add(tenant.Rule{Method: "POST", Path: "/api/v1/hooks/*", Status: 403, Message: "hooks are frozen this week"})
	c := s.open(term.Options{Width: 160, Height: 45})
	c.sees(`42 in all`)
	c.goTo("Hooks", place)
	c.keys("t")
	c.sees(`hook .*: refused\. .*hooks are frozen this week`)
	c.sees(`State +● on$`)
	c.keys("?")
	c.sees(`Not now: the tenant refused this`)
	c.sees(`before; it can be tried again`)
	c.keys("<esc>q")
	c.ends(0)
}

// An answer that never came is settled by reading the record again, and the write isn't repeated.
func TestALostAnswerIsResolved(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	_, place := s.first("hooks", "enabled", true)
	s.Faults().Add(tenant.Rule{Method: "POST", Path: "/api/v1/hooks/*", DropAfter: true})
	c := s.open(term.Options{Width: 160, Height: 45})
	c.sees(`42 in all`)
	c.goTo("Hooks", place)
	c.keys("t")
	c.sees(`Turned off hook .*read again, shows it`)
	c.sees(`State +○ off$`)
	if n := len(s.writes()); n != 1 {
		t.Errorf("%d writes came in, want 1", n)
	}
	c.keys("q")
	c.ends(0)
}
