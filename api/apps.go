package api

import (
	"context"
	"fmt"
	"net/http"
)

// App is an application of the tenant; the part that matters here (companion.md 7.13).
type App struct {
	ID          string   `json:"id"`
	DisplayName string   `json:"displayName"`
	Description string   `json:"description"`
	Raw         Original `json:"-"` // the row as it came
	Problem     string   `json:"-"` // what was odd in it, "" if nothing
}

func (a *App) origin() origin { return origin{raw: &a.Raw, problem: &a.Problem, key: a.ID} }

// AppSearch narrows an app search.
type AppSearch struct {
	Query  string
	AppIDs []string
}

// SearchApps searches apps (companion.md 7.13).
func (c *Client) SearchApps(ctx context.Context, s AppSearch, p PageRequest) (Page[App], error) {
	return postPage[App](ctx, c, "search/apps", struct {
		Query  string   `json:"query,omitempty"`
		AppIDs []string `json:"appIds,omitempty"`
		paging
	}{s.Query, s.AppIDs, p.body()}, "list", "app")
}

// Entitlement is an app entitlement; the part that matters here (companion.md 7.13). (AppID, ID) identifies it.
type Entitlement struct {
	ID               string   `json:"id"`
	AppID            string   `json:"appId"`
	DisplayName      string   `json:"displayName"`
	Description      string   `json:"description"`
	RiskLevelValueID string   `json:"riskLevelValueId"`
	Raw              Original `json:"-"` // the row as it came
	Problem          string   `json:"-"` // what was odd in it, "" if nothing
}

func (e *Entitlement) origin() origin {
	return origin{raw: &e.Raw, problem: &e.Problem, key: pairKey(e.AppID, e.ID)}
}

// EntitlementKey names an entitlement in a search.
type EntitlementKey struct {
	AppID string `json:"appId"`
	ID    string `json:"id"`
}

// EntitlementSearch narrows an entitlement search.
type EntitlementSearch struct {
	Query  string
	AppIDs []string
	Refs   []EntitlementKey
}

// SearchEntitlements searches entitlements (companion.md 7.13). Rows are big: ask for pages of 10.
func (c *Client) SearchEntitlements(ctx context.Context, s EntitlementSearch, p PageRequest) (Page[Entitlement], error) {
	return postPage[Entitlement](ctx, c, "search/entitlements", struct {
		Query  string           `json:"query,omitempty"`
		AppIDs []string         `json:"appIds,omitempty"`
		Refs   []EntitlementKey `json:"refs,omitempty"`
		paging
	}{s.Query, s.AppIDs, s.Refs, p.body()}, "list", "appEntitlement")
}

// Holder is an app user who holds an entitlement (companion.md 7.10).
type Holder struct {
	AppUserID string        `json:"appUserId"`
	AppUser   HolderAppUser `json:"appUser"`
	Raw       Original      `json:"-"` // the row as it came
	Problem   string        `json:"-"` // what was odd in it, "" if nothing
}

// HolderAppUser is the envelope around a holder's account.
type HolderAppUser struct {
	AppUser AppUser `json:"appUser"`
}

// AppUser is an account in an app.
type AppUser struct {
	ID             string `json:"id"`
	AppID          string `json:"appId"`
	DisplayName    string `json:"displayName"`
	Email          string `json:"email"`
	Username       string `json:"username"`
	IdentityUserID string `json:"identityUserId"`
}

func (h *Holder) origin() origin {
	return origin{raw: &h.Raw, problem: &h.Problem, key: orWord(h.AppUserID, h.AppUser.AppUser.ID)}
}

// EntitlementHolders lists who holds an entitlement (companion.md 7.10).
func (c *Client) EntitlementHolders(ctx context.Context, appID, entitlementID string, p PageRequest) (Page[Holder], error) {
	r, err := build("list holders", http.MethodGet, "apps/{}/entitlements/{}/users", nil, appID, entitlementID)
	if err != nil {
		return Page[Holder]{}, err
	}
	r.Query = p.query(maxPageSize)
	return page[Holder](ctx, c, r, "list", "")
}

// Owners lists the owners of an entitlement (companion.md 7.10). Writes can take minutes to show here.
func (c *Client) Owners(ctx context.Context, appID, entitlementID string, p PageRequest) (Page[User], error) {
	r, err := build("list owners", http.MethodGet, "apps/{}/entitlements/{}/owners", nil, appID, entitlementID)
	if err != nil {
		return Page[User]{}, err
	}
	r.Query = p.query(maxPageSize)
	return page[User](ctx, c, r, "list", "user")
}

// AddOwner makes a user an owner of an entitlement (operation 8).
func AddOwner(appID, entitlementID, userID string) (Request, error) {
	if !usableSegment(userID) {
		return Request{}, fmt.Errorf("add owner: %w", ErrEmptyID)
	}
	return build("add owner", http.MethodPost, "apps/{}/entitlements/{}/owners", struct {
		UserID string `json:"userId"`
	}{userID}, appID, entitlementID)
}

// RemoveOwner undoes AddOwner (companion.md 7.10).
func RemoveOwner(appID, entitlementID, userID string) (Request, error) {
	return build("remove owner", http.MethodDelete, "apps/{}/entitlements/{}/owners/{}", nothing{}, appID, entitlementID, userID)
}
