package tenant

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ParseFault reads a rule as a flag has it: method, path, then settings. For example
//
//	POST /api/v1/search/hooks status=503 times=2 retry-after=1
//	* ** percent=5 status=500 message="try again"
//	POST /api/v1/webhooks drop=after
//	GET /api/v1/llm-gateway/keys tokens=+ row={"displayName":null}
//
// Settings: match (text in the body or query string) skip every percent times; delay; status code message body html empty retry-after
// header (Name:value) redirect apply; cut (bytes); drop (before, after); hang; revoke (all tokens); lie; stale; lag (a duration, 0s for
// at once, a number of reads, or hold); merge, row (JSON objects); tokens (by commas).
func ParseFault(text string) (Rule, error) {
	words, err := faultWords(text)
	if err != nil {
		return Rule{}, fmt.Errorf("fault %q: %w", text, err)
	}
	if len(words) < 3 {
		return Rule{}, fmt.Errorf("fault %q: want a method, a path and at least one setting, as in %q", text, "GET /api/v1/hooks status=503")
	}
	r := Rule{Method: words[0], Path: words[1]}
	if r.Path != "*" && r.Path != "**" && !strings.HasPrefix(r.Path, "/") {
		return Rule{}, fmt.Errorf("fault %q: the path %q must start with /", text, r.Path)
	}
	for _, word := range words[2:] {
		name, value, _ := strings.Cut(word, "=")
		if err := r.set(name, value); err != nil {
			return Rule{}, fmt.Errorf("fault %q: %w", text, err)
		}
	}
	return r, nil
}

// faultWords splits at spaces, but not within quotes or a JSON object. Quotes around a value are taken off.
func faultWords(text string) ([]string, error) {
	var words []string
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		end := strings.IndexAny(text, " \t={\"")
		if end < 0 {
			return append(words, text), nil
		}
		if text[end] != '=' || end+1 == len(text) {
			end = strings.IndexAny(text+" ", " \t")
			words, text = append(words, text[:end]), text[end:]
			continue
		}
		value := text[end+1:]
		switch value[0] {
		case '"':
			quoted, err := strconv.QuotedPrefix(value)
			if err != nil {
				return nil, fmt.Errorf("a quote is not closed")
			}
			plain, err := strconv.Unquote(quoted)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", quoted, err)
			}
			words, text = append(words, text[:end+1]+plain), value[len(quoted):]
		case '{':
			dec := json.NewDecoder(strings.NewReader(value))
			var object json.RawMessage
			if err := dec.Decode(&object); err != nil {
				return nil, fmt.Errorf("%s is not a JSON object: %w", text[:end], err)
			}
			n := int(dec.InputOffset())
			words, text = append(words, text[:end+1]+value[:n]), value[n:]
		default:
			n := end + 1 + strings.IndexAny(value+" ", " \t")
			words, text = append(words, text[:n]), text[n:]
		}
	}
	return words, nil
}

// set applies one setting.
func (r *Rule) set(name, value string) error {
	numbers := map[string]*int{"skip": &r.Skip, "every": &r.Every, "times": &r.Times, "status": &r.Status, "code": &r.Code, "cut": &r.Cut}
	texts := map[string]*string{"message": &r.Message, "body": &r.Body, "retry-after": &r.RetryAfter, "redirect": &r.Redirect,
		"match": &r.Match}
	flags := map[string]*bool{"html": &r.HTML, "empty": &r.Empty, "apply": &r.Apply, "hang": &r.Hang, "lie": &r.Lie, "stale": &r.Stale,
		"revoke": &r.Revoke}
	objects := map[string]*json.RawMessage{"merge": &r.Merge, "row": &r.RowMerge}
	var err error
	if into := numbers[name]; into != nil {
		if *into, err = strconv.Atoi(value); err != nil {
			return fmt.Errorf("%s=%s: want a whole number", name, value)
		}
		if name == "cut" && r.Cut == 0 {
			r.Cut = -1
		}
		return r.checkStatus()
	}
	if into := texts[name]; into != nil {
		*into = value
		return nil
	}
	if into := flags[name]; into != nil {
		if *into = value == ""; !*into {
			if *into, err = strconv.ParseBool(value); err != nil {
				return fmt.Errorf("%s=%s: want true or false", name, value)
			}
		}
		return nil
	}
	if into := objects[name]; into != nil {
		var any map[string]any
		if err := json.Unmarshal([]byte(value), &any); err != nil {
			return fmt.Errorf("%s: want a JSON object: %w", name, err)
		}
		*into = json.RawMessage(value)
		return nil
	}
	known := slices.Concat(slices.Collect(maps.Keys(numbers)), slices.Collect(maps.Keys(texts)), slices.Collect(maps.Keys(flags)),
		slices.Collect(maps.Keys(objects)))
	return r.setOther(name, value, known)
}

func (r *Rule) checkStatus() error {
	if r.Status != 0 && (r.Status < 200 || r.Status > 599) {
		return fmt.Errorf("status=%d: want a status of 200 to 599", r.Status)
	}
	return nil
}

// setOther applies a setting that has a form of its own; known are the names of the others.
func (r *Rule) setOther(name, value string, known []string) (err error) {
	switch name {
	case "delay":
		if r.Delay, err = time.ParseDuration(value); err != nil {
			return fmt.Errorf("delay=%s: want a duration such as 250ms", value)
		}
	case "percent":
		if r.Percent, err = strconv.ParseFloat(value, 64); err != nil || r.Percent <= 0 || r.Percent > 100 {
			return fmt.Errorf("percent=%s: want a number above 0 and up to 100", value)
		}
	case "drop":
		r.DropBefore, r.DropAfter = value == "before", value == "after"
		if r.DropBefore == r.DropAfter {
			return fmt.Errorf("drop=%s: want before or after", value)
		}
	case "header":
		field, content, ok := strings.Cut(value, ":")
		if !ok {
			return fmt.Errorf("header=%s: want Name:value", value)
		}
		if r.Header == nil {
			r.Header = map[string]string{}
		}
		r.Header[strings.TrimSpace(field)] = strings.TrimSpace(content)
	case "tokens":
		r.Tokens = strings.Split(value, ",")
	case "lag":
		r.Lag, err = parseLag(value)
		return err
	default:
		known = append(known, "delay", "percent", "drop", "header", "tokens", "lag")
		slices.Sort(known)
		return fmt.Errorf("unknown setting %q; there are %s", name, strings.Join(known, ", "))
	}
	return nil
}

func parseLag(value string) (*Lag, error) {
	if value == "hold" {
		return &Lag{Hold: true}, nil
	}
	if n, err := strconv.Atoi(value); err == nil && n > 0 {
		return &Lag{Reads: n}, nil
	}
	d, err := time.ParseDuration(value)
	if err != nil || d < 0 {
		return nil, fmt.Errorf("lag=%s: want a duration such as 2s (0s: at once), a number of reads, or hold", value)
	}
	return &Lag{For: d}, nil
}
