package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

// EntitlementGroup is a side of a conflict monitor. Open: unknown values are normal.
type EntitlementGroup string

// The known sides.
const (
	EntitlementGroupUnspecified EntitlementGroup = "ENTITLEMENT_GROUP_UNSPECIFIED"
	EntitlementGroupA           EntitlementGroup = "ENTITLEMENT_GROUP_A"
	EntitlementGroupB           EntitlementGroup = "ENTITLEMENT_GROUP_B"
)

// Words is the value in plain words; an unknown one as it came.
func (g EntitlementGroup) Words() string {
	switch g {
	case "", EntitlementGroupUnspecified:
		return "not set"
	case EntitlementGroupA:
		return "side A"
	case EntitlementGroupB:
		return "side B"
	}
	return string(g)
}

// MonitorBinding binds an entitlement to a side of a conflict monitor (interface.md 2.2).
type MonitorBinding struct {
	AppEntitlementID string           `json:"appEntitlementId"`
	AppID            string           `json:"appId"`
	MonitorID        string           `json:"monitorId"`
	EntitlementGroup EntitlementGroup `json:"entitlementGroup"`
	CreatedAt        Time             `json:"createdAt"`
	UpdatedAt        Time             `json:"updatedAt"`
	DeletedAt        Time             `json:"deletedAt"`
	Raw              Original         `json:"-"` // the answer as it came
	Problem          string           `json:"-"` // what was odd in it, "" if nothing
}

func (b *MonitorBinding) origin() origin {
	return origin{raw: &b.Raw, problem: &b.Problem, key: pairKey(b.AppID+"\x00"+b.MonitorID+"\x00"+string(b.EntitlementGroup),
		b.AppEntitlementID)}
}

// BindingRef names a binding: which entitlement stands on which side of which monitor.
type BindingRef struct {
	AppEntitlementID string           `json:"appEntitlementId"`
	AppID            string           `json:"appId"`
	EntitlementGroup EntitlementGroup `json:"entitlementGroup"`
	MonitorID        string           `json:"monitorId"`
}

func (b BindingRef) check() error {
	for _, id := range []string{b.AppEntitlementID, b.AppID, b.MonitorID} {
		if !usableSegment(id) {
			return ErrEmptyID
		}
	}
	if b.EntitlementGroup == "" || b.EntitlementGroup == EntitlementGroupUnspecified {
		return errors.New("choose side A or side B")
	}
	return nil
}

func bindingRequest(what, method, path string, b BindingRef) (Request, error) {
	if err := b.check(); err != nil {
		return Request{}, fmt.Errorf("%s: %w", what, err)
	}
	return build(what, method, path, b)
}

// BindEntitlement binds an entitlement to a side of a monitor (operation 1).
func BindEntitlement(b BindingRef) (Request, error) {
	return bindingRequest("bind entitlement", http.MethodPost, "appentitlementmonitorbinding", b)
}

// UnbindEntitlement undoes BindEntitlement (companion.md 7.11).
func UnbindEntitlement(b BindingRef) (Request, error) {
	return bindingRequest("unbind entitlement", http.MethodDelete, "appentitlementmonitorbinding", b)
}

// MonitorBinding reads a binding (companion.md 7.11).
func (c *Client) MonitorBinding(ctx context.Context, b BindingRef) (MonitorBinding, error) {
	r, err := bindingRequest("read binding", http.MethodPost, "appentitlementmonitorbinding/get", b)
	if err != nil {
		return MonitorBinding{}, err
	}
	return fetchRecord[MonitorBinding](ctx, c, r, "")
}

// MonitorBindingFrom reads the binding in the answer to a write; nil when there is none.
func MonitorBindingFrom(a Answer) (*MonitorBinding, error) { return answered[MonitorBinding](a, "") }

// ConflictMonitor is a separation-of-duties rule (companion.md 7.11). It alerts on holders of A and B, or, with NegateGroupB, on holders of
// A who do not hold B.
type ConflictMonitor struct {
	ID                string   `json:"id"`
	DisplayName       string   `json:"displayName"`
	Description       string   `json:"description"`
	Enabled           bool     `json:"enabled"`
	EntitlementSetAID string   `json:"entitlementSetAId"`
	EntitlementSetBID string   `json:"entitlementSetBId"`
	NegateGroupB      bool     `json:"negateGroupB"`
	CreatedAt         Time     `json:"createdAt"`
	UpdatedAt         Time     `json:"updatedAt"`
	DeletedAt         Time     `json:"deletedAt"`
	Raw               Original `json:"-"` // the answer as it came
	Problem           string   `json:"-"` // what was odd in it, "" if nothing
}

func (m *ConflictMonitor) origin() origin {
	return origin{raw: &m.Raw, problem: &m.Problem, key: m.ID}
}

// ConflictMonitor reads one conflict monitor (companion.md 7.11). Monitors can't be listed.
func (c *Client) ConflictMonitor(ctx context.Context, id string) (ConflictMonitor, error) {
	return getRecord[ConflictMonitor](ctx, c, "", "accessconflict/{}", id)
}
