package api

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
)

// SecretType is what a secret holds. Open: unknown values are normal.
type SecretType string

// The known secret types.
const (
	SecretTypeUnspecified SecretType = "SECRET_TYPE_UNSPECIFIED"
	SecretTypeText        SecretType = "SECRET_TYPE_TEXT"
	SecretTypeFile        SecretType = "SECRET_TYPE_FILE"
)

// Words is the value in plain words; an unknown one as it came.
func (t SecretType) Words() string {
	switch t {
	case "", SecretTypeUnspecified:
		return "not set"
	case SecretTypeText:
		return "text"
	case SecretTypeFile:
		return "file"
	}
	return string(t)
}

// SecretInputFormat is how a text secret was entered. Open: unknown values are normal.
type SecretInputFormat string

// The known input formats.
const (
	SecretInputFormatUnspecified SecretInputFormat = "SECRET_INPUT_FORMAT_UNSPECIFIED"
	SecretInputFormatPlaintext   SecretInputFormat = "SECRET_INPUT_FORMAT_PLAINTEXT"
	SecretInputFormatJSON        SecretInputFormat = "SECRET_INPUT_FORMAT_JSON"
	SecretInputFormatYAML        SecretInputFormat = "SECRET_INPUT_FORMAT_YAML"
	SecretInputFormatKeyValue    SecretInputFormat = "SECRET_INPUT_FORMAT_KEY_VALUE"
)

// Words is the value in plain words; an unknown one as it came.
func (f SecretInputFormat) Words() string {
	switch f {
	case "", SecretInputFormatUnspecified:
		return "not set"
	case SecretInputFormatPlaintext:
		return "plain text"
	case SecretInputFormatJSON:
		return "JSON"
	case SecretInputFormatYAML:
		return "YAML"
	case SecretInputFormatKeyValue:
		return "keys and values"
	}
	return string(f)
}

// AgeSuite is how a secret is encrypted. Open: unknown values are normal.
type AgeSuite string

// The known suites.
const (
	AgeSuiteUnspecified    AgeSuite = "AGE_SUITE_UNSPECIFIED"
	AgeSuiteX25519         AgeSuite = "AGE_SUITE_X25519"
	AgeSuiteMLKEM768X25519 AgeSuite = "AGE_SUITE_MLKEM768X25519"
)

// Words is the value in plain words; an unknown one as it came.
func (s AgeSuite) Words() string {
	switch s {
	case "", AgeSuiteUnspecified:
		return "not set"
	case AgeSuiteX25519:
		return "X25519"
	case AgeSuiteMLKEM768X25519:
		return "ML-KEM-768 with X25519"
	}
	return string(s)
}

// SharingMode is who a secret can be shared with. Open: unknown values are normal.
type SharingMode string

// The known sharing modes.
const (
	SharingModeUnspecified SharingMode = "PAPER_VAULT_SHARING_MODE_UNSPECIFIED"
	SharingModeInternal    SharingMode = "PAPER_VAULT_SHARING_MODE_INTERNAL"
	SharingModeExternal    SharingMode = "PAPER_VAULT_SHARING_MODE_EXTERNAL"
)

// Words is the value in plain words; an unknown one as it came.
func (m SharingMode) Words() string {
	switch m {
	case "", SharingModeUnspecified:
		return "not set"
	case SharingModeInternal:
		return "internal"
	case SharingModeExternal:
		return "external"
	}
	return string(m)
}

// SecretStatus is whether a secret can still be opened. Open: unknown values are normal.
type SecretStatus string

// The known states.
const (
	SecretStatusUnspecified SecretStatus = "SECRET_STATUS_UNSPECIFIED"
	SecretStatusActive      SecretStatus = "SECRET_STATUS_ACTIVE"
	SecretStatusExpired     SecretStatus = "SECRET_STATUS_EXPIRED"
	SecretStatusBurned      SecretStatus = "SECRET_STATUS_BURNED" // its view limit was reached
	SecretStatusRevoked     SecretStatus = "SECRET_STATUS_REVOKED"
	SecretStatusDataDeleted SecretStatus = "SECRET_STATUS_DATA_DELETED"
)

