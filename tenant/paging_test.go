package tenant

import (
	"fmt"
	"net/url"
	"slices"
	"testing"
)

func TestPageSizes(t *testing.T) {
	c := start(t, Options{Rows: 450})
	for _, each := range []struct {
		ask  string
		want int
	}{{``, 25}, {`"pageSize":1`, 10}, {`"pageSize":0`, 10}, {`"pageSize":-5`, 10}, {`"pageSize":10`, 10}, {`"pageSize":57`, 57},
		{`"pageSize":100`, 100},
		{`"pageSize":101`, 100}, {`"pageSize":100000`, 100}, {`"pageSize":"30"`, 30}, {`"pageSize":null`, 25}} {
		a := c.do(200, "POST", "/api/v1/search/hooks", "{"+each.ask+"}")
		if got := len(a.rows("list")); got != each.want {
			t.Errorf("POST %s: %d rows, want %d", each.ask, got, each.want)
		}
	}
	history := "/api/v1/apps/" + c.tn.ServerAppID(0) + "/xaa/resource_servers/" + c.tn.ServerID(0) + "/history"
	for _, each := range []struct {
		path, size string
		want       int
	}{{"/api/v1/hooks", "", 25}, {"/api/v1/hooks", "3", 10}, {"/api/v1/hooks", "0", 10}, {"/api/v1/hooks", "101", 100}, {history, "", 25},
		{history, "9", 10}, {history, "150", 150}, {history, "201", 200}} {
		a := c.do(200, "GET", each.path+"?page_size="+each.size, "")
		if got := len(a.rows("list")); got != each.want {
			t.Errorf("GET %s page_size=%s: %d rows, want %d", each.path, each.size, got, each.want)
		}
	}
	c.refused(400, 3, "POST", "/api/v1/search/hooks", `{"pageSize":"many"}`)
	c.refused(400, 3, "POST", "/api/v1/search/hooks", `{"pageSize":12.5}`)
	c.refused(400, 3, "GET", "/api/v1/hooks?page_size=many", "")
}

func TestGetParametersAreNotReadFromAPost(t *testing.T) {
	c := start(t, Options{Rows: 450})
	if got := len(c.do(200, "POST", "/api/v1/search/hooks?page_size=50", `{}`).rows("list")); got != 25 {
		t.Errorf("page_size in the query string of a POST gave %d rows, want the default", got)
	}
	if got := len(c.do(200, "GET", "/api/v1/hooks?pageSize=50", "").rows("list")); got != 50 {
		t.Errorf("pageSize in the query string of a GET gave %d rows, want 50: both spellings are taken", got)
	}
}

func TestWalkShowsEveryRowOnce(t *testing.T) {
	for _, rows := range []int{1, 9, 10, 11, 25, 99, 100, 101, 450} {
		c := start(t, Options{Rows: rows})
		for _, size := range []int{10, 25, 100} {
			got := c.walk("/api/v1/search/webhooks", "list", map[string]any{"pageSize": size})
			all := ids(got, "id")
			slices.Sort(all)
			if len(got) != rows || len(slices.Compact(all)) != rows {
				t.Errorf("%d rows by %d: %d came, %d different", rows, size, len(got), len(slices.Compact(all)))
			}
		}
	}
}

func TestEmptyTenantAnswersEmptyLists(t *testing.T) {
	c := start(t, Options{Rows: -1})
	for _, path := range []string{"/api/v1/search/hooks", "/api/v1/search/webhooks", "/api/v1/search/role-mining/suggestions",
		"/api/v1/search/secrets-admin"} {
		a := c.do(200, "POST", path, `{}`)
		if list, ok := a.body["list"].([]any); !ok || len(list) != 0 || a.next() != "" {
			t.Errorf("%s: %s", path, a.text)
		}
	}
}

