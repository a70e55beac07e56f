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

// OmitUnavailable returns a list without the records of which the view could not apply an event, and those whose row is
// older than what the view has come to, and notes each of these (see WithOmissionNotes). mark tells of which version of its
// stream a record is; 0 where the list does not know.
func OmitUnavailable[T any](ctx context.Context, v *Views, view string, list []T, mark func(T) es.Mark) ([]T, error) {
	waiting, err := v.WaitingStreams(ctx, view)
	if err != nil {
		return list, err
	}
	var marks []es.Mark
	for _, r := range list {
		if m := mark(r); m.Version > 0 && !slices.Contains(waiting, string(m.Stream)) {
			marks = append(marks, m)
		}
	}
	behind, err := v.listBehind(ctx, view, marks)
	if err != nil || len(waiting)+len(behind) == 0 {
		return list, err
	}
	return slices.DeleteFunc(list, func(r T) bool {
		s := mark(r).Stream
		if !slices.Contains(waiting, string(s)) && !slices.Contains(behind, s) {
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
