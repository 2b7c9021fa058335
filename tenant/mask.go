package tenant

import (
	"slices"
	"strings"
)

// editable says what an update operation may change. A path that ends in ".**" lets everything below it be named too.
type editable struct {
	paths []string
	check func(before, after object, paths []string) error // refuses what is not valid; may tidy after up
}

func (e editable) allows(path string) bool {
	return slices.ContainsFunc(e.paths, func(known string) bool {
		under, deep := strings.CutSuffix(known, "**")
		return known == path || deep && strings.HasPrefix(path, under)
	})
}

// update is every operation that takes an object and an updateMask: the mask alone decides what changes, and a masked field that
// the object lacks is cleared (companion.md 2).
func (c *call) update(coll *collection, member string, e editable) (any, error) {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	pos, ok := c.t.place(coll, c.params[0])
	if !ok {
		return nil, notFound(coll.what)
	}
	before := coll.at(pos)
	if before.text("deletedAt") != "" {
		return nil, conflict("the %s is deleted", coll.what)
	}
	sent := c.in.child(member)
	if id := sent.text(coll.idField); id != "" && id != c.params[0] {
		return nil, invalid("%s.%s is not the id in the path", member, coll.idField)
	}
	after, err := c.masked(before, member, e)
	if err != nil {
		return nil, err
	}
	after["updatedAt"] = stamp(c.t.now())
	return object{member: c.commit(coll, pos, before, after)}, nil
}

// masked applies the request's object to a record, as far as its updateMask says. Without a mask every field that the object holds is
// written, as some clients of the vendor expect.
func (c *call) masked(before object, member string, e editable) (object, error) {
	sent := c.in.child(member)
	if sent == nil {
		return nil, invalid("%s is required", member)
	}
	paths := e.held(sent)
	if mask := c.in.text("updateMask"); mask != "" {
		paths = strings.Split(mask, ",")
	}
	if len(paths) == 0 {
		return nil, invalid("updateMask: names nothing, and %s holds no field that can be updated", member)
	}
	s := c.t.shapes()
	fields, _ := s.message(s.operation(c.route).request[member].kind)
	after := before.clone()
	for _, path := range paths {
		switch {
		case !s.pathOf(fields, path):
			return nil, invalid("updateMask: %q is not a field of %s", path, member)
		case !e.allows(path):
			return nil, invalid("updateMask: %q can't be updated", path)
		}
		names := strings.Split(path, ".")
		setPath(after, names, valueAt(sent, names))
	}
	if e.check != nil {
		if err := e.check(before, after, paths); err != nil {
			return nil, err
		}
	}
	return after, nil
}

// held are the writable fields that an object holds.
func (e editable) held(sent object) []string {
	var paths []string
	for _, path := range e.paths {
		if _, given := sent[path]; given && !strings.Contains(path, ".") {
			paths = append(paths, path)
		}
	}
	return paths
}

func valueAt(o object, names []string) any {
	for _, name := range names[:len(names)-1] {
		if o = o.child(name); o == nil {
			return nil
		}
	}
	return cloneValue(o[names[len(names)-1]])
}

// setPath puts a value where the path leads; nothing clears the field to its zero value.
func setPath(o object, names []string, value any) {
	for _, name := range names[:len(names)-1] {
		next := o.child(name)
		if next == nil {
			next = object{}
		}
		o[name] = next
		o = next
	}
	name := names[len(names)-1]
	if value != nil {
		o[name] = value
		return
	}
	switch o[name].(type) {
	case string:
		o[name] = ""
	case []string, []any:
		o[name] = []string{}
	case bool:
		o[name] = false
	case int, float64:
		o[name] = 0
	default:
		delete(o, name)
	}
}
