package cmdutil

import (
	"errors"
	"fmt"
	"io"

	"gatehouse/api"
	"gatehouse/credential"
	"gatehouse/ui/draw"
)

// Status is the exit status of the program.
type Status int

// Exit statuses. Denied, NotFound and Interrupted are those of the shell commands only.
const (
	Failed      Status = 1   // something went wrong while it ran
	Usage       Status = 2   // flags, configuration or terminal don't allow to start
	Denied      Status = 3   // not signed in, or not allowed
	NotFound    Status = 4   // there is no such record
	Interrupted Status = 130 // ctrl+c, as shells have it
)

// ExitError is an error with the status to leave with.
type ExitError struct {
	Status Status
	Err    error
}

func (e *ExitError) Error() string { return e.Err.Error() }
func (e *ExitError) Unwrap() error { return e.Err }

// Exit gives an error the status to leave with.
func Exit(status Status, err error) error { return &ExitError{Status: status, Err: err} }

// ErrSilent stands for what a command has said already.
var ErrSilent = errors.New("failed")

// ExitStatus says what went wrong, if anything did, and gives the status to leave with.
func ExitStatus(err error, to io.Writer) int {
	if err == nil {
		return 0
	}
	if !errors.Is(err, ErrSilent) {
		_, _ = fmt.Fprintln(to, "gatehouse: "+draw.CleanText(credential.Hide(err.Error())))
	}
	var exit *ExitError
	if errors.As(err, &exit) {
		return int(exit.Status)
	}
	return int(Usage)
}

// IsDenied reports whether a tenant refused a request for want of a credential or a right.
func IsDenied(err error) bool {
	kind := api.KindOf(err)
	return kind == api.KindUnauthenticated || kind == api.KindForbidden
}
