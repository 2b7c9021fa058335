package api

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func at(text string) Time {
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		panic(err)
	}
	return Time{Time: t.UTC()}
}

// takeOriginals gives the originals of a record and of those in it, which it has no longer then.
func takeOriginals(record any) (jsons []string) {
	p := packing{packed: map[uintptr]struct{}{}}
	p.eachPart(reflect.ValueOf(record).Elem(), func(v reflect.Value) {
		if o, is := v.Addr().Interface().(*Original); is {
			jsons, *o = append(jsons, string(o.JSON())), Original{}
		}
	})
	return jsons
}

// same compares a record with what it should be, Raw aside.
func same[T any, P recordOf[T]](t *testing.T, got, want T) {
	t.Helper()
	takeOriginals(&got)
	takeOriginals(&want)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestDecodeHook(t *testing.T) {
	f := newFake(t, answer(200, `{"hook":{
		"id":"h1","displayName":"Mask","description":"d","enabled":true,"priority":12,"managedByGuardrails":true,
		"event":"HOOK_EVENT_TYPE_POST_TOOL_USE","filter":{"celExpression":"true"},
		"builtinPattern":{"secretsMasking":{"additionalPatterns":["x+"],"placeholder":"***"},"novel":{"a":1},"blockOutput":null},
		"createdAt":"2026-01-02T03:04:05.123456789Z","updatedAt":"2026-01-02T05:04:05+02:00","extra":[1,2]}}`))
	got, err := newClient(t, f.URL, nil).Hook(context.Background(), "h1")
	if err != nil {
		t.Fatal(err)
	}
	if raw := string(got.Raw.JSON()); !strings.Contains(raw, `"novel":{"a":1}`) || !strings.Contains(raw, `"extra":[1,2]`) {
		t.Errorf("raw is %s", raw)
	}
	same(t, got, Hook{
		ID: "h1", DisplayName: "Mask", Description: "d", Enabled: true, Priority: 12, ManagedByGuardrails: true,
		Event: HookEventPostToolUse, Filter: CELFilter{"true"},
		BuiltinPattern: &BuiltinPattern{SecretsMasking: &SecretsMasking{[]string{"x+"}, "***"}, Members: []string{"secretsMasking", "novel"}},
		CreatedAt:      at("2026-01-02T03:04:05.123456789Z"), UpdatedAt: at("2026-01-02T03:04:05Z"),
	})
}

func TestDecodeBuiltinPatterns(t *testing.T) {
	for _, c := range []struct {
		text string
		want BuiltinPattern
	}{
		{`{"blockOutput":{"message":"m","surfaces":["HOOK_OUTPUT_SURFACE_SLACK","NEW"]}}`,
			BuiltinPattern{BlockOutput: &BlockOutput{"m", []HookOutputSurface{HookOutputSurfaceSlack, "NEW"}}}},
		{`{"blockToolCall":{"message":"m"}}`,
			BuiltinPattern{BlockToolCall: &BlockToolCall{"m"}}},
		{`{"creditCardBlocking":{}}`,
			BuiltinPattern{CreditCardBlocking: &CreditCardBlocking{}}},
		{`{"encodedContentGuard":{"flagOnly":true,"minBase64Run":3,"minHexRun":4}}`,
			BuiltinPattern{EncodedContentGuard: &EncodedContentGuard{true, 3, 4}}},
		{`{"linkFilter":{"action":"LINK_FILTER_ACTION_ANNOTATE","allowedHosts":["a"],"blockImages":true}}`,
			BuiltinPattern{LinkFilter: &LinkFilter{LinkFilterActionAnnotate, []string{"a"}, true}}},
		{`{"piiRedaction":{"redactFields":["f"],"replacement":"r"}}`,
			BuiltinPattern{PIIRedaction: &PIIRedaction{[]string{"f"}, "r"}}},
		{`{"preToolBlock":{"message":"m"}}`,
			BuiltinPattern{PreToolBlock: &PreToolBlock{"m"}}},
		{`{"promptInjectionScan":{"flagOnly":true,"threshold":"PROMPT_INJECTION_THRESHOLD_LOW"}}`,
			BuiltinPattern{PromptInjectionScan: &PromptInjectionScan{true, PromptInjectionThresholdLow}}},
		{`{"queryScopeLimit":{"fields":["f"],"maxLimit":9}}`,
			BuiltinPattern{QueryScopeLimit: &QueryScopeLimit{[]string{"f"}, 9}}},
		{`{"secretsMasking":{"additionalPatterns":["p"],"placeholder":"x"}}`,
			BuiltinPattern{SecretsMasking: &SecretsMasking{[]string{"p"}, "x"}}},
		{`{"sensitiveFileGuard":{"blockedDirectories":["d"],"blockedPatterns":["p"]}}`,
			BuiltinPattern{SensitiveFileGuard: &SensitiveFileGuard{[]string{"d"}, []string{"p"}}}},
		{`{"toolOutputSizeGuard":{"maxBytes":7}}`,
			BuiltinPattern{ToolOutputSizeGuard: &ToolOutputSizeGuard{7}}},
		{`{"writeAuthorization":{"blockedClassifications":["TOOL_CLASSIFICATION_WRITE"],"businessHours":{"days":[1,5],"start":"09:00",` +
			`"end":"17:00","timezone":"Europe/Berlin"}}}`,
			BuiltinPattern{WriteAuthorization: &WriteAuthorization{[]ToolClassification{ToolClassificationWrite},
				&BusinessHours{[]int64{1, 5}, "09:00", "17:00", "Europe/Berlin"}}}},
	} {
		h, err := decodeRecord[Hook](json.RawMessage(`{"id":"h","builtinPattern":` + c.text + `}`))
		if err != nil || h.BuiltinPattern == nil || len(h.BuiltinPattern.Members) != 1 {
			t.Errorf("%s: %+v, %v", c.text, h.BuiltinPattern, err)
			continue
		}
		c.want.Members = h.BuiltinPattern.Members
		if !reflect.DeepEqual(*h.BuiltinPattern, c.want) {
			t.Errorf("%s: got %+v, want %+v", c.text, *h.BuiltinPattern, c.want)
		}
	}
}

func TestDecodeJSONPatchAndFunction(t *testing.T) {
	h, err := decodeRecord[Hook](json.RawMessage(`{"id":"h","jsonPatch":{"celExpression":"x","staticOverlay":{"deep":[{"er":1e400}]}},` +
		`"function":{"functionId":"f","commitId":"c"}}`))
	if err != nil || h.Problem != "" {
		t.Fatalf("%v %q", err, h.Problem)
	}
	if string(h.JSONPatch.StaticOverlay) != `{"deep":[{"er":1e400}]}` || h.JSONPatch.CELExpression != "x" ||
		*h.Function != (HookFunction{"f", "c"}) {
		t.Errorf("%+v %+v", h.JSONPatch, h.Function)
	}
}

func TestDecodeSuggestion(t *testing.T) {
	entitlement := `{"appDisplayName":"A","appId":"a","appResourceDisplayName":"R","appResourceTypeDisplayName":"T",` +
		`"entitlementDisplayName":"E","entitlementId":"e","riskLevelValueId":"k","coverage":0.75,"grantedCount":6}`
	want := SuggestionEntitlement{"A", "a", "R", "T", "E", "e", "k", 0.75, 6}
	f := newFake(t, answer(200, `{"suggestion":{"id":"s","runId":"r","suggestedName":"n","description":"d",
		"suggestionState":"SUGGESTION_STATE_NEW","createdCatalogId":"c",
		"avgCoverage":0.5,"confidence":0.875,"cohortSize":8,"dimensionCount":2,"usersWithAll":0,"insights":["i"],
		"cohortFilters":[{"attribute":"department","values":["Sales"]}],"entitlements":[`+entitlement+`],
		"existingProfileMatches":[{"catalogDisplayName":"P","catalogId":"p","matchType":"ACCESS_PROFILE_MATCH_TYPE_PARTIAL",
		"missingEntitlements":[`+entitlement+`],"overlapRatio":0.25}],
		"createdAt":"2026-01-02T03:04:05Z","updatedAt":null,"lastGeneratedAt":""}}`))
	got, err := newClient(t, f.URL, nil).Suggestion(context.Background(), "s")
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, Suggestion{
		ID: "s", RunID: "r", SuggestedName: "n", Description: "d", SuggestionState: SuggestionStateNew, CreatedCatalogID: "c",
		AvgCoverage: 0.5, Confidence: 0.875, CohortSize: 8, DimensionCount: 2, UsersWithAll: ptr(int64(0)), Insights: []string{"i"},
		CohortFilters: []ProfileFilter{{"department", []string{"Sales"}}}, Entitlements: []SuggestionEntitlement{want},
		ExistingProfileMatches: []ProfileMatch{{"P", "p", MatchTypePartial, []SuggestionEntitlement{want}, 0.25}},
		CreatedAt:              at("2026-01-02T03:04:05Z"),
	})
	bare, _ := decodeRecord[Suggestion](json.RawMessage(`{"id":"s"}`))
	if bare.UsersWithAll != nil {
		t.Error("a counter that was left out is taken for zero")
	}
}

