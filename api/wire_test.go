package api

import (
	"context"
	"net/http"
	"testing"
	"time"
)

func ptr[T any](v T) *T { return &v }

func discard[T any](_ T, err error) error { return err }

// reads are all operations that only read, with what they must send.
var reads = []struct {
	name        string
	call        func(context.Context, *Client) error
	method, uri string
	body        string // "" for none
	answer      string
}{
	{"search hooks (op 6)", func(ctx context.Context, c *Client) error {
		return discard(c.SearchHooks(ctx, HookSearch{Query: "pii", Refs: []string{"h1", "h2"}}, PageRequest{Size: 50, Token: "t1"}))
	}, "POST", "/api/v1/search/hooks", `{"query":"pii","refs":[{"id":"h1"},{"id":"h2"}],"pageSize":50,"pageToken":"t1"}`, `{"list":[]}`},
	{"search hooks, first page, defaults", func(ctx context.Context, c *Client) error {
		return discard(c.SearchHooks(ctx, HookSearch{}, PageRequest{}))
	}, "POST", "/api/v1/search/hooks", `{}`, `{"list":[]}`},
	{"search hooks, page too small", func(ctx context.Context, c *Client) error {
		return discard(c.SearchHooks(ctx, HookSearch{}, PageRequest{Size: 3}))
	}, "POST", "/api/v1/search/hooks", `{"pageSize":10}`, `{"list":[]}`},
	{"search hooks, page too big", func(ctx context.Context, c *Client) error {
		return discard(c.SearchHooks(ctx, HookSearch{}, PageRequest{Size: 1000}))
	}, "POST", "/api/v1/search/hooks", `{"pageSize":100}`, `{"list":[]}`},
	{"list hooks", func(ctx context.Context, c *Client) error {
		return discard(c.ListHooks(ctx, PageRequest{Size: 100, Token: "a b&c"}))
	}, "GET", "/api/v1/hooks?page_size=100&page_token=a+b%26c", "", `{"list":[]}`},
	{"hook", func(ctx context.Context, c *Client) error { return discard(c.Hook(ctx, "h/1?x")) },
		"GET", "/api/v1/hooks/h%2F1%3Fx", "", `{"hook":{"id":"h"}}`},
	{"search webhooks (op 15)", func(ctx context.Context, c *Client) error {
		return discard(c.SearchWebhooks(ctx, WebhookSearch{Query: "ops", Refs: []string{"w1"}}, PageRequest{Size: 25}))
	}, "POST", "/api/v1/search/webhooks", `{"query":"ops","refs":[{"id":"w1"}],"pageSize":25}`, `{"list":[]}`},
	{"webhook", func(ctx context.Context, c *Client) error { return discard(c.Webhook(ctx, "w1")) },
		"GET", "/api/v1/webhooks/w1", "", `{"webhook":{"id":"w1"}}`},
	{"search suggestions", func(ctx context.Context, c *Client) error {
		return discard(c.SearchSuggestions(ctx, SuggestionSearch{Query: "eng", States: []SuggestionState{SuggestionStateNew},
			MatchTypes: []MatchType{MatchTypePartial}, CohortTypes: []string{"department"}}, PageRequest{Size: 10}))
	}, "POST", "/api/v1/search/role-mining/suggestions", `{"query":"eng","states":["SUGGESTION_STATE_NEW"],` +
		`"matchTypes":["ACCESS_PROFILE_MATCH_TYPE_PARTIAL"],"cohortTypes":["department"],"pageSize":10}`, `{"list":null}`},
	{"suggestion", func(ctx context.Context, c *Client) error { return discard(c.Suggestion(ctx, "s1")) },
		"GET", "/api/v1/role-mining/suggestions/s1", "", `{"suggestion":{"id":"s1"}}`},
	{"suggestion users", func(ctx context.Context, c *Client) error {
		return discard(c.SuggestionUsers(ctx, "s1", CohortSearch{Filters: []ProfileFilter{{"department", []string{"Sales"}}},
			Entitlements: []EntitlementRef{{"a1", "e1"}}}, PageRequest{Token: "n"}))
	}, "POST", "/api/v1/role-mining/suggestions/s1/users", `{"profileFilters":[{"attribute":"department","values":["Sales"]}],` +
		`"selectedEntitlements":[{"appId":"a1","entitlementId":"e1"}],"pageToken":"n"}`, `{"list":[]}`},
	{"latest run", func(ctx context.Context, c *Client) error { return discard(c.LatestRun(ctx)) },
		"GET", "/api/v1/role-mining/runs/latest", "", `{"run":{"id":"r"}}`},
	{"search secrets as administrator", func(ctx context.Context, c *Client) error {
		at := Time{Time: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
		return discard(c.SearchSecrets(ctx, SecretSearch{Query: "q", Statuses: []SecretStatus{SecretStatusActive, SecretStatusBurned},
			SecretType: SecretTypeFile, SharingMode: SharingModeExternal, CreatorUserIDs: []string{"u1"}, CreatedAfter: at, CreatedBefore: at,
			IncludeDeleted: true, SortBy: SecretSortExpiresAsc}, PageRequest{Size: 100}))
	}, "POST", "/api/v1/search/secrets-admin", `{"query":"q","statuses":["SECRET_STATUS_ACTIVE","SECRET_STATUS_BURNED"],` +
		`"secretType":"SECRET_TYPE_FILE","sharingMode":"PAPER_VAULT_SHARING_MODE_EXTERNAL","creatorUserIds":["u1"],` +
		`"createdAfter":"2026-01-02T03:04:05Z","createdBefore":"2026-01-02T03:04:05Z","includeDeleted":true,` +
		`"sortBy":"SEARCH_SORT_BY_EXPIRES_ASC","pageSize":100}`, `{"list":[]}`},
	{"search my secrets", func(ctx context.Context, c *Client) error {
		return discard(c.SearchMySecrets(ctx, SecretSearch{Query: "q", CreatorUserIDs: []string{"u1"}, IncludeDeleted: true}, PageRequest{}))
	}, "POST", "/api/v1/search/secrets/mine", `{"query":"q"}`, `{"list":[]}`},
	{"secret", func(ctx context.Context, c *Client) error { return discard(c.Secret(ctx, "v1")) },
		"GET", "/api/v1/secrets/v1", "", `{"secret":{"vaultId":"v1"}}`},
	{"secret as administrator", func(ctx context.Context, c *Client) error { return discard(c.SecretAdmin(ctx, "v1")) },
		"GET", "/api/v1/secrets-admin/v1", "", `{"secret":{"vaultId":"v1"}}`},
	{"secret by code", func(ctx context.Context, c *Client) error { return discard(c.SecretByCode(ctx, "ABCD-EFGH-JKLM")) },
		"GET", "/api/v1/secrets/code/ABCD-EFGH-JKLM", "", `{"secret":{"vaultId":"v1"}}`},
	{"search secret audit", func(ctx context.Context, c *Client) error {
		return discard(c.SearchSecretAudit(ctx, SecretAuditSearch{VaultID: "v1", ActorUserID: "u1", ActorEmail: "a@example.com",
			ClientIP: "192.0.2.1"}, PageRequest{Size: 50}))
	}, "POST", "/api/v1/search/secrets-admin/audit_events",
		`{"vaultId":"v1","actorUserId":"u1","actorEmail":"a@example.com","clientIp":"192.0.2.1","pageSize":50}`, `{"list":[]}`},
	{"history (op 10)", func(ctx context.Context, c *Client) error {
		return discard(c.ResourceServerHistory(ctx, "app 1", "rs1", PageRequest{Size: 500, Token: "t"}))
	}, "GET", "/api/v1/apps/app%201/xaa/resource_servers/rs1/history?page_size=200&page_token=t", "", `{"list":[]}`},
	{"search resource servers", func(ctx context.Context, c *Client) error {
		return discard(c.SearchResourceServers(ctx, ResourceServerSearch{Query: "q", AppIDs: []string{"a1"}, Disabled: ptr(false),
			SigningAlgorithms: []SigningAlgorithm{SigningAlgorithmES256}, Refs: []ResourceServerRef{{"a1", "r1"}}}, PageRequest{Size: 150}))
	}, "POST", "/api/v1/search/xaa/resource_servers", `{"query":"q","appIds":["a1"],"disabled":false,` +
		`"signingAlgorithmFilter":["XAA_SIGNING_ALGORITHM_ES256"],"refs":[{"appId":"a1","id":"r1"}],"pageSize":100}`, `{"list":[]}`},
	{"list resource servers", func(ctx context.Context, c *Client) error {
		return discard(c.ListResourceServers(ctx, "a1", PageRequest{Size: 50}))
	}, "GET", "/api/v1/apps/a1/xaa/resource_servers?page_size=50", "", `{"resourceServers":[]}`},
	{"introspect", func(ctx context.Context, c *Client) error { return discard(c.Introspect(ctx)) },
		"GET", "/api/v1/auth/introspect", "", `{"userId":"u1"}`},
	{"search users", func(ctx context.Context, c *Client) error {
		return discard(c.SearchUsers(ctx, UserSearch{Query: "ann", Email: "ann@example.com", Refs: []string{"u1"}}, PageRequest{}))
	}, "POST", "/api/v1/search/users", `{"query":"ann","email":"ann@example.com","refs":[{"id":"u1"}]}`, `{"list":[]}`},
	{"list roles", func(ctx context.Context, c *Client) error { return discard(c.ListRoles(ctx, PageRequest{Size: 10})) },
		"GET", "/api/v1/iam/roles?page_size=10", "", `{"list":[]}`},
	{"role", func(ctx context.Context, c *Client) error { return discard(c.Role(ctx, "r1")) },
		"GET", "/api/v1/iam/roles/r1", "", `{"role":{"id":"r1"}}`},
	{"list exporters", func(ctx context.Context, c *Client) error { return discard(c.ListExporters(ctx, PageRequest{})) },
		"GET", "/api/v1/systemlog/exports", "", `{"list":[]}`},
	{"search exporters", func(ctx context.Context, c *Client) error {
		return discard(c.SearchExporters(ctx, ExporterSearch{Query: "q", DisplayName: "d", Refs: []string{"x1"}}, PageRequest{Size: 20}))
	}, "POST", "/api/v1/search/systemlog/exports", `{"query":"q","displayName":"d","refs":[{"exportId":"x1"}],"pageSize":20}`, `{"list":[]}`},
	{"exporter", func(ctx context.Context, c *Client) error { return discard(c.Exporter(ctx, "x1")) },
		"GET", "/api/v1/systemlog/exports/x1", "", `{"exporter":{"exportId":"x1"}}`},
	{"gateway keys (op 12)", func(ctx context.Context, c *Client) error {
		return discard(c.GatewayKeys(ctx, PageRequest{Size: 100, Token: "t"}))
	}, "GET", "/api/v1/llm-gateway/keys?page_token=t", "", `{"list":[]}`},
	{"search toolsets", func(ctx context.Context, c *Client) error {
		return discard(c.SearchToolsets(ctx, "git hub", PageRequest{Size: 30}))
	}, "GET", "/api/v1/mcp_toolsets/search?page_size=30&query=git+hub", "", `{"profiles":[]}`},
	{"list toolsets", func(ctx context.Context, c *Client) error {
		return discard(c.ListToolsets(ctx, "a1", "c1", PageRequest{}))
	}, "GET", "/api/v1/apps/a1/connectors/c1/mcp_toolsets", "", `{"profiles":[]}`},
	{"binding", func(ctx context.Context, c *Client) error {
		return discard(c.MonitorBinding(ctx, BindingRef{"e1", "a1", EntitlementGroupB, "m1"}))
	}, "POST", "/api/v1/appentitlementmonitorbinding/get",
		`{"appEntitlementId":"e1","appId":"a1","entitlementGroup":"ENTITLEMENT_GROUP_B","monitorId":"m1"}`, `{"appEntitlementId":"e1"}`},
	{"conflict monitor", func(ctx context.Context, c *Client) error { return discard(c.ConflictMonitor(ctx, "m1")) },
		"GET", "/api/v1/accessconflict/m1", "", `{"id":"m1"}`},
	{"search apps", func(ctx context.Context, c *Client) error {
		return discard(c.SearchApps(ctx, AppSearch{Query: "q", AppIDs: []string{"a1"}}, PageRequest{}))
	}, "POST", "/api/v1/search/apps", `{"query":"q","appIds":["a1"]}`, `{"list":[]}`},
	{"search entitlements", func(ctx context.Context, c *Client) error {
		return discard(c.SearchEntitlements(ctx, EntitlementSearch{Query: "q", AppIDs: []string{"a1"}, Refs: []EntitlementKey{{"a1", "e1"}}},
			PageRequest{Size: 10}))
	}, "POST", "/api/v1/search/entitlements", `{"query":"q","appIds":["a1"],"refs":[{"appId":"a1","id":"e1"}],"pageSize":10}`, `{"list":[]}`},
	{"entitlement holders", func(ctx context.Context, c *Client) error {
		return discard(c.EntitlementHolders(ctx, "a1", "e1", PageRequest{Size: 50}))
	}, "GET", "/api/v1/apps/a1/entitlements/e1/users?page_size=50", "", `{"list":[]}`},
	{"owners", func(ctx context.Context, c *Client) error { return discard(c.Owners(ctx, "a1", "e1", PageRequest{})) },
		"GET", "/api/v1/apps/a1/entitlements/e1/owners", "", `{"list":[]}`},
	{"CEL test (op 7)", func(ctx context.Context, c *Client) error {
		return discard(c.TestCEL(ctx, `subject.email < "a" && true`))
	}, "POST", "/api/v1/policies/test-account-provision-policy", `{"cel":"subject.email < \"a\" && true"}`, `{"type":"bool","value":"true"}`},
	{"notification settings (op 11)", func(ctx context.Context, c *Client) error { return discard(c.NotificationSettings(ctx)) },
		"GET", "/api/v1/settings/notifications/user", "", `{"userNotificationSettings":{}}`},
	{"contacts (op 13)", func(ctx context.Context, c *Client) error { return discard(c.Contacts(ctx)) },
		"GET", "/api/v1/settings/contacts", "", `{"contacts":{}}`},
	{"risk levels", func(ctx context.Context, c *Client) error { return discard(c.RiskLevels(ctx, PageRequest{Size: 100})) },
		"GET", "/api/v1/attributes/risk_levels?page_size=100", "", `{"list":[]}`},
}

// writes are all operations that change something, with what they must send.
var writes = []struct {
	name        string
	build       func() (Request, error)
	method, uri string
	body        string
}{
	{"bind (op 1)", func() (Request, error) { return BindEntitlement(BindingRef{"e1", "a1", EntitlementGroupA, "m1"}) },
		"POST", "/api/v1/appentitlementmonitorbinding",
		`{"appEntitlementId":"e1","appId":"a1","entitlementGroup":"ENTITLEMENT_GROUP_A","monitorId":"m1"}`},
	{"unbind", func() (Request, error) { return UnbindEntitlement(BindingRef{"e1", "a1", EntitlementGroupA, "m1"}) },
		"DELETE", "/api/v1/appentitlementmonitorbinding",
		`{"appEntitlementId":"e1","appId":"a1","entitlementGroup":"ENTITLEMENT_GROUP_A","monitorId":"m1"}`},
	{"accept suggestion (op 2)", func() (Request, error) { return UpdateSuggestionState("s1", SuggestionStateAccepted, "cat1") },
		"POST", "/api/v1/role-mining/suggestions/s1/state", `{"state":"SUGGESTION_STATE_ACCEPTED","createdCatalogId":"cat1"}`},
	{"dismiss suggestion (op 2)", func() (Request, error) { return UpdateSuggestionState("s1", SuggestionStateDismissed, "") },
		"POST", "/api/v1/role-mining/suggestions/s1/state", `{"state":"SUGGESTION_STATE_DISMISSED"}`},
	{"update exporter (op 3)", func() (Request, error) { return UpdateExporter("x1", ExporterChanges{Prefix: ptr("logs/")}) },
		"POST", "/api/v1/systemlog/exports/x1", `{"exporter":{"datasource":{"prefix":"logs/"}},"updateMask":"datasource.prefix"}`},
	{"update exporter, all (op 3)", func() (Request, error) {
		return UpdateExporter("x1", ExporterChanges{DisplayName: ptr("n"), DatasourceID: ptr("d"), Prefix: ptr("")})
	}, "POST", "/api/v1/systemlog/exports/x1", `{"exporter":{"displayName":"n","datasource":{"datasourceId":"d","prefix":""}},` +
		`"updateMask":"displayName,datasource.datasourceId,datasource.prefix"}`},
	{"update role (op 4)", func() (Request, error) { return UpdateRole("r1", RoleChanges{Permissions: ptr([]string{"a", "b"})}) },
		"POST", "/api/v1/iam/roles/r1", `{"role":{"permissions":["a","b"]},"updateMask":"permissions"}`},
	{"update role, lists emptied (op 4)", func() (Request, error) {
		return UpdateRole("r1", RoleChanges{DisplayName: ptr("N"), Permissions: ptr([]string(nil)), ServiceRoles: ptr([]string{})})
	}, "POST", "/api/v1/iam/roles/r1", `{"role":{"displayName":"N","permissions":[],"serviceRoles":[]},"updateMask":"displayName,` +
		`permissions,serviceRoles"}`},
	{"revoke secret (op 5)", func() (Request, error) { return RevokeSecret("v1") }, "DELETE", "/api/v1/secrets/v1", `{}`},
	{"revoke secret as administrator", func() (Request, error) { return RevokeSecretAdmin("v1") }, "DELETE", "/api/v1/secrets-admin/v1", `{}`},
	{"update hook", func() (Request, error) { return UpdateHook("h1", HookChanges{Enabled: ptr(false)}) },
		"POST", "/api/v1/hooks/h1", `{"hook":{"enabled":false},"updateMask":"enabled"}`},
	{"update hook, all", func() (Request, error) {
		return UpdateHook("h1", HookChanges{DisplayName: ptr("n"), Description: ptr(""), Enabled: ptr(true), Priority: ptr(int64(0))})
	}, "POST", "/api/v1/hooks/h1", `{"hook":{"displayName":"n","description":"","enabled":true,"priority":0},"updateMask":"displayName,` +
		`description,enabled,priority"}`},
	{"delete hook", func() (Request, error) { return DeleteHook("h1") }, "DELETE", "/api/v1/hooks/h1", `{}`},
	{"add owner (op 8)", func() (Request, error) { return AddOwner("a1", "e1", "u1") },
		"POST", "/api/v1/apps/a1/entitlements/e1/owners", `{"userId":"u1"}`},
	{"remove owner", func() (Request, error) { return RemoveOwner("a1", "e1", "u1") },
		"DELETE", "/api/v1/apps/a1/entitlements/e1/owners/u1", `{}`},
	{"delete toolset (op 9)", func() (Request, error) { return DeleteToolset("a1", "c1", "t1") },
		"DELETE", "/api/v1/apps/a1/connectors/c1/mcp_toolsets/t1", `{}`},
	{"update webhook (op 14)", func() (Request, error) { return UpdateWebhook("w1", WebhookChanges{DisplayName: ptr("New")}) },
		"POST", "/api/v1/webhooks/w1", `{"webhook":{"id":"w1","displayName":"New"},"updateMask":"displayName"}`},
	{"update webhook, all (op 14)", func() (Request, error) {
		return UpdateWebhook("w1", WebhookChanges{DisplayName: ptr("n"), Description: ptr(""), URL: ptr("https://hook.example.com/a?b=<c>"),
			CallbackTimeout: ptr(NewDuration(90 * time.Minute))})
	}, "POST", "/api/v1/webhooks/w1", `{"webhook":{"id":"w1","displayName":"n","description":"","url":"https://hook.example.com/a?b=<c>",` +
		`"callbackTimeout":"5400s"},"updateMask":"displayName,description,url,callbackTimeout"}`},
	{"create webhook (op 16)", func() (Request, error) {
		return CreateWebhook(NewWebhook{DisplayName: "n", URL: "https://hook.example.com/"})
	}, "POST", "/api/v1/webhooks", `{"displayName":"n","url":"https://hook.example.com/"}`},
	{"create webhook, all (op 16)", func() (Request, error) {
		return CreateWebhook(NewWebhook{DisplayName: "n", URL: "https://hook.example.com/", Description: "d",
			CallbackTimeout: NewDuration(8 * 24 * time.Hour)})
	}, "POST", "/api/v1/webhooks", `{"displayName":"n","url":"https://hook.example.com/","description":"d","callbackTimeout":"691200s"}`},
	{"test webhook", func() (Request, error) { return TestWebhook("w1") }, "POST", "/api/v1/webhooks/w1/test", `{}`},
	{"delete webhook", func() (Request, error) { return DeleteWebhook("w1") }, "DELETE", "/api/v1/webhooks/w1", `{}`},
	{"start mining", TriggerMining, "POST", "/api/v1/role-mining/trigger", `{}`},
	{"create access profile", func() (Request, error) {
		return CreateAccessProfile(NewAccessProfile{
			DisplayName: "Sales", Description: "d", EnableAutomation: true, SuggestionID: "s1", CELExpression: "true",
			Entitlements: []SuggestionEntitlement{{AppID: "a1", EntitlementID: "e1", EntitlementDisplayName: "Read", Coverage: 0.5,
				GrantedCount: 3}},
			ProfileFilters: []ProfileFilter{{"department", []string{"Sales"}}},
		})
	}, "POST", "/api/v1/role-mining/access-profiles", `{"displayName":"Sales","description":"d","entitlements":[{"appId":"a1",` +
		`"entitlementId":"e1","entitlementDisplayName":"Read","coverage":0.5,"grantedCount":3}],"profileFilters":[{"attribute":"department",` +
		`"values":["Sales"]}],"celExpression":"true","enableAutomation":true,"createTasks":false,"suggestionId":"s1"}`},
	{"revoke gateway key", func() (Request, error) { return RevokeGatewayKey("k1") }, "DELETE", "/api/v1/llm-gateway/keys/k1", `{}`},
	{"update contacts", func() (Request, error) {
		return UpdateContacts(ContactsChanges{SecurityEmails: ptr([]string{"s@example.com"}), BillingEmails: ptr([]string(nil))})
	}, "POST", "/api/v1/settings/contacts", `{"contacts":{"billingEmails":[],"securityEmails":["s@example.com"]},` +
		`"updateMask":"billingEmails,securityEmails"}`},
	{"update notification settings", func() (Request, error) {
		s, err := decodeRecord[NotificationSettings]([]byte(`{"channelSettings":{"email":{"enabled":true,"novel":{"x":1},` +
			`"reviews":{"enabled":true,"locked":false,"hint":"keep"}},"fax":{"enabled":true}}}`))
		s.ChannelSettings.Email.Reviews.Enabled = false
		s.ChannelSettings.Slack.Digest = Digest{Enabled: true, Frequency: DigestFrequencyWeekly}
		if err != nil {
			return Request{}, err
		}
		return UpdateNotificationSettings(s)
	}, "POST", "/api/v1/settings/notifications/user", `{"channelSettings":{"email":{"enabled":true,"novel":{"x":1},` +
		`"reviews":{"enabled":false,"locked":false,"hint":"keep"}},"fax":{"enabled":true},"slack":{"digest":{"enabled":true,` +
		`"frequency":"DIGEST_FREQUENCY_WEEKLY"}}}}`},
	{"restore notification settings", func() (Request, error) {
		read := NewOriginal([]byte(`{"channelSettings":{"teams":{"enabled":false,"odd":[1]}}}`))
		return RestoreNotificationSettings(NotificationSettings{Raw: read})
	}, "POST", "/api/v1/settings/notifications/user", `{"channelSettings":{"teams":{"enabled":false,"odd":[1]}}}`},
	{"create personal client", func() (Request, error) {
		return CreatePersonalClient(NewPersonalClient{DisplayName: "laptop", Expires: NewDuration(time.Hour), ScopedRoles: []string{"r"},
			AllowSourceCIDR: []string{"192.0.2.0/24"}})
	}, "POST", "/api/v1/iam/personal_clients", `{"displayName":"laptop","expires":"3600s","scopedRoles":["r"],` +
		`"allowSourceCidr":["192.0.2.0/24"]}`},
}

func checkWire(t *testing.T, f *fake, method, uri, body string) {
	t.Helper()
	got := f.requests()
	if len(got) != 1 {
		t.Fatalf("%d requests, want 1: %v", len(got), got)
	}
	r := got[0]
	if r.Method != method || r.URI != uri {
		t.Errorf("sent %s %s\nwant %s %s", r.Method, r.URI, method, uri)
	}
	want := map[string]string{"Authorization": "Bearer test-token", "Accept": "application/json", "User-Agent": "gatehouse-test/1"}
	if body == "" {
		if r.Body != "" || r.Header.Get("Content-Type") != "" {
			t.Errorf("sent body %q of type %q, want none", r.Body, r.Header.Get("Content-Type"))
		}
	} else {
		want["Content-Type"] = "application/json"
		sameJSON(t, r.Body, body)
	}
	for name, value := range want {
		if got := r.Header.Values(name); len(got) != 1 || got[0] != value {
			t.Errorf("header %s is %q, want %q", name, got, value)
		}
	}
}

func TestReadsOnTheWire(t *testing.T) {
	for _, tt := range reads {
		t.Run(tt.name, func(t *testing.T) {
			f := newFake(t, answer(200, tt.answer))
			c := newClient(t, f.URL, func(o *Options) { o.UserAgent, o.ReadOnly = "gatehouse-test/1", true })
			if err := tt.call(context.Background(), c); err != nil {
				t.Fatal(err)
			}
			checkWire(t, f, tt.method, tt.uri, tt.body)
		})
	}
}

func TestWritesOnTheWire(t *testing.T) {
	for _, tt := range writes {
		t.Run(tt.name, func(t *testing.T) {
			f := newFake(t, answer(200, `{}`))
			c := newClient(t, f.URL, func(o *Options) { o.UserAgent = "gatehouse-test/1" })
			r := must(t)(tt.build())
			if !r.Mutates() {
				t.Error("does not count as a write")
			}
			if _, err := c.Do(context.Background(), r); err != nil {
				t.Fatal(err)
			}
			checkWire(t, f, tt.method, tt.uri, tt.body)
		})
	}
}

// Read-only is a property of the client: no write leaves it, nor a request for a token.
func TestReadOnlySendsNothing(t *testing.T) {
	f := newFake(t, answer(200, `{"access_token":"x"}`))
	c := newClient(t, f.URL, func(o *Options) {
		o.ReadOnly, o.Auth = true, Auth{ClientID: "a@b/c", ClientSecret: "plain"}
	})
	requests := []Request{
		{Method: "POST", Path: "/api/v1/brand/new"}, {Method: "DELETE", Path: "/api/v1/search/hooks"},
		{Method: "POST", Path: "/api/v1/search/hooks/x"}, {Method: "POST", Path: "/api/v1/role-mining/suggestions/a/b/users"},
		{Method: "POST", Path: "/api/v1/role-mining/suggestions/a%2Fusers"},
	}
	for _, tt := range writes {
		requests = append(requests, must(t)(tt.build()))
	}
	for _, r := range requests {
		if _, err := c.Do(context.Background(), r); KindOf(err) != KindReadOnly {
			t.Errorf("%s: %v, want read-only", r, err)
		}
	}
	if got := f.requests(); len(got) != 0 {
		t.Errorf("%d requests left a read-only client: %v", len(got), got)
	}
	if _, err := c.Do(context.Background(), Request{Method: "PUT", Path: "/api/v1/hooks/1"}); err == nil {
		t.Error("PUT was sent")
	}
	if _, err := c.Do(context.Background(), Request{Method: http.MethodGet, Path: "/api/v1/hooks/1"}); err != nil {
		t.Errorf("a read was refused: %v", err)
	}
}
