//go:build linux || darwin

package e2e_test

import (
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

const celPath = "/api/v1/policies/test-account-provision-policy"

// Operation 7: type and value, the place of a mistake, and an expression of former times.
func TestEvaluateCEL(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	c := s.open(term.Options{Width: 120, Height: 40})
	c.tenantMenu("b", "CEL bench")
	c.types(`"a" + "b"`)
	c.sees(`"a" \+ "b"`)
	c.settled()
	s.untouched()
	if n := s.Count("POST " + celPath); n != 0 {
		t.Errorf("typing evaluated %d times", n)
	}
	c.keys("<ctrl+s>")
	s.asked(1, "POST", celPath, "", `{"cel":"\"a\" + \"b\""}`)
	c.sees(`^Type +string`)
	c.sees(`^Value +ab$`)

	c.keys("<enter>")
	c.types("+ subject.emial")
	c.keys("<ctrl+s>")
	s.asked(2, "POST", celPath, "", `{"cel":"\"a\" + \"b\"\n+ subject.emial"}`)
	c.sees(`line 2, column 10: `)
	c.sees(`2✗ \+ subject\.emial`)

	c.keys("<alt+up>") // the expression before
	c.sees(`1 of 2 in the history`)
	c.keys("<ctrl+s>")
	s.asked(3, "POST", celPath, "", `{"cel":"\"a\" + \"b\""}`)
	c.sees(`^Value +ab$`)
	s.quits(c, 0)
}

// A locked session may still evaluate: nothing is changed by it.
func TestEvaluateCELReadOnly(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	c := s.open(term.Options{Width: 120, Height: 40}, "--read-only")
	c.tenantMenu("b", "CEL bench")
	c.types("6 * 7")
	c.keys("<ctrl+s>")
	s.asked(1, "POST", celPath, "", `{"cel":"6 * 7"}`)
	c.sees(`^Type +int`)
	c.sees(`^Value +42$`)
	s.quits(c, 0)
}
