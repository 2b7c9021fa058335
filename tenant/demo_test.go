package tenant

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

// records are all records of a collection of the demo, as they travel. They are read once.
func (c *console) records(name string) []map[string]any {
	if known, ok := c.read[name]; ok {
		return known
	}
	if c.read == nil {
		c.read = map[string][]map[string]any{}
	}
	c.read[name] = c.readRecords(name)
	return c.read[name]
}

func (c *console) readRecords(name string) []map[string]any {
	paths := map[string]string{"hooks": "hooks", "webhooks": "webhooks", "suggestions": "role-mining/suggestions", "secrets": "secrets-admin",
		"servers": "xaa/resource_servers", "exporters": "systemlog/exports", "users": "users", "entitlements": "entitlements", "apps": "apps"}
	if name == "history" {
		var all []map[string]any
		for i := range c.tn.Size("resource-servers") {
			all = append(all, c.list("/api/v1/apps/"+c.tn.ServerAppID(i)+"/xaa/resource_servers/"+c.tn.ServerID(i)+"/history", "list", "200")...)
		}
		return all
	}
	if name == "roles" {
		return c.list("/api/v1/iam/roles", "list", "200")
	}
	query := map[string]any{}
	if name == "secrets" {
		query["includeDeleted"] = true
	}
	return c.walk("/api/v1/search/"+paths[name], "list", query)
}

// values collects what a path of members holds anywhere in some records; lists on the way are gone into.
func values(from any, path []string, into map[any]int) {
	if list, ok := from.([]any); ok {
		for _, each := range list {
			values(each, path, into)
		}
		return
	}
	if len(path) == 0 {
		into[from]++
		return
	}
	if o, ok := from.(map[string]any); ok {
		values(o[path[0]], path[1:], into)
	}
}

// TestTheDemoHasEveryKnownValue holds the demo to the enumerations of companion.md 5.
func TestTheDemoHasEveryKnownValue(t *testing.T) {
	c := start(t, Options{Rejects: true})
	for _, each := range []struct{ from, path, prefix, words string }{
		{"suggestions", "suggestionState", "SUGGESTION_STATE_", "NEW DISMISSED ACCEPTED REJECTED"},
		{"suggestions", "existingProfileMatches.matchType", "ACCESS_PROFILE_MATCH_TYPE_", "EXACT SUPERSET PARTIAL"},
		{"exporters", "state", "EXPORT_STATE_", "EXPORTING WAITING ERROR UNSPECIFIED"},
		{"exporters", "datasource.format", "EXPORT_FORMAT_", "OCSF_JSON_ZSTD OCSF_JSON_GZIP UNSPECIFIED"},
		{"secrets", "secretType", "SECRET_TYPE_", "TEXT FILE"},
		{"secrets", "inputFormat", "SECRET_INPUT_FORMAT_", "PLAINTEXT JSON YAML KEY_VALUE"},
		{"secrets", "ageSuite", "AGE_SUITE_", "X25519 MLKEM768X25519"},
		{"secrets", "sharingMode", "PAPER_VAULT_SHARING_MODE_", "INTERNAL EXTERNAL"},
		{"secrets", "status", "SECRET_STATUS_", "ACTIVE EXPIRED BURNED REVOKED DATA_DELETED"},
		{"hooks", "event", "HOOK_EVENT_TYPE_", "PRE_TOOL_USE POST_TOOL_USE PRE_OUTPUT"},
		{"hooks", "builtinPattern.blockOutput.surfaces", "HOOK_OUTPUT_SURFACE_", "SLACK WEB"},
		{"hooks", "builtinPattern.linkFilter.action", "LINK_FILTER_ACTION_", "REDACT ANNOTATE"},
		{"hooks", "builtinPattern.promptInjectionScan.threshold", "PROMPT_INJECTION_THRESHOLD_", "LOW MEDIUM HIGH UNSPECIFIED"},
		{"hooks", "builtinPattern.writeAuthorization.blockedClassifications", "TOOL_CLASSIFICATION_",
			"READ WRITE DESTRUCTIVE SENSITIVE DANGEROUS"},
		{"history", "metadata.changeKind", "CHANGE_KIND_", "CREATE PUT HARD_DELETE"},
		{"history", "metadata.actor.kind", "ACTOR_KIND_", "API SLACK MSTEAMS JIRA_CLOUD INTERNAL SUPPORT WORKFLOW"},
		{"history", "metadata.annotations.kind", "ANNOTATION_KIND_", "GENERIC TICKET REASON WORKFLOW BATCH CORRELATION AUTOMATION"},
		{"history", "snapshot.signingAlgorithm", "XAA_SIGNING_ALGORITHM_", "EDDSA RS256 ES256 UNSPECIFIED"},
		{"users", "user.status", "", "UNKNOWN ENABLED DISABLED DELETED"},
		{"users", "user.type", "USER_TYPE_", "SYSTEM HUMAN SERVICE AGENT"},
	} {
		have := map[any]int{}
		for _, row := range c.records(each.from) {
			values(row, strings.Split(each.path, "."), have)
		}
		for _, word := range strings.Fields(each.words) {
			if have[each.prefix+word] == 0 {
				t.Errorf("%s %s: no %s%s", each.from, each.path, each.prefix, word)
			}
		}
	}
}

