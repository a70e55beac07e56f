// Package domain holds what every room of the business shares: the kinds of
// failure that a caller can be told of.
package domain

import (
	"errors"
	"fmt"
)

// A Kind is the sort of failure that an error is; one function of the transport
// maps kinds to status codes.
type Kind uint8

// The kinds of failure. Unexpected is everything that is nobody's mistake but ours.
const (
	Unexpected      Kind = iota
	Invalid              // the request is malformed or breaks a rule of its fields
	Unauthenticated      // nobody, or nobody that we know, is asking
	Forbidden            // the caller may not do this
	NotFound             // it does not exist, or the caller may not see it
	Conflict             // the state of the object does not allow it
	Precondition         // the object is not what the caller said it is
	TooLarge             // more bytes than allowed
	Unsupported          // a type of content that is not handled
	Unprocessable        // well-formed, but its content has errors
	NotReady             // later, perhaps
	Unavailable          // the service cannot answer now
	TooMany              // the caller asks too often
)

// A Fault is a failure that is reported to the caller. Message is a sentence for the
// outside and names no internals; the cause stays inside.
type Fault struct {
	Kind    Kind
	Message string
	Cause   error
}

// Error returns the outward message, followed by the cause where there is one.
func (f *Fault) Error() string {
	if f.Cause != nil {
		return f.Message + ": " + f.Cause.Error()
	}
	return f.Message
}

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Cause }

// Is reports whether target is a fault of the same kind and message, so that
// errors.Is works with a fault declared as a variable.
func (f *Fault) Is(target error) bool {
	t, ok := target.(*Fault)
	return ok && t.Kind == f.Kind && t.Message == f.Message
}

// Faultf makes a fault with a formatted outward message.
func Faultf(k Kind, format string, args ...any) *Fault {
	return &Fault{Kind: k, Message: fmt.Sprintf(format, args...)}
}

// KindOf returns the kind of the first fault in an error's chain, Unexpected without one.
func KindOf(err error) Kind {
	var f *Fault
	if errors.As(err, &f) {
		return f.Kind
	}
	return Unexpected
}

// Faults that several rooms report in the same words.
var (
	ErrTemplateNotFound = Faultf(NotFound, "Dossier template not found")
	ErrDossierNotFound  = Faultf(NotFound, "Dossier not found")
	ErrFileNotFound     = Faultf(NotFound, "File not found")
	ErrDownloadNotFound = Faultf(NotFound, "Download not found")
	ErrUserNotFound     = Faultf(NotFound, "User not found")
	ErrAccessDenied     = Faultf(Forbidden, "Access denied")
	ErrArchived         = Faultf(Conflict, "Dossier is archived")
	ErrChanged          = Faultf(Precondition, "The resource has changed")
	ErrContended        = Faultf(Conflict, "The resource has changed, try again")
)