func TestTokensBelongToTheirQuery(t *testing.T) {
	c := start(t, Options{Rows: 450})
	token := c.do(200, "POST", "/api/v1/search/hooks", `{"pageSize":10}`).next()
	if token == "" {
		t.Fatal("450 rows by 10 have no second page")
	}
	c.do(200, "POST", "/api/v1/search/hooks", toJSON(map[string]any{"pageToken": token}))
	c.do(200, "POST", "/api/v1/search/hooks", toJSON(map[string]any{"pageToken": token, "pageSize": 50}))
	c.refused(400, 3, "POST", "/api/v1/search/hooks", toJSON(map[string]any{"pageToken": token, "query": "stop"}))
	c.refused(400, 3, "POST", "/api/v1/search/webhooks", toJSON(map[string]any{"pageToken": token}))
	c.refused(400, 3, "POST", "/api/v1/search/hooks", `{"pageToken":"made up"}`)
	c.refused(400, 3, "POST", "/api/v1/search/hooks", toJSON(map[string]any{"pageToken": token[:len(token)-2] + "AA"}))
	c.refused(400, 3, "GET", "/api/v1/hooks?page_token="+url.QueryEscape(token), "")
	other := start(t, Options{Rows: 450, Seed: 1})
	other.refused(400, 3, "POST", "/api/v1/search/hooks", toJSON(map[string]any{"pageToken": token}))
}

func TestExactlyOneFullPageHasNoNextToken(t *testing.T) {
	c := start(t, Options{Rows: 100})
	a := c.do(200, "POST", "/api/v1/search/hooks", `{"pageSize":100}`)
	if len(a.rows("list")) != 100 || a.body["nextPageToken"] != "" {
		t.Errorf("%d rows, next %q: want 100 and an empty token", len(a.rows("list")), a.next())
	}
}

func TestARowCreatedDuringAWalkMovesNoPage(t *testing.T) {
	c := start(t, Options{Rows: 30})
	first := c.do(200, "POST", "/api/v1/search/webhooks", `{"pageSize":10}`)
	made := c.do(200, "POST", "/api/v1/webhooks", `{"displayName":"New","url":"https://new.example.com/"}`).at("webhook", "id")
	second := c.do(200, "POST", "/api/v1/search/webhooks", toJSON(map[string]any{"pageSize": 10, "pageToken": first.next()}))
	if got, want := ids(second.rows("list"), "id")[0], c.tn.WebhookID(10); got != want {
		t.Errorf("the second page starts with %s, want %s", got, want)
	}
	if got := ids(c.walk("/api/v1/search/webhooks", "list", nil), "id"); len(got) != 31 || got[0] != made {
		t.Errorf("%d rows, first %s: want 31 with the created one first", len(got), got[0])
	}
	for i := range 3 {
		c.do(200, "POST", "/api/v1/webhooks", fmt.Sprintf(`{"displayName":"More %d","url":"https://new.example.com/"}`, i))
	}
	if got := c.walk("/api/v1/search/webhooks", "list", map[string]any{"pageSize": 10}); len(got) != 34 || got[0]["displayName"] != "More 2" {
		t.Errorf("%d rows, first %v", len(got), got[0]["displayName"])
	}
}

func TestQueriesFoldCase(t *testing.T) {
	for _, each := range []struct {
		text, query string
		want        bool
	}{{"Stop Shell", "shell", true}, {"Stop Shell", "stop s", true}, {"SHELL", "shell", true}, {"shell", "shells", false}, {"", "x", false},
		{"x", "", true},
		{"ssshell", "shell", true}, {"ÉLODIE", "élo", true}, {"Журнал", "журнал", true}, {"[x]", "{x}", false}, {"plain", "é",
			false}} {
		if got := holdsFolded(each.text, each.query); got != each.want {
			t.Errorf("%q holds %q: %v, want %v", each.text, each.query, got, each.want)
		}
	}
}

func TestRefsRestrictASearch(t *testing.T) {
	c := start(t, Options{})
	refs := []map[string]any{{"id": c.tn.WebhookID(20)}, {"id": c.tn.WebhookID(3)}, {"id": c.tn.WebhookID(3)}, {"id": c.tn.HookID(1)},
		{"id": "nonsense"}}
	got := ids(c.walk("/api/v1/search/webhooks", "list", map[string]any{"refs": refs}), "id")
	if want := []string{c.tn.WebhookID(3), c.tn.WebhookID(20)}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	only := []map[string]any{{"id": "nonsense"}}
	if got := c.walk("/api/v1/search/webhooks", "list", map[string]any{"refs": only}); len(got) != 0 {
		t.Errorf("refs that lead nowhere gave %d rows", len(got))
	}
}
