package config

import "slices"

// option is one name that may stand in a table, and what reads its value. Exactly one of read and options is set, and each
// below a table of free names.
type option struct {
	name    string
	secret  bool // its value is meant as a credential, and read as one
	read    func(value)
	options func() []option             // a table with fixed names
	each    func(name entry, t section) // a table with free names
	inner   func() []option             // what a table of each offers, for the documentation
}

// section is a table that is being read.
type section struct {
	*table
	of *decoder
}

func (d *decoder) rootOptions(c *Config) []option {
	return []option{
		{name: "default_tenant", read: d.text(&c.Default)},
		{name: "start", read: d.start(&c.Start)},
		{name: "page_size", read: d.whole(&c.PageSize, 10, 100)},
		{name: "refresh", read: d.refresh(&c.Refresh)},
		{name: "mouse", read: d.truth(&c.Mouse)},
		{name: "fps", read: d.whole(&c.FPS, 1, 120)},
		{name: "family_overlap", read: d.whole(&c.FamilyOverlap, 55, 100)},
		{name: "concurrency", read: d.whole(&c.Concurrency, 1, 32)},
		{name: "clipboard", read: d.oneOf(&c.Clipboard, ClipboardAuto, ClipboardOSC52, ClipboardSystem, ClipboardOff)},
		{name: "theme", options: func() []option { return d.themeOptions(&c.Theme) }},
		{name: "keys", read: func(v value) { d.keys(c, v) }},
		{name: "tenants",
			each:  func(name entry, s section) { d.tenant(c, name, s) },
			inner: func() []option { return d.tenantOptions(&Tenant{}) }},
		{name: "views",
			each:  func(name entry, s section) { d.view(c, name, s) },
			inner: func() []option { return d.viewOptions(&View{}) }},
	}
}

func (d *decoder) themeOptions(t *Theme) []option {
	return []option{
		{name: "name", read: d.oneOf(&t.Name, "auto", "dark", "light", "high-contrast", "none")},
		{name: "colors", read: func(v value) { d.colors(t, v) }},
	}
}

func (d *decoder) tenantOptions(t *Tenant) []option {
	all := []option{
		{name: "base_url", read: d.baseURL(&t.BaseURL)},
		{name: "client_id", secret: true, read: d.clientID(&t.ClientID)},
		{name: "auth", read: d.oneOf(&t.Auth, AuthAuto, AuthClientSecret)},
		{name: "read_only", read: d.truth(&t.ReadOnly)},
		{name: "accent", read: d.color(&t.Accent)},
		{name: "ca_file", read: func(v value) { t.CAPos = v.pos; d.path(&t.CAFile)(v) }},
		{name: "device_client_id", secret: true, read: d.clientID(&t.DeviceClientID)},
	}
	all = append(all, d.sourceOptions("client_secret", &t.Secret)...)
	return append(all, d.sourceOptions("access_token", &t.Token)...)
}

// sourceOptions are the places that a secret can come from.
func (d *decoder) sourceOptions(name string, s *Source) []option {
	return []option{
		{name: name + "_env", read: d.environmentSource(s)},
		{name: name + "_file", read: d.fileSource(s)},
		{name: name + "_command", read: d.commandSource(s)},
		{name: name + "_keyring", read: d.keyringSource(s)},
		{name: name, secret: true, read: d.inlineSource(s)},
	}
}

func (d *decoder) viewOptions(v *View) []option {
	return []option{
		{name: "pane", read: d.pane(&v.Pane)},
		{name: "filter", read: d.text(&v.Filter)},
		{name: "sort", read: d.sort(v)},
		{name: "only", read: d.texts(&v.Only, `a list such as ["sharing: external"]`)},
		{name: "columns", read: d.texts(&v.Columns, `a list such as ["name", "expires"]`)},
	}
}

func names(options []option) []string {
	all := make([]string, len(options))
	for i, o := range options {
		all[i] = o.name
	}
	return all
}

func findOption(options []option, name string) (option, bool) {
	i := slices.IndexFunc(options, func(o option) bool { return o.name == name })
	if i < 0 {
		return option{}, false
	}
	return options[i], true
}
