package ui

import (
	"encoding/json"
	"strings"
	"testing"

	"gatehouse/tenant"
)

func TestLongFilterIsReadableInFull(t *testing.T) {
	filter := strings.TrimSuffix(strings.Repeat(`tool.name == "delete_record" || `, 40), " || ")
	text, err := json.Marshal(filter)
	if err != nil {
		t.Fatal(err)
	}
	d := newDriver(t, driverOptions{w: 80, h: 24, faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Path: "/api/v1/search/hooks", Body: `{"list":[{"id":"h1","displayName":"Long","filter":{"celExpression":` +
			string(text) + `}}]}`})
		tn.Faults().Add(tenant.Rule{Path: "/api/v1/hooks/*", Status: 501})
	}})
	d.keys("<enter>")
	seen := 0
	for range 8 {
		for _, line := range strings.Split(d.screen(), "\n")[3:22] {
			seen += strings.Count(line, "delete_record")
		}
		d.keys("<pgdown>")
	}
	if seen < 40 {
		t.Fatalf("only %d of 40 terms could be read", seen)
	}
}

func TestHooksFitEverySize(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 10}, {24, 6}} {
		d := newDriver(t, driverOptions{w: size[0], h: size[1]})
		for range 30 {
			d.keys("<enter>", "G", "<esc>", "j")
		}
	}
}
