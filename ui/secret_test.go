package ui

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/ui/panes/secrets"
	"gatehouse/ui/picker"
)

const adminSecrets = "POST /api/v1/search/secrets-admin"

func secretOf(d *driver, i int) api.Secret {
	return recordOf[api.Secret](d, "secrets", d.tenant.SecretID(i))
}

// activeSecret is the place of a secret that can be revoked, shared by somebody else than the caller.
func activeSecret(d *driver) int {
	d.t.Helper()
	for i := range 100 {
		if s := secretOf(d, i); s.Status == api.SecretStatusActive && s.CreatorUserID != d.tenant.UserID(0) && s.ShareCode != "" {
			return i
		}
	}
	d.t.Fatal("no secret is active")
	return 0
}

func lastSearch(d *driver) (search struct {
	Statuses       []string
	SecretType     string
	SharingMode    string
	CreatorUserIDs []string `json:"creatorUserIds"`
	SortBy         string
}) {
	d.t.Helper()
	bodies := d.asked(adminSecrets)
	if err := json.Unmarshal([]byte(bodies[len(bodies)-1]), &search); err != nil {
		d.t.Fatal(err)
	}
	return search
}

func TestFacetsGoToTheTenantAndEscTakesThemBackOneByOne(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("4", "f")
	d.sees("Show only", "○ Status: active", "○ Sharing: external", "○ Type: file", "○ Expires: within 24 hours", "○ Order: by name")
	d.keys("status active", "<enter>", "f", "external", "<enter>")
	d.sees("active, external")
	if s := lastSearch(d); !slices.Equal(s.Statuses, []string{"SECRET_STATUS_ACTIVE"}) ||
		s.SharingMode != "PAPER_VAULT_SHARING_MODE_EXTERNAL" || s.SecretType != "" {
		t.Fatalf("asked %+v", s)
	}
	d.keys("f", "burned", "<enter>", "f", "type file", "<enter>", "f", "by name", "<enter>")
	if s := lastSearch(d); len(s.Statuses) != 2 || s.SecretType != "SECRET_TYPE_FILE" || s.SortBy != "SEARCH_SORT_BY_NAME_ASC" {
		t.Fatalf("asked %+v", s)
	}
	d.sees("active, external, burned, file, by name")
	d.keys("<esc>", "<esc>", "<esc>")
	d.sees("active, external")
	d.seesNot("burned, file")
	d.keys("f")
	d.sees("● Status: active", "Show all again")
	d.keys("internal", "<enter>") // one sharing mode at a time
	d.sees("active, internal")
	d.keys("f", "show all", "<enter>")
	if s := lastSearch(d); s.Statuses != nil || s.SharingMode != "" {
		t.Fatalf("asked %+v", s)
	}
}

func TestFacetCreatorIsOneOfTheLoadedOrAnybody(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("4")
	creator := secretOf(d, 0).CreatorUserID
	record, _ := d.tenant.Record("users", creator)
	name := record["displayName"].(string)
	d.keys("f", "Creator "+name)
	d.sees("○ Creator: " + name)
	d.keys("<enter>")
	d.sees("by " + name)
	if s := lastSearch(d); !slices.Equal(s.CreatorUserIDs, []string{creator}) {
		t.Fatalf("asked %+v", s)
	}
	other := d.tenant.UserID(9)
	d.keys("<esc>", "f", "somebody", "<enter>")
	d.paste(other)
	d.fire(picker.Pause)
	d.keys("<enter>")
	if s := lastSearch(d); !slices.Equal(s.CreatorUserIDs, []string{other}) {
		t.Fatalf("asked %+v\n%s", s, d.screen())
	}
	d.keys("m")
	d.keys("f")
	d.sees("only your own are listed")
}

