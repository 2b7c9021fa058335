package tenant

import (
	"strings"
	"testing"
	"time"
)

func TestSecretSearches(t *testing.T) {
	c := start(t, Options{})
	const path = "/api/v1/search/secrets-admin"
	shown := c.walk(path, "list", nil)
	all := c.walk(path, "list", map[string]any{"includeDeleted": true})
	if len(all) != 180 || len(shown) >= len(all) {
		t.Fatalf("%d secrets, %d with deleted ones; want fewer than 180, and 180", len(shown), len(all))
	}
	for _, row := range shown {
		if row["deletedAt"] != nil {
			t.Errorf("%v is deleted", row["vaultId"])
		}
	}
	check := func(name string, query map[string]any, holds func(map[string]any) bool) {
		t.Helper()
		query["includeDeleted"] = true
		want := 0
		for _, row := range all {
			if holds(row) {
				want++
			}
		}
		got := c.walk(path, "list", query)
		for _, row := range got {
			if !holds(row) {
				t.Errorf("%s: %v %v is not wanted", name, row["vaultId"], row["status"])
			}
		}
		if len(got) != want || want == 0 || want == len(all) {
			t.Errorf("%s: %d rows, want %d of %d (some, not all)", name, len(got), want, len(all))
		}
	}
	for _, status := range []string{"ACTIVE", "EXPIRED", "BURNED", "REVOKED", "DATA_DELETED"} {
		check(status, map[string]any{"statuses": []string{"SECRET_STATUS_" + status}},
			func(m map[string]any) bool { return m["status"] == "SECRET_STATUS_"+status })
	}
	check("type", map[string]any{"secretType": "SECRET_TYPE_FILE"},
		func(m map[string]any) bool { return m["secretType"] == "SECRET_TYPE_FILE" })
	check("mode", map[string]any{"sharingMode": "PAPER_VAULT_SHARING_MODE_EXTERNAL"},
		func(m map[string]any) bool { return m["sharingMode"] == "PAPER_VAULT_SHARING_MODE_EXTERNAL" })
	check("creator", map[string]any{"creatorUserIds": []string{c.tn.UserID(0)}},
		func(m map[string]any) bool { return m["creatorUserId"] == c.tn.UserID(0) })
	check("after", map[string]any{"createdAfter": "2026-11-01T00:00:00Z"},
		func(m map[string]any) bool { return m["createdAt"].(string) >= "2026-11-01T00:00:00Z" })
	check("before", map[string]any{"createdBefore": "2026-11-01T00:00:00Z"},
		func(m map[string]any) bool { return m["createdAt"].(string) < "2026-11-01T00:00:00Z" })
	check("query", map[string]any{"query": "PASSWORD"}, func(m map[string]any) bool {
		return strings.Contains(strings.ToLower(m["displayName"].(string)), "password")
	})
	c.refused(400, 3, "POST", path, `{"createdAfter":"yesterday"}`)
	c.refused(400, 3, "POST", path, `{"sortBy":"NAME"}`)
}

func TestMySecretsAreMine(t *testing.T) {
	c := start(t, Options{})
	mine := c.walk("/api/v1/search/secrets/mine", "list", nil)
	for _, row := range mine {
		if row["creatorUserId"] != c.tn.UserID(0) || row["deletedAt"] != nil {
			t.Errorf("mine: %v", row["vaultId"])
		}
	}
	if len(mine) == 0 {
		t.Error("the caller has no secrets")
	}
}

func TestSecretOrders(t *testing.T) {
	c := start(t, Options{Rows: 333})
	for sort, field := range map[string]string{"CREATED_DESC": "createdAt", "CREATED_ASC": "createdAt", "EXPIRES_ASC": "contentExpiresAt",
		"NAME_ASC": "displayName"} {
		rows := c.walk("/api/v1/search/secrets-admin", "list", map[string]any{"sortBy": "SEARCH_SORT_BY_" + sort, "includeDeleted": true,
			"pageSize": 30})
		key := func(row map[string]any) string {
			text, _ := row[field].(string)
			if field != "displayName" {
				at, _ := time.Parse(time.RFC3339Nano, text)
				return at.Format("2006-01-02T15:04:05.000000000")
			}
			return strings.ToLower(text)
		}
		if len(rows) != 333 {
			t.Errorf("%s: %d rows", sort, len(rows))
		}
		for i := range rows[1:] {
			a, b := key(rows[i]), key(rows[i+1])
			if sort == "CREATED_DESC" {
				a, b = b, a
			}
			if a > b {
				t.Errorf("%s: row %d (%s) and the next (%s) are in the wrong order", sort, i, a, b)
			}
		}
	}
}

