// Package environ keeps credentials out of the environment that child processes get.
package environ

import (
	"os"
	"slices"
	"strings"
	"sync"
)

// Environment is the environment of the program with the credentials set apart: the program can still read them, its children can't,
// whoever starts them. The zero value and nil set nothing apart.
type Environment struct {
	mu    sync.Mutex
	apart map[string]string
}

// New sets apart the variables that are credentials by their names.
func New() *Environment {
	e := &Environment{}
	for _, pair := range os.Environ() {
		if name, _, _ := strings.Cut(pair, "="); secret(name) {
			e.Withhold(name)
		}
	}
	return e
}

// secret reports whether a variable of this program or of the vendor's holds a credential.
func secret(name string) bool {
	name = strings.ToUpper(name)
	if !strings.HasPrefix(name, "GATEHOUSE_") && !strings.HasPrefix(name, "CONDUCTORONE_") {
		return false
	}
	words := []string{"SECRET", "TOKEN", "KEY", "PASSWORD", "ASSERTION", "CREDENTIAL"}
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(name, word) })
}

// Withhold sets variables apart, so that no child that is started from now on gets them.
func (e *Environment) Withhold(names ...string) {
	if e == nil {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, name := range names {
		value, set := os.LookupEnv(name)
		if !set || needed(name) || os.Unsetenv(name) != nil {
			continue
		}
		if e.apart == nil {
			e.apart = map[string]string{}
		}
		e.apart[name] = value
	}
}

// needed reports whether children can't do without a variable; who keeps a credential in it gives it to them.
func needed(name string) bool {
	return slices.Contains([]string{"PATH", "HOME", "TERM", "USER", "SHELL", "LANG", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR",
		"DBUS_SESSION_BUS_ADDRESS", "SYSTEMROOT", "USERPROFILE"}, strings.ToUpper(name))
}

// Lookup is os.LookupEnv, also for what is set apart.
func (e *Environment) Lookup(name string) (string, bool) {
	if e != nil {
		e.mu.Lock()
		defer e.mu.Unlock()
		if value, apart := e.apart[name]; apart {
			return value, true
		}
	}
	return os.LookupEnv(name)
}

// Getenv is os.Getenv, also for what is set apart.
func (e *Environment) Getenv(name string) string {
	value, _ := e.Lookup(name)
	return value
}
