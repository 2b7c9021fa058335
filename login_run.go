package main

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
	bought := !in.flags.paste
	if bought {
		if login, err = in.withDevice(ctx); err != nil {
			return err
		}
	}
	who, err := in.try(ctx, login, bought)
	if err != nil {
		return in.notKept(login, bought, err)
	}
	login.Name = in.tenant.Name
	done := in.meanwhile(askingKeyring)
	left, err := in.store.Store(ctx, login, place)
	done()
	if err != nil {
		return in.notKept(login, bought, err)
	}
	in.done(login, place, who)
	if left != nil {
		in.tell("An older copy of your login may be left: %s.", draw.Clean(left.Error()))
	}
	return nil
}

// askingKeyring is said while a keyring takes its time: it may want to be unlocked first.
const askingKeyring = "Waiting for the keyring; the desktop may ask for its password…"

// notKept says that a credential exists that nobody has.
func (in *signIn) notKept(login config.Login, bought bool, err error) error {
	if bought {
		err = fmt.Errorf("%w; the credential %s exists on the tenant but isn't kept here: revoke it there", err, login.ClientID)
	}
	return ended(err)
}

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
		return config.PlaceFile, nil
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

// withDevice signs in with a code that the person confirms elsewhere, and buys a credential with the short-lived token.
func (in *signIn) withDevice(ctx context.Context) (config.Login, error) {
	options := in.options(api.Auth{})
	id := firstOf(in.flags.deviceID, in.tenant.DeviceClientID, deviceClientID)
	device, err := api.StartDeviceSignIn(ctx, options, id)
	if api.KindOf(err) == api.KindUnsupported {
		err = fmt.Errorf("%w; give a client id and secret with --paste", err)
	}
	if err != nil {
		return config.Login{}, ended(err)
	}
	defer device.Close()
	in.tell("To sign in to %s, open\n\n  %s\n\nand confirm this code there:\n\n  %s\n", in.tenant.BaseURL, draw.Clean(device.VerificationURI), draw.Clean(device.UserCode))
	if complete := device.VerificationURIComplete; complete != "" {
		in.tell("Or open this address, which holds the code:\n\n  %s\n", draw.Clean(complete))
	}
	in.tell("The code is good until %s. Waiting; ctrl+c cancels.", device.ExpiresAt.Local().Format("15:04"))
	token, err := device.Wait(ctx)
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		return config.Login{}, ended(err)
	}
	login, err := in.buy(ctx, token)
	if err != nil {
		return login, ended(err)
	}
	return login, nil
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
