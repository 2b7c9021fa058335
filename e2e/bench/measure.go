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
	frame         *regexp.Regexp // its first frame; nil: anything that can be seen
	ready         *regexp.Regexp
	lead          string // pressed once before keys
	keys, quit    string
	remote        *remote // its tenant, where that is another process

	frames, readies []time.Duration // since the start
	requests        []time.Duration // the first one, since the frame
	paints          []time.Duration // since the key
	missed          int             // keys without any change
	held            heldCost
	idle            idleCost
	memory          int64 // bytes resident while idle
}

// heldCost is what a key costs that is held, the rest after it included.
type heldCost struct {
	keys, bytes int
	cpu         time.Duration
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
			if err := p.measureStart(ctx, s); err != nil {
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

func (p *program) measureStart(ctx context.Context, s settings) error {
	var first, ready time.Time
	done := make(chan struct{})
	if p.remote != nil {
		p.remote.await()
	}
	session, err := p.start(ctx, s, func(c paint) {
		if !ready.IsZero() {
			return
		}
		if first.IsZero() && p.framed(c.screen) {
			first = c.at
		}
		if p.ready.MatchString(c.screen.String()) {
			ready = c.at
			close(done)
		}
	})
	if err != nil {
		return err
	}
	defer func() { _ = session.Close() }()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		return fmt.Errorf("the screen never matches %q:\n%s", p.ready, session.Screen())
	}
	if first.IsZero() {
		return fmt.Errorf("no frame before the rows matches %q:\n%s", p.frame, session.Screen())
	}
	p.frames = append(p.frames, first.Sub(session.Started()))
	p.readies = append(p.readies, ready.Sub(session.Started()))
	if p.remote != nil {
		p.requests = append(p.requests, p.remote.arrived.Load().Sub(first))
	}
	return p.end(ctx, session)
}

func (p *program) framed(screen *term.Screen) bool {
	if p.frame == nil {
		return !screen.Blank()
	}
	return p.frame.MatchString(screen.String())
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
	if err := p.hold(session, max(1, n/2)); err != nil {
		return err
	}
	return p.end(ctx, session)
}

const (
	heldGap = 33 * time.Millisecond  // a key that is held repeats
	restGap = 300 * time.Millisecond // what comes when keys rest has come
)

// hold holds the key for n repeats, after rest and with what comes when it is let go.
func (p *program) hold(session *term.Session, n int) error {
	time.Sleep(restGap)
	sessions := []*term.Session{session}
	before, err := readMeters(sessions)
	if err != nil {
		return err
	}
	for range n {
		if err := session.Keys(p.keys); err != nil {
			return err
		}
		time.Sleep(heldGap)
	}
	time.Sleep(restGap)
	after, err := readMeters(sessions)
	if err != nil {
		return err
	}
	p.held.keys += n
	p.held.bytes += after[0].written - before[0].written
	p.held.cpu += after[0].cpu - before[0].cpu
	return nil
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
