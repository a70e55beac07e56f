package pdf

import (
	"errors"
	"fmt"

	"github.com/seed-62a36931/docket/adapters/pdf/syntax"
	"github.com/seed-62a36931/docket/domain"
)

// The reasons why a PDF is not read. The sentences are shown to people.
var (
	ErrPassword     = domain.Faultf(domain.Unprocessable, "The PDF is protected by a password")
	ErrUnreadable   = syntax.ErrUnreadable
	ErrNoPages      = domain.Faultf(domain.Unprocessable, "The PDF has no pages")
	ErrTooManyPages = domain.Faultf(domain.Unprocessable, "The PDF has too many pages")
	ErrBomb         = domain.Faultf(domain.Unprocessable, "The PDF is too large when unpacked")
	ErrNoSuchPage   = domain.Refuse(domain.NoPage, "Page not found")
	ErrTooSlow      = domain.Faultf(domain.Unprocessable, "The PDF takes too long to process")
	ErrClosed       = domain.Faultf(domain.Unavailable, "The PDF reader is closed")
)

// Failures of a page, not of the document.
var (
	errTrapped  = errors.New("pdf: the worker failed")
	errSlowPage = fmt.Errorf("pdf: a page: %w", ErrTooSlow)
)

// outcome is the first byte of a worker's final frame: it tells which of the errors
// above ended the job.
type outcome byte

const (
	outcomeDone outcome = iota
	outcomePassword
	outcomeUnreadable
	outcomeNoPages
	outcomeTooManyPages
	outcomeBomb
	outcomeNoSuchPage
	outcomeTrapped
	outcomeBroken // the worker itself failed; it says why and ends
)

// outcomes pairs each failure of a document with its error.
var outcomes = map[outcome]*domain.Fault{
	outcomePassword:     ErrPassword,
	outcomeUnreadable:   ErrUnreadable,
	outcomeNoPages:      ErrNoPages,
	outcomeTooManyPages: ErrTooManyPages,
	outcomeBomb:         ErrBomb,
	outcomeNoSuchPage:   ErrNoSuchPage,
}

// outcomeOf returns the code of an error; an unknown error makes the PDF unreadable.
func outcomeOf(err error) outcome {
	if err == nil {
		return outcomeDone
	}
	if errors.Is(err, errTrapped) {
		return outcomeTrapped
	}
	for code, fault := range outcomes {
		if errors.Is(err, fault) {
			return code
		}
	}
	return outcomeUnreadable
}
