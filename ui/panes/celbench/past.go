package celbench

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/pattern"
	"gatehouse/state"
	"gatehouse/ui/form"
)

// tried is an expression that was evaluated, or kept, with what came of it.
type tried struct {
	text     string
	at       time.Time
	answered bool
	result   api.CELResult
	err      error
	problems []Problem // of an expression that the tenant refused
}

// Problem is what is wrong with an expression, and where if the tenant says so.
type Problem struct {
	At      form.Mark // Line 0: not told
	Message string
}

func (t *tried) ok() bool { return t.answered && t.err == nil }

func (t *tried) answer(r api.CELResult, err error, now time.Time) {
	t.answered, t.result, t.err, t.at, t.problems = true, r, err, now, nil
	var refused *api.Error
	if errors.As(err, &refused) && refused.Kind == api.KindInvalid {
		t.problems = ProblemsIn(refused.Message)
	}
}

// placeWords is how evaluators tell a line and a column: "1:9: …", also after "<input>:".
var placeWords = pattern.Of(`(?:^|[\s>])(?:<input>)?:?(\d{1,5}):(\d{1,5}): `)

// ProblemsIn takes a refusal apart at the places that it names.
func ProblemsIn(message string) []Problem {
	found := placeWords().FindAllStringSubmatchIndex(message, -1)
	if len(found) == 0 {
		return []Problem{{Message: message}}
	}
	var problems []Problem
	for i, at := range found {
		line, _ := strconv.Atoi(message[at[2]:at[3]])
		column, _ := strconv.Atoi(message[at[4]:at[5]])
		end := len(message)
		if i+1 < len(found) {
			end = found[i+1][0]
		}
		text := strings.TrimSpace(message[at[1]:end])
		text = strings.TrimSpace(strings.TrimSuffix(text, "ERROR:"))
		problems = append(problems, Problem{form.Mark{Line: line, Column: column}, text})
	}
	return problems
}

// past is the history of the bench: what was evaluated, oldest first, and what is typed after that.
type past struct {
	all   []*tried
	at    int    // what is in the editor; len(all): the draft
	draft string // what was typed before the history was gone through
	asked bool   // the state folder was asked
}

// most is how many expressions are kept.
const mostTried = 100

// try puts an expression that is evaluated now at the end of the history.
func (p *past) try(text string, now time.Time) *tried {
	t := &tried{text: text, at: now}
	if n := len(p.all); n > 0 && p.all[n-1].text == text {
		p.all[n-1] = t
	} else {
		p.all = append(p.all, t)
	}
	p.all = p.all[max(0, len(p.all)-mostTried):]
	p.at, p.draft = len(p.all)-1, ""
	return t
}

// Has reports whether a text is in the history.
func (p *past) Has(text string) bool {
	return slices.ContainsFunc(p.all, func(t *tried) bool { return t.text == text })
}

// keep puts a text into the history that is about to be replaced, so that it isn't lost.
func (p *past) keep(text string, now time.Time) {
	if strings.TrimSpace(text) == "" {
		return
	}
	if !p.Has(text) {
		p.all = append(p.all, &tried{text: text, at: now})
	}
}

// typed makes what is in the editor the draft.
func (p *past) typed() { p.at = len(p.all) }

// older is the expression before the one in the editor, newer the one after it; now is what stands there.
func (p *past) older(now string) (*tried, string, bool) {
	if p.at == 0 {
		return nil, "", false
	}
	if p.at == len(p.all) {
		p.draft = now
	}
	p.at--
	if p.all[p.at].text == now && p.at > 0 {
		p.at--
	}
	return p.all[p.at], p.all[p.at].text, true
}

func (p *past) newer(string) (*tried, string, bool) {
	if p.at >= len(p.all) || p.at == len(p.all)-1 && p.draft == "" {
		return nil, "", false
	}
	p.at++
	if p.at == len(p.all) {
		return nil, p.draft, true
	}
	return p.all[p.at], p.all[p.at].text, true
}

// remembered are the expressions of former sessions, the latest first.
type remembered struct{ texts []string }

// CELKind is under what the state folder keeps expressions.
const CELKind = "cel"

// remember keeps an expression for the next session. That it can't be kept is no trouble worth a word: it is in this one's history.
func (b *Pane) remember(text string) tea.Cmd {
	store, tenant := b.Env.Opened, b.Env.Client.BaseURL()
	if store == nil || len(text) > 4096 {
		return nil
	}
	return b.Env.Saves.Command(func(ctx context.Context) tea.Msg {
		_ = store.Remember(ctx, tenant, CELKind, state.Opened{IDs: map[string]string{"expression": text}})
		return nil
	})
}

// recall brings the expressions of former sessions, once.
func (b *Pane) recall() tea.Cmd {
	store, tenant := b.Env.Opened, b.Env.Client.BaseURL()
	if store == nil || b.past.asked {
		return nil
	}
	b.past.asked = true
	return func() tea.Msg {
		opened, err := store.Opened(tenant, CELKind)
		if err != nil {
			return nil
		}
		var texts []string
		for _, o := range opened {
			texts = append(texts, o.IDs["expression"])
		}
		return b.Address(remembered{texts})
	}
}

// recall puts former expressions before those of this session.
func (p *past) recall(texts []string) {
	known := map[string]bool{"": true}
	for _, t := range p.all {
		known[t.text] = true
	}
	var before []*tried
	for i := len(texts) - 1; i >= 0; i-- {
		if !known[texts[i]] {
			known[texts[i]] = true
			before = append(before, &tried{text: texts[i]})
		}
	}
	p.all = append(before, p.all...)
	p.at += len(before)
}
