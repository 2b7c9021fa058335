package login

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/cli/cmdutil"
	"gatehouse/cli/session"
	"gatehouse/config"
	"gatehouse/ui/draw"
)

const (
	buyingName  = "login.credential"
	answerLimit = 5 * time.Second // how long an answer is waited for after somebody has ended the command
	longestHost = 60              // characters of this computer's name in a credential's
)

// purchase is the making of a personal credential: an action like any other, journalled and never repeated.
type purchase struct {
	name   string
	life   time.Duration
	made   api.PersonalClient // as far as the answer tells
	unread error              // why the answer, which may hold the credential, can't be used
}

func (p *purchase) spec() *action.Spec[api.PersonalClient] {
	return &action.Spec[api.PersonalClient]{
		New:  true,
		Name: buyingName, Title: "Create credential", Doing: "Creating the credential", Done: "Created the credential", Noun: "credential",
		Request: func(c api.PersonalClient, _ action.Draft) (api.Request, error) {
			return api.CreatePersonalClient(api.NewPersonalClient{DisplayName: c.DisplayName, Expires: api.NewDuration(p.life)})
		},
		Answer: func(a api.Answer) (*api.PersonalClient, error) {
			p.made, p.unread = api.PersonalClientFrom(a)
			made := p.made
			return &made, p.unread
		},
		Check: func(_ api.PersonalClient, _ action.Draft, now api.PersonalClient, _ bool) action.Verdict {
			if now.ClientSecret == "" {
				return action.NotDone
			}
			return action.Done
		},
	}
}

func describeCredential(c api.PersonalClient) action.Target {
	return action.Target{Kind: "personal credential", ID: c.ID, Name: c.DisplayName}
}

// nameCredential makes a name that tells which computer made a credential and when, so that one can be told from another on the tenant.
func (in *signIn) nameCredential() string {
	name := "gatehouse"
	if host, err := os.Hostname(); err == nil && host != "" {
		letters := []rune(draw.Clean(host))
		name += " on " + string(letters[:min(len(letters), longestHost)])
	}
	return name + ", " + in.Factory.Now().UTC().Format("2006-01-02 15:04:05 UTC")
}

// buy makes a personal credential with the token of a sign-in. Its secret is given only once.
func (in *signIn) buy(ctx context.Context, token string) (config.Login, error) {
	client, err := api.New(in.options(api.Auth{Token: token}))
	if err != nil {
		return config.Login{}, err
	}
	defer client.Close()
	runner := action.NewRunner(action.Options{Client: client, Journal: session.Journal(), Now: in.Factory.Now,
		Tenant: action.Tenant{Name: in.tenant.Name, URL: client.BaseURL()}})
	defer runner.Close()
	runner.WarnWithoutJournal(func(err error) { in.tell("%s This is done without it.", cmdutil.Sentence(draw.Clean(err.Error()))) })
	if me, err := client.Introspect(ctx); err == nil { // not every tenant tells who one is
		runner.Identify(action.Person{ID: me.UserID})
	}
	made, err := in.makeOfSomeLife(ctx, runner)
	if err != nil {
		return config.Login{}, err
	}
	login := config.Login{BaseURL: in.tenant.BaseURL, ClientID: made.ClientID,
		ClientSecret: config.NewSecret(made.ClientSecret), Expires: made.Expires}
	if login.Expires.IsZero() {
		login.Expires = in.Factory.Now().Add(in.life)
	}
	login.Expires = login.Expires.UTC().Truncate(time.Second)
	if err := config.SameTenant(in.tenant.BaseURL, made.ClientID); err != nil {
		return config.Login{}, cmdutil.Exit(cmdutil.Failed,
			fmt.Errorf("the client id in the answer %w; %s isn't kept here: revoke it there", err, exists(login)))
	}
	return login, nil
}

