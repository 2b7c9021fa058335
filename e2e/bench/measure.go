//go:build linux || darwin

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"time"

	"gatehouse/e2e/term"
)

// program is a program under measurement, and what was found.
type program struct {
	name, command string
	args, env     []string
	ready         *regexp.Regexp
	lead          string // pressed once before keys
	keys, quit    string

	firstFrames, readies []time.Duration // since the start
	paints               []time.Duration // since the key
	missed               int             // keys without any change
	idle                 idleCost
	memory               int64 // bytes resident while idle
}

type idleCost struct {
	cpu   float64 // percent of one core
	bytes int     // written to the terminal
}

// paint is a change of the screen.
type paint struct {
	at     time.Time
	screen *term.Screen
}

func measure(ctx context.Context, s settings, programs ...*program) error {
	for range s.starts {
		for _, p := range programs {
			if _, err := p.measureStart(ctx, s); err != nil {
				return fmt.Errorf("start of %s: %w", p.name, err)
			}
		}
	}
	for round := range s.rounds {
		n := s.presses / s.rounds
		if round < s.presses%s.rounds {
			n++
		}
		for _, p := range programs {
			if err := p.measureKeys(ctx, s, n, uint64(round)); err != nil { //nolint:gosec // a small count
				return fmt.Errorf("keys of %s: %w", p.name, err)
			}
		}
	}
	return measureIdle(ctx, s, programs)
}

func (p *program) start(ctx context.Context, s settings, onPaint func(paint)) (*term.Session, error) {
	return term.Start(ctx, term.Options{
		Command: p.command, Args: p.args, Env: p.env, Width: s.width, Height: s.height,
		OnPaint: func(at time.Time, screen *term.Screen) { onPaint(paint{at, screen}) },
	})
}

func (p *program) measureStart(ctx context.Context, s settings) (began time.Time, err error) {
	var first, ready time.Time
	done := make(chan struct{})
	session, err := p.start(ctx, s, func(c paint) {
		if first.IsZero() && !c.screen.Blank() {
			first = c.at
		}
		if ready.IsZero() && p.ready.MatchString(c.screen.String()) {
			ready = c.at
			close(done)
		}
	})
	if err != nil {
		return began, err
	}
	defer func() { _ = session.Close() }()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		return began, fmt.Errorf("the screen never matches %q:\n%s", p.ready, session.Screen())
	}
	p.firstFrames = append(p.firstFrames, first.Sub(session.Started()))
	p.readies = append(p.readies, ready.Sub(session.Started()))
	return session.Started(), p.end(ctx, session)
}

// end quits the program the way a person does; one that doesn't go is killed
// when its session is closed.
func (p *program) end(ctx context.Context, session *term.Session) error {
	if err := session.WaitQuiet(ctx, 50*time.Millisecond); err != nil {
		return err
	}
	if err := session.Keys(p.quit); err != nil {
		return err
	}
	wait, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	_, err := session.Wait(wait)
	return err
}

func (p *program) measureKeys(ctx context.Context, s settings, n int, seed uint64) error {
	paints := make(chan paint, 4096)
	session, err := p.start(ctx, s, func(c paint) {
		select {
		case paints <- c:
		default: // more paints than anybody waits for
		}
	})
	if err != nil {
		return err
	}
	defer func() { _ = session.Close() }()
	if err := p.settle(ctx, session); err != nil {
		return err
	}
	if err := p.leadIn(ctx, session); err != nil {
		return err
	}
	gaps := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // gaps between keys
	for range n {
		if err := p.press(session, paints); err != nil {
			return err
		}
		time.Sleep(20*time.Millisecond + time.Duration(gaps.Int64N(int64(17*time.Millisecond))))
	}
	if p.missed > 0 && len(p.paints) == 0 {
		return errNoKeys
	}
	return p.end(ctx, session)
}

func (p *program) settle(ctx context.Context, session *term.Session) error {
	if err := session.WaitFor(ctx, p.ready.String(), func(sc *term.Screen) bool { return p.ready.MatchString(sc.String()) }); err != nil {
		return err
	}
	return session.WaitQuiet(ctx, 500*time.Millisecond)
}

// leadIn goes to where the keys are pressed.
func (p *program) leadIn(ctx context.Context, session *term.Session) error {
	if p.lead == "" {
		return nil
	}
	if err := session.Keys(p.lead); err != nil {
		return err
	}
	return session.WaitQuiet(ctx, 500*time.Millisecond)
}

// press measures one key: to the first change whose output was read after it.
func (p *program) press(session *term.Session, paints <-chan paint) error {
	for len(paints) > 0 {
		<-paints
	}
	pressed := time.Now()
	if err := session.Keys(p.keys); err != nil {
		return err
	}
	limit := time.NewTimer(time.Second)
	defer limit.Stop()
	for {
		select {
		case c := <-paints:
			if c.at.Before(pressed) {
				continue
			}
			p.paints = append(p.paints, c.at.Sub(pressed))
			return nil
		case <-limit.C:
			p.missed++
			return nil
		}
	}
}

// measureIdle watches all programs at the same time, so that they have the
// same company.
func measureIdle(ctx context.Context, s settings, programs []*program) error {
	sessions := make([]*term.Session, len(programs))
	for i, p := range programs {
		session, err := p.start(ctx, s, func(paint) {})
		if err != nil {
			return err
		}
		defer func() { _ = session.Close() }()
		if err := p.settle(ctx, session); err != nil {
			return fmt.Errorf("idle %s: %w", p.name, err)
		}
		sessions[i] = session
	}
	before, err := readMeters(sessions)
	if err != nil {
		return err
	}
	select {
	case <-time.After(s.idle):
	case <-ctx.Done():
		return ctx.Err()
	}
	after, err := readMeters(sessions)
	if err != nil {
		return err
	}
	for i, p := range programs {
		over := after[i].at.Sub(before[i].at)
		p.memory = after[i].resident
		p.idle = idleCost{
			cpu:   100 * float64(after[i].cpu-before[i].cpu) / float64(over),
			bytes: after[i].written - before[i].written,
		}
		if err := p.end(ctx, sessions[i]); err != nil {
			return err
		}
	}
	return nil
}

// meter is what a program has used and written up to a moment.
type meter struct {
	usage
	at      time.Time
	written int
}

func readMeters(sessions []*term.Session) ([]meter, error) {
	meters := make([]meter, len(sessions))
	for i, session := range sessions {
		u, err := usageOf(session.Pid())
		if err != nil {
			return nil, err
		}
		meters[i] = meter{u, time.Now(), len(session.Log())}
	}
	return meters, nil
}