// Words is the value in plain words; an unknown one as it came.
func (s SecretStatus) Words() string {
	switch s {
	case "", SecretStatusUnspecified:
		return "not set"
	case SecretStatusActive:
		return "active"
	case SecretStatusExpired:
		return "expired"
	case SecretStatusBurned:
		return "burned"
	case SecretStatusRevoked:
		return "revoked"
	case SecretStatusDataDeleted:
		return "data deleted"
	}
	return string(s)
}

// Meaning explains a state whose word doesn't say it, "" for the others.
func (s SecretStatus) Meaning() string {
	switch s {
	case SecretStatusBurned:
		return "its view limit was reached"
	case SecretStatusDataDeleted:
		return "its content is gone"
	}
	return ""
}

// SecretSort is the order of a secret search.
type SecretSort string

// The known orders.
const (
	SecretSortUnspecified SecretSort = "SEARCH_SORT_BY_UNSPECIFIED"
	SecretSortCreatedDesc SecretSort = "SEARCH_SORT_BY_CREATED_DESC"
	SecretSortCreatedAsc  SecretSort = "SEARCH_SORT_BY_CREATED_ASC"
	SecretSortExpiresAsc  SecretSort = "SEARCH_SORT_BY_EXPIRES_ASC"
	SecretSortNameAsc     SecretSort = "SEARCH_SORT_BY_NAME_ASC"
)

// Words is the value in plain words; an unknown one as it came.
func (s SecretSort) Words() string {
	switch s {
	case "", SecretSortUnspecified:
		return "not set"
	case SecretSortCreatedDesc:
		return "newest first"
	case SecretSortCreatedAsc:
		return "oldest first"
	case SecretSortExpiresAsc:
		return "expiring first"
	case SecretSortNameAsc:
		return "by name"
	}
	return string(s)
}

// Secret is what can be known about a shared secret; its content never travels here (interface.md 2.6).
type Secret struct {
	VaultID          string            `json:"vaultId"`
	DisplayName      string            `json:"displayName"`
	SecretType       SecretType        `json:"secretType"`
	InputFormat      SecretInputFormat `json:"inputFormat"`
	AgeSuite         AgeSuite          `json:"ageSuite"`
	SharingMode      SharingMode       `json:"sharingMode"`
	Status           SecretStatus      `json:"status"`
	AllowedEmails    []string          `json:"allowedEmails"`
	AllowedUserIDs   []string          `json:"allowedUserIds"`
	ContentDeleted   bool              `json:"contentDeleted"`
	ContentReady     bool              `json:"contentReady"`
	ContentType      string            `json:"contentType"`
	ContentExpiresAt Time              `json:"contentExpiresAt"`
	CreatorUserID    string            `json:"creatorUserId"`
	CurrentViews     int64             `json:"currentViews"`
	MaxViews         int64             `json:"maxViews"` // 0: no limit
	Filename         string            `json:"filename"`
	FileSize         Int64             `json:"fileSize"`  // bytes
	NoFileSize       bool              `json:"-"`         // the tenant doesn't tell the size, or not as a number
	ShareCode        string            `json:"shareCode"` // opens the secret: never log it
	ShareURL         string            `json:"shareUrl"`  // opens the secret: never log it
	CreatedAt        Time              `json:"createdAt"`
	UpdatedAt        Time              `json:"updatedAt"`
	DeletedAt        Time              `json:"deletedAt"`
	Raw              Original          `json:"-"` // the row as it came
	Problem          string            `json:"-"` // what was odd in it, "" if nothing
}

// LogValue is the vault id for slog: share codes and URLs are not logged.
func (s Secret) LogValue() slog.Value { return slog.StringValue("secret " + s.VaultID) }

func (s *Secret) origin() origin { return origin{raw: &s.Raw, problem: &s.Problem, key: s.VaultID} }

// finish tells a size that isn't told from none.
func (s *Secret) finish() {
	value, _ := member(s.Raw.JSON(), "fileSize")
	_, ok := wholeNumber(bytes.Trim(value, `"`))
	s.NoFileSize = !ok
}

