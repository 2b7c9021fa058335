package ui

import (
	"reflect"
	"testing"
	"unsafe"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/grid"
)

// fill sets every field of the struct that p points to, those of structs in it too.
func fill(t *testing.T, p any) {
	t.Helper()
	fillValue(t, reflect.ValueOf(p).Elem())
}

func fillValue(t *testing.T, v reflect.Value) {
	t.Helper()
	if v.Type() == reflect.TypeFor[api.Hook]() {
		v.Set(reflect.ValueOf(api.Hook{ID: "x"}))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(1)
	case reflect.Interface:
		v.Set(reflect.ValueOf("x"))
	case reflect.Func:
		v.Set(reflect.MakeFunc(v.Type(), func([]reflect.Value) []reflect.Value {
			made := make([]reflect.Value, v.Type().NumOut())
			for i := range made {
				made[i] = reflect.Zero(v.Type().Out(i))
				if made[i].Type() == reflect.TypeFor[*action.Spec[api.Hook]]() {
					made[i] = reflect.ValueOf(&action.Spec[api.Hook]{Name: "x"})
				}
			}
			return made
		}))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Field(i)
			fillValue(t, reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem())
		}
	default:
		t.Fatalf("%s: say how it is filled", v.Type())
	}
}

func wantWhole(t *testing.T, made any) {
	t.Helper()
	v := reflect.ValueOf(made)
	for i := range v.NumField() {
		if v.Field(i).IsZero() {
			t.Errorf("%s of %s is lost", v.Type().Field(i).Name, v.Type().Name())
		}
	}
}

// A field that is declared later and forgotten where the types are taken off would silently be no part of any pane.
func TestUntypedCarriesEveryFieldOfADeclaration(t *testing.T) {
	var r resource[string, api.Hook]
	fill(t, &r)
	r.verbs = nil
	u := r.untyped(nil)
	u.verbs, u.noKey, u.noRow = make([]verb[anyRow], 1), "", api.Hook{}
	wantWhole(t, u)

	var v verb[api.Hook]
	fill(t, &v)
	wantWhole(t, v.untyped(nil))

	var c grid.Column[api.Hook]
	fill(t, &c)
	wantWhole(t, untypedColumn(c))

	var by byID[api.Hook]
	fill(t, &by)
	wantWhole(t, *by.untyped())

	var j card[api.Hook]
	fill(t, &j)
	made := *j.untyped()
	wantWhole(t, made)

	var o order[api.Hook]
	fill(t, &o)
	wantWhole(t, (&card[api.Hook]{orders: []order[api.Hook]{o}}).untyped().orders[0])

	var copies copyable[api.Hook]
	fill(t, &copies)
	wantWhole(t, copies.untyped())

	var p picking[string, api.Hook]
	fill(t, &p)
	p.verbs = nil
	wantWhole(t, p.untyped(nil))

	var page api.Page[api.Hook]
	fill(t, &page)
	wantWhole(t, untypedPage(page))
}

// What isn't declared stays undeclared: the machinery asks for nil.
func TestUntypedMakesNothingOfNothing(t *testing.T) {
	u := (resource[string, api.Hook]{}).untyped(nil)
	if u.raw != nil || u.shown != nil || u.get != nil || u.byID != nil || u.cards != nil || u.fetch != nil || u.detail != nil || u.open != nil || u.target != nil ||
		u.columns != nil || u.verbs != nil || u.refs != nil || u.copiesOf != nil || u.problem != nil {
		t.Errorf("%+v", u)
	}
	if c := untypedColumn(grid.Column[api.Hook]{}); c.Text != nil || c.Role != nil || c.Search != nil || c.Number != nil || c.Hours != nil || c.Compare != nil || c.Export != nil {
		t.Errorf("%+v", c)
	}
	if v := (verb[api.Hook]{spec: func(*env) *action.Spec[api.Hook] { return &action.Spec[api.Hook]{} }}).untyped(nil); v.document != nil || v.ways != nil || v.typed != nil ||
		v.loses != nil || v.tells != nil || v.lists != nil {
		t.Errorf("%+v", v)
	}
}
