package secrets

import (
	"encoding/json"
	"strings"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/pattern"
)

// HiddenShare stands for a text that opens a secret.
const HiddenShare = "•••• (hidden)"

// hidden stands for a text that opens a secret, and for none when there is none.
func hidden(s string) string {
	if s == "" {
		return ""
	}
	return HiddenShare
}

// shareMembers are the members of a record that hold what opens a secret, in both spellings of the wild.
var shareMembers = pattern.Of(`("share_?(?:[uU]rl|URL|[cC]ode)"\s*:\s*)"(?:[^"\\]|\\.)+"`)

// WithoutShares is a record as the tenant sent it, but for what opens a secret. s is the secret that it is about.
func WithoutShares(raw json.RawMessage, s api.Secret) json.RawMessage {
	return json.RawMessage(withoutShareText(s)(shareMembers().ReplaceAllString(string(raw), `${1}"`+HiddenShare+`"`)))
}

// withoutCodes makes of a text of an audit event the same without what opens a secret: the one it was asked about, whose code is known,
// and others, whose codes are known by their shape.
func withoutCodes(s api.Secret) func(text string) string {
	withoutShares := withoutShareText(s)
	return func(text string) string { return api.HideShareCodes(withoutShares(text)) }
}

// eventWithoutCodes is withoutShares for an audit event.
func eventWithoutCodes(raw json.RawMessage, s api.Secret) json.RawMessage {
	return api.RewriteStrings(WithoutShares(raw, s), api.HideShareCodes)
}

// withoutShareText makes of a text the same without the share code and the share URL of a secret, however it spells them.
func withoutShareText(s api.Secret) func(text string) string {
	return api.Masker(HiddenShare, append(action.Opens(s), strings.ReplaceAll(s.ShareURL, "/", `\/`))...)
}