// SecretSearch narrows a secret search. A search among one's own secrets knows only Query, Statuses, SecretType, SharingMode and SortBy.
type SecretSearch struct {
	Query          string
	Statuses       []SecretStatus
	SecretType     SecretType
	SharingMode    SharingMode
	CreatorUserIDs []string
	CreatedAfter   Time
	CreatedBefore  Time
	IncludeDeleted bool
	SortBy         SecretSort
}

type secretSearchBody struct {
	Query          string         `json:"query,omitempty"`
	Statuses       []SecretStatus `json:"statuses,omitempty"`
	SecretType     SecretType     `json:"secretType,omitempty"`
	SharingMode    SharingMode    `json:"sharingMode,omitempty"`
	CreatorUserIDs []string       `json:"creatorUserIds,omitempty"`
	CreatedAfter   *Time          `json:"createdAfter,omitempty"`
	CreatedBefore  *Time          `json:"createdBefore,omitempty"`
	IncludeDeleted bool           `json:"includeDeleted,omitempty"`
	SortBy         SecretSort     `json:"sortBy,omitempty"`
	paging
}

// SearchSecrets searches all secrets of the tenant, as an administrator (companion.md 7.2).
func (c *Client) SearchSecrets(ctx context.Context, s SecretSearch, p PageRequest) (Page[Secret], error) {
	body := secretSearchBody{
		Query: s.Query, Statuses: s.Statuses, SecretType: s.SecretType, SharingMode: s.SharingMode,
		CreatorUserIDs: s.CreatorUserIDs, IncludeDeleted: s.IncludeDeleted, SortBy: s.SortBy, paging: p.body(),
	}
	if !s.CreatedAfter.IsZero() {
		body.CreatedAfter = &s.CreatedAfter
	}
	if !s.CreatedBefore.IsZero() {
		body.CreatedBefore = &s.CreatedBefore
	}
	return postPage[Secret](ctx, c, "search/secrets-admin", body, "list", "")
}

// SearchMySecrets searches the caller's own secrets (companion.md 7.2).
func (c *Client) SearchMySecrets(ctx context.Context, s SecretSearch, p PageRequest) (Page[Secret], error) {
	return postPage[Secret](ctx, c, "search/secrets/mine", secretSearchBody{
		Query: s.Query, Statuses: s.Statuses, SecretType: s.SecretType, SharingMode: s.SharingMode,
		SortBy: s.SortBy, paging: p.body(),
	}, "list", "")
}

// Secret reads one secret as its user (companion.md 7.2).
func (c *Client) Secret(ctx context.Context, vaultID string) (Secret, error) {
	return getRecord[Secret](ctx, c, "secret", "secrets/{}", vaultID)
}

// SecretAdmin reads one secret as an administrator (companion.md 7.2).
func (c *Client) SecretAdmin(ctx context.Context, vaultID string) (Secret, error) {
	return getRecord[Secret](ctx, c, "secret", "secrets-admin/{}", vaultID)
}

// SecretByCode reads the secret that a share code opens (companion.md 7.2). It does not use up a view. The code appears in no error.
func (c *Client) SecretByCode(ctx context.Context, shareCode string) (Secret, error) {
	return getRecord[Secret](ctx, c, "secret", "secrets/code/{}", shareCode)
}

// RevokeSecret deletes a secret's content for good (operation 5).
func RevokeSecret(vaultID string) (Request, error) {
	return build("revoke secret", http.MethodDelete, "secrets/{}", nothing{}, vaultID)
}

// RevokeSecretAdmin revokes any secret of the tenant, as an administrator (companion.md 7.2).
func RevokeSecretAdmin(vaultID string) (Request, error) {
	return build("revoke secret", http.MethodDelete, "secrets-admin/{}", nothing{}, vaultID)
}

// SecretFrom reads the secret in the answer to a write; nil when there is none.
func SecretFrom(a Answer) (*Secret, error) { return answered[Secret](a, "secret") }
