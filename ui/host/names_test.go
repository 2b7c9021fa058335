package host

import (
	"iter"
	"testing"

	"gatehouse/ui/widget"
)

type noTexts struct{}

func (noTexts) Named(iter.Seq2[string, string]) {}
func (noTexts) ForgetTexts()                    {}

func TestWhatWasDrawnIsToldOfTheNamesThatItLacks(t *testing.T) {
	n := NewNames()
	learn := func(id, name string) func() {
		return func() { n.Learn(map[widget.Ref]string{{Kind: "user", ID: id}: name}) }
	}
	var heard Heard
	learn("nobody", "")() // the tenant knows the record, and no name of it
	n.Drawing(&heard, func() { n.Get("user", "mara"); n.Get("user", "jo"); n.Get("user", "nobody") })
	n.Get("user", "ada") // by somebody else
	for _, c := range []struct {
		what        string
		happens     func()
		came, lacks bool
	}{
		{"nothing", func() {}, false, false},
		{"the name of another", learn("ada", "Ada"), true, false},
		{"a name that it lacks", learn("jo", "Jo"), true, true},
		{"a name for who had none", learn("nobody", "Nemo"), true, true},
		{"nothing more", func() {}, false, false},
		{"another name for it", learn("jo", "Joan"), true, true},
		{"drawn anew with a name", func() { n.Drawing(&heard, func() { n.Get("user", "jo") }) }, false, false},
		{"a name that it lacked before", learn("mara", "Mara"), true, false},
	} {
		c.happens()
		if came, lacks := n.Tell(noTexts{}, &heard); came != c.came || lacks != c.lacks {
			t.Errorf("%s: names came: %v, it lacks one: %v", c.what, came, lacks)
		}
	}
}
