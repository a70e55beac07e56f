package office

import (
	"errors"

	"github.com/seed-62a36931/docket/domain"
)

// The reasons why a file has no PDF. All are faults of kind Unprocessable with a
// sentence for people.
var (
	ErrNotInstalled = newFault("Office conversion is not installed")
	ErrPassword     = newFault("The document is protected by a password")
	ErrBroken       = newFault("The document cannot be read")
	ErrTooLarge     = newFault("The document is too large when unpacked")
	ErrUnsafe       = newFault("The document contains an unsafe path")
	ErrEntities     = newFault("The document declares XML entities")
	ErrDeep         = newFault("The document is nested too deeply")
	ErrFailed       = newFault("The document could not be converted to PDF")
	ErrTooSlow      = newFault("The document could not be converted to PDF in time")
	ErrTooLong      = newFault("The document has too much text to be converted to PDF")
	ErrMemory       = newFault("The document needs too much memory to be converted to PDF")
)

// ErrClosed is returned by calls after Close.
var ErrClosed = errors.New("office: the converter is closed")

func newFault(sentence string) *domain.Fault {
	return domain.Faultf(domain.Unprocessable, "%s", sentence)
}
