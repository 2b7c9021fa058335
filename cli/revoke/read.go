package revoke

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gatehouse/action"
	"gatehouse/cli/cmdutil"
	"gatehouse/ui/draw"
)

// The most that is taken at once.
const (
	pipedSize       = 1 << 20 // bytes of standard input
	pipedReferences = 1000
)

// given is what the command was given: references, each by itself, or a text that holds some.
type given struct {
	each []string
	text string
}

func (g given) empty() bool { return len(g.each) == 0 && g.text == "" }

// find finds the references in what was given.
func (g given) find(hosts []string) []action.Lines {
	if g.text != "" {
		return action.FindByLine(g.text, hosts...)
	}
	found := make([]action.Lines, len(g.each))
	for i, text := range g.each {
		found[i] = action.Lines{Found: action.FindReferences(text, hosts...), Text: text}
	}
	return found
}

// understand turns what was given into references. When one of them can't be used, nothing is done at all.
func (v *revocation) understand(ctx context.Context, g given) error {
	if g.empty() {
		text, err := v.paste(ctx)
		if err != nil {
			return err
		}
		g.each = []string{text}
	}
	wrong := v.sort(g, v.findWithHosts(ctx, g))
	v.hideCodes()
	usable := len(v.cases) - wrong
	for _, c := range v.cases {
		if c.outcome == outcomeElsewhere {
			usable--
		}
	}
	switch {
	case len(v.cases) == 0:
		return cmdutil.Exit(cmdutil.Usage,
			errors.New("standard input holds no share URL, no share code (XXXX-XXXX-XXXX) and no vault id (27 letters and digits)"))
	case len(v.cases) > pipedReferences:
		return cmdutil.Exit(cmdutil.Usage, fmt.Errorf("%d references are too many: give %d at a time", len(v.cases), pipedReferences))
	case wrong > 0 || usable == 0:
		v.tell("Nothing was revoked.")
		return cmdutil.ErrSilent
	}
	return nil
}

// paste asks for a reference.
func (v *revocation) paste(ctx context.Context) (string, error) {
	text, err := v.asker.Hidden(ctx, fmt.Sprintf("Revoke a shared secret of %s.\n"+
		"Paste its share URL, share code or vault id (it isn't shown) and press enter: ", v.session.Where()))
	switch {
	case errors.Is(err, cmdutil.ErrCancelled):
		return "", cmdutil.Exit(cmdutil.Interrupted, errors.New("cancelled; nothing was sent"))
	case err != nil:
		return "", cmdutil.Exit(cmdutil.Failed, err)
	case strings.TrimSpace(text) == "":
		return "", cmdutil.Exit(cmdutil.Usage, errors.New("no reference was given"))
	}
	return text, nil
}

// findWithHosts finds the references. Where a link of another host names a secret, the tenant is asked under which names it shares its own.
func (v *revocation) findWithHosts(ctx context.Context, g given) []action.Lines {
	hosts := []string{v.session.Client.Host()}
	found := g.find(hosts)
	if !slices.ContainsFunc(found, func(l action.Lines) bool { return l.NamesElsewhere() }) {
		return found
	}
	shared, err := action.ShareHosts(ctx, v.session.Client)
	if err != nil || len(shared) == 0 { // nothing is known beside the tenant's own name
		return found
	}
	return g.find(append(hosts, shared...))
}

// sort makes a case of each reference, and of what may have been meant as one, and says what is left alone. wrong is how many can't be
// used.
func (v *revocation) sort(g given, found []action.Lines) (wrong int) {
	var elsewhere []string
	lines := 0
	for _, l := range found {
		for _, r := range l.References {
			v.cases = append(v.cases, &leak{ref: r, outcome: outcomeNotTried})
		}
		elsewhere = append(elsewhere, l.Elsewhere...)
		if len(l.References) > 0 {
			continue
		}
		_, err := l.One()
		var other *action.OtherTenantError
		switch isOther := errors.As(err, &other); {
		case g.text == "" || !isOther && l.MeantAsReference():
			wrong++
			v.cases = append(v.cases, &leak{outcome: outcomeInvalid, err: err})
		case isOther && other.Names:
			v.cases = append(v.cases, &leak{outcome: outcomeElsewhere, err: err})
		default:
			lines += l.To - l.From + 1
		}
	}
	for i, c := range v.cases {
		c.number, c.of = i+1, len(v.cases)
		if c.err != nil {
			v.tell("%s%s", c.label(), cmdutil.Sentence(c.err.Error()))
		}
	}
	if wrong == 0 && len(v.cases) > 0 {
		v.sayLeftAlone(elsewhere, lines)
	}
	return wrong
}

// sayLeftAlone names what was given and isn't touched.
func (v *revocation) sayLeftAlone(hosts []string, lines int) {
	slices.Sort(hosts)
	for _, host := range slices.Compact(hosts) {
		if host == "" {
			v.tell("A link of another host is left alone.")
			continue
		}
		v.tell("What leads to %s is left alone.", draw.Clean(host))
	}
	switch {
	case lines == 1:
		v.tell("1 line without a reference is left out.")
	case lines > 1:
		v.tell("%d lines without a reference are left out.", lines)
	}
}
