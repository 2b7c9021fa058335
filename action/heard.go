package action

import (
	"errors"
	"fmt"
	"strings"

	"gatehouse/api"
)

// Heard says what came back for a request whose answer doesn't tell whether it was done, in a sentence: the tenant's status, its words and
// the request's id, or that there was no answer.
func Heard(err error) string {
	e := answerTo(err)
	return Answered(e.Status, e.Message, e.RequestID)
}

// HeardBriefly is Heard without the request's id.
func HeardBriefly(err error) string {
	e := answerTo(err)
	return Answered(e.Status, e.Message, "")
}

func answerTo(err error) api.Error {
	var e *api.Error
	if errors.As(err, &e) {
		return *e
	}
	return api.Error{}
}

// Answered is the sentence of Heard. A status of 0 means that there was no answer; message and request id may be missing.
func Answered(status int, message, requestID string) string {
	if status == 0 {
		return "No answer came."
	}
	text := fmt.Sprintf("The tenant answered %d", status)
	if message != "" {
		text += ": " + strings.TrimRight(message, ".")
	}
	if requestID != "" {
		text += " (request " + requestID + ")"
	}
	return text + "."
}