// An entitlement is one however often it is named, in a list as alone; that of another app is another.
func TestAnEntitlementNamedAgainIsOne(t *testing.T) {
	const all = `[{"appId":"a","entitlementId":"e"},{"appId":"b","entitlementId":"e"},{"appId":"a","entitlementId":"e","coverage":0.5}]`
	row := `{"id":"s","entitlements":` + all + `,"existingProfileMatches":[{"missingEntitlements":` + all + `}]}`
	f := newFake(t, answer(200, `{"list":[`+row+`]}`))
	page, err := newClient(t, f.URL, nil).SearchSuggestions(context.Background(), SuggestionSearch{}, PageRequest{})
	if err != nil {
		t.Fatal(err)
	}
	got := page.Rows[0]
	want := []SuggestionEntitlement{{AppID: "a", EntitlementID: "e"}, {AppID: "b", EntitlementID: "e"}}
	if !slices.Equal(got.Entitlements, want) || !slices.Equal(got.ExistingProfileMatches[0].MissingEntitlements, want) {
		t.Errorf("%+v", got)
	}
	if got.Problem != "an entitlement is named more than once" || string(got.Raw.JSON()) != row {
		t.Errorf("problem %q, raw %s", got.Problem, got.Raw.JSON())
	}
}

func TestDecodeSecret(t *testing.T) {
	f := newFake(t, answer(200, `{"list":[{"vaultId":"v","displayName":"n","secretType":"SECRET_TYPE_FILE",
		"inputFormat":"SECRET_INPUT_FORMAT_YAML","ageSuite":"AGE_SUITE_X25519",
		"sharingMode":"PAPER_VAULT_SHARING_MODE_EXTERNAL","status":"SECRET_STATUS_BURNED","allowedEmails":["a@example.com"],
		"allowedUserIds":null,"contentDeleted":true,"contentReady":true,
		"contentType":"text/plain","contentExpiresAt":"2026-02-02T03:04:05Z","creatorUserId":"u","currentViews":3,"maxViews":10,"filename":"f",
		"fileSize":"9007199254740993",
		"shareCode":"ABCD-EFGH-JKLM","shareUrl":"https://x.example/s","createdAt":"2026-01-02T03:04:05Z","updatedAt":"2026-01-02T03:04:06Z",
		"deletedAt":"2026-01-02T03:04:07Z"}],"nextPageToken":"n"}`))
	page, err := newClient(t, f.URL, nil).SearchSecrets(context.Background(), SecretSearch{}, PageRequest{})
	if err != nil || page.Next != "n" || len(page.Rows) != 1 || page.Problems != nil {
		t.Fatalf("%+v %v", page, err)
	}
	same(t, page.Rows[0], Secret{
		VaultID: "v", DisplayName: "n", SecretType: SecretTypeFile, InputFormat: SecretInputFormatYAML, AgeSuite: AgeSuiteX25519,
		SharingMode: SharingModeExternal, Status: SecretStatusBurned, AllowedEmails: []string{"a@example.com"}, ContentDeleted: true,
		ContentReady: true,
		ContentType:  "text/plain", ContentExpiresAt: at("2026-02-02T03:04:05Z"), CreatorUserID: "u", CurrentViews: 3, MaxViews: 10,
		Filename: "f", FileSize: 9007199254740993,
		ShareCode: "ABCD-EFGH-JKLM", ShareURL: "https://x.example/s", CreatedAt: at("2026-01-02T03:04:05Z"),
		UpdatedAt: at("2026-01-02T03:04:06Z"), DeletedAt: at("2026-01-02T03:04:07Z"),
	})
}

