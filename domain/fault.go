// Package domain holds what every room of the business shares: the kinds of
// failure that a caller can be told of.
package domain

import (
	"errors"
	"fmt"
	"strings"
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
	Code    *Code // nil: that of the cause, or the general one of the kind
	Place
	More []*Fault // others of the same request
}

// A Place tells where in a request a fault is, as far as that is known.
type Place struct {
	Field string // JSON pointer into the body, or name of a field, parameter, header or part of a form
	Row   int    // line of a text file, from 1
	Entry string // of a zip
}

// At returns the fault as one of a field.
func (f *Fault) At(field string) *Fault {
	out := *f
	out.Field = field
	return &out
}

// MoveFault returns an error with its fault, where that is one of a field, at another place.
func MoveFault(err error, to func(field string) string) error {
	var f *Fault
	if !errors.As(err, &f) || f.Field == "" {
		return err
	}
	return f.At(to(f.Field))
}

// InItem returns an error with its fault, where that is one of a field, in an item of the list that is the body.
func InItem(index int, err error) error {
	return MoveFault(err, func(field string) string { return fmt.Sprintf("/%d/%s", index, field) })
}

// InEntry returns the fault as one of an entry of a zip.
func (f *Fault) InEntry(name string) *Fault {
	out := *f
	out.Entry = name
	return &out
}

// Because returns the fault with a cause, which stays inside.
func (f *Fault) Because(cause error) *Fault {
	out := *f
	out.Cause = cause
	return &out
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

// Refuse makes a fault of a code with a formatted outward message.
func Refuse(c *Code, format string, args ...any) *Fault {
	return &Fault{Kind: c.Kind, Code: c, Message: fmt.Sprintf(format, args...)}
}

// Required returns the fault of a request without a field.
func Required(field string) *Fault { return Refuse(FieldRequired, "%s is required", field).At(field) }

// LongerThan returns the fault of a field with too many characters.
func LongerThan(limit int, field string) *Fault {
	return Refuse(TooLong, "%s must not be longer than %d", field, limit).At(field)
}

// MoreThan returns the fault of a field with too many items.
func MoreThan(limit int, field string) *Fault {
	return Refuse(TooLong, "%s must not have more than %d items", field, limit).At(field)
}

// Repeated returns the fault of a list with an item twice.
func Repeated(field string) *Fault {
	return Refuse(Duplicate, "%s must not contain duplicates", field).At(field)
}

// NoneOf returns the fault of a field whose value is not listed.
func NoneOf(field string, values ...string) *Fault {
	return Refuse(NotListed, "%s must be one of %s", field, strings.Join(values, ", ")).At(field)
}

// ControlCharacters returns the fault of a name with control characters.
func ControlCharacters(field string) *Fault {
	return Refuse(BadCharacters, "%s must not contain control characters", field).At(field)
}

// NoSuch returns the fault of a field that names something unknown.
func NoSuch(what, field, id string) *Fault {
	return Refuse(UnknownReference, "Unknown %s: %s", what, id).At(field)
}

// CodeOf returns the first code of its kind in an error's chain of faults, the general one of the kind without any.
func CodeOf(err error) *Code {
	kind := KindOf(err)
	var f *Fault
	for errors.As(err, &f) {
		if f.Code != nil && f.Code.Kind == kind {
			return f.Code
		}
		err = f.Cause
	}
	return general[kind]
}

// With returns the fault with others of the same request; those that are told already are left out.
func (f *Fault) With(others []*Fault) *Fault {
	out := *f
	told := map[string]bool{f.Field + "\n" + f.Message: true}
	for _, o := range others {
		if key := o.Field + "\n" + o.Message; !told[key] && len(out.More) < mostTold {
			told[key] = true
			out.More = append(out.More, o)
		}
	}
	return &out
}

// mostTold is how many other faults of a request are told.
const mostTold = 100

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
	ErrTemplateNotFound  = Refuse(NoTemplate, "Dossier template not found")
	ErrDossierNotFound   = Refuse(NoDossier, "Dossier not found")
	ErrFileNotFound      = Refuse(NoFile, "File not found")
	ErrDownloadNotFound  = Refuse(NoDownload, "Download not found")
	ErrOperationNotFound = Refuse(NoOperation, "Operation not found")
	ErrUserNotFound      = Refuse(NoUser, "User not found")
	ErrWebhookNotFound   = Refuse(NoWebhook, "Webhook not found")
	ErrDeliveryNotFound  = Refuse(NoWebhook, "Delivery not found")
	ErrAccessDenied      = Refuse(AccessDenied, "Access denied")
	ErrArchived          = Refuse(Archived, "Dossier is archived")
	ErrChanged           = Refuse(Changed, "The resource has changed")
	ErrContended         = Refuse(Contended, "The resource has changed, try again")
)

// ErrToolKilled is the error of a tool, a process of its own, that was killed from outside, mostly for want of memory: that
// says nothing about the file.
var ErrToolKilled = Faultf(Unavailable, "The file could not be worked on for want of memory, try again")
