package config

import (
	"fmt"
	"os"
	"slices"
	"time"

	"gatehouse/keymap"
	"gatehouse/textfile"
)

// Config is a configuration file that has been checked. Options that are not written have their defaults.
type Config struct {
	Path     string // "" when there is no file
	Default  string // name of the tenant to open, "" when none is named
	Tenants  []Tenant
	Logins   []Tenant      // those that are not in the file, but that somebody has signed in to
	Unread   error         // why nobody knows which those are, nil when it is known
	Start    string        // the name of the pane that the console begins with, or StartLast
	PageSize int           // rows, 10 to 100
	Refresh  time.Duration // 0: no automatic refresh
	Mouse    bool
	FPS      int // frames a second, 1 to 120
	// FamilyOverlap is by how many percent suggestions have to overlap to be of a family, 55 to 100.
	FamilyOverlap int
	Concurrency   int // requests of a batch at the same time, 1 to 32
	Clipboard     string
	Theme         Theme
	Keymap        *keymap.Map // nil: the built-in keys
	Views         []View
}

// StartLast is the value of Config.Start for the pane that was on the screen last.
const StartLast = "last"

// The values of Config.Clipboard.
const (
	ClipboardAuto   = "auto"
	ClipboardOSC52  = "osc52"
	ClipboardSystem = "system"
	ClipboardOff    = "off"
)

// Tenant is one tenant and the way in.
type Tenant struct {
	Name     string
	BaseURL  string // scheme://host[:port]
	ClientID string
	Auth     string // AuthAuto or AuthClientSecret
	Secret   Source // of the client secret
	Token    Source // of an access token; when it is set, Secret is not
	ReadOnly bool
	Accent   string // a colour, "" for the theme's own
	CAFile   string // extra certificates, PEM; "" for none
	CAPos    Pos    // of ca_file

	// DeviceClientID is the client id with which "gatehouse login" signs in, "" for the program's own.
	DeviceClientID string
	Pos            Pos
}

// The values of Tenant.Auth (companion.md 3).
const (
	AuthAuto         = "auto"          // sign when the secret is a key
	AuthClientSecret = "client_secret" // always send the secret itself
)

// Theme is the look of the program.
type Theme struct {
	Name   string
	Colors map[string]string // by role
}

// View is a saved filter and order of a pane.
type View struct {
	Name, Pane, Filter string
	Sort               string // a column, "" for the pane's own order
	Descending         bool
	Only               []string // how the tenant narrows the list: "sharing: external"
	Columns            []string // those that are shown, in their order; none: the pane's own
	Pos                Pos
}

// Palette tells what colours there are. Where a member is nil, config takes any word.
type Palette struct {
	Roles []string                       // the names that [theme.colors] may set
	Color func(color string) error       // nil error: the theme can draw this accent
	Style func(role, style string) error // nil error: the theme can draw a role like this
}

// Panes tell what the file may name of the console's panes. Where a member is missing, config takes any word.
type Panes struct {
	Tabs  []string           // the panes that have a tab
	Views []string           // the panes that there can be views of
	Keys  func() *keymap.Map // the built-in keys
}

// New returns the configuration of somebody who has no file.
func New() *Config {
	return &Config{
		Start:         "today",
		PageSize:      100,
		FamilyOverlap: 70,
		FPS:           120,
		Concurrency:   8,
		Clipboard:     ClipboardAuto,
		Theme:         Theme{Name: "auto", Colors: map[string]string{}},
	}
}

// Tenant returns the tenant of that name.
func (c *Config) Tenant(name string) (Tenant, bool) {
	all := c.Known()
	if i := slices.IndexFunc(all, func(t Tenant) bool { return t.Name == name }); i >= 0 {
		return all[i], true
	}
	return Tenant{}, false
}

// Known are all tenants that have a name: those of the file, then those that somebody has signed in to.
func (c *Config) Known() []Tenant { return slices.Concat(c.Tenants, c.Logins) }

const fileSize = 256 << 10 // bytes; a longer file is not a configuration

// Load reads and checks a configuration file. When the file can be read but something in it is wrong, the error is a Problems
// with all that is wrong.
func Load(path string, palette Palette, panes Panes) (*Config, error) {
	data, info, err := read(path)
	if err != nil {
		return nil, fmt.Errorf("the configuration file can't be read: %w", err)
	}
	root, problems := parseDocument(path, data)
	d := &decoder{file: path, palette: palette, panes: panes, problems: problems}
	c := New()
	c.Path = path
	d.config(c, root)
	if why := looseMode(path, info); why != "" {
		for _, pos := range d.inline {
			d.report(pos, "this file holds a secret, but %s", why)
		}
	}
	if len(d.problems) > 0 {
		return nil, d.problems.inOrder()
	}
	return c, nil
}

func read(path string) ([]byte, os.FileInfo, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if info.IsDir() {
		return nil, nil, fmt.Errorf("%s is a folder", path)
	}
	data, err := textfile.ReadStream(path, fileSize)
	return data, info, err
}
