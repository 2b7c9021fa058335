package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// errNoMask keeps an update from leaving that names no field: a tenant takes it for one of all fields.
var errNoMask = errors.New("the update names no field in its updateMask, and the tenant would write all of them")

// updates are the operations that write the fields named in their updateMask, and all fields when it names none. A {} stands for an id.
var updates = [...]string{"webhooks/{}", "hooks/{}", "iam/roles/{}", "systemlog/exports/{}", "settings/contacts"}

// mask collects the paths of an updateMask: lowerCamelCase, comma-joined, relative to the object (companion.md 2).
type mask []string

func (m *mask) add(path string, changed bool) {
	if changed {
		*m = append(*m, path)
	}
}

func (m mask) String() string { return strings.Join(m, ",") }

// update makes the request that writes the fields of an object that the mask names; name is the object's in the body.
func update(what, pattern, name string, object any, m mask, ids ...string) (Request, error) {
	if len(m) == 0 {
		return Request{}, ErrNothingChanged
	}
	return build(what, http.MethodPost, pattern, updateBody{name, object, m}, ids...)
}

// updateBody is the body of an update: the object, then the mask.
type updateBody struct {
	name   string
	object any
	mask   mask
}

// MarshalJSON keeps the order of the members.
func (b updateBody) MarshalJSON() ([]byte, error) {
	object, err := encode(b.object)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, `{%q:%s,"updateMask":%q}`, b.name, object, b.mask.String()), nil
}

// checkMask refuses an update that names no field, whoever made it.
func (r Request) checkMask() error {
	if r.Method != http.MethodPost || !isUpdate(r.Path) {
		return nil
	}
	var body struct {
		UpdateMask string `json:"updateMask"`
	}
	if err := json.Unmarshal(r.Body, &body); err != nil {
		return fmt.Errorf("read the updateMask: %w", err)
	}
	for path := range strings.SplitSeq(body.UpdateMask, ",") {
		if strings.TrimSpace(path) == "" {
			return errNoMask
		}
	}
	return nil
}

// isUpdate reports whether a path is that of an update.
func isUpdate(path string) bool {
	segments := strings.Split(strings.TrimPrefix(path, pathPrefix), "/")
	for _, pattern := range updates {
		wanted := strings.Split(pattern, "/")
		same := len(wanted) == len(segments)
		for i := 0; same && i < len(wanted); i++ {
			same = wanted[i] == "{}" || wanted[i] == segments[i]
		}
		if same {
			return true
		}
	}
	return false
}