func TestDecodeHistory(t *testing.T) {
	f := newFake(t, answer(200, `{"list":[{"metadata":{"id":"m","syslogEventId":"s","traceId":"t","createdAt":"2026-01-02T03:04:05Z",
		"changeKind":"CHANGE_KIND_PUT",
		"actor":{"kind":"ACTOR_KIND_API","userId":"u"},"annotations":[{"key":"k","kind":"ANNOTATION_KIND_TICKET","displayLabel":"l",
		"displayUrl":"https://x.example","displayValue":"v","rawValue":"r"}]},
		"snapshot":{"id":"rs","appId":"a","displayName":"n","description":"d","disabled":true,"maxGrantLifetime":"3600s",
		"normalizedAudience":"aud","requireProofOfPossession":true,"resourceUris":["x"],
		"sectorId":"sec","signingAlgorithm":"XAA_SIGNING_ALGORITHM_EDDSA","modifyClaimsHook":{"functionId":"f","commitId":"c","disabled":true},
		"createdAt":"2026-01-02T03:04:05Z","updatedAt":null}}]}`))
	page, err := newClient(t, f.URL, nil).ResourceServerHistory(context.Background(), "a", "rs", PageRequest{})
	if err != nil || len(page.Rows) != 1 {
		t.Fatalf("%+v %v", page, err)
	}
	got := page.Rows[0]
	if !strings.HasPrefix(string(got.Snapshot.Raw.JSON()), `{"id":"rs"`) {
		t.Errorf("raw snapshot %s", got.Snapshot.Raw.JSON())
	}
	got.Snapshot.Raw = Original{}
	same(t, got, HistoryEntry{
		Metadata: HistoryMetadata{
			ID: "m", SyslogEventID: "s", TraceID: "t", CreatedAt: at("2026-01-02T03:04:05Z"), ChangeKind: ChangeKindPut,
			Actor:       Actor{ActorKindAPI, "u"},
			Annotations: []Annotation{{"k", AnnotationKindTicket, "l", "https://x.example", "v", "r"}},
		},
		Snapshot: ResourceServer{
			ID: "rs", AppID: "a", DisplayName: "n", Description: "d", Disabled: true, MaxGrantLifetime: NewDuration(time.Hour),
			NormalizedAudience:       "aud",
			RequireProofOfPossession: true, ResourceURIs: []string{"x"}, SectorID: "sec", SigningAlgorithm: SigningAlgorithmEdDSA,
			ModifyClaimsHook: &ModifyClaimsHook{"f", "c", true}, CreatedAt: at("2026-01-02T03:04:05Z"),
		},
	})
}

