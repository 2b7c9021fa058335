package config

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"time"

	"github.com/zalando/go-keyring"
)

const (
	keyringLimit = 5 * time.Second
	unlockLimit  = 30 * time.Second  // for writing: the desktop may ask for the keyring's password first
	probeAccount = "gatehouse-probe" // no host has this name
)

// waitingForKeyring is what is waited for while a keyring takes its time.
const waitingForKeyring = "the keyring; the desktop may ask for its password"

// ErrNoKeyring is returned where there is no keyring that could be asked.
var ErrNoKeyring = errors.New("there is no session bus, over which a keyring is asked")

// CheckKeyring finds out whether the keyring keeps what it is given, with an entry that is taken away again.
func (l *Logins) CheckKeyring(ctx context.Context) error {
	if err := setKeyring(ctx, probeAccount, "gatehouse asks whether this keyring works"); err != nil {
		return err
	}
	_, err := l.removeKeyring(ctx, probeAccount)
	return err
}

// setKeyring writes an entry and reads it back.
func setKeyring(ctx context.Context, account, text string) error {
	_, err := inTime(ctx, unlockLimit, func() (struct{}, error) { return struct{}{}, keyring.Set(loginService, account, text) })
	if err != nil {
		return fmt.Errorf("the keyring can't be used: %w", err)
	}
	back, err := inTime(ctx, keyringLimit, func() (string, error) { return keyring.Get(loginService, account) })
	if err != nil {
		return fmt.Errorf("the keyring took the entry but can't be read: %w", err)
	}
	if back != text {
		return errors.New("the keyring took the entry but gives back something else")
	}
	return nil
}

// removeKeyring deletes an entry and looks whether it is gone.
func (l *Logins) removeKeyring(ctx context.Context, account string) (bool, error) {
	_, err := inTime(ctx, unlockLimit, func() (struct{}, error) { return struct{}{}, keyring.Delete(loginService, account) })
	if errors.Is(err, keyring.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("the keyring can't be asked: %w", err)
	}
	_, err = inTime(ctx, keyringLimit, func() (string, error) { return keyring.Get(loginService, account) })
	switch {
	case err == nil:
		return false, errors.New("the keyring says that the entry is deleted, but still gives it")
	case !errors.Is(err, keyring.ErrNotFound):
		return true, fmt.Errorf("the keyring says that the entry is deleted, but can't be looked at: %w", err)
	}
	return true, nil
}

// inTime calls what can't be cancelled and drops an answer that comes too late. Texts of the keyring are cleaned.
func inTime[T any](ctx context.Context, limit time.Duration, call func() (T, error)) (T, error) {
	type answer struct {
		got T
		err error
	}
	if !sessionBus(os.Getenv) {
		var none T
		return none, ErrNoKeyring
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	answers := make(chan answer, 1)
	go func() {
		got, err := call()
		answers <- answer{got, err}
	}()
	var none T
	select {
	case a := <-answers:
		if a.err != nil && !errors.Is(a.err, keyring.ErrNotFound) {
			return none, errors.New(oneLine(a.err.Error()))
		}
		return a.got, a.err
	case <-limited.Done():
		if ctx.Err() != nil {
			return none, ctx.Err()
		}
		return none, fmt.Errorf("it did not answer within %v; unlock it or start it", limit)
	}
}

// sessionBus reports whether there is a bus on which a keyring can be asked. Without one the library would start a bus of its own, and that
// a keyring, which nobody ends; and nothing would be in it.
func sessionBus(getenv func(string) string) bool {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return true
	}
	if address := getenv("DBUS_SESSION_BUS_ADDRESS"); address != "" && address != "autolaunch:" {
		return true
	}
	me, err := user.Current()
	if err != nil {
		return false
	}
	for _, name := range []string{"bus", "dbus-session"} { // where the library looks
		if _, err := os.Stat(filepath.Join("/run/user", me.Uid, name)); !errors.Is(err, fs.ErrNotExist) {
			return true
		}
	}
	return false
}
