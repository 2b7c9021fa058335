package config

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"gatehouse/credential"
	"gatehouse/span"
)

// decoder turns the tree of a file into a Config and collects what is wrong.
type decoder struct {
	file     string
	palette  Palette
	panes    Panes
	problems Problems
	inline   []Pos  // where secrets stand in the file itself
	current  string // the option being read
}

func (d *decoder) report(pos Pos, format string, args ...any) {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = shown(text)
		}
	}
	d.problems = append(d.problems, Problem{d.file, pos, fmt.Sprintf(format, args...)})
}

// fill reads the entries of a table by its options.
func (d *decoder) fill(t *table, where string, options []option) {
	for _, e := range t.entries {
		o, ok := findOption(options, e.name)
		switch {
		case d.nameHoldsKey(e):
		case !ok:
			d.unknown(e, where, options)
		case o.read != nil && !o.secret && d.valueHoldsKey(e):
		case o.read != nil:
			outer := d.current
			d.current = e.name
			o.read(e.value)
			d.current = outer
		case e.value.kind == kindList && o.each != nil:
			d.report(e.pos, "write [%s.NAME] instead of [[%s]]", e.name, e.name)
		case e.value.kind != kindTable:
			d.report(e.value.pos, "%s: got %s, wants a table", e.name, e.value.kind)
		case o.options != nil:
			d.fill(e.value.table, e.name, o.options())
		default:
			for _, one := range e.value.table.entries {
				if !d.nameHoldsKey(one) {
					d.named(e.name, one, o)
				}
			}
		}
	}
}

// nameHoldsKey reports a private key where a name should be.
func (d *decoder) nameHoldsKey(e entry) bool {
	holds := credential.HoldsKey(e.name)
	if holds {
		d.report(e.pos, "a private key stands here as a name: it belongs in client_secret, or in a file that client_secret_file names")
	}
	return holds
}

// valueHoldsKey reports a private key in the value of an option that wants something else.
func (d *decoder) valueHoldsKey(e entry) bool {
	pos, holds := e.value.findKey()
	if holds {
		d.report(pos, "%s: holds a private key itself, which belongs in client_secret, or in a file that client_secret_file names", e.name)
	}
	return holds
}

// findKey finds the first private key in a value, in its names, too.
func (v value) findKey() (Pos, bool) {
	if v.kind == kindText && credential.HoldsKey(v.text) {
		return v.pos, true
	}
	for _, item := range v.items {
		if pos, found := item.findKey(); found {
			return pos, true
		}
	}
	if v.table == nil {
		return Pos{}, false
	}
	for _, e := range v.table.entries {
		if credential.HoldsKey(e.name) {
			return e.pos, true
		}
		if pos, found := e.value.findKey(); found {
			return pos, true
		}
	}
	return Pos{}, false
}

// named reads one entry of a table with free names.
func (d *decoder) named(in string, e entry, o option) {
	switch {
	case e.value.kind != kindTable:
		if _, ok := findOption(o.inner(), e.name); ok {
			d.report(e.pos, "%q belongs under a name: write [%s.NAME] above it", e.name, in)
			return
		}
		d.report(e.value.pos, "%s.%s: got %s, wants a table", in, e.name, e.value.kind)
	case strings.TrimSpace(e.name) == "" || strings.ContainsFunc(e.name, func(r rune) bool { return !unicode.IsPrint(r) }):
		d.report(e.pos, "%s: %q is not a name that can be shown", in, e.name)
	default:
		o.each(e, section{e.value.table, d})
	}
}

func (d *decoder) unknown(e entry, where string, options []option) {
	if near := didYouMean(e.name, names(options)); near != "" {
		d.report(e.pos, "unknown option %q%s", e.name, near)
		return
	}
	if _, ok := findOption(d.rootOptions(New()), e.name); ok && where != "" {
		d.report(e.pos, "unknown option %q in [%s]: it belongs at the top of the file, above the first [table]", e.name, where)
		return
	}
	d.report(e.pos, "unknown option %q: see config.example.toml for what there is", e.name)
}

// wrong reports a value that is not what the option wants. It never repeats the value, which may be a secret.
func (d *decoder) wrong(v value, wants string) {
	d.report(v.pos, "%s: got %s, wants %s", d.current, v.kind, wants)
}

func (d *decoder) string(v value, wants string) (string, bool) {
	if v.kind != kindText {
		d.wrong(v, wants)
		return "", false
	}
	if v.text == "" {
		d.report(v.pos, "%s: is empty, wants %s", d.current, wants)
		return "", false
	}
	return v.text, true
}

func (d *decoder) text(to *string) func(value) {
	return func(v value) {
		if s, ok := d.string(v, "a string"); ok {
			*to = s
		}
	}
}

