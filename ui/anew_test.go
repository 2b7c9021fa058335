package ui

import (
	"image/color"
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/keymap/keytest"
	"gatehouse/tenant"
	"gatehouse/theme"
	"gatehouse/ui/host"
)

// anewKeys are pressed at random: moves above all, and whatever changes rows, marks, columns, panes or what stands over them.
const anewKeys = "j j j j k k down G g pgdown pgup enter esc esc tab space space * V s S r F f t t d a u u x e v p i m c w | ? : U " +
	"/ backspace 1 1 2 3 3 4 5 6 7 8 9 0 ` ` left right ctrl+s D D n x Y O | H A m esc esc esc"

// stroller presses keys and delivers answers in any order.
type stroller struct {
	*driver
	r   *rand.Rand
	log []string
}

func (s *stroller) does(what string, msg tea.Msg) {
	s.log = append(s.log, what)
	s.Waiting(func() { s.send(msg) })
}

// step presses a key, or does what else may come.
func (s *stroller) step() {
	sizes := [][2]int{{160, 45}, {80, 24}, {40, 10}, {120, 40}}
	switch s.r.IntN(20) {
	case 0:
		size := sizes[s.r.IntN(len(sizes))]
		s.does("another size", tea.WindowSizeMsg{Width: size[0], Height: size[1]})
	case 1:
		s.does("another background", tea.BackgroundColorMsg{Color: []color.Color{color.White, color.Black}[s.r.IntN(2)]})
	case 2:
		s.does("click", tea.MouseClickMsg{X: s.r.IntN(s.model.w), Y: s.r.IntN(s.model.h), Button: tea.MouseLeft})
	default:
		keys := strings.Fields(anewKeys)
		key := keys[s.r.IntN(len(keys))]
		s.does(key, keytest.Press(key))
	}
	for range s.r.IntN(12) {
		if len(s.queue) == 0 {
			break
		}
		i := s.r.IntN(len(s.queue))
		cmd := s.queue[i]
		s.queue = append(s.queue[:i:i], s.queue[i+1:]...)
		rest := s.queue
		s.queue = []tea.Cmd{cmd}
		for _, msg := range s.carry().msgs {
			s.Waiting(func() { s.send(msg) })
		}
		s.queue = append(rest, s.queue...)
	}
	if in, msg := s.model.Wakes(); msg != nil {
		s.clock.advance(in)
		s.does("rest", msg)
		s.does("a minute", host.MinuteMsg{}) // what is told to less than a second
	}
}

// anew draws everything again.
func (s *stroller) anew() string {
	s.t.Helper()
	th, err := theme.New(s.model.options.Theme)
	if err != nil {
		s.t.Fatal(err)
	}
	s.model.env.Theme = th
	for _, o := range s.model.overlays {
		o.Restyle(th)
	}
	s.model.redrawPanes()
	s.model.arrangeOverlays()
	return s.model.View().Content
}

// Whatever is pressed and whenever answers come: nothing that is kept of the last frames stands where it would be drawn otherwise now.
func TestWhatIsKeptIsAsItWouldBeDrawnAnew(t *testing.T) {
	for seed := range uint64(15) {
		d := newDriver(t, driverOptions{tenant: tenant.Options{Hostile: seed%5 == 0}, options: func(o *Options) {
			o.Theme, o.Mouse = theme.Options{Name: "auto", Dark: true}, true
		}})
		s := &stroller{driver: d, r: rand.New(rand.NewPCG(seed, 3))}
		for range 150 {
			if s.step(); s.quit {
				break
			}
			was := s.model.View().Content
			if s.r.IntN(3) > 0 { // what is kept has to outlast more than a step
				continue
			}
			if now := s.anew(); now != was {
				t.Fatalf("seed %d, after %q:\n%s\nanew:\n%s", seed, s.log[max(0, len(s.log)-12):], ansi.Strip(was), ansi.Strip(now))
			}
		}
	}
}
