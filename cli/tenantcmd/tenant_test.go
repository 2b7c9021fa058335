package tenantcmd

import (
	"bytes"
	"context"
	"net/http"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"gatehouse/cli/cmdutil"
	"gatehouse/cli/session"
)

func TestOptions(t *testing.T) {
	for line, want := range map[string]Options{
		"":                        {Listen: "127.0.0.1:8480", Demo: session.DemoFlags{Seed: 1}},
		"--listen 127.0.0.1:0":    {Listen: "127.0.0.1:0", Demo: session.DemoFlags{Seed: 1}},
		"--listen :8480 --expose": {Listen: ":8480", Expose: true, Demo: session.DemoFlags{Seed: 1}},
		"--rows 9 --seed 2 --hostile --interface-only --fault x": {Listen: "127.0.0.1:8480",
			Demo: session.DemoFlags{Rows: 9, Seed: 2, Hostile: true, InterfaceOnly: true, Faults: []string{"x"}}},
	} {
		var got *Options
		c := newCommand(nil, func(_ context.Context, o *Options) error {
			got = o
			return nil
		})
		c.SetArgs(strings.Fields(line))
		if err := c.Execute(); err != nil || !reflect.DeepEqual(*got, want) {
			t.Errorf("%q: got %+v, %v; want %+v", line, got, err, want)
		}
	}
}

// printed tells when all is printed.
type printed struct {
	bytes.Buffer
	done context.CancelFunc
}

func (p *printed) Write(b []byte) (int, error) {
	n, err := p.Buffer.Write(b)
	if strings.Contains(p.String(), "Some of its ids") {
		p.done()
	}
	return n, err
}

// An address that other machines can reach has to be asked for.
func TestOnlyThisMachineReachesItUnlessAsked(t *testing.T) {
	for address, want := range map[string]bool{"127.0.0.1:0": true, "127.8.9.1:8480": true, "localhost:8480": true, "[::1]:8480": true,
		"[::ffff:127.0.0.1]:1": true, "0.0.0.0:8480": false, ":8480": false, "[::]:8480": false, "192.168.1.4:8480": false,
		"gate.example.com:8480": false} {
		if got := loopback(address); got != want {
			t.Errorf("%s: %v, want %v", address, got, want)
		}
	}
	for _, address := range []string{"0.0.0.0:0", ":0"} {
		err := run(t.Context(), &Options{Listen: address, Demo: session.DemoFlags{Seed: 1}})
		if err == nil || !strings.Contains(err.Error(), "--expose") || cmdutil.ExitStatus(err, &bytes.Buffer{}) != int(cmdutil.Usage) {
			t.Errorf("%s: %v", address, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	out := &printed{done: cancel}
	factory := &cmdutil.Factory{IOStreams: cmdutil.IOStreams{Out: out}}
	err := run(ctx, &Options{Factory: factory, Listen: "0.0.0.0:0", Expose: true, Demo: session.DemoFlags{Seed: 1}})
	if err != nil || !strings.Contains(out.String(), "listens on http://") {
		t.Errorf("%v, it says\n%s", err, out)
	}
}

// The tenant says how to open it, and ends when it is told to.
func TestRun(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	out := &printed{done: cancel}
	o := &Options{Factory: &cmdutil.Factory{IOStreams: cmdutil.IOStreams{Out: out}}, Listen: "127.0.0.1:0", Demo: session.DemoFlags{Seed: 1}}
	if err := run(ctx, o); err != nil {
		t.Fatal(err)
	}
	command := regexp.MustCompile(`GATEHOUSE_BASE_URL=(http://127\.0\.0\.1:\d+) GATEHOUSE_ACCESS_TOKEN=\S+ gatehouse\n`)
	found := command.FindStringSubmatch(out.String())
	if found == nil {
		t.Fatalf("it says\n%s", out.String())
	}
	if answer, err := http.Get(found[1]); err == nil {
		_ = answer.Body.Close()
		t.Error("it still listens")
	}
	for text, wrong := range map[string]session.DemoFlags{
		"--rows wants a number from 0 to 100000, not -1": {Rows: -1}, `--fault "nonsense"`: {Faults: []string{"nonsense"}},
	} {
		err := run(ctx, &Options{Factory: o.Factory, Demo: wrong})
		if err == nil || !strings.Contains(err.Error(), text) || cmdutil.ExitStatus(err, &bytes.Buffer{}) != int(cmdutil.Usage) {
			t.Errorf("got %v, want %q", err, text)
		}
	}
}
