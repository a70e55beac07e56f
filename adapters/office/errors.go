package office

import (
	"errors"

	"github.com/seed-62a36931/docket/domain"
)

// The reasons why a file has no PDF. All are faults of kind Unprocessable with a
// sentence for people.
var (
	ErrNotInstalled = fault("Office conversion is not installed")
	ErrPassword     = fault("The document is protected by a password")
	ErrBroken       = fault("The document cannot be read")
	ErrTooLarge     = fault("The document is too large when unpacked")
	ErrUnsafe       = fault("The document contains an unsafe path")
	ErrEntities     = fault("The document declares XML entities")
	ErrDeep         = fault("The document is nested too deeply")
	ErrFailed       = fault("The document could not be converted to PDF")
	ErrTooSlow      = fault("The document could not be converted to PDF in time")
	ErrMemory       = fault("The document needs too much memory to be converted to PDF")
)

// ErrClosed is returned by calls after Close.
var ErrClosed = errors.New("office: the converter is closed")

func fault(sentence string) *domain.Fault {
	return domain.Faultf(domain.Unprocessable, "%s", sentence)
}
