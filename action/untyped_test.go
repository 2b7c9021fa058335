package action

import (
	"reflect"
	"testing"
)

// filled sets every field of the struct that p points to.
func filled(t *testing.T, p any) {
	t.Helper()
	v := reflect.ValueOf(p).Elem()
	for i := range v.NumField() {
		f := v.Field(i)
		switch f.Kind() {
		case reflect.String:
			f.SetString("x")
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Func:
			f.Set(reflect.MakeFunc(f.Type(), func([]reflect.Value) []reflect.Value { panic("it is not called") }))
		default:
			t.Fatalf("%s is a %s: say how it is filled", v.Type().Field(i).Name, f.Kind())
		}
	}
}

// A field that is declared later and forgotten in Untyped would silently be no part of any action of the console.
func TestUntypedCarriesEveryFieldOfASpec(t *testing.T) {
	var spec Spec[string]
	filled(t, &spec)
	u := reflect.ValueOf(Untyped(&spec)).Elem()
	for i := range u.NumField() {
		if u.Field(i).IsZero() {
			t.Errorf("%s is lost", u.Type().Field(i).Name)
		}
	}
	if none := Untyped(&Spec[string]{}); !reflect.ValueOf(*none).IsZero() {
		t.Errorf("of a spec without anything something is made: %+v", none)
	}
	if Untyped[string](nil) != nil {
		t.Error("of no spec one is made")
	}
}

// A record of another type is none: what is asked of it is asked of the zero record.
func TestUntypedTakesOnlyRecordsOfItsType(t *testing.T) {
	u := Untyped(&Spec[string]{Applies: func(s string) Why { return Because(s) }})
	for record, want := range map[any]string{"a": "a", 3: "", nil: ""} {
		if got := u.Applies(record); got != Because(want) {
			t.Errorf("%v is taken for %q", record, got.String())
		}
	}
}

// What is offered is what would be done, on the same records.
func TestAnOutlineSaysOfAnActionWhatTheWholeSpecSays(t *testing.T) {
	spec := &Spec[string]{Name: "hooks.rename", Title: "Rename", Many: true, Applies: func(s string) Why {
		if s == "gone" {
			return Because("it is gone")
		}
		return Why{}
	}}
	of, whole := Outline(spec), Untyped(spec)
	if of.Name != whole.Name || of.Title != whole.Title || of.Many != whole.Many {
		t.Errorf("the outline is %+v", of)
	}
	for _, record := range []any{"here", "gone", nil, 3} {
		if got, want := of.Applies(record), whole.Applies(record); got.String() != want.String() {
			t.Errorf("%v: %q, want %q", record, got, want)
		}
	}
	if Outline(&Spec[string]{}).Applies != nil {
		t.Error("what applies to anything has a condition")
	}
}
