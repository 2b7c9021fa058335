// Package tenantcmd is "gatehouse tenant".
package tenantcmd

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"gatehouse/cli/cmdutil"
	"gatehouse/cli/session"
	"gatehouse/tenant"
)

// Options are what the command line says.
type Options struct {
	Factory *cmdutil.Factory
	Demo    session.DemoFlags
	Listen  string
	Expose  bool // other machines may reach it
}

// NewCommand is the command that serves the built-in tenant without the console.
func NewCommand(factory *cmdutil.Factory) *cobra.Command { return newCommand(factory, run) }

func newCommand(factory *cmdutil.Factory, run func(context.Context, *Options) error) *cobra.Command {
	o := &Options{Factory: factory}
	c := &cobra.Command{
		Use:   "tenant",
		Short: "Serve the built-in tenant without the console",
		Long: `Serve the built-in tenant without the console, on a loopback address, until it is interrupted. It prints what a
configuration needs to connect to it. Its data is made up and lives in memory.

Its credentials follow from the seed and it speaks plain HTTP, so an address that other machines can reach is refused unless --expose
asks for it.`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return run(cmd.Context(), o) },
	}
	c.Flags().StringVar(&o.Listen, "listen", "127.0.0.1:8480", "the loopback `ADDRESS` to listen on")
	c.Flags().BoolVar(&o.Expose, "expose", false, "let --listen be an address that other machines can reach")
	o.Demo.Register(c)
	return c
}

func run(ctx context.Context, o *Options) error {
	t, err := o.Demo.Build()
	if err != nil {
		return cmdutil.Exit(cmdutil.Usage, err)
	}
	if !o.Expose && !loopback(o.Listen) {
		return cmdutil.Exit(cmdutil.Usage, fmt.Errorf("--listen %s can be reached from other machines; add --expose if that is meant", o.Listen))
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	server, err := t.Start(ctx, o.Listen)
	if err != nil {
		return cmdutil.Exit(cmdutil.Failed, fmt.Errorf("the built-in tenant can't listen on %s: %w", o.Listen, err))
	}
	describe(o.Factory.Out, t, server.URL())
	<-ctx.Done()
	return server.Close()
}

// loopback says whether only this machine can reach an address, as far as its text tells. What is no address fails when it is listened on.
func loopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil || strings.EqualFold(host, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Unmap().IsLoopback()
}

// describe prints what a configuration needs to connect to the tenant.
func describe(to io.Writer, t *tenant.Tenant, url string) {
	host := strings.TrimPrefix(url, "http://")
	_, _ = fmt.Fprintf(to, `The built-in tenant listens on %s

To open it:

  GATEHOUSE_BASE_URL=%s GATEHOUSE_ACCESS_TOKEN=%s gatehouse

Or with client credentials:

  client_id      %s
  client_secret  %s
  signing key    %s
`, url, url, t.Token(), t.ClientID(host), t.ClientSecret(), t.SigningSecret())
	if ids := session.Monitors(t); len(ids) > 0 {
		_, _ = fmt.Fprintf(to, "\nConflict monitors can't be listed. Some of its ids:\n\n  %s\n", strings.Join(ids, "\n  "))
	}
}
