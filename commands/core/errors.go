package core

import (
	"errors"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// errStored refuses what would be stored in one event, or in one append, and is too large for
// that. An event has es.MaxBody bytes, which is 384 KiB before it is sealed and encoded.
var errStored = domain.Refuse(domain.BodyTooLarge, "The request is too large: what it stores at once may have 384 KiB")

// ToCallerError converts errors of the event store into faults for the caller, and returns
// other errors as they are.
func ToCallerError(err error) error {
	switch {
	case err == nil || domain.KindOf(err) != domain.Unexpected:
		return err
	case errors.Is(err, es.ErrConflict):
		return domain.ErrContended.Because(err)
	case errors.Is(err, es.ErrErased):
		return &domain.Fault{Kind: domain.NotFound, Message: "Not found", Cause: err}
	case errors.Is(err, es.ErrTooLarge):
		return errStored.Because(err)
	}
	return err
}

// ToCallerError converts errors as the function of this name does, but where the caller named a
// version, a conflict is domain.ErrChanged.
func (r Request) ToCallerError(err error) error {
	if r.ExpectVersion != 0 && errors.Is(err, es.ErrConflict) {
		return domain.ErrChanged.Because(err)
	}
	return ToCallerError(err)
}

// IsNotFound reports whether an error means that something is not there (any more).
func IsNotFound(err error) bool { return domain.KindOf(err) == domain.NotFound }

// ErrStillRunning is returned for a repetition while the first request runs, or a
// worker finishes it.
var ErrStillRunning = domain.Refuse(domain.StillRunning, "The request is still running")

// NameInUse returns the fault for a file whose name another one has.
func NameInUse(name string) error {
	return domain.Refuse(domain.NameTaken, "A file with this name exists: %s", name).At("file")
}

// IsRefusal reports whether a failure is a refusal, after which nothing was appended.
func IsRefusal(err error) bool {
	return domain.KindOf(err) != domain.Unexpected || errors.Is(err, es.ErrConflict) || errors.Is(err, ErrNameTaken)
}

// ErrEmpty refuses an upload without content.
var ErrEmpty = domain.Refuse(domain.EmptyFile, "The file is empty").At("file")