func TestSortedSecretsSurviveARevocationDuringAWalk(t *testing.T) {
	c := start(t, Options{})
	first := c.do(200, "POST", "/api/v1/search/secrets-admin", `{"sortBy":"SEARCH_SORT_BY_NAME_ASC","pageSize":10}`)
	in := map[string]any{"sortBy": "SEARCH_SORT_BY_NAME_ASC", "pageSize": 10, "pageToken": first.next()}
	second := c.do(200, "POST", "/api/v1/search/secrets-admin", toJSON(in)).rows("list")
	c.do(200, "DELETE", "/api/v1/secrets-admin/"+second[0]["vaultId"].(string), `{}`)
	again := c.do(200, "POST", "/api/v1/search/secrets-admin", toJSON(in)).rows("list")
	if again[0]["vaultId"] != second[1]["vaultId"] {
		t.Errorf("the page starts with %v, want the one after the revoked", again[0]["displayName"])
	}
}

func TestLookingAtASecretUsesNoView(t *testing.T) {
	c := start(t, Options{})
	id := c.tn.SecretID(11)
	before, _ := c.tn.Record("secrets", id)
	for _, path := range []string{"/api/v1/secrets/" + id, "/api/v1/secrets-admin/" + id, "/api/v1/secrets/code/" + c.tn.ShareCode(11)} {
		a := c.do(200, "GET", path, "")
		if a.at("secret", "vaultId") != id || a.at("secret", "currentViews") != float64(before["currentViews"].(int)) {
			t.Errorf("%s: %s", path, a.text)
		}
		if a.at("secret", "shareUrl") != c.server.URL+"/secrets/"+c.tn.ShareCode(11) {
			t.Errorf("shareUrl %v is not an address of this tenant", a.at("secret", "shareUrl"))
		}
	}
	c.do(200, "GET", "/api/v1/secrets/code/"+strings.ToLower(c.tn.ShareCode(11)), "")
	c.refused(404, 5, "GET", "/api/v1/secrets/code/AAAA-BBBB-CCCC", "")
	c.refused(403, 7, "GET", "/api/v1/secrets/"+c.tn.SecretID(1), "")
	if after, _ := c.tn.Record("secrets", id); toJSON(after) != toJSON(before) {
		t.Error("looking changed the secret")
	}
}

func TestActiveSecretsExpire(t *testing.T) {
	c := start(t, Options{})
	soon := c.walk("/api/v1/search/secrets-admin", "list", map[string]any{"statuses": []string{"SECRET_STATUS_ACTIVE"},
		"sortBy": "SEARCH_SORT_BY_EXPIRES_ASC"})
	c.clock.advance(6 * time.Minute)
	a := c.do(200, "GET", "/api/v1/secrets-admin/"+soon[0]["vaultId"].(string), "")
	if a.at("secret", "status") != "SECRET_STATUS_EXPIRED" {
		t.Errorf("%v, after it expired at %v", a.at("secret", "status"), soon[0]["contentExpiresAt"])
	}
	left := c.walk("/api/v1/search/secrets-admin", "list", map[string]any{"statuses": []string{"SECRET_STATUS_ACTIVE"}})
	if len(left) >= len(soon) {
		t.Errorf("%d active secrets, %d six minutes before", len(left), len(soon))
	}
}

func TestAuditEvents(t *testing.T) {
	c := start(t, Options{})
	const path = "/api/v1/search/secrets-admin/audit_events"
	checked := false
	for i := range 60 {
		rec, _ := c.tn.Record("secrets", c.tn.SecretID(i))
		want := rec["currentViews"].(int) + 1
		if rec["deletedAt"] != nil {
			want++
		}
		events := c.walk(path, "list", map[string]any{"vaultId": c.tn.SecretID(i)})
		if len(events) != want {
			t.Fatalf("secret %d: %d events, want %d", i, len(events), want)
		}
		for k := range events[1:] {
			if events[k]["time"].(float64) < events[k+1]["time"].(float64) {
				t.Errorf("secret %d: event %d is older than the next", i, k)
			}
		}
		actor := at(events[0], "actor", "user", "uid")
		if actor == "" || checked {
			continue
		}
		checked = true
		for _, event := range c.walk(path, "list", map[string]any{"vaultId": c.tn.SecretID(i), "actorUserId": actor}) {
			if at(event, "actor", "user", "uid") != actor {
				t.Errorf("an event of somebody else")
			}
		}
	}
	c.refused(404, 5, "POST", path, `{"vaultId":"nonsense"}`)
	before := len(c.walk(path, "list", map[string]any{"vaultId": c.tn.SecretID(1)}))
	c.do(200, "DELETE", "/api/v1/secrets-admin/"+c.tn.SecretID(1), `{}`)
	after := c.walk(path, "list", map[string]any{"vaultId": c.tn.SecretID(1)})
	if len(after) != before+1 || after[0]["activity_name"] != "Delete" || at(after[0], "actor", "user", "uid") != c.tn.UserID(0) {
		t.Errorf("the revocation is not in the trail: %v", after[0])
	}
}
