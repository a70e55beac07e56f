package views

import (
	"cmp"
	"errors"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// MaxHistoryLimit is the most entries of one page of history.
const MaxHistoryLimit = 500

// CheckLimit returns domain.Invalid unless n, the size of a page, is between 1 and MaxHistoryLimit.
func CheckLimit(n int) error {
	if n < 1 || n > MaxHistoryLimit {
		return domain.Faultf(domain.Invalid, "limit is not valid").At("limit")
	}
	return nil
}

// AnswerUnless returns the answer when err is nil, and otherwise its zero value with err.
func AnswerUnless[V any](err error, answer V) (V, error) {
	if err != nil {
		return *new(V), err
	}
	return answer, nil
}

// NonNil returns the list, or an empty one for nil.
func NonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// OutcomeOf returns the outcome of a search: found, its error, unless the views cannot be trusted about what
// was found or about that nothing was. Then it returns the fault of Views.SeekRecords, which says so.
func OutcomeOf(found, fault error) error {
	if found != nil && !IsNotFound(found) {
		return found
	}
	return cmp.Or(fault, found)
}

// MapErased returns missing in place of an error that says that content was erased: to the caller, its
// owner does not exist. Content that is missing though nobody erased it stays a failure.
func MapErased(err, missing error) error {
	if errors.Is(err, es.ErrErased) {
		return missing
	}
	return err
}

// IsNotFound reports whether an error says that something does not exist.
func IsNotFound(err error) bool { return domain.KindOf(err) == domain.NotFound }

// IsGone reports whether an error says that bytes were deleted or erased.
func IsGone(err error) bool { return errors.Is(err, es.ErrNoBlob) || errors.Is(err, es.ErrErased) }
