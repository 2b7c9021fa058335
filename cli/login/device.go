package login

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"gatehouse/api"
	"gatehouse/cli/cmdutil"
	"gatehouse/config"
	"gatehouse/credential"
	"gatehouse/span"
	"gatehouse/ui/draw"
)

// slowPolls is the time between polls from which on a person should know why nothing seems to happen.
const slowPolls = 15 * time.Second

// withDevice signs in with a code that the person confirms elsewhere, and buys a credential with the short-lived token.
func (in *signIn) withDevice(ctx context.Context) (config.Login, error) {
	id := firstOf(in.DeviceID, in.tenant.DeviceClientID, deviceClientID)
	if _, err := credential.Read(credential.ClientID, id); err != nil {
		return config.Login{}, cmdutil.Exit(cmdutil.Usage, fmt.Errorf("--device-client-id or device_client_id: %w", err))
	}
	said := in.Factory.Meanwhile("Asking " + hostOf(in.tenant.BaseURL) + " for a code…")
	device, err := api.StartDeviceSignIn(ctx, in.options(api.Auth{}), id)
	said()
	if err != nil {
		return config.Login{}, otherWays(id, err)
	}
	defer device.Close()
	in.showCode(device)
	device.Notice = func(err error, wait time.Duration) {
		in.tell("No usable answer yet: %s Still waiting; asking again in %s.", cmdutil.Sentence(draw.Clean(err.Error())), span.Words(wait))
	}
	token, err := device.Wait(ctx)
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		return config.Login{}, otherWays(id, err)
	}
	login, err := in.buy(ctx, token)
	return login, otherWays(id, err)
}

// showCode says what to do in the browser, and what to look at twice there.
func (in *signIn) showCode(device *api.DeviceSignIn) {
	in.tell("To sign in to %s, open\n\n  %s\n\nand confirm this code there:\n\n  %s\n",
		in.tenant.BaseURL, draw.Clean(device.VerificationURI), draw.Clean(device.UserCode))
	complete := device.VerificationURIComplete
	if complete != "" {
		in.tell("Or open this address, which holds the code:\n\n  %s\n", draw.Clean(complete))
	}
	warned := ""
	for _, address := range []string{device.VerificationURI, complete} {
		if host := device.Elsewhere(address); address != "" && host != "" && host != warned {
			in.tell("Careful: that address is on %s, not on %s. Confirm the code only if you know that this tenant signs people in there.\n",
				draw.Clean(host), hostOf(in.tenant.BaseURL))
			warned = host
		}
	}
	if device.Interval > slowPolls {
		in.tell("The tenant wants to be asked only every %s, so gatehouse may notice your answer that much later.", span.Words(device.Interval))
	}
	in.tell("The code is good until %s. Waiting; ctrl+c cancels.", device.ExpiresAt.Local().Format("15:04"))
}

func hostOf(base string) string {
	u, err := url.Parse(base)
	if err != nil {
		return base
	}
	return u.Host
}

// otherWays adds to a refusal how else one can sign in.
func otherWays(id string, err error) error {
	switch api.KindOf(err) {
	case api.KindUnsupported:
		return fmt.Errorf("%w; give a client id and secret with --paste", err)
	case api.KindUnauthenticated:
		return fmt.Errorf("%w; gatehouse signed in as the program %q: "+
			"name another that may sign in here with --device-client-id, or give a client id and secret with --paste",
			err, id)
	}
	return err
}
