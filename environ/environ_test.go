package environ

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The test binary stands in for a child that prints its environment.
func TestMain(m *testing.M) {
	if os.Getenv("TEST_PRINTS_ENVIRONMENT") != "" {
		_, _ = os.Stdout.WriteString(strings.Join(os.Environ(), "\n"))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestChildrenGetNoCredentials(t *testing.T) {
	for _, name := range []string{"GATEHOUSE_CLIENT_SECRET", "GATEHOUSE_ACCESS_TOKEN", "CONDUCTORONE_CLIENT_SECRET",
		"CONDUCTORONE_ACCESS_TOKEN", "ACME_PASS"} {
		t.Setenv(name, "CANARY-"+name)
	}
	for _, name := range []string{"GATEHOUSE_CLIENT_ID", "CONDUCTORONE_SERVER_URL", "GATEHOUSE_TENANT", "BW_SESSION"} {
		t.Setenv(name, "stays")
	}
	t.Setenv("TEST_PRINTS_ENVIRONMENT", "1")
	e := New()
	e.Withhold("ACME_PASS", "NOT_SET", "PATH")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(self).Output()
	if err != nil || strings.Contains(string(out), "CANARY") {
		t.Errorf("a child got %q, %v", out, err)
	}
	for _, want := range []string{"GATEHOUSE_CLIENT_ID=stays", "CONDUCTORONE_SERVER_URL=stays", "GATEHOUSE_TENANT=stays", "BW_SESSION=stays",
		"PATH="} {
		if !strings.Contains(string(out), want) {
			t.Errorf("a child lacks %s", want)
		}
	}
	for _, name := range []string{"GATEHOUSE_CLIENT_SECRET", "CONDUCTORONE_ACCESS_TOKEN", "ACME_PASS"} {
		if got, set := e.Lookup(name); !set || got != "CANARY-"+name || e.Getenv(name) != got {
			t.Errorf("%s: got %q, %v", name, got, set)
		}
	}
	if _, set := e.Lookup("NOT_SET"); set {
		t.Error("what isn't set is set")
	}
	var none *Environment
	none.Withhold("BW_SESSION")
	if none.Getenv("BW_SESSION") != "stays" {
		t.Error("without an environment nothing is set apart")
	}
}
