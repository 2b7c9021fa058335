package login

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/cli/cmdutil"
	"gatehouse/cli/session"
	"gatehouse/config"
	"gatehouse/ui/draw"
)

// keepLimit is how long a credential that was bought is tried to be kept after somebody has ended the command.
const keepLimit = 10 * time.Second

// exists names a credential that lives on the tenant.
func exists(login config.Login) string {
	return fmt.Sprintf("the credential %s (valid%s) exists on the tenant but", draw.Clean(login.ClientID), cmdutil.Until(login.Expires))
}

// keep stores a login and says so, and which older credentials are left.
func (in *signIn) keep(ctx context.Context, login config.Login, place config.Place, who string) error {
	older := in.older(ctx, login)
	left, err := in.storeLogin(ctx, &login, place)
	if err != nil {
		return in.notKept(login, err)
	}
	in.done(login, place, who)
	in.reportOlder(older)
	if left != nil {
		in.tell("An older copy of your login may be left: %s.", draw.Clean(left.Error()))
	}
	return nil
}

// keepUntried stores a credential that was bought and could not be tried: its secret can't be had twice. It is stored before anything is
// said, since who ended the command may have taken the terminal away.
func (in *signIn) keepUntried(ctx context.Context, login config.Login, place config.Place, why error) error {
	going := context.WithoutCancel(ctx)
	looking, looked := context.WithTimeout(going, keepLimit/2)
	older := in.older(looking, login)
	looked()
	storing, cancel := context.WithTimeout(going, keepLimit)
	defer cancel()
	if _, err := in.storeLogin(storing, &login, place); err != nil {
		return in.notKept(login, err)
	}
	in.tell("\nThe credential was created, but could not be tried.")
	in.reportPlace(login, place)
	in.howToUse(login)
	in.reportOlder(older)
	if ctx.Err() != nil {
		return cmdutil.Exit(cmdutil.Interrupted,
			errors.New("cancelled before the credential was tried; it is kept, and valid on the tenant"+cmdutil.Until(login.Expires)))
	}
	return cmdutil.Exit(cmdutil.Failed, fmt.Errorf("%w; the credential is kept anyway", why))
}

func (in *signIn) storeLogin(ctx context.Context, login *config.Login, place config.Place) (left error, err error) {
	login.Name = in.tenant.Name
	done := in.Factory.WaitForKeyring()
	defer done()
	return in.logins.Store(ctx, *login, place)
}

// notKept says of a credential that was bought that nobody has it.
func (in *signIn) notKept(login config.Login, err error) error {
	if in.Paste {
		return ended(err)
	}
	return cmdutil.Exit(cmdutil.Failed, fmt.Errorf("%w; %s isn't kept here: revoke it there", err, exists(login)))
}

// olderCredential is what this computer knows of one that it made or used.
type olderCredential struct {
	name     string // on the tenant, "" when it isn't known
	clientID string
	expires  time.Time
}

func (c olderCredential) String() string {
	text := strings.TrimSpace(draw.Clean(c.name) + " " + draw.Clean(c.clientID))
	if c.name != "" && c.clientID != "" {
		text = fmt.Sprintf("%s (%s)", draw.Clean(c.name), draw.Clean(c.clientID))
	}
	return text + cmdutil.Until(c.expires)
}

// older are the credentials for the tenant that were made here before and may still be valid: the one that is stored now, and those that
// the journal has.
func (in *signIn) older(ctx context.Context, login config.Login) []olderCredential {
	made := in.madeBefore(ctx, login)
	done := in.Factory.WaitForKeyring()
	stored, _, err := in.logins.Find(ctx, login.BaseURL)
	done()
	if err != nil || stored.ClientID == login.ClientID || !stored.Expires.IsZero() && !in.Factory.Now().Before(stored.Expires) {
		return made
	}
	for i := range made {
		if d := made[i].expires.Sub(stored.Expires); !stored.Expires.IsZero() && d.Abs() < time.Minute {
			made[i].clientID = stored.ClientID
			return made
		}
	}
	return append([]olderCredential{{clientID: stored.ClientID, expires: stored.Expires}}, made...)
}

// madeBefore are the credentials that the journal says were made on the tenant, or perhaps were, and that have not expired yet.
func (in *signIn) madeBefore(ctx context.Context, login config.Login) []olderCredential {
	entries, _, err := session.Journal().Entries(ctx)
	if err != nil {
		return nil
	}
	var made []olderCredential
	for _, e := range entries {
		last, ended := e.Last()
		if e.Action != buyingName || e.Tenant.URL != login.BaseURL || e.Target.Name == in.credentialName ||
			ended && (last.Outcome == action.Refused || last.Outcome == action.NotSent) {
			continue
		}
		var asked struct{ Expires api.Duration }
		if json.Unmarshal(e.Intended, &asked) != nil || !asked.Expires.Set() {
			continue
		}
		if expires := e.At.Add(asked.Expires.D); in.Factory.Now().Before(expires) {
			made = append(made, olderCredential{name: e.Target.Name, expires: expires.Truncate(time.Second)})
		}
	}
	return made
}

func (in *signIn) reportOlder(older []olderCredential) {
	switch len(older) {
	case 0:
		return
	case 1:
		in.tell("An older credential of this computer may still be valid on the tenant; revoke it there unless you need it:\n")
	default:
		in.tell("%d older credentials of this computer may still be valid on the tenant; revoke them there unless you need them:\n",
			len(older))
	}
	for _, c := range older {
		in.tell("  %s", c)
	}
}