func TestDecodeOthers(t *testing.T) {
	role, _ := decodeRecord[Role](json.RawMessage(`{"id":"r","name":"n","displayName":"d","permissions":["p"],"serviceRoles":["s"],` +
		`"systemApiOnly":true,"systemBuiltin":true,"createdAt":"2026-01-02T03:04:05Z"}`))
	same(t, role, Role{ID: "r", Name: "n", DisplayName: "d", Permissions: []string{"p"}, ServiceRoles: []string{"s"}, SystemAPIOnly: true,
		SystemBuiltin: true, CreatedAt: at("2026-01-02T03:04:05Z")})
	exporter, _ := decodeRecord[Exporter](json.RawMessage(`{"exportId":"x","displayName":"d","datasource":{"datasourceId":"i","prefix":"p",` +
		`"format":"EXPORT_FORMAT_OCSF_JSON_ZSTD"},"state":"EXPORT_STATE_ERROR","watermarkEventId":"w"}`))
	same(t, exporter, Exporter{ExportID: "x", DisplayName: "d", Datasource: &ExportDatasource{"i", "p", ExportFormatOCSFJSONZstd},
		State: ExportStateError, WatermarkEventID: "w"})
	key, _ := decodeRecord[GatewayKey](json.RawMessage(`{"id":"k","displayName":"d","keyPrefix":"p","revokedAt":"2026-01-02T03:04:05Z"}`))
	same(t, key, GatewayKey{ID: "k", DisplayName: "d", KeyPrefix: "p", RevokedAt: at("2026-01-02T03:04:05Z")})
	toolset, _ := decodeRecord[Toolset](json.RawMessage(`{"id":"t","appId":"a","connectorId":"c","connectorDisplayName":"n",` +
		`"appEntitlementId":"e","displayName":"d","description":"x","toolCount":4,"requestable":true}`))
	same(t, toolset, Toolset{ID: "t", AppID: "a", ConnectorID: "c", ConnectorDisplayName: "n", AppEntitlementID: "e", DisplayName: "d",
		Description: "x", ToolCount: ptr(int64(4)), Requestable: true})
	monitor, _ := decodeRecord[ConflictMonitor](json.RawMessage(`{"id":"m","displayName":"d","description":"x","enabled":true,` +
		`"entitlementSetAId":"a","entitlementSetBId":"b","negateGroupB":true}`))
	same(t, monitor, ConflictMonitor{ID: "m", DisplayName: "d", Description: "x", Enabled: true, EntitlementSetAID: "a",
		EntitlementSetBID: "b", NegateGroupB: true})
	contacts, _ := decodeRecord[Contacts](json.RawMessage(`{"billingEmails":["b"],"operationsEmails":["o"],"securityEmails":["s"]}`))
	same(t, contacts, Contacts{BillingEmails: []string{"b"}, OperationsEmails: []string{"o"}, SecurityEmails: []string{"s"}})
	identity, _ := decodeRecord[Identity](json.RawMessage(`{"principleId":"p","userId":"u","tenantId":"t","roles":["r"],` +
		`"permissions":["x"],"features":["f"],"disabledModules":["d"]}`))
	same(t, identity, Identity{PrincipleID: "p", UserID: "u", TenantID: "t", Roles: []string{"r"}, Permissions: []string{"x"},
		Features: []string{"f"}, DisabledModules: []string{"d"}})
	user, _ := decodeRecord[User](json.RawMessage(`{"id":"u","displayName":"d","email":"e","username":"n","department":"p","jobTitle":"j",` +
		`"status":"ENABLED","directoryStatus":"DISABLED","type":"USER_TYPE_AGENT","managerIds":["m"]}`))
	same(t, user, User{ID: "u", DisplayName: "d", Email: "e", Username: "n", Department: "p", JobTitle: "j", Status: UserStatusEnabled,
		DirectoryStatus: UserStatusDisabled, Type: UserTypeAgent, ManagerIDs: []string{"m"}})
	webhook, _ := decodeRecord[Webhook](json.RawMessage(`{"id":"w","displayName":"d","description":"x","url":"https://h.example.com",` +
		`"callbackTimeout":"0.5s"}`))
	same(t, webhook, Webhook{ID: "w", DisplayName: "d", Description: "x", URL: "https://h.example.com",
		CallbackTimeout: Duration{D: 500 * time.Millisecond, Text: "0.5s"}})
	binding, _ := decodeRecord[MonitorBinding](json.RawMessage(`{"appEntitlementId":"e","appId":"a","monitorId":"m",` +
		`"entitlementGroup":"ENTITLEMENT_GROUP_C","createdAt":null}`))
	same(t, binding, MonitorBinding{AppEntitlementID: "e", AppID: "a", MonitorID: "m", EntitlementGroup: "ENTITLEMENT_GROUP_C"})
	event, _ := decodeRecord[AuditEvent](json.RawMessage(`{"metadata":{"uid":"i"},"time":1767323045000,"activity_name":"Read",` +
		`"status":"Success","message":"opened","actor":{"user":{"uid":"u","name":"Ann","email_addr":"ann@example.com"}},` +
		`"src_endpoint":{"ip":"192.0.2.1"},"http_request":{"user_agent":"curl"}}`))
	same(t, event, AuditEvent{ID: "i", Time: at("2026-01-02T03:04:05Z"), Activity: "Read", Status: "Success", Message: "opened",
		ActorUserID: "u", ActorName: "Ann", ActorEmail: "ann@example.com", ClientIP: "192.0.2.1", UserAgent: "curl"})
	holder, _ := decodeRecord[Holder](json.RawMessage(`{"appUserId":"x","appUser":{"appUser":{"displayName":"d","email":"e"}}}`))
	same(t, holder, Holder{AppUserID: "x", AppUser: HolderAppUser{AppUser{DisplayName: "d", Email: "e"}}})
}

