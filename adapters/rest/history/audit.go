package history

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/queries"
)

// GetTemplateHistory reads the events of a template.
func (h *historyHandlers) GetTemplateHistory(
	ctx context.Context, q api.GetTemplateHistoryRequestObject,
) (api.GetTemplateHistoryResponseObject, error) {
	ask := queries.AskTemplateHistory{
		Caller:     exchange.Caller(ctx),
		TemplateID: q.DossierTemplateId,
		Limit:      convert.ValueOr(q.Params.Limit, exchange.UsualLimit),
		Ascending:  convert.ValueOr(q.Params.Order, api.Desc) == api.Asc,
	}
	scope := fmt.Sprintf("template/%s/%t/", ask.TemplateID, ask.Ascending)
	var err error
	if ask.After, err = cursorPosition(q.Params.Cursor, scope); err != nil {
		return nil, err
	}
	found, err := h.queries.TemplateHistory(ctx, ask)
	if err != nil {
		return nil, err
	}
	page := pageOf(found, scope)
	return api.GetTemplateHistory200JSONResponse{Body: page}, h.addEvidence(ctx, page, q.Params.Evidence)
}

// ListAuditEvents reads a page of the events that match.
func (h *historyHandlers) ListAuditEvents(
	ctx context.Context, q api.ListAuditEventsRequestObject,
) (api.ListAuditEventsResponseObject, error) {
	ask := askAudit(ctx, q.Params)
	if err := ask.Check(); err != nil {
		return nil, err
	}
	scope := auditScope(ask)
	var err error
	if ask.After, err = cursorPosition(q.Params.Cursor, scope); err != nil {
		return nil, err
	}
	found, err := h.queries.AuditEvents(ctx, ask)
	if err != nil {
		return nil, err
	}
	page := pageOf(found, scope)
	return api.ListAuditEvents200JSONResponse{Body: page}, h.addEvidence(ctx, page, q.Params.Evidence)
}

func askAudit(ctx context.Context, p api.ListAuditEventsParams) queries.AskAudit {
	return queries.AskAudit{
		Caller:    exchange.Caller(ctx),
		From:      convert.OptionalTime(p.From),
		To:        convert.OptionalTime(p.To),
		Actor:     convert.ValueOr(p.Actor, ""),
		Types:     convert.ValueOr(p.Type, nil),
		DossierID: convert.ValueOr(p.DossierId, ""),
		FileID:    convert.ValueOr(p.FileId, ""),
		Ascending: convert.ValueOr(p.Order, api.Desc) == api.Asc,
		Limit:     convert.ValueOr(p.Limit, exchange.UsualLimit),
	}
}

// auditScope returns the scope of the cursors of a search: its conditions and its order.
func auditScope(a queries.AskAudit) string {
	a.Caller.Username, a.Caller.Roles, a.Caller.Key, a.Limit, a.After = "", nil, nil, 0, 0
	b, err := json.Marshal(a)
	if err != nil {
		return "" // strings and times: it cannot be
	}
	return fmt.Sprintf("audit/%s/", shortHash(b))
}

// ExportAuditEvents streams all events that match, as a table or as lines of JSON. Nothing is
// buffered, so the length does not matter.
func (h *historyHandlers) ExportAuditEvents(w http.ResponseWriter, r *http.Request, p api.ListAuditEventsParams) {
	x := &export{to: w, head: r.Method == http.MethodHead}
	x.begin, x.entry = x.beginLines, x.writeLine
	if convert.ValueOr(p.Format, api.Json) == api.Csv {
		x.begin, x.entry = x.beginTable, x.writeRow
	}
	ask := askAudit(r.Context(), p)
	err := ask.Check()
	if err == nil {
		err = h.queries.EachAuditEvent(r.Context(), ask, x.writeEntry)
	}
	switch {
	case x.begun && err != nil && !x.head: // nobody must take half of it for all
		h.log.ErrorContext(r.Context(), "an export of events broke off", "request", exchange.Of(r.Context()).ID, "error", err)
		panic(http.ErrAbortHandler)
	case err != nil && !x.begun:
		h.failures.Write(w, r, err)
		return
	}
	if x.startAnswer(); x.out != nil {
		_ = x.out.Flush() // the client may be gone; there is nobody to tell
	}
}

// An export writes events as they come. It begins with the first of them, so that a
// failure before it can still be reported.
type export struct {
	to    http.ResponseWriter
	head  bool // nothing but headers are wanted
	begun bool
	out   *bufio.Writer
	table *csv.Writer
	begin func()
	entry func(api.HistoryEvent) error
}

func (x *export) writeEntry(e queries.HistoryEntry) error {
	if x.startAnswer(); x.head {
		return io.EOF // enough
	}
	return x.entry(entryOf(e))
}

func (x *export) startAnswer() {
	if !x.begun {
		x.begun = true
		x.out = bufio.NewWriterSize(x.to, 32<<10)
		x.begin()
	}
}

func (x *export) beginLines() {
	x.to.Header().Set("Content-Type", "application/jsonl")
	x.to.WriteHeader(http.StatusOK)
}

func (x *export) writeLine(e api.HistoryEvent) error {
	b, err := json.Marshal(e)
	if err == nil {
		_, err = x.out.Write(append(b, '\n'))
	}
	return err
}

// Columns are the columns of a table of events.
var Columns = []string{
	"position", "time", "actorId", "actorUsername", "type", "dossierTemplateId", "dossierId", "fileId",
	"summary", "causedBy", "data",
}

func (x *export) beginTable() {
	x.to.Header().Set("Content-Type", "text/csv; charset=utf-8")
	x.to.WriteHeader(http.StatusOK)
	x.table = csv.NewWriter(x.out)
	_ = x.table.Write(Columns) // errors stay with the writer until it is flushed
	x.table.Flush()
}

// writeRow writes values unchanged: a table with altered values would prove nothing.
func (x *export) writeRow(e api.HistoryEvent) error {
	cause := ""
	if e.CausedBy.IsSpecified() && !e.CausedBy.IsNull() {
		cause = strconv.FormatInt(e.CausedBy.MustGet(), 10)
	}
	err := x.table.Write([]string{
		strconv.FormatInt(e.Position, 10), e.Time.UTC().Format(api.DateTimeLayout), orEmpty(e.Actor.Id),
		e.Actor.Username, e.Type, orEmpty(e.DossierTemplateId), orEmpty(e.DossierId), orEmpty(e.FileId),
		e.Summary, cause, string(e.Data),
	})
	x.table.Flush()
	if err == nil {
		err = x.table.Error()
	}
	return err
}
