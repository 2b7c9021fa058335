package config

import (
	"slices"
	"strconv"
	"strings"

	"gatehouse/credential"
	"gatehouse/keymap"
)

// config reads the whole file.
func (d *decoder) config(c *Config, root *table) {
	d.fill(root, "", d.rootOptions(c))
	if c.Default == "" {
		return
	}
	if _, ok := c.Tenant(c.Default); !ok {
		e := root.find("default_tenant")
		near := didYouMean(c.Default, c.tenantNames())
		if near == "" {
			near = ": write [tenants." + tomlName(c.Default) + "] with its address and credentials"
		}
		// A tenant that is there but wrong has its own problem.
		if tenants := root.find("tenants"); tenants == nil || tenants.value.table == nil || tenants.value.table.find(c.Default) == nil {
			d.report(e.value.pos, "default_tenant: there is no tenant %q%s", c.Default, near)
		}
	}
}

func (c *Config) tenantNames() []string {
	return namesOf(c.Tenants)
}

func namesOf(tenants []Tenant) []string {
	all := make([]string, len(tenants))
	for i, t := range tenants {
		all[i] = t.Name
	}
	return all
}

// tomlName writes a name as TOML wants it in a header.
func tomlName(name string) string {
	bare := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_'
	}
	if name != "" && !strings.ContainsFunc(name, func(r rune) bool { return !bare(r) }) {
		return name
	}
	return strconv.Quote(name)
}

// keys reads [keys]. A name with dots may be quoted or not: both mean the same action.
func (d *decoder) keys(c *Config, v value) {
	if v.kind != kindTable {
		d.wrong(v, "a table of actions and keys")
		return
	}
	var overrides []keymap.Override
	var places []keyPlace
	d.eachKey("", v.table, func(action string, e entry) {
		o := keymap.Override{Action: action}
		place := keyPlace{action: e.pos}
		for _, item := range d.keyList(action, e.value) {
			o.Keys = append(o.Keys, item.text)
			place.keys = append(place.keys, item.pos)
		}
		if o.Keys != nil || e.value.kind == kindList && len(e.value.items) == 0 {
			overrides, places = append(overrides, o), append(places, place)
		}
	})
	if d.panes.Keys == nil {
		return
	}
	m, problems := d.panes.Keys().Override(overrides)
	for _, p := range problems {
		pos := places[p.Override].action
		if p.Key >= 0 {
			pos = places[p.Override].keys[p.Key]
		}
		d.report(pos, "%s", p.Message)
	}
	c.Keymap = m
}

type keyPlace struct {
	action Pos
	keys   []Pos
}

func (d *decoder) eachKey(prefix string, t *table, do func(action string, e entry)) {
	for _, e := range t.entries {
		if e.value.kind == kindTable {
			d.eachKey(prefix+e.name+".", e.value.table, do)
			continue
		}
		do(prefix+e.name, e)
	}
}

// keyList returns the keys of an action, nil when there is something else.
func (d *decoder) keyList(action string, v value) []value {
	const wants = `a key such as "x", a list of keys, or "none"`
	items := []value{v}
	if v.kind == kindList {
		items = v.items
	}
	for _, item := range items {
		if item.kind != kindText {
			d.report(item.pos, "%s: got %s, wants %s", action, item.kind, wants)
			return nil
		}
	}
	return items
}

// pane reads the name of a pane that there can be views of.
func (d *decoder) pane(to *string) func(value) {
	if d.panes.Views == nil {
		return d.text(to)
	}
	return d.oneOf(to, d.panes.Views...)
}

func (d *decoder) start(to *string) func(value) {
	if d.panes.Tabs == nil {
		return d.text(to)
	}
	return d.oneOf(to, append(slices.Clone(d.panes.Tabs), StartLast)...)
}

func (d *decoder) view(c *Config, name entry, s section) {
	v := View{Name: name.name, Pos: name.pos}
	d.fill(s.table, "views."+name.name, d.viewOptions(&v))
	if s.find("pane") == nil {
		d.report(name.pos, "the view %q needs a pane", name.name)
	}
	c.Views = append(c.Views, v)
}

func (d *decoder) tenant(c *Config, name entry, s section) {
	t := Tenant{Name: name.name, Auth: AuthAuto, Pos: name.pos}
	before := len(d.problems)
	d.fill(s.table, "tenants."+name.name, d.tenantOptions(&t))
	for _, other := range c.Tenants {
		if strings.EqualFold(other.Name, t.Name) {
			d.report(name.pos, "tenant %q differs from tenant %q (line %d) only in upper and lower case", t.Name, other.Name, other.Pos.Line)
		}
	}
	d.credentialSources(t, name, s)
	d.inlineCredentials(t, s)
	if len(d.problems) == before {
		d.address(&t, name, s)
	}
	c.Tenants = append(c.Tenants, t)
}

