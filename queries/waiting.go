package queries

import (
	"cmp"
	"context"
	"encoding/json"
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

// withoutIndex writes a column of text so that no index suits a condition on it. Where a row is found
// by another column, a database without statistics might take the wrong index, and go through all
// dossiers of a template for one.
func withoutIndex(column string) string { return column + " || ''" }

// byKey writes the table and the condition of the row that has a key, if it has certain values in
// some columns of text, too. Its parameters, the key first, are written as ?.
func byKey(table string, columns ...string) string {
	var b strings.Builder
	b.WriteString(table + " WHERE key = ?")
	for _, c := range columns {
		b.WriteString(" AND " + withoutIndex(c) + " = ?")
	}
	return b.String()
}

// A sought record is one that a request names: the one row of a table, or none.
type sought struct {
	where string // as byKey writes it
	args  []any
	into  func(doc []byte) error // takes the document of the row, if there is one
	open  bool                   // the document holds nothing personal and is not sealed
}

// An unapplied event is one that a view could not apply, and that waits for repair.
type unapplied struct {
	view, typ, cause string
	stream           es.StreamID
	position         int64
}

// seekRecords reads records in one trip, and with them whether a view could not apply an event
// of one of the streams that they belong to: then what was found is stale, or what was
// not found may exist. That is the fault (domain.Unavailable).
func (q *Queries) seekRecords(ctx context.Context, streams []es.StreamID, records ...sought) (fault, err error) {
	waiting, err := q.seekWith(ctx, streams, records...)
	return faultOf(waiting), err
}

// faultOf returns what the first of the events says of the records that they belong to.
func faultOf(waiting []unapplied) (fault error) {
	first := int64(math.MaxInt64)
	for _, e := range waiting {
		category, _, _ := e.stream.Parts()
		if k := kept[category]; k.view == e.view && e.position < first {
			first = e.position
			fault = domain.Faultf(domain.Unavailable,
				"%s is not available until it is repaired: event %s at position %d could not be applied: %s",
				k.name, e.typ, e.position, strings.ToValidUTF8(e.cause[:min(len(e.cause), maxReason)], ""))
		}
	}
	return fault
}

// seekWith reads records, and which events of the streams wait for repair, in one trip.
// The views keep a table of such events, docket_waiting.
func (q *Queries) seekWith(ctx context.Context, streams []es.StreamID, records ...sought) (waiting []unapplied, err error) {
	var text strings.Builder
	var args []any
	for i, r := range records {
		fmt.Fprintf(&text, "SELECT %d, doc, '', '', '', 0, '' FROM %s UNION ALL ", i, r.where)
		args = append(args, r.args...)
	}
	text.WriteString("SELECT -1, NULL, view, stream, type, position, cause FROM docket_waiting WHERE stream IN (" +
		strings.Repeat("?, ", len(streams)-1) + "?)")
	for _, s := range streams {
		args = append(args, string(s))
	}
	err = q.eachRow(ctx, func(rows Rows) error {
		var record int64
		var doc []byte
		var e unapplied
		if err := rows.Scan(&record, &doc, &e.view, (*string)(&e.stream), &e.typ, &e.position, &e.cause); err != nil {
			return err
		}
		switch {
		case record < 0:
			waiting = append(waiting, e)
			return nil
		case records[record].open:
			return records[record].into(doc)
		}
		return q.openDocument(ctx, doc, records[record].into)
	}, numberParameters(text.String()), args...)
	return waiting, err
}

// numberParameters gives the parameters of a statement their numbers.
func numberParameters(text string) string {
	var b strings.Builder
	for n := 1; ; n++ {
		before, behind, found := strings.Cut(text, "?")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		fmt.Fprintf(&b, "$%d", n)
		text = behind
	}
}

// outcomeOf is the outcome of looking for something, unless it is in doubt: the fault says
// of what was found, or not found, that it is not to be trusted.
func outcomeOf(found, fault error) error {
	if found != nil && !isNotFound(found) {
		return found
	}
	return cmp.Or(fault, found)
}

// decodeInto takes a document as a record.
func decodeInto[R any](r *R) func([]byte) error {
	return func(doc []byte) error { return json.Unmarshal(doc, r) }
}

// waitingStreams are the streams of which a view could not apply an event.
func (q *Queries) waitingStreams(ctx context.Context, view string) ([]string, error) {
	return q.queryTexts(ctx, "SELECT DISTINCT stream FROM docket_waiting WHERE view = $1", view)
}

type withheldKey struct{}

// WithOmissionNotes lets a list tell of records that it leaves out because they are not
// available: note is called with the identifier of each.
func WithOmissionNotes(ctx context.Context, note func(id string)) context.Context {
	return context.WithValue(ctx, withheldKey{}, note)
}

// omitUnavailable leaves out of a list what is not available, and tells of it.
func omitUnavailable[T any](ctx context.Context, q *Queries, view string, list []T, stream func(T) es.StreamID) ([]T, error) {
	waiting, err := q.waitingStreams(ctx, view)
	if err != nil || len(waiting) == 0 {
		return list, err
	}
	return slices.DeleteFunc(list, func(r T) bool {
		s := stream(r)
		if !slices.Contains(waiting, string(s)) {
			return false
		}
		noteOmission(ctx, s)
		return true
	}), nil
}

// noteOmission tells of a record that is left out.
func noteOmission(ctx context.Context, s es.StreamID) {
	if note, ok := ctx.Value(withheldKey{}).(func(string)); ok {
		note(s.Key())
	}
}
