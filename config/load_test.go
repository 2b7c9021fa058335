package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/config"
)

// several is the configuration of somebody with twelve tenants and thirty views.
func several() string {
	var b strings.Builder
	b.WriteString("default_tenant = \"t1\"\nstart = \"suggestions\"\nrefresh = \"5m\"\n")
	for i := range 12 {
		fmt.Fprintf(&b, "[tenants.t%d]\nbase_url = \"https://t%[1]d.example\"\nclient_id = \"amber-fox-%[1]d@t%[1]d.example/pcc\"\n"+
			"client_secret_env = \"SECRET_%[1]d\"\n", i+1)
	}
	for i := range 30 {
		fmt.Fprintf(&b, "[views.v%d]\npane = \"suggestions\"\nfilter = \"state:new risk:critical name%[1]d\"\nsort = \"-created\"\n", i+1)
	}
	b.WriteString("[keys]\nquit = [\"q\", \"ctrl+q\"]\n")
	return b.String()
}

// The first frame waits for the configuration.
func TestManyTenantsAndViewsAreLoadedCheaply(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(several()), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := config.Load(path, config.Palette{}, config.Panes{})
	if err != nil || len(c.Tenants) != 12 || len(c.Views) != 30 {
		t.Fatalf("%v %+v", err, c)
	}
	const most = 10_000 // things that are made
	if made := testing.AllocsPerRun(5, func() { _, _ = config.Load(path, config.Palette{}, config.Panes{}) }); made > most {
		t.Errorf("loading makes %v things, and should make at most %v", made, most)
	}
}

func BenchmarkLoad(b *testing.B) {
	path := filepath.Join(b.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(several()), 0o600); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := config.Load(path, config.Palette{}, config.Panes{}); err != nil {
			b.Fatal(err)
		}
	}
}