// TestTheDemoHasOddRows: values newer than any client, null arrays, absent members and soft-deleted records are part of the demo.
func TestTheDemoHasOddRows(t *testing.T) {
	c := start(t, Options{})
	for _, each := range []struct{ from, path, value string }{
		{"suggestions", "suggestionState", "SUGGESTION_STATE_SNOOZED"}, {"hooks", "event", "HOOK_EVENT_TYPE_ON_SCHEDULE"},
		{"exporters", "state", "EXPORT_STATE_PAUSED"},
		{"secrets", "status", "SECRET_STATUS_QUARANTINED"}, {"history", "metadata.actor.kind", "ACTOR_KIND_PIPELINE"},
		{"history", "metadata.changeKind", "CHANGE_KIND_RESTORE"},
		{"history", "snapshot.signingAlgorithm", "XAA_SIGNING_ALGORITHM_MLDSA65"},
	} {
		have := map[any]int{}
		for _, row := range c.records(each.from) {
			values(row, strings.Split(each.path, "."), have)
		}
		if have[each.value] == 0 {
			t.Errorf("%s: no unknown value %s", each.from, each.value)
		}
	}
	for name, member := range map[string]string{"suggestions": "insights", "secrets": "allowedEmails", "hooks": "filter"} {
		rows := c.records(name)
		if !slices.ContainsFunc(rows, func(m map[string]any) bool { value, there := m[member]; return there && value == nil }) {
			t.Errorf("%s: %s is never null", name, member)
		}
	}
	for name, member := range map[string]string{"suggestions": "existingProfileMatches", "secrets": "ageSuite", "hooks": "description",
		"webhooks": "description"} {
		rows := c.records(name)
		if !slices.ContainsFunc(rows, func(m map[string]any) bool { _, there := m[member]; return !there }) {
			t.Errorf("%s: %s is never absent", name, member)
		}
	}
	for _, name := range []string{"webhooks", "secrets", "servers", "exporters"} {
		if !slices.ContainsFunc(c.records(name), func(m map[string]any) bool { return m["deletedAt"] != nil }) {
			t.Errorf("%s: no soft-deleted record", name)
		}
	}
}

func TestTheDemoHasEveryHook(t *testing.T) {
	c := start(t, Options{})
	have := map[string]int{}
	for _, row := range c.records("hooks") {
		for _, sort := range []string{"function", "builtinPattern", "jsonPatch"} {
			if work, ok := row[sort].(map[string]any); ok {
				have[sort]++
				for member := range work {
					have[sort+"."+member]++
				}
			}
		}
	}
	for _, name := range []string{"blockOutput", "blockToolCall", "creditCardBlocking", "encodedContentGuard", "linkFilter", "piiRedaction",
		"preToolBlock", "promptInjectionScan",
		"queryScopeLimit", "secretsMasking", "sensitiveFileGuard", "toolOutputSizeGuard", "writeAuthorization"} {
		if have["builtinPattern."+name] == 0 {
			t.Errorf("no hook with %s", name)
		}
	}
	for _, name := range []string{"function", "jsonPatch.celExpression", "jsonPatch.staticOverlay", "builtinPattern.voiceprintGuard"} {
		if have[name] == 0 {
			t.Errorf("no hook with %s", name)
		}
	}
}

