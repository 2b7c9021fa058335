package terminal

import (
	"os"

	tea "charm.land/bubbletea/v2"
)

// There is no job control on Windows.
func (s *stops) watch(*os.File, func(tea.Msg)) {
	defer close(s.ended)
	<-s.done
}

func (s *stops) suspend() error { return nil }
