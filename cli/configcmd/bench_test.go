package configcmd_test

import (
	"os"
	"testing"

	"gatehouse/cli/clitest"
	"gatehouse/cli/configcmd"
	"gatehouse/tenant"
)

func newBench(t *testing.T, o tenant.Options) *clitest.Bench {
	t.Helper()
	b := clitest.New(t, o, clitest.Root(configcmd.NewCommand))
	var err error
	if b.Example, err = os.ReadFile("../../config.example.toml"); err != nil {
		t.Fatal(err)
	}
	return b
}
