package host

import (
	"fmt"
	"reflect"
	"testing"

	"gatehouse/ui/widget"
)

// Who looks names up beside the update loop keeps those that there were, and a batch of new ones copies its own parts alone.
func TestNamesThatComeLeaveThoseThatWereRead(t *testing.T) {
	user := func(i int) widget.Ref { return widget.Ref{Kind: "user", ID: fmt.Sprint("u", i)} }
	var none *knownNames
	if name, known := none.get(user(1)); name != "" || known {
		t.Errorf("none has %q", name)
	}
	var all *knownNames
	const batches, each = 50, 100
	for i := range batches {
		found := map[widget.Ref]string{}
		for j := range each {
			found[user(i*each+j)] = fmt.Sprint("User ", i*each+j)
		}
		all = all.with(found)
	}
	now := all.with(map[widget.Ref]string{user(7): "Seven", {Kind: "app", ID: "u7"}: "App", {Kind: "user", ID: "nameless"}: ""})
	for i := range batches * each {
		if name, known := all.get(user(i)); name != fmt.Sprint("User ", i) || !known {
			t.Fatalf("%d is %q", i, name)
		}
		want := fmt.Sprint("User ", i)
		if i == 7 {
			want = "Seven"
		}
		if name, _ := now.get(user(i)); name != want {
			t.Fatalf("%d is %q now, want %q", i, name, want)
		}
	}
	if name, known := now.get(widget.Ref{Kind: "user", ID: "nameless"}); name != "" || !known {
		t.Errorf("who has no name is %q, known: %v", name, known)
	}
	if name, known := all.get(widget.Ref{Kind: "app", ID: "u7"}); known {
		t.Errorf("an app was known before it came: %q", name)
	}
	copied := 0
	for i := range all.parts {
		if reflect.ValueOf(all.parts[i]).Pointer() != reflect.ValueOf(now.parts[i]).Pointer() {
			copied++
		}
	}
	if copied > 2 {
		t.Errorf("%d parts were copied for the ids of two", copied)
	}
}

// A batch asks for what still lacks a name, in the order in which it was wanted; what it leaves stays for the next.
func TestABatchLeavesOutWhatIsKnownByThen(t *testing.T) {
	n := NewNames()
	var refs []widget.Ref
	for i := range 2*namesAtOnce + 20 {
		refs = append(refs, widget.Ref{Kind: "user", ID: fmt.Sprint("u", i)})
	}
	n.Want(refs)
	found := map[widget.Ref]string{refs[3]: ""} // it has none, and is asked for again
	for i := 10; i < 30; i++ {
		found[refs[i]] = "known"
	}
	for _, r := range refs[2*namesAtOnce:] {
		found[r] = "known"
	}
	n.Learn(found)
	first, second, third := n.batch(), n.batch(), n.batch()
	if len(first) != namesAtOnce || first[0] != refs[0] || first[9] != refs[9] || first[10] != refs[30] || first[99] != refs[119] {
		t.Errorf("the first batch: %v", first)
	}
	if len(second) != 80 || second[0] != refs[120] || second[79] != refs[199] || third != nil || n.Waiting() {
		t.Errorf("then: %v and %v", second, third)
	}
}
