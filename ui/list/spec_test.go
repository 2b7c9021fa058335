package list

import (
	"reflect"
	"testing"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
)

// Who the caller is and what the tenant lacks is learned while the console runs, and decides which operation an action is.
func TestAnActionIsMadeOfWhatIsKnownNow(t *testing.T) {
	env := &host.Env{}
	verb := Verb[string]{Spec: func(e *host.Env) *action.Spec[string] {
		return &action.Spec[string]{Name: "rows.act", Title: "Act as " + e.Me.UserID}
	}}.Untyped(env)
	before := verb.Spec(env).Title
	env.Me = api.Identity{UserID: "mara"}
	if now := verb.Spec(env).Title; before != "Act as " || now != "Act as mara" {
		t.Errorf("the action is %q and then %q, want it to follow what is known", before, now)
	}
}

// What a pane declares of a column reaches the grid: no field is lost where the types of rows go.
func TestAColumnKeepsAllThatIsDeclared(t *testing.T) {
	var declared grid.Column[string]
	fill := reflect.ValueOf(&declared).Elem()
	for i := range fill.NumField() {
		switch f := fill.Field(i); f.Kind() {
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Int:
			f.SetInt(1)
		case reflect.String:
			f.SetString("x")
		case reflect.Func:
			f.Set(reflect.MakeFunc(f.Type(), func([]reflect.Value) []reflect.Value { return nil }))
		case reflect.Map:
			f.Set(reflect.MakeMap(f.Type()))
		default:
			t.Fatalf("the test can't fill %s", fill.Type().Field(i).Name)
		}
	}
	kept := reflect.ValueOf(UntypedColumn(declared))
	for i := range kept.NumField() {
		if kept.Field(i).IsZero() {
			t.Errorf("%s is lost", kept.Type().Field(i).Name)
		}
	}
}
