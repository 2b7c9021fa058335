package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"gatehouse/api"
	"gatehouse/config"
	"gatehouse/credential"
	"gatehouse/textfile"
	"gatehouse/ui/draw"
)

func (in *signIn) tell(format string, args ...any) { in.shell.tell(in.out, format, args...) }

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
	if in.flags.paste {
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

// askingKeyring is said while a keyring takes its time: it may want to be unlocked first.
const askingKeyring = "Waiting for the keyring; the desktop may ask for its password…"

// ended gives an error the exit status that fits it.
func ended(err error) error {
	var exit *exitError
	switch {
	case errors.As(err, &exit):
		return err
	case errors.Is(err, errCancelled), errors.Is(err, context.Canceled):
		return &exitError{exitInterrupted, errors.New("cancelled; nothing was stored")}
	case outcomeOf(err).status() == exitDenied:
		return &exitError{exitDenied, err}
	}
	return &exitError{exitFailed, err}
}

// choosePlace decides where the credential is kept: in the keyring, or where there is none in a file, after asking.
func (in *signIn) choosePlace(ctx context.Context) (config.Place, error) {
	if in.flags.store == storeFile {
		return in.fileIsPlace()
	}
	done := in.meanwhile(askingKeyring)
	err := in.store.CheckKeyring(ctx)
	done()
	switch {
	case err == nil:
		return config.PlaceKeyring, nil
	case ctx.Err() != nil:
		return 0, ended(ctx.Err())
	case in.flags.store == storeKeyring:
		return 0, &exitError{exitFailed, err}
	case in.asker == nil:
		return 0, &exitError{exitFailed, fmt.Errorf("%w; add --store file to keep the credential in a file that only you can read", err)}
	}
	in.tell("%s", sentence(draw.Clean(err.Error())))
	yes, err := in.asker.Confirm(ctx, fmt.Sprintf("Keep the credential in a file that only you can read (%s)?", in.store.File(in.tenant.BaseURL)))
	if err == nil && !yes {
		err = &exitError{exitFailed, errors.New("there is no place for the credential; nothing was stored")}
	}
	if err != nil {
		return 0, ended(err)
	}
	return in.fileIsPlace()
}

// fileIsPlace makes sure that a file for the login can be written.
func (in *signIn) fileIsPlace() (config.Place, error) {
	if err := in.store.CheckFile(in.tenant.BaseURL); err != nil {
		return 0, &exitError{exitFailed, fmt.Errorf("%w; nothing was sent to the tenant", err)}
	}
	return config.PlaceFile, nil
}

func (s *shell) pastedLines() ([]string, error) {
	data, err := io.ReadAll(io.LimitReader(s.in, 2*credential.Size))
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
	if !in.flags.paste {
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
	var exit *exitError
	if errors.As(err, &exit) {
		return err
	}
	return &exitError{exitUsage, err}
}

// takeClientID makes sure that the secret will go to the tenant that the client id names.
func (in *signIn) takeClientID(id string) error {
	if in.tenant.BaseURL == "" {
		base, err := config.BaseURLFromClientID(id)
		if err != nil {
			return fmt.Errorf("the client id %w; or say which tenant with --url", err)
		}
		in.tenant = config.Tenant{Name: nameFor(base), BaseURL: base, Auth: config.AuthAuto}
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