func TestExpiringSoonAsksForTheFirstToExpireAndStopsThere(t *testing.T) {
	d := newDriver(t, driverOptions{})
	row := func(id string, in time.Duration) map[string]any {
		return map[string]any{"vaultId": id, "displayName": "Secret " + id, "status": "SECRET_STATUS_ACTIVE",
			"contentExpiresAt": startTime.Add(in).Format(time.RFC3339)}
	}
	body, err := json.Marshal(map[string]any{"nextPageToken": "more",
		"list": []any{row("gone", -time.Hour), row("a", time.Hour), row("b", 23*time.Hour), row("c", 25*time.Hour)}})
	if err != nil {
		t.Fatal(err)
	}
	d.fault(tenant.Rule{Path: "/api/v1/search/secrets-admin", Match: "EXPIRES_ASC", Body: string(body)})
	d.keys("4", "f", "24 hours", "<enter>")
	d.sees("expiring within 24 hours", "2 in all", "Secret a", "Secret b")
	d.seesNot("Secret c", "Secret gone")
	if s := lastSearch(d); s.SortBy != "SEARCH_SORT_BY_EXPIRES_ASC" || !slices.Equal(s.Statuses, []string{"SECRET_STATUS_ACTIVE"}) {
		t.Fatalf("asked %+v", s)
	}
}

func TestAuditShowsWhoOpenedASecretFromWhereAndWhen(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("4", "A")
	s := secretOf(d, 0)
	d.sees("Audit › ", "  created ", "Secret revoked", "203.0.113.", "on ")
	if body := d.asked("POST /api/v1/search/secrets-admin/audit_events")[0]; !strings.Contains(body, s.VaultID) {
		t.Fatalf("asked %s", body)
	}
	d.keys("v")
	d.sees(`"class_uid"`, `"src_endpoint"`)
	d.keys("<esc>", "<esc>")
	d.sees("everybody's")
}

func TestAuditTakesOddEventsAsTheyCome(t *testing.T) {
	d := newDriver(t, driverOptions{})
	share := secretOf(d, 0).ShareCode
	d.fault(tenant.Rule{Path: "/api/v1/search/secrets-admin/audit_events", Body: `{"list":[
		{"message":"Opened with ` + share + `","time":"x","actor":null},
		{"activityName":"Read","status":"Failure","actor":{"user":{"email":"eve@example.com"}},
		"srcEndpoint":{"ip":"192.0.2.7","location":{"city":"Oslo"}}},
		17]}`})
	d.keys("4", "A")
	d.sees("unknown user", "Read (failure)", "eve@example.com", "192.0.2.7, Oslo", "Opened with "+secrets.HiddenShare)
	d.keys("v")
	d.seesNot(share)
}

