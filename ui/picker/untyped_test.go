package picker

import (
	"reflect"
	"testing"
	"unsafe"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
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
	var r list.Resource[string, api.Hook]
	fill(t, &r)
	r.Verbs = nil
	u := r.Untyped(nil)
	u.Verbs, u.NoKey, u.NoRow = make([]list.Verb[host.AnyRow], 1), "", api.Hook{}
	wantWhole(t, u)

	var v list.Verb[api.Hook]
	fill(t, &v)
	wantWhole(t, v.Untyped(nil))

	var c grid.Column[api.Hook]
	fill(t, &c)
	wantWhole(t, list.UntypedColumn(c))

	var by list.ByID[api.Hook]
	fill(t, &by)
	wantWhole(t, *by.Untyped())

	var j list.Card[api.Hook]
	fill(t, &j)
	made := *j.Untyped()
	wantWhole(t, made)

	var o list.Order[api.Hook]
	fill(t, &o)
	wantWhole(t, (&list.Card[api.Hook]{Orders: []list.Order[api.Hook]{o}}).Untyped().Orders[0])

	var copies list.Copyable[api.Hook]
	fill(t, &copies)
	wantWhole(t, copies.Untyped())

	var p Picking[string, api.Hook]
	fill(t, &p)
	p.Verbs = nil
	wantWhole(t, p.Untyped(nil))

	var page api.Page[api.Hook]
	fill(t, &page)
	wantWhole(t, list.UntypedPage(page))
}

// What isn't declared stays undeclared: the machinery asks for nil.
func TestUntypedMakesNothingOfNothing(t *testing.T) {
	u := (list.Resource[string, api.Hook]{}).Untyped(nil)
	if u.Raw != nil || u.Shown != nil || u.Get != nil || u.ByID != nil || u.Cards != nil || u.Fetch != nil || u.Detail != nil ||
		u.Open != nil || u.Target != nil ||
		u.Columns != nil || u.Verbs != nil || u.Refs != nil || u.CopiesOf != nil || u.Problem != nil {
		t.Errorf("%+v", u)
	}
	if c := list.UntypedColumn(grid.Column[api.Hook]{}); c.Text != nil || c.Role != nil || c.Search != nil || c.Number != nil ||
		c.Hours != nil || c.When != nil || c.Export != nil {
		t.Errorf("%+v", c)
	}
	if v := (list.Verb[api.Hook]{Spec: func(*host.Env) *action.Spec[api.Hook] { return &action.Spec[api.Hook]{} }}).Untyped(
		nil); v.Document != nil || v.Ways != nil || v.Typed != nil ||
		v.Loses != nil || v.Facts != nil || v.Lists != nil {
		t.Errorf("%+v", v)
	}
}
