package api

import (
	"context"
	"slices"
)

// UserStatus is whether a user may act. Open: unknown values are normal.
type UserStatus string

// The known states; they have no prefix on the wire.
const (
	UserStatusUnknown  UserStatus = "UNKNOWN"
	UserStatusEnabled  UserStatus = "ENABLED"
	UserStatusDisabled UserStatus = "DISABLED"
	UserStatusDeleted  UserStatus = "DELETED"
)

// Words is the value in plain words; an unknown one as it came.
func (s UserStatus) Words() string {
	switch s {
	case "":
		return "not set"
	case UserStatusUnknown:
		return "unknown"
	case UserStatusEnabled:
		return "enabled"
	case UserStatusDisabled:
		return "disabled"
	case UserStatusDeleted:
		return "deleted"
	}
	return string(s)
}

// UserType is what kind of user it is. Open: unknown values are normal.
type UserType string

// The known kinds.
const (
	UserTypeUnspecified UserType = "USER_TYPE_UNSPECIFIED"
	UserTypeSystem      UserType = "USER_TYPE_SYSTEM"
	UserTypeHuman       UserType = "USER_TYPE_HUMAN"
	UserTypeService     UserType = "USER_TYPE_SERVICE"
	UserTypeAgent       UserType = "USER_TYPE_AGENT"
)

// Words is the value in plain words; an unknown one as it came.
func (t UserType) Words() string {
	switch t {
	case "", UserTypeUnspecified:
		return "not set"
	case UserTypeSystem:
		return "system"
	case UserTypeHuman:
		return "human"
	case UserTypeService:
		return "service"
	case UserTypeAgent:
		return "agent"
	}
	return string(t)
}

// User is the part of a user that matters here (companion.md 7.13).
type User struct {
	ID              string     `json:"id"`
	DisplayName     string     `json:"displayName"`
	Email           string     `json:"email"`
	Username        string     `json:"username"`
	Department      string     `json:"department"`
	JobTitle        string     `json:"jobTitle"`
	Status          UserStatus `json:"status"`
	DirectoryStatus UserStatus `json:"directoryStatus"`
	Type            UserType   `json:"type"`
	ManagerIDs      []string   `json:"managerIds"`
	Raw             Original   `json:"-"` // the row as it came
	Problem         string     `json:"-"` // what was odd in it, "" if nothing
}

func (u *User) origin() origin { return origin{raw: &u.Raw, problem: &u.Problem, key: u.ID} }

// UserSearch narrows a user search. Refs are ids.
type UserSearch struct {
	Query string
	Email string
	Refs  []string
}

// SearchUsers searches users (companion.md 7.13).
func (c *Client) SearchUsers(ctx context.Context, s UserSearch, p PageRequest) (Page[User], error) {
	return postPage[User](ctx, c, "search/users", struct {
		Query string `json:"query,omitempty"`
		Email string `json:"email,omitempty"`
		Refs  []ref  `json:"refs,omitempty"`
		paging
	}{s.Query, s.Email, refs(s.Refs), p.body()}, "list", "user")
}

// UsersByID reads the users with the given ids, in batches; ids that do not exist are missing from the result. The users read
// before an error are returned with it.
func (c *Client) UsersByID(ctx context.Context, ids []string) ([]User, error) {
	wanted := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id == "" })
	slices.Sort(wanted)
	wanted = slices.Compact(wanted)
	var users []User
	for batch := range slices.Chunk(wanted, maxPageSize) {
		err := Walk(ctx, func(ctx context.Context, token string) (Page[User], error) {
			return c.SearchUsers(ctx, UserSearch{Refs: batch}, PageRequest{Size: maxPageSize, Token: token})
		}, func(p Page[User]) error {
			users = append(users, p.Rows...)
			return nil
		})
		if err != nil {
			return users, err
		}
	}
	return users, nil
}