func TestSecretsNeverShowWhatOpensThem(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("4", "v")
	s := secretOf(d, 0)
	d.sees(`"vaultId"`, `"shareCode": "`+secrets.HiddenShare)
	d.seesNot(s.ShareCode)
	raw := json.RawMessage(`{"shareUrl":"https:\/\/a.example\/secrets\/ABCD-EFGH-JKLM","share_code":"x\"y","shareCode":"",` +
		`"note":"ABCD-EFGH-JKLM"}`)
	got := string(secrets.WithoutShares(raw, api.Secret{ShareCode: "ABCD-EFGH-JKLM", ShareURL: "https://a.example/secrets/ABCD-EFGH-JKLM"}))
	if want := `{"shareUrl":"` + secrets.HiddenShare + `","share_code":"` + secrets.HiddenShare + `","shareCode":"","note":"` +
		secrets.HiddenShare + `"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// wantRevoked reports what the tenant holds of the i-th secret, and that no view was used up.
func (d *driver) wantRevoked(i int, views int64) {
	d.t.Helper()
	s := secretOf(d, i)
	if s.Status != api.SecretStatusRevoked || s.DeletedAt.IsZero() || s.CurrentViews != views {
		d.t.Fatalf("the secret is %v with %d views, want revoked with %d\n%s", s.Status, s.CurrentViews, views, d.screen())
	}
}

func TestPaletteRevokesByShareURLFromAnywhere(t *testing.T) {
	d := newDriver(t, driverOptions{})
	i := activeSecret(d)
	s := secretOf(d, i)
	url := d.server.URL + "/secrets/" + s.ShareCode
	d.keys("1", ":", "revoke ")
	d.paste("look: " + url + "\n")
	d.sees("revoke ••••", "Revoke it", "by its share code")
	d.seesNot(s.ShareCode)
	d.keys("<enter>")
	record, _ := d.tenant.Record("users", s.CreatorUserID)
	d.sees("Revoke secret?", s.DisplayName, "Created by "+record["displayName"].(string), "Shared with ", "views so far", "expires in",
		"on tenant acme", "undone", "▸ Cancel ◂")
	d.seesNot(s.ShareCode)
	d.wantMutations()
	d.keys("<tab>", "<enter>")
	d.sees("Revoked secret", "Revoked 20")
	d.wantRevoked(i, s.CurrentViews)
	d.seesNot(s.ShareCode)
	for _, r := range d.tenant.Requests() {
		if strings.Contains(r.Path, "content") {
			t.Errorf("%s %s may use up a view", r.Method, r.Path)
		}
	}
}

func TestRevokeByCodeAndByVaultId(t *testing.T) {
	for _, by := range []func(api.Secret) string{func(s api.Secret) string { return s.ShareCode },
		func(s api.Secret) string { return s.VaultID },
		func(s api.Secret) string { return strings.ToLower(strings.ReplaceAll(s.ShareCode, "-", " ")) }} {
		d := newDriver(t, driverOptions{})
		i := activeSecret(d)
		s := secretOf(d, i)
		d.keys("4", "X")
		d.sees("Paste it; it isn't shown")
		d.keys("<enter>")
		d.paste(by(s))
		d.seesNot(by(s) + " ")
		d.keys("<enter>")
		d.sees("Revoke secret?", s.DisplayName)
		d.keys("<tab>", "<enter>")
		d.wantRevoked(i, s.CurrentViews)
	}
}

func TestURLOfAnotherTenantIsRefused(t *testing.T) {
	d := newDriver(t, driverOptions{})
	code := secretOf(d, activeSecret(d)).ShareCode
	d.tenant.ForgetRequests()
	d.keys(":")
	d.paste("revoke https://acme.example@evil.example/secrets/" + code)
	d.sees("Refused: the link is of ", "not of acme.example")
	d.seesNot(code)
	d.keys("<enter>", "<esc>")
	if n := len(d.tenant.Requests()); n != 0 {
		t.Errorf("%d requests were sent for a link of another tenant", n)
	}
	d.keys(":")
	d.paste("revoke https://other.example/secrets/" + code)
	d.sees("Look it up: the link is of other.example")
	d.keys("<enter>")
	d.sees("The link is of other.example, not of acme.example", "its share code or its vault id alone")
	d.keys("<esc>", ":")
	d.paste("revoke https://other.example/secrets/" + code)
	d.sees("Refused: the link is of other.example")
	for _, r := range d.tenant.Requests() {
		if r.Path != "/api/v1/search/secrets-admin" {
			t.Errorf("%s %s was sent for a link of another tenant", r.Method, r.Path)
		}
	}
}

// A tenant may share its secrets under another name than that of its API, which its own share URLs tell.
func TestALinkOfTheHostThatTheTenantSharesUnderIsItsOwn(t *testing.T) {
	d := newDriver(t, driverOptions{})
	i := activeSecret(d)
	s := secretOf(d, i)
	for n := range 20 {
		if err := d.tenant.UpdateAs("secrets", d.tenant.SecretID(n),
			func(r map[string]any) { r["shareUrl"] = "https://share.example/s/x" }); err != nil {
			t.Fatal(err)
		}
	}
	d.keys("4", "X")
	d.paste("https://share.example/s/" + s.ShareCode)
	d.sees("Look it up")
	d.keys("<enter>")
	d.sees("Revoke secret?", s.DisplayName)
	d.keys("<tab>", "<enter>")
	d.wantRevoked(i, s.CurrentViews)
}

func TestALinkInAMessageIsFoundAndTheOthersAreLeftAlone(t *testing.T) {
	d := newDriver(t, driverOptions{})
	i := activeSecret(d)
	s := secretOf(d, i)
	d.keys(":")
	d.paste("revoke see https://chat.example/archives/C01 and https://nam02.safelinks.protection.outlook.com/?url=" +
		url.QueryEscape(d.server.URL+"/secrets/"+s.ShareCode) + "&data=05")
	d.sees("Revoke it", "chat.example is left alone")
	d.keys("<enter>")
	d.sees("Revoke secret?", s.DisplayName)
	d.keys("<tab>", "<enter>")
	d.wantRevoked(i, s.CurrentViews)
}

func TestUnknownAndRevokedReferencesSaySo(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys(":")
	d.paste("revoke QQQQ-QQQQ-QQQ9")
	d.keys("<enter>")
	d.sees("acme.example has no secret with this share code.")
	d.keys("<esc>")
	for i := range 100 {
		s := secretOf(d, i)
		if s.Status != api.SecretStatusRevoked {
			continue
		}
		d.keys(":")
		d.paste("revoke " + s.VaultID)
		d.keys("<enter>")
		d.sees("can't be revoked", "revoked already.", "Revoked ")
		break
	}
	d.wantMutations()
}

func TestRevokeUnseenWhereSecretsCantBeRead(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{InterfaceOnly: true}})
	id := ""
	for i := 0; id == ""; i++ { // one of the caller's own
		s := secretOf(d, i)
		if user, ok := d.tenant.Record("users", s.CreatorUserID); ok && user["displayName"] == "Mara Lindqvist" &&
			s.Status == api.SecretStatusActive {
			id = s.VaultID
		}
	}
	d.keys(":")
	d.paste("revoke " + id)
	d.keys("<enter>")
	d.sees("Revoke secret?", id, "Nothing but its id can be read on this tenant.")
	d.keys("<tab>", "<enter>")
	d.wantMutations("DELETE /api/v1/secrets/" + id)
	d.sees("Revoked secret")
}

func TestRefusedRevokeOffersTheOtherWayWithWhatIsKnown(t *testing.T) {
	d := newDriver(t, driverOptions{})
	s := secretOf(d, activeSecret(d))
	d.fault(tenant.Rule{Method: "DELETE", Path: "/api/v1/secrets-admin/*", Status: 403, Message: "role missing"})
	d.keys(":")
	d.paste("revoke " + s.VaultID)
	d.keys("<enter>", "<tab>", "<enter>")
	d.sees("Revoke as if it were your own?", "was refused. The tenant says: role missing.", "Created by ")
	d.wantMutations("DELETE /api/v1/secrets-admin/" + s.VaultID)
}

func TestPaletteStillFindsActionsByWords(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("4", ":", "revoke sec")
	d.sees("Revoke secret")
	d.keys("<esc>", ":", "revoke by")
	d.sees("> revoke by", "Revoke by link, code or id")
}

func TestReadOnlySessionDoesNotRevokeByReference(t *testing.T) {
	d := newDriver(t, driverOptions{readOnly: true})
	code := secretOf(d, activeSecret(d)).ShareCode
	d.keys(":")
	d.paste("revoke " + code)
	d.sees("this session is read-only")
	d.keys("<enter>", "<esc>", "4", "X")
	d.sees("This session is read-only.")
}

func TestLateLookupOfAClosedQuestionAsksNothing(t *testing.T) {
	d := newDriver(t, driverOptions{})
	code := secretOf(d, activeSecret(d)).ShareCode
	d.keys(":")
	d.paste("revoke " + code)
	late := d.holding(func() { d.keys("<enter>") })
	d.sees("Looking for the secret behind this share code…")
	d.keys("<esc>")
	late.deliver()
	d.seesNot("Revoke secret?")
}

func TestSecretsFitEverySize(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 10}, {24, 6}} {
		d := newDriver(t, driverOptions{w: size[0], h: size[1]})
		code := secretOf(d, activeSecret(d)).ShareCode
		d.keys("4", "f", "active", "<enter>", "x", "<esc>", "A", "<enter>", "v", "<esc>", "<esc>", "<esc>", "X")
		d.paste(strings.Repeat(d.server.URL+"/secrets/"+code+" ", 3))
		d.keys("<enter>", "v", "<esc>", "<esc>")
	}
}