// credentialSources checks that there is one way in, and one only; an address alone stands for the login that is stored for it.
func (d *decoder) credentialSources(t Tenant, name entry, s section) {
	secrets, tokens := d.written(s, "client_secret"), d.written(s, "access_token")
	for _, more := range [][]entry{secrets, tokens} {
		if len(more) > 1 {
			d.report(more[1].pos, "%s and %s (line %d) are two sources for the same credential of tenant %q: keep one",
				more[1].name, more[0].name, more[0].pos.Line, t.Name)
		}
	}
	switch {
	case len(secrets) == 0 && len(tokens) == 0 && (s.find("client_id") != nil || s.find("base_url") == nil):
		d.report(name.pos, "tenant %q has no credentials: add client_id and one of client_secret_env, client_secret_file, "+
			"client_secret_command, client_secret_keyring, or an access_token in the same way; or base_url alone, and run gatehouse login", t.Name)
	case len(secrets) > 0 && len(tokens) > 0:
		d.report(tokens[0].pos, "tenant %q has an access token and a client secret (line %d): keep one", t.Name, secrets[0].pos.Line)
	case len(secrets) > 0 && s.find("client_id") == nil:
		d.report(secrets[0].pos, "tenant %q has a client secret but no client_id", t.Name)
	}
}

// inlineCredentials checks the credentials that stand in the file itself.
func (d *decoder) inlineCredentials(t Tenant, s section) {
	for _, in := range []struct {
		option string
		from   Source
		slot   credential.Slot
	}{{"client_secret", t.Secret, t.SecretSlot()}, {"access_token", t.Token, credential.AccessToken}} {
		e := s.find(in.option)
		if e == nil || in.from.Kind != SourceInline {
			continue
		}
		if _, err := credential.Read(in.slot, in.from.Inline.Reveal()); err != nil {
			d.report(e.value.pos, "%s: %v", in.option, err)
		}
	}
}

func (d *decoder) clientID(to *string) func(value) {
	return func(v value) {
		s, ok := d.string(v, "a client id")
		if !ok {
			return
		}
		id, err := credential.Read(credential.ClientID, s)
		if err != nil {
			d.report(v.pos, "%s: %v", d.current, err)
			return
		}
		*to = id.Text()
	}
}

// written returns the options that name a source for the credential, in the order of the file.
func (d *decoder) written(s section, credential string) []entry {
	var found []entry
	known := names(d.sourceOptions(credential, &Source{}))
	for _, e := range s.entries {
		for _, name := range known {
			if e.name == name {
				found = append(found, e)
			}
		}
	}
	return found
}

// address finds the tenant's base URL and checks that it is the client id's own.
func (d *decoder) address(t *Tenant, name entry, s section) {
	if t.BaseURL != "" {
		if err := SameTenant(t.BaseURL, t.ClientID); err != nil {
			d.report(s.find("client_id").value.pos, "client_id %v", err)
		}
		return
	}
	if t.ClientID == "" {
		d.report(name.pos, "tenant %q has no address: add base_url, or a client_id that names its host", t.Name)
		return
	}
	derived, err := BaseURLFromClientID(t.ClientID)
	if err != nil {
		d.report(s.find("client_id").value.pos, "client_id %v; or add base_url", err)
		return
	}
	t.BaseURL = derived
}

func (d *decoder) environmentSource(to *Source) func(value) {
	return func(v value) {
		name, ok := d.string(v, "the name of an environment variable")
		if !ok {
			return
		}
		if !isVariable(name) {
			d.report(v.pos, "%s: wants the name of an environment variable: letters, digits and _ only, without $ or =", d.current)
			return
		}
		*to = Source{Kind: SourceEnvironment, Name: name, Pos: v.pos}
	}
}

func (d *decoder) fileSource(to *Source) func(value) {
	return func(v value) {
		path, ok := d.string(v, "the path of a file")
		if !ok {
			return
		}
		*to = Source{Kind: SourceFile, Name: expand(path, d.file), Pos: v.pos}
		if why := looseFile(to.Name); why != "" {
			d.report(v.pos, "%s: the file holds a secret, but %s", d.current, why)
		}
	}
}

func (d *decoder) commandSource(to *Source) func(value) {
	const wants = `a list of the program and its arguments, such as ["pass", "show", "acme"]`
	return func(v value) {
		command, ok := d.strings(v, wants)
		if !ok {
			return
		}
		if len(command) == 0 || command[0] == "" {
			d.report(v.pos, "%s: names no program, wants %s", d.current, wants)
			return
		}
		if strings.Contains(command[0], "/") { // a bare name is looked for in $PATH
			command[0] = expand(command[0], d.file)
		}
		*to = Source{Kind: SourceCommand, Command: command, Pos: v.pos}
	}
}

func (d *decoder) keyringSource(to *Source) func(value) {
	const wants = `"service/account", such as "gatehouse/acme"`
	return func(v value) {
		s, ok := d.string(v, wants)
		if !ok {
			return
		}
		service, account, _ := strings.Cut(s, "/")
		if service == "" || account == "" {
			d.report(v.pos, "%s: wants %s", d.current, wants)
			return
		}
		*to = Source{Kind: SourceKeyring, Name: service, Account: account, Pos: v.pos}
	}
}

func (d *decoder) inlineSource(to *Source) func(value) {
	return func(v value) {
		s, ok := d.string(v, "the secret as a string")
		if !ok {
			return
		}
		*to = Source{Kind: SourceInline, Inline: NewSecret(s), Pos: v.pos}
		d.inline = append(d.inline, v.pos)
	}
}
