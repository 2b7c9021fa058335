package edit

import (
	"errors"
	"strconv"
	"unicode/utf8"
)

// CheckName refuses a name that is longer than the tenant takes: 100 characters.
func CheckName(text string) error {
	if n := utf8.RuneCountInString(text); n > 100 {
		return errors.New("has " + strconv.Itoa(n) + " characters, at most 100 are allowed")
	}
	return nil
}

// CheckDescription refuses a text that is longer than the tenant takes: 2,048 characters.
func CheckDescription(text string) error {
	if n := utf8.RuneCountInString(text); n > 2048 {
		return errors.New("has " + strconv.Itoa(n) + " characters, at most 2,048 are allowed")
	}
	return nil
}
