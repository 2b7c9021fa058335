package action

import (
	"encoding/json"
	"net/url"

	"gatehouse/api"
	"gatehouse/pattern"
)

const hidden = "[hidden]"

var urlText = pattern.Of(`(?i)\b[a-z][a-z0-9+.-]*://[^\s"'<>]+`)

// RedactText leaves out of a text what opens or signs something: credentials, share codes, and of URLs the user, the query and the
// fragment.
func RedactText(text string) string {
	return api.HideCredentials(api.HideShareCodes(urlText().ReplaceAllStringFunc(text, bareURL)))
}

// bareURL is a URL without what may be secret in it.
func bareURL(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return hidden
	}
	if u.User == nil && u.RawQuery == "" && u.Fragment == "" && u.Opaque == "" {
		return text
	}
	user, end := "", ""
	if u.User != nil {
		user = hidden + "@"
	}
	if u.RawQuery != "" {
		end = "?" + hidden
	}
	if u.Fragment != "" {
		end += "#" + hidden
	}
	return u.Scheme + "://" + user + u.Host + u.EscapedPath() + end
}

// Redact leaves out of every string of a JSON text what RedactText leaves out.
func Redact(raw json.RawMessage) json.RawMessage { return api.RewriteStrings(raw, RedactText) }

// redacted is the entry as it may be written down.
func (e Entry) redacted() Entry {
	e.By.Name = api.Shorten(e.By.Name, briefSize)
	e.Target.Name, e.Target.ID = RedactText(api.Shorten(e.Target.Name, briefSize)), RedactText(e.Target.ID)
	e.Path = RedactText(api.RedactPath(e.Path))
	e.Intended = Redact(e.Intended)
	return e
}

func (e Ending) redacted() Ending {
	e.Message = RedactText(api.Shorten(e.Message, briefSize))
	return e
}

// briefSize is how much of a remote text the journal keeps, in bytes: one long name must not push the history out of the file.
const briefSize = 500
