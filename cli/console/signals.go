package console

import (
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// signals hears those that end a program. What they do here changes once the console runs.
type signals struct {
	mu         sync.Mutex
	act        func(os.Signal)
	end        sync.Once
	done, gone chan struct{}
	heard      chan struct{} // closed once they are heard
}

// hear begins to hear signals. Registering them switches threads, which the opening of a tenant needn't wait for.
func hear(act func(os.Signal)) *signals {
	s := &signals{act: act, done: make(chan struct{}), gone: make(chan struct{}), heard: make(chan struct{})}
	go s.run()
	return s
}

func (s *signals) run() {
	defer close(s.gone)
	came := make(chan os.Signal, 1)
	signal.Notify(came, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	defer signal.Stop(came)
	close(s.heard)
	for {
		select {
		case one := <-came:
			s.take(one)
		case <-s.done:
			return
		}
	}
}

func (s *signals) take(one os.Signal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.act(one)
}

// then has signals do something else, once they are heard. What one has done before is seen when it returns.
func (s *signals) then(act func(os.Signal)) {
	<-s.heard
	s.mu.Lock()
	defer s.mu.Unlock()
	s.act = act
}

// stop leaves signals to do what they do to any program.
func (s *signals) stop() {
	s.end.Do(func() { close(s.done) })
	<-s.gone
}
