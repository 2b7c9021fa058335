package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"gatehouse/tenant"
)

// most is the largest number of rows that the built-in tenant makes.
const most = 100_000

// build makes the built-in tenant that the flags describe.
func (d demoFlags) build() (*tenant.Tenant, error) {
	if d.rows < 0 || d.rows > most {
		return nil, fmt.Errorf("--rows wants a number from 0 to %d, not %d", most, d.rows)
	}
	t := tenant.New(tenant.Options{Seed: d.seed, Rows: d.rows, InterfaceOnly: d.interfaceOnly, Hostile: d.hostile})
	for _, text := range d.faults {
		rule, err := tenant.ParseFault(text)
		if err != nil {
			return nil, fmt.Errorf("--fault %q: %w", text, err)
		}
		t.Faults().Add(rule)
	}
	return t, nil
}

// tenantCommand serves the built-in tenant alone.
func tenantCommand() *cobra.Command {
	var d demoFlags
	var listen string
	c := &cobra.Command{
		Use:   "tenant",
		Short: "Serve the built-in tenant alone",
		Long: `Serve the built-in tenant alone, on a loopback address, until it is interrupted. It prints what a configuration needs to
connect to it. Its data is made up and lives in memory.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return serveTenant(cmd, d, listen) },
	}
	c.Flags().StringVar(&listen, "listen", "127.0.0.1:8480", "the loopback `ADDRESS` to listen on")
	d.register(c)
	return c
}

func serveTenant(cmd *cobra.Command, d demoFlags, listen string) error {
	t, err := d.build()
	if err != nil {
		return &exitError{exitUsage, err}
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	server, err := t.Start(ctx, listen)
	if err != nil {
		return &exitError{exitFailed, fmt.Errorf("the built-in tenant can't listen on %s: %w", listen, err)}
	}
	host := server.URL()[len("http://"):]
	cmd.Printf("The built-in tenant listens on %s\n\nTo open it:\n\n  GATEHOUSE_BASE_URL=%s GATEHOUSE_ACCESS_TOKEN=%s gatehouse\n\nOr with client credentials:\n\n  client_id      %s\n  client_secret  %s\n  signing key    %s\n",
		server.URL(), server.URL(), t.Token(), t.ClientID(host), t.ClientSecret(), t.SigningSecret())
	if ids := someMonitors(t); len(ids) > 0 {
		cmd.Printf("\nConflict monitors can't be listed. Some of its ids:\n\n  %s\n", strings.Join(ids, "\n  "))
	}
	return waitFor(ctx, server)
}

// someMonitors are the ids of a monitor that alerts on A and B, and of one that alerts on A and not B; fewer where there are fewer.
func someMonitors(t *tenant.Tenant) []string {
	var ids []string
	for _, i := range []int{0, 2} {
		if i < t.Size("monitors") {
			ids = append(ids, t.MonitorID(i))
		}
	}
	return ids
}

func waitFor(ctx context.Context, server *tenant.Server) error {
	<-ctx.Done()
	return server.Close()
}
