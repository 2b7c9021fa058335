package widget

import (
	"testing"

	"gatehouse/api"
)

func TestDiffers(t *testing.T) {
	for _, c := range []struct {
		before, now string
		want        bool
	}{
		{`{"a":1}`, `{"a":1}`, false},
		{`{"a":1,"b":2}`, `{"b":2,"a":1}`, false},
		{`{"a":1}`, `{"a":1,"usersWithAll":7}`, false},
		{`{"a":1,"x":null}`, `{"a":1,"x":""}`, false},
		{`{"a":1,"x":[]}`, `{"a":1}`, false},
		{`{"enabled":true}`, `{"enabled":false}`, true},
		{`{"enabled":false}`, `{"enabled":true}`, true},
		{`{"list":["a"]}`, `{"list":["a","b"]}`, true},
		{`{"status":"ACTIVE"}`, `{"status":"BURNED"}`, true},
	} {
		if got := Differs(api.NewOriginal([]byte(c.before)), api.NewOriginal([]byte(c.now))); got != c.want {
			t.Errorf("differs(%s, %s) = %t, want %t", c.before, c.now, got, c.want)
		}
	}
}
