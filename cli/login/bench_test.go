package login_test

import (
	"testing"

	"gatehouse/cli/clitest"
	"gatehouse/cli/login"
	"gatehouse/cli/logout"
	"gatehouse/cli/revoke"
	"gatehouse/tenant"
)

func newBench(t *testing.T, o tenant.Options) *clitest.Bench {
	t.Helper()
	return clitest.New(t, o, clitest.Root(login.NewCommand, logout.NewCommand, revoke.NewCommand))
}