// One odd row never costs the others, one odd field never its neighbours.
func TestOddRows(t *testing.T) {
	body := `{"list":[null, 7, "x", [], {"displayName":"no id"}, {"id":"a","priority":"high","enabled":"yes","displayName":"A",
		"createdAt":"soon","filter":[],"builtinPattern":{"linkFilter":{"action":7,"allowedHosts":["h",5,null],"blockImages":true}}},
		{"id":"b","priority":10.0}, {"id":{"x":1}}, {"id":"c","priority":1e400}, {"id":"d","priority":"12","description":null,
		"function":null}], "nextPageToken": null}`
	page, err := decodePage[Hook](json.RawMessage(body), "list", "")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, h := range page.Rows {
		ids = append(ids, h.ID)
	}
	if strings.Join(ids, "") != "abcd" {
		t.Fatalf("rows %v", ids)
	}
	a := page.Rows[0]
	if a.DisplayName != "A" || a.Priority != 0 || !a.BuiltinPattern.LinkFilter.BlockImages ||
		!slices.Equal(a.BuiltinPattern.LinkFilter.AllowedHosts, []string{"h", ""}) {
		t.Errorf("%+v %+v", a, a.BuiltinPattern.LinkFilter)
	}
	if want := "priority is not a whole number, enabled is not true or false, createdAt is not a time, filter is not an object, " +
		"builtinPattern.linkFilter.action is not text and 1 more"; a.Problem != want {
		t.Errorf("problem %q\nwant    %q", a.Problem, want)
	}
	if page.Rows[1].Priority != 10 || page.Rows[3].Priority != 12 || page.Rows[3].Problem != "" {
		t.Errorf("whole numbers in odd spellings: %+v", page.Rows)
	}
	want := []string{
		"row 1 is not an object, so it is left out", "row 2 is not an object, so it is left out", "row 3 is not an object, so it is left out",
		"row 4 is not an object, so it is left out", "row 5 has no id, so it is left out", "row 6: " + a.Problem,
		"row 8 has no id, so it is left out",
		"row 9: priority is not a whole number",
	}
	if !slices.Equal(page.Problems, want) {
		t.Errorf("problems\n%s\nwant\n%s", strings.Join(page.Problems, "\n"), strings.Join(want, "\n"))
	}
}