func TestSuggestionsAgreeWithThemselves(t *testing.T) {
	c := start(t, Options{})
	fewest, most, matches := 99, 0, map[int]bool{}
	for i, row := range c.records("suggestions") {
		list := object(row).objects("entitlements")
		fewest, most = min(fewest, len(list)), max(most, len(list))
		size := row["cohortSize"].(float64)
		sum, least := 0.0, size
		for _, each := range list {
			granted, coverage := each["grantedCount"].(float64), each["coverage"].(float64)
			sum += coverage
			least = min(least, granted)
			if math.Abs(coverage-granted/size) > 0.001 || granted > size || granted < 1 {
				t.Errorf("suggestion %d: %v of %v is not %v", i, granted, size, coverage)
			}
		}
		if math.Abs(row["avgCoverage"].(float64)-sum/float64(len(list))) > 0.001 {
			t.Errorf("suggestion %d: avgCoverage %v, the mean is %v", i, row["avgCoverage"], sum/float64(len(list)))
		}
		if all, known := row["usersWithAll"].(float64); known && all > least {
			t.Errorf("suggestion %d: usersWithAll %v, the rarest entitlement is held by %v", i, all, least)
		}
		if filters, _ := row["cohortFilters"].([]any); row["dimensionCount"] != float64(len(filters)) {
			t.Errorf("suggestion %d: dimensionCount %v, %d filters", i, row["dimensionCount"], len(filters))
		}
		matches[len(object(row).objects("existingProfileMatches"))] = true
		checkMatches(t, i, row, list)
		if row["suggestionState"] == "SUGGESTION_STATE_ACCEPTED" != (row["createdCatalogId"] != "" && row["createdCatalogId"] != nil) {
			t.Errorf("suggestion %d: %v with createdCatalogId %q", i, row["suggestionState"], row["createdCatalogId"])
		}
	}
	if fewest > 4 || most < 30 || !matches[0] || !matches[3] || matches[4] {
		t.Errorf("%d to %d entitlements, matches %v: want 4 to 30 and more, and 0 to 3", fewest, most, matches)
	}
}

func checkMatches(t *testing.T, i int, row map[string]any, list []object) {
	t.Helper()
	for _, match := range object(row).objects("existingProfileMatches") {
		missing, ratio := match.objects("missingEntitlements"), match["overlapRatio"].(float64)
		n := float64(len(list))
		switch strings.TrimPrefix(match.text("matchType"), "ACCESS_PROFILE_MATCH_TYPE_") {
		case "EXACT":
			if len(missing) != 0 || ratio != 1 {
				t.Errorf("suggestion %d: an exact match misses %d, overlap %v", i, len(missing), ratio)
			}
		case "SUPERSET":
			if len(missing) != 0 || ratio >= 1 || ratio <= 0 {
				t.Errorf("suggestion %d: a superset misses %d, overlap %v", i, len(missing), ratio)
			}
		case "PARTIAL":
			if len(missing) == 0 || ratio > (n-float64(len(missing)))/n+0.001 || ratio <= 0 {
				t.Errorf("suggestion %d: a partial match misses %d of %v, overlap %v", i, len(missing), n, ratio)
			}
		}
	}
}