func (d *decoder) texts(to *[]string, wants string) func(value) {
	return func(v value) {
		if all, ok := d.strings(v, wants); ok {
			*to = all
		}
	}
}

// strings are the texts of a list; false: it isn't one, which is reported.
func (d *decoder) strings(v value, wants string) (all []string, ok bool) {
	if v.kind != kindList {
		d.wrong(v, wants)
		return nil, false
	}
	for _, item := range v.items {
		if item.kind != kindText {
			d.report(item.pos, "%s: got %s in the list, wants %s", d.current, item.kind, wants)
			return nil, false
		}
		all = append(all, item.text)
	}
	return all, true
}

func (d *decoder) path(to *string) func(value) {
	return func(v value) {
		if s, ok := d.string(v, "the path of a file"); ok {
			*to = expand(s, d.file)
		}
	}
}

func (d *decoder) truth(to *bool) func(value) {
	return func(v value) {
		if v.kind != kindBool {
			d.wrong(v, "true or false")
			return
		}
		*to = v.truth
	}
}

func (d *decoder) whole(to *int, low, high int) func(value) {
	return func(v value) {
		wants := fmt.Sprintf("a whole number from %d to %d", low, high)
		switch {
		case v.kind != kindWhole:
			d.wrong(v, wants)
		case v.broken:
			d.report(v.pos, "%s: got a number that is too large, wants %s", d.current, wants)
		case v.whole < int64(low) || v.whole > int64(high):
			d.report(v.pos, "%s: got %d, wants %s", d.current, v.whole, wants)
		default:
			*to = int(v.whole)
		}
	}
}

// refresh reads "off" or the time between two automatic refreshes.
func (d *decoder) refresh(to *time.Duration) func(value) {
	const wants = `"off" or a time from "5s" to "24h", such as "30s", "5m" or "2 minutes"`
	return func(v value) {
		s, ok := d.string(v, wants)
		if !ok {
			return
		}
		if s == "off" {
			*to = 0
			return
		}
		every, err := span.Parse(s, 0)
		if err != nil || every < 5*time.Second || every > 24*time.Hour {
			d.report(v.pos, "%s: got %q, wants %s", d.current, s, wants)
			return
		}
		*to = every
	}
}

func (d *decoder) oneOf(to *string, allowed ...string) func(value) {
	wants := "one of " + strings.Join(allowed, ", ")
	return func(v value) {
		s, ok := d.string(v, wants)
		if !ok {
			return
		}
		if !slices.Contains(allowed, s) {
			if near := didYouMean(s, allowed); near != "" {
				d.report(v.pos, "%s: unknown value %q%s", d.current, s, near)
				return
			}
			d.report(v.pos, "%s: unknown value %q, wants %s", d.current, s, wants)
			return
		}
		*to = s
	}
}

func (d *decoder) color(to *string) func(value) { return d.drawn(to, d.palette.Color) }

// drawn takes a text that check says can be drawn; a nil check takes any.
func (d *decoder) drawn(to *string, check func(string) error) func(value) {
	return func(v value) {
		s, ok := d.string(v, "a colour")
		if !ok {
			return
		}
		if check != nil {
			if err := check(s); err != nil {
				d.report(v.pos, "%s: %v", d.current, err)
				return
			}
		}
		*to = s
	}
}

func (d *decoder) colors(t *Theme, v value) {
	if v.kind != kindTable {
		d.wrong(v, "a table of roles and colours")
		return
	}
	for _, e := range v.table.entries {
		if d.palette.Roles != nil && !slices.Contains(d.palette.Roles, e.name) {
			near := didYouMean(e.name, d.palette.Roles)
			if near == "" {
				near = ": the roles are " + strings.Join(d.palette.Roles, ", ")
			}
			d.report(e.pos, "unknown role %q%s", e.name, near)
			continue
		}
		var color string
		d.current = e.name
		check := d.palette.Color
		if style := d.palette.Style; style != nil {
			check = func(s string) error { return style(e.name, s) }
		}
		d.drawn(&color, check)(e.value)
		if color != "" {
			t.Colors[e.name] = color
		}
	}
}

func (d *decoder) baseURL(to *string) func(value) {
	return func(v value) {
		s, ok := d.string(v, `an address such as "https://acme.example"`)
		if !ok {
			return
		}
		checked, err := CheckBaseURL(s)
		if err != nil {
			d.report(v.pos, "base_url %v", err)
			return
		}
		*to = checked
	}
}

func (d *decoder) sort(view *View) func(value) {
	return func(v value) {
		s, ok := d.string(v, `a column such as "expires", or "-expires" for the reverse order`)
		if !ok {
			return
		}
		column, down := strings.CutPrefix(s, "-")
		if column == "" {
			d.report(v.pos, "sort: names no column")
			return
		}
		view.Sort, view.Descending = column, down
	}
}