func TestOddTimesInNestedObjects(t *testing.T) {
	e, err := decodeRecord[HistoryEntry](json.RawMessage(`{"metadata":{"createdAt":5,"id":"m","actor":{"userId":"u"}},` +
		`"snapshot":{"createdAt":true,"id":"rs","maxGrantLifetime":3600,"resourceUris":"x"}}`))
	if err != nil || e.Metadata.ID != "m" || e.Metadata.Actor.UserID != "u" || e.Snapshot.ID != "rs" {
		t.Errorf("%+v %v", e, err)
	}
	if want := "metadata.createdAt is not a time, snapshot.createdAt is not a time, snapshot.maxGrantLifetime is not text, " +
		"snapshot.resourceUris is not a list"; e.Problem != want {
		t.Errorf("problem %q", e.Problem)
	}
}

func TestListKeys(t *testing.T) {
	for body, want := range map[string]string{
		`{}`:                               "",
		`{"list":null}`:                    "",
		`{"list":[],"other":[1]}`:          "",
		`{"nextPageToken":""}`:             "",
		`{"webhooks":[{"id":"a"}]}`:        `no "list" but a list called "webhooks"`,
		`{"list":null,"rows":[]}`:          `no "list" but a list called "rows"`,
		`{"list":{"id":"a"}}`:              `"list" in the answer is not a list`,
		`{"list":"x"}`:                     `"list" in the answer is not a list`,
		`{"list":[],"nextPageToken":5}`:    "next page token in the answer is not text",
		`{"\u001b[31m` + "" + `":[{}]}`:    `a list called "[31m"`,
		`{"list":[],"nextPageToken":null}`: "",
	} {
		f := newFake(t, answer(200, body))
		_, err := newClient(t, f.URL, nil).ListHooks(context.Background(), PageRequest{})
		if want == "" && err != nil || want != "" && (KindOf(err) != KindMalformed || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", body, err, want)
		}
	}
}