func TestSecretsAgreeWithThemselves(t *testing.T) {
	c := start(t, Options{})
	now := c.clock.now()
	soon := map[string]bool{}
	for i, row := range c.records("secrets") {
		rec := object(row)
		born, expires := rec.time("createdAt"), rec.time("contentExpiresAt")
		life := expires.Sub(born)
		if life < time.Hour || life > 30*24*time.Hour {
			t.Errorf("secret %d lives for %v, want 1 hour to 30 days", i, life)
		}
		views, most := row["currentViews"].(float64), row["maxViews"].(float64)
		if most > 0 && views > most || most > 1000 {
			t.Errorf("secret %d: %v of %v views", i, views, most)
		}
		switch rec.text("status") {
		case "SECRET_STATUS_BURNED":
			if views != most || most == 0 {
				t.Errorf("secret %d is burned at %v of %v views", i, views, most)
			}
		case "SECRET_STATUS_ACTIVE":
			left := expires.Sub(now)
			soon[map[bool]string{true: "minutes", false: "hours"}[left < time.Hour]] = true
			if left <= 0 || row["contentDeleted"] != false {
				t.Errorf("secret %d is active, expires in %v, contentDeleted %v", i, left, row["contentDeleted"])
			}
		case "SECRET_STATUS_EXPIRED":
			if expires.After(now) {
				t.Errorf("secret %d is expired and expires %v", i, expires)
			}
		case "SECRET_STATUS_REVOKED":
			if rec.text("deletedAt") == "" || row["contentDeleted"] != true {
				t.Errorf("secret %d is revoked, deletedAt %v, contentDeleted %v", i, row["deletedAt"], row["contentDeleted"])
			}
		}
		if len(rec.strings("allowedEmails")) > 64 || len(rec.strings("allowedUserIds")) > 128 {
			t.Errorf("secret %d has too many recipients", i)
		}
		if size, ok := row["fileSize"].(string); !ok || (rec.text("secretType") == "SECRET_TYPE_FILE") != (rec.text("filename") != "") {
			t.Errorf("secret %d: fileSize %v (a string?), filename %v of a %v", i, size, row["filename"], row["secretType"])
		}
	}
	if !soon["minutes"] || !soon["hours"] {
		t.Errorf("active secrets expire in %v, want some in minutes and some in hours", soon)
	}
}

func TestActorsCarryUsersOnlyWhereTheyDo(t *testing.T) {
	c := start(t, Options{Hostile: true})
	links := map[string]bool{}
	for _, row := range c.records("history") {
		kind, _ := at(row, "metadata", "actor", "kind").(string)
		user, _ := at(row, "metadata", "actor", "userId").(string)
		if (kind == "ACTOR_KIND_API" || kind == "ACTOR_KIND_SUPPORT") != (user != "") {
			t.Errorf("%s with user %q", kind, user)
		}
		for _, each := range object(row["metadata"].(map[string]any)).objects("annotations") {
			scheme, _, _ := strings.Cut(each.text("displayUrl"), ":")
			links[scheme] = true
		}
	}
	if !links["https"] || !links["javascript"] {
		t.Errorf("annotation links %v: want https, and one javascript", links)
	}
}

func TestReferencesLeadSomewhere(t *testing.T) {
	c := start(t, Options{})
	for i := range 60 {
		rec, _ := c.tn.Record("secrets", c.tn.SecretID(i))
		if _, ok := c.tn.Record("users", rec["creatorUserId"].(string)); !ok {
			t.Errorf("secret %d: its creator does not exist", i)
		}
		suggestion, _ := c.tn.Record("suggestions", c.tn.SuggestionID(i))
		for _, each := range object(suggestion).objects("entitlements") {
			place, _, ok := c.tn.entitlementAt(each.text("appId"), each.text("entitlementId"))
			if !ok || c.tn.entitlements.record(place).text("displayName") != each.text("entitlementDisplayName") {
				t.Errorf("suggestion %d: entitlement %s does not lead back", i, each.text("entitlementDisplayName"))
			}
		}
		user, _ := c.tn.Record("users", c.tn.UserID(i))
		for _, id := range object(user).strings("managerIds") {
			if _, ok := c.tn.Record("users", id); !ok {
				t.Errorf("user %d: the manager does not exist", i)
			}
		}
	}
}

func TestSizes(t *testing.T) {
	demo := map[string]int{"hooks": 42, "webhooks": 27, "suggestions": 340, "secrets": 180, "resource-servers": 12, "roles": 26,
		"exporters": 9, "keys": 14, "toolsets": 33,
		"users": 480, "apps": 24, "entitlements": 480, "monitors": 8}
	for _, rows := range []int{0, 1, 5000, -1} {
		tn := New(Options{Rows: rows})
		for name, size := range demo {
			want := size
			directory := name == "users" || name == "apps" || name == "entitlements"
			switch {
			case rows > 0 && directory:
				want = max(size, rows)
			case rows > 0:
				want = rows
			case rows < 0 && !directory:
				want = 0
			}
			if got := tn.Size(name); got != want {
				t.Errorf("rows %d: %d %s, want %d", rows, got, name, want)
			}
		}
	}
	if got := New(Options{}).Size("nonsense"); got != 0 {
		t.Errorf("a collection that does not exist has %d records", got)
	}
}
