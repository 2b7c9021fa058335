package revoke_test

import (
	"testing"

	"gatehouse/cli/clitest"
	"gatehouse/cli/revoke"
	"gatehouse/tenant"
)

func newBench(t *testing.T, o tenant.Options) *clitest.Bench {
	t.Helper()
	return clitest.New(t, o, clitest.Root(revoke.NewCommand))
}