// makeOfSomeLife makes the credential, and asks for another life when the tenant doesn't grant the one that was wanted: the sign-in is good
// for more than one request.
func (in *signIn) makeOfSomeLife(ctx context.Context, runner *action.Runner) (api.PersonalClient, error) {
	for {
		in.credentialName = in.nameCredential()
		made, err := in.make(ctx, runner)
		if !aboutLife(err) {
			return made, err
		}
		if in.asker == nil {
			return made, fmt.Errorf("%w; no credential was created: choose a shorter life with --expires, such as --expires 7d", err)
		}
		in.tell("%s", cmdutil.Sentence(draw.Clean(err.Error())))
		if in.life, err = in.askLife(ctx); err != nil {
			return made, err
		}
	}
}

// aboutLife reports whether a tenant refused how long a credential was to live.
func aboutLife(err error) bool {
	var e *api.Error
	if !errors.As(err, &e) || e.Kind != api.KindInvalid {
		return false
	}
	said := strings.ToLower(e.Message)
	for _, word := range []string{"expir", "life", "duration", "valid for", "ttl", "at most", "too long", "maximum", "day", "hour"} {
		if strings.Contains(said, word) {
			return true
		}
	}
	return false
}

func (in *signIn) askLife(ctx context.Context) (time.Duration, error) {
	for {
		text, err := in.asker.Line(ctx, "How long should the credential live instead, such as 7d or 12h? (enter: none is created) ")
		if text = strings.TrimSpace(text); err == nil && text == "" {
			err = cmdutil.ErrCancelled
		}
		if err != nil {
			return 0, err
		}
		life, err := parseLife(text)
		if err == nil {
			return life, nil
		}
		in.tell("That is not a time such as 12h or 7d.")
	}
}

// make runs the purchase and says when a credential may exist that nobody has.
func (in *signIn) make(ctx context.Context, runner *action.Runner) (api.PersonalClient, error) {
	p := &purchase{name: in.credentialName, life: in.life}
	plan, err := action.Bind(p.spec(), describeCredential, action.Draft{}, api.PersonalClient{DisplayName: p.name})
	if err != nil {
		return api.PersonalClient{}, err
	}
	if err := ctx.Err(); err != nil {
		return api.PersonalClient{}, err
	}
	result, answered := in.follow(ctx, runner, runner.Start(plan))
	made, _ := result.Now.(api.PersonalClient)
	err = result.Err
	switch {
	case !answered:
		return made, cmdutil.Exit(cmdutil.Interrupted,
			fmt.Errorf("cancelled while the credential was being created; nothing was stored, and %s", p.mayExist()))
	case errors.Is(err, action.ErrNotStarted):
		return made, context.Canceled
	case err != nil && result.Outcome != action.Refused && result.Outcome != action.NotSent:
		return made, cmdutil.Exit(cmdutil.Failed,
			fmt.Errorf("the tenant was asked for a credential, and it is unknown whether it made one. %s What to do: %s",
				action.Heard(err), p.mayExist()))
	case api.KindOf(err) == api.KindForbidden:
		return made, fmt.Errorf("%w; ask for the role that may create credentials, sign in as another program with --device-client-id, "+
			"or give a client id and secret with --paste", err)
	case err != nil:
		return made, err
	case made.ClientSecret == "":
		return made, fmt.Errorf("%w; %s", p.unread, p.mayExist())
	}
	return made, nil
}

// follow waits for the end of the purchase. Once the command is ended, what wasn't sent stays unsent, and the answer to what was sent is
// waited for a moment: it holds a credential.
func (in *signIn) follow(ctx context.Context, runner *action.Runner, run *action.Run) (result action.Result, answered bool) {
	for {
		event, ok := run.Next(ctx)
		if ok && event.Phase == action.Ended {
			return event.Result, true
		}
		if ok {
			continue
		}
		break
	}
	runner.Halt()
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), answerLimit)
	defer cancel()
	defer in.Factory.Meanwhile("Waiting a moment for the answer about the credential…")()
	for {
		event, ok := run.Next(late)
		if !ok || event.Phase == action.Ended {
			return event.Result, ok
		}
	}
}

func (p *purchase) mayExist() string {
	text := fmt.Sprintf("a credential called %q may exist on the tenant: look for it there and revoke it", p.name)
	if p.made.ClientID != "" {
		text += fmt.Sprintf(" (its client id is %s)", draw.Clean(p.made.ClientID))
	}
	return text
}
