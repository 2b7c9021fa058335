package login

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"gatehouse/api"
	"gatehouse/cli/cmdutil"
	"gatehouse/cli/session"
	"gatehouse/config"
	"gatehouse/credential"
	"gatehouse/textfile"
	"gatehouse/ui/draw"
)

func (in *signIn) tell(format string, args ...any) { in.Factory.Tell(in.Factory.Out, format, args...) }

// run decides where the credential will be kept before it gets one, since its secret can't be had twice.
func (in *signIn) run(ctx context.Context, lines []string) error {
	login, err := in.pasted(ctx, lines)
	if err != nil {
		return err
	}
	place, err := in.choosePlace(ctx)
	if err != nil {
		return err
	}
	if in.Paste {
		who, err := in.try(ctx, login, false)
		if err != nil {
			return ended(err)
		}
		return in.keep(ctx, login, place, who)
	}
	if login, err = in.withDevice(ctx); err != nil {
		return ended(err)
	}
	who, err := in.try(ctx, login, true)
	switch {
	case err == nil:
		return in.keep(ctx, login, place, who)
	case proves(err):
		return ended(fmt.Errorf("%w; %s isn't kept here: revoke it there", err, exists(login)))
	}
	return in.keepUntried(ctx, login, place, err)
}

// ended gives an error the exit status that fits it.
func ended(err error) error {
	var exit *cmdutil.ExitError
	switch {
	case errors.As(err, &exit):
		return err
	case errors.Is(err, cmdutil.ErrCancelled), errors.Is(err, context.Canceled):
		return cmdutil.Exit(cmdutil.Interrupted, errors.New("cancelled; nothing was stored"))
	case cmdutil.IsDenied(err):
		return cmdutil.Exit(cmdutil.Denied, err)
	}
	return cmdutil.Exit(cmdutil.Failed, err)
}

// choosePlace decides where the credential is kept: in the keyring, or where there is none in a file, after asking.
func (in *signIn) choosePlace(ctx context.Context) (config.Place, error) {
	if in.Store == storeFile {
		return in.fileIsPlace()
	}
	done := in.Factory.WaitForKeyring()
	err := in.logins.CheckKeyring(ctx)
	done()
	switch {
	case err == nil:
		return config.PlaceKeyring, nil
	case ctx.Err() != nil:
		return 0, ended(ctx.Err())
	case in.Store == storeKeyring:
		return 0, cmdutil.Exit(cmdutil.Failed, err)
	case in.asker == nil:
		return 0, cmdutil.Exit(cmdutil.Failed, fmt.Errorf("%w; add --store file to keep the credential in a file that only you can read", err))
	}
	in.tell("%s", cmdutil.Sentence(draw.Clean(err.Error())))
	yes, err := in.asker.Confirm(ctx, fmt.Sprintf("Keep the credential in a file that only you can read (%s)?",
		in.logins.File(in.tenant.BaseURL)))
	if err == nil && !yes {
		err = cmdutil.Exit(cmdutil.Failed, errors.New("there is no place for the credential; nothing was stored"))
	}
	if err != nil {
		return 0, ended(err)
	}
	return in.fileIsPlace()
}

// fileIsPlace makes sure that a file for the login can be written.
func (in *signIn) fileIsPlace() (config.Place, error) {
	if err := in.logins.CheckFile(in.tenant.BaseURL); err != nil {
		return 0, cmdutil.Exit(cmdutil.Failed, fmt.Errorf("%w; nothing was sent to the tenant", err))
	}
	return config.PlaceFile, nil
}

func pastedLines(from io.Reader) ([]string, error) {
	data, err := io.ReadAll(io.LimitReader(from, 2*credential.Size))
	if err != nil {
		return nil, fmt.Errorf("standard input can't be read: %w", err)
	}
	text, err := textfile.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("standard input %w", err)
	}
	var lines []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) != 2 {
		return nil, errors.New("standard input should hold two lines: the client id and the client secret")
	}
	return lines, nil
}

// pasted asks for a client id and its secret, with --paste; the client id tells the tenant where nothing else does.
func (in *signIn) pasted(ctx context.Context, lines []string) (config.Login, error) {
	if !in.Paste {
		return config.Login{}, nil
	}
	read := func(slot credential.Slot, what string) (string, error) {
		if len(lines) == 0 && in.asker == nil {
			return "", errors.New("there is no terminal to ask on: give client id and secret as two lines on standard input")
		}
		var text string
		if len(lines) > 0 {
			text, lines = lines[0], lines[1:]
		} else {
			var err error
			if text, err = in.asker.Hidden(ctx, "Paste the "+what+" (it isn't shown) and press enter: "); err != nil {
				return "", ended(err)
			}
		}
		got, err := credential.Read(slot, text)
		return got.Text(), err
	}
	id, err := read(credential.ClientID, "client id")
	var refusal *credential.Refusal
	if errors.As(err, &refusal) && refusal.Looks == credential.MisplacedKey {
		err = errors.New("that is the client secret; the client id comes first")
	}
	if err == nil {
		err = in.takeClientID(id)
	}
	if err != nil {
		return config.Login{}, unusable(err)
	}
	in.tell("Client %s on %s.", draw.Clean(id), in.tenant.BaseURL)
	secret, err := read(in.tenant.SecretSlot(), "client secret")
	if err != nil {
		return config.Login{}, unusable(err)
	}
	return config.Login{BaseURL: in.tenant.BaseURL, ClientID: id, ClientSecret: config.NewSecret(secret)}, nil
}

// unusable gives what was typed or piped wrongly the exit status of a wrong usage.
func unusable(err error) error {
	var exit *cmdutil.ExitError
	if errors.As(err, &exit) {
		return err
	}
	return cmdutil.Exit(cmdutil.Usage, err)
}

// takeClientID makes sure that the secret will go to the tenant that the client id names.
func (in *signIn) takeClientID(id string) error {
	if in.tenant.BaseURL == "" {
		base, err := config.BaseURLFromClientID(id)
		if err != nil {
			return fmt.Errorf("the client id %w; or say which tenant with --url", err)
		}
		in.tenant = config.Tenant{Name: session.NameFor(base), BaseURL: base, Auth: config.AuthAuto}
	}
	if err := config.SameTenant(in.tenant.BaseURL, id); err != nil {
		return fmt.Errorf("the client id %w", err)
	}
	return nil
}

func (in *signIn) options(auth api.Auth) api.Options {
	o := in.log
	o.BaseURL, o.CAFile, o.Auth = in.tenant.BaseURL, in.tenant.CAFile, auth
	return o
}

func firstOf(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}
