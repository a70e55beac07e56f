package views

import (
	"context"
	"slices"

	"github.com/seed-62a36931/docket/domain/es"
)

type withheldKey struct{}

// WithOmissionNotes lets a list tell of records that it leaves out because they are not
// available: note is called with the identifier of each.
func WithOmissionNotes(ctx context.Context, note func(id string)) context.Context {
	return context.WithValue(ctx, withheldKey{}, note)
}

// OmitUnavailable returns a list without the records of which the view could not apply an event, and
// notes each of these (see WithOmissionNotes).
func OmitUnavailable[T any](
	ctx context.Context, v *Views, view string, list []T, stream func(T) es.StreamID,
) ([]T, error) {
	waiting, err := v.WaitingStreams(ctx, view)
	if err != nil || len(waiting) == 0 {
		return list, err
	}
	return slices.DeleteFunc(list, func(r T) bool {
		s := stream(r)
		if !slices.Contains(waiting, string(s)) {
			return false
		}
		NoteOmission(ctx, s)
		return true
	}), nil
}

// NoteOmission calls the note function of WithOmissionNotes, if there is one, with the identifier of a record.
func NoteOmission(ctx context.Context, s es.StreamID) {
	if note, ok := ctx.Value(withheldKey{}).(func(string)); ok {
		note(s.Key())
	}
}
