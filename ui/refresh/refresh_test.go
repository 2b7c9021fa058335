package refresh_test

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/refresh"
)

// clock notes what a timer waits for.
type clock struct{ waits []time.Duration }

func (c *clock) tick(d time.Duration, msg func(time.Time) tea.Msg) tea.Cmd {
	c.waits = append(c.waits, d)
	return func() tea.Msg { return msg(time.Time{}) }
}

func TestATimerWaitsOncePerPeriod(t *testing.T) {
	var c clock
	timer := refresh.NewTimer(30*time.Second, c.tick)
	fired := timer.Start()
	if again := timer.Start(); again != nil || len(c.waits) != 1 || c.waits[0] != 30*time.Second {
		t.Fatalf("it waits for %v", c.waits)
	}
	if _, is := fired().(refresh.Fired); !is {
		t.Fatal("it doesn't say that it has gone off")
	}
	if due, next := timer.Fire(false); !due || next == nil || len(c.waits) != 2 {
		t.Errorf("due %v, and it waits for %v", due, c.waits)
	}
}

func TestNothingIsRefreshedUnderAnOverlay(t *testing.T) {
	var c clock
	timer := refresh.NewTimer(time.Minute, c.tick)
	timer.Start()
	if due, next := timer.Fire(true); due || next == nil {
		t.Errorf("due %v; it goes on waiting: %v", due, next != nil)
	}
}

func TestATimerIsOffUntilItIsTurnedOn(t *testing.T) {
	var c clock
	timer := refresh.NewTimer(0, c.tick)
	if timer.On() || timer.Start() != nil {
		t.Fatal("without a period it is on")
	}
	said, next := timer.Toggle()
	if said != "Rows refresh every minute." || next == nil || !timer.On() || c.waits[0] != refresh.Usual {
		t.Errorf("turned on it says %q and waits for %v", said, c.waits)
	}
	if said, next := timer.Toggle(); said != "Automatic refresh is off." || next != nil || timer.On() {
		t.Errorf("turned off it says %q", said)
	}
	if due, next := timer.Fire(false); due || next != nil {
		t.Error("a timer that was turned off meanwhile refreshes")
	}
}

// Off and on again within one period, it doesn't tick twice as often.
func TestTurnedOnAgainATimerWaitsOnce(t *testing.T) {
	var c clock
	timer := refresh.NewTimer(time.Minute, c.tick)
	timer.Start()
	timer.Toggle()
	if _, next := timer.Toggle(); next != nil || len(c.waits) != 1 {
		t.Errorf("it waits for %v", c.waits)
	}
}

func TestAPeriodIsSaidInItsLargestUnit(t *testing.T) {
	for every, want := range map[time.Duration]string{time.Second: "second", 90 * time.Second: "90 seconds", time.Minute: "minute",
		5 * time.Minute: "5 minutes", time.Hour: "hour", 2 * time.Hour: "2 hours"} {
		timer := refresh.NewTimer(every, new(clock).tick)
		timer.Toggle()
		if said, _ := timer.Toggle(); said != "Rows refresh every "+want+"." {
			t.Errorf("%s: %q", every, said)
		}
	}
}
