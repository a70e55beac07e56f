package views

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/webhook"
	"github.com/seed-62a36931/docket/domain/workspace"
)

// kept says for a category of streams in which view its record is, and what people
// call it.
var kept = map[string]struct{ view, name string }{
	template.Category: {"templates", "Dossier template"},
	dossier.Category:  {"dossiers", "Dossier"},
	file.Category:     {"files", "File"},
	download.Category: {"downloads", "Download"},
	bulk.Category:     {"operations", "Operation"},
	user.Category:     {"users", "User"},
	webhook.Category:  {"webhooks", "Webhook"},

	workspace.Category: {"users", "Workspace"},
}

// maxReason is how much of a cause callers are told, in bytes.
const maxReason = 300

// A Sought describes how to read one record that a request names: at most one row of a table.
type Sought struct {
	Where string // as ByKey writes it
	Args  []any
	Into  func(doc []byte) error // takes the document of the row, if there is one
	Open  bool                   // the document holds nothing personal and is not sealed

	of      es.StreamID // see IsOf
	id      *string
	version *uint64
}

// An Unapplied event is one that a view could not apply, and that waits for repair.
type Unapplied struct {
	view, typ, cause string
	Stream           es.StreamID
	position         int64
}

// SeekRecords reads records in one statement. The fault is domain.Unavailable when a view could not apply
// an event of one of the streams that the records belong to: a record that was found may be stale, and
// one that was not found may exist.
func (v *Views) SeekRecords(ctx context.Context, streams []es.StreamID, records ...Sought) (fault, err error) {
	waiting, err := v.SeekWith(ctx, streams, records...)
	return FaultOf(waiting), err
}

// FaultOf returns domain.Unavailable with the cause of the first event that the view of its own stream
// could not apply; nil when there is none.
func FaultOf(waiting []Unapplied) (fault error) {
	first := int64(math.MaxInt64)
	for _, e := range waiting {
		category, _, _ := e.Stream.Parts()
		if k := kept[category]; k.view == e.view && e.position < first {
			first = e.position
			fault = domain.Refuse(domain.AwaitsRepair,
				"%s is not available until it is repaired: event %s at position %d could not be applied: %s",
				k.name, e.typ, e.position, strings.ToValidUTF8(e.cause[:min(len(e.cause), maxReason)], ""))
		}
	}
	return fault
}

// SeekWith reads records in one statement, and returns the events of the streams that wait for repair:
// the views keep a table of them, docket_waiting.
func (v *Views) SeekWith(
	ctx context.Context, streams []es.StreamID, records ...Sought,
) (waiting []Unapplied, err error) {
	text, args := seekStatement(streams, records)
	err = v.EachRow(ctx, func(rows Rows) error {
		record, e, doc, err := scanSought(rows)
		switch {
		case err != nil:
			return err
		case record < 0:
			waiting = append(waiting, e)
			return nil
		case records[record].Open:
			return records[record].Into(doc)
		}
		return v.openDocument(ctx, doc, records[record].Into)
	}, text, args...)
	if err == nil && v.log != nil {
		err = v.refuseBehind(ctx, records, waiting)
	}
	return waiting, err
}

// seekStatement returns the statement that reads records, and what of some streams waits for repair: that has the number -1.
func seekStatement(streams []es.StreamID, records []Sought) (string, []any) {
	var text strings.Builder
	var args []any
	for i, r := range records {
		fmt.Fprintf(&text, "SELECT %d, doc, '', '', '', 0, '' FROM %s UNION ALL ", i, r.Where)
		args = append(args, r.Args...)
	}
	text.WriteString("SELECT -1, NULL, view, stream, type, position, cause FROM docket_waiting WHERE stream IN (" +
		strings.Repeat("?, ", len(streams)-1) + "?)")
	for _, s := range streams {
		args = append(args, string(s))
	}
	return NumberParameters(text.String()), args
}

// scanSought reads a row of a seekStatement: of the record with a number, or of an event that waits.
func scanSought(rows Rows) (record int64, e Unapplied, doc []byte, err error) {
	err = rows.Scan(&record, &doc, &e.view, (*string)(&e.Stream), &e.typ, &e.position, &e.cause)
	return record, e, doc, err
}

// DecodeInto returns a function that decodes a document into r.
func DecodeInto[R any](r *R) func([]byte) error {
	return func(doc []byte) error { return json.Unmarshal(doc, r) }
}

// WaitingStreams returns the streams of which a view could not apply an event.
func (v *Views) WaitingStreams(ctx context.Context, view string) ([]string, error) {
	return v.QueryTexts(ctx, "SELECT DISTINCT stream FROM docket_waiting WHERE view = $1", view)
}
