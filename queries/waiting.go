package queries

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// kept says for a category of streams in which view its record is, and what people
// call it.
var kept = map[string]struct{ view, name string }{
	template.Category: {"templates", "Dossier template"},
	dossier.Category:  {"dossiers", "Dossier"},
	file.Category:     {"files", "File"},
	download.Category: {"downloads", "Download"},
	user.Category:     {"users", "User"},
}

// maxReason is how much of a cause callers are told, in bytes.
const maxReason = 300

// whole passes on the error of reading the records of some streams, unless a view
// could not apply an event of one of them: then what was found is stale, or what
// was not found may exist, and the fault says so (domain.Unavailable). The views
// keep a table of such events, docket_waiting.
func (q *Queries) whole(ctx context.Context, found error, streams ...es.StreamID) error {
	if found != nil && !isNotFound(found) {
		return found
	}
	marks, args := make([]string, len(streams)), make([]any, len(streams))
	for i, s := range streams {
		marks[i], args[i] = fmt.Sprintf("$%d", i+1), string(s)
	}
	var fault error
	first := int64(math.MaxInt64)
	err := q.rows(ctx, func(rows Rows) error {
		var view, stream, kind, cause string
		var position int64
		if err := rows.Scan(&view, &stream, &kind, &position, &cause); err != nil {
			return err
		}
		category, _, _ := es.StreamID(stream).Parts()
		if k := kept[category]; k.view == view && position < first {
			first = position
			fault = domain.Faultf(domain.Unavailable, "%s is not available until it is repaired: event %s at position %d could not be applied: %s",
				k.name, kind, position, strings.ToValidUTF8(cause[:min(len(cause), maxReason)], ""))
		}
		return nil
	}, "SELECT view, stream, type, position, cause FROM docket_waiting WHERE stream IN ("+strings.Join(marks, ", ")+")", args...)
	return cmp.Or(err, fault, found)
}

// waiting are the streams of which a view could not apply an event.
func (q *Queries) waiting(ctx context.Context, view string) ([]string, error) {
	return q.texts(ctx, "SELECT DISTINCT stream FROM docket_waiting WHERE view = $1", view)
}

type withheldKey struct{}

// Withholding lets a list tell of records that it leaves out because they are not
// available: note is called with the identifier of each.
func Withholding(ctx context.Context, note func(id string)) context.Context {
	return context.WithValue(ctx, withheldKey{}, note)
}

// present leaves out of a list what is not available, and tells of it.
func present[T any](ctx context.Context, q *Queries, view string, list []T, stream func(T) es.StreamID) ([]T, error) {
	waiting, err := q.waiting(ctx, view)
	if err != nil || len(waiting) == 0 {
		return list, err
	}
	return slices.DeleteFunc(list, func(r T) bool {
		s := stream(r)
		if !slices.Contains(waiting, string(s)) {
			return false
		}
		withheld(ctx, s)
		return true
	}), nil
}

// withheld tells of a record that is left out.
func withheld(ctx context.Context, s es.StreamID) {
	if note, ok := ctx.Value(withheldKey{}).(func(string)); ok {
		note(s.Key())
	}
}
