package ui

import (
	"strings"
	"testing"

	"gatehouse/ui/host"
)

func TestAMistakeInAFilterIsSaidWhole(t *testing.T) {
	d := newDriver(t, driverOptions{w: 80, h: 24})
	d.keys("/", "n", "a", "m", "e", ":")
	d.sees(`✗ Write after "name:" what to look for.`)
}

func TestATenantThatIsNamedByItsHostIsNamedOnce(t *testing.T) {
	d := newDriver(t, driverOptions{info: func(i *host.TenantInfo) { i.Name, i.Host = "acme.example", "acme.example" }})
	d.keys("x")
	d.sees("on tenant acme.example")
	if strings.Contains(d.screen(), "(acme.example)") {
		t.Error("the host is named twice")
	}
}
