package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/config"
	"gatehouse/ui/draw"
)

// purchase is the making of a personal credential: an action like any other, journalled and never repeated.
type purchase struct {
	name   string
	life   time.Duration
	unread error // why the answer, which may hold the credential, can't be used
}

func (p *purchase) spec() *action.Spec[api.PersonalClient] {
	return &action.Spec[api.PersonalClient]{
		New:  true,
		Name: "login.credential", Title: "Make credential", Doing: "Making the credential", Done: "Made the credential", Noun: "credential",
		Request: func(c api.PersonalClient, _ action.Draft) (api.Request, error) {
			return api.CreatePersonalClient(api.NewPersonalClient{DisplayName: c.DisplayName, Expires: api.NewDuration(p.life)})
		},
		Answer: func(a api.Answer) (*api.PersonalClient, error) {
			made, err := api.PersonalClientFrom(a)
			p.unread = err
			return &made, err
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

// buy makes a personal credential with the token of a sign-in. Its secret is given only once.
func (in *signIn) buy(ctx context.Context, token string) (config.Login, error) {
	client, err := api.New(in.options(api.Auth{Token: token}))
	if err != nil {
		return config.Login{}, err
	}
	defer client.Close()
	runner := action.NewRunner(action.Options{Client: client, Journal: journal(), Tenant: action.Tenant{Name: in.tenant.Name, URL: client.BaseURL()}})
	defer runner.Close()
	runner.WarnWithoutJournal(func(err error) { in.tell("%s This is done without it.", sentence(draw.Clean(err.Error()))) })
	if me, err := client.Introspect(ctx); err == nil { // not every tenant tells who one is
		runner.Identify(action.Person{ID: me.UserID})
	}
	made, err := in.make(ctx, runner)
	if err != nil {
		return config.Login{}, err
	}
	if err := config.SameTenant(in.tenant.BaseURL, made.ClientID); err != nil {
		return config.Login{}, fmt.Errorf("the client id in the answer %w", err)
	}
	expires := in.now().Add(in.life)
	return config.Login{BaseURL: in.tenant.BaseURL, ClientID: made.ClientID, ClientSecret: config.NewSecret(made.ClientSecret), Expires: expires.UTC().Truncate(time.Second)}, nil
}

// make runs the purchase and says when a credential may exist that nobody has.
func (in *signIn) make(ctx context.Context, runner *action.Runner) (api.PersonalClient, error) {
	p := &purchase{name: "gatehouse", life: in.life}
	if host, err := os.Hostname(); err == nil && host != "" {
		p.name += " on " + draw.Clean(host)
	}
	plan, err := action.Bind(p.spec(), describeCredential, action.Draft{}, api.PersonalClient{DisplayName: p.name})
	if err != nil {
		return api.PersonalClient{}, err
	}
	run := runner.Start(plan)
	for {
		event, ok := run.Next(ctx)
		switch {
		case !ok:
			return api.PersonalClient{}, &exitError{exitInterrupted, fmt.Errorf("cancelled while the credential was being made; nothing was stored, and %s", p.mayExist())}
		case event.Phase != action.Ended:
			continue
		}
		made, _ := event.Result.Now.(api.PersonalClient)
		switch err := event.Result.Err; {
		case api.KindOf(err) == api.KindOutcomeUnknown:
			return made, fmt.Errorf("%w; %s", err, p.mayExist())
		case err != nil:
			return made, err
		case made.ClientSecret == "":
			return made, p.unread
		}
		return made, nil
	}
}

func (p *purchase) mayExist() string {
	return fmt.Sprintf("a credential called %q may exist on the tenant: look for it there", p.name)
}
