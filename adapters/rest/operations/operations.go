// Package operations answers for requests that were answered before their work was done.
package operations

import (
	"context"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// Queries answers for operations, each caller's own.
type Queries interface {
	exchange.Operations
	ListOperations(ctx context.Context, caller user.Principal, a queries.AskPart) (queries.ListPage[bulk.Record], error)
	// CountWaiting counts files of an operation whose analysis has not ended.
	CountWaiting(ctx context.Context, o queries.Operation) (int, error)
}

// Commands changes operations.
type Commands interface {
	CancelOperation(ctx context.Context, c commands.CancelOperation) (commands.Outcome, error)
}

// Ports are what the operations on operations call.
type Ports struct {
	Queries  Queries
	Commands Commands
}

// Handlers answer the operations on operations.
type Handlers struct {
	queries  Queries
	commands Commands
	views    *exchange.Views
}

// New returns the handlers over their ports.
func New(p Ports, v *exchange.Views) *Handlers {
	return &Handlers{queries: p.Queries, commands: p.Commands, views: v}
}

// ListOperations lists the caller's own operations.
func (h *Handlers) ListOperations(
	ctx context.Context, q api.ListOperationsRequestObject,
) (api.ListOperationsResponseObject, error) {
	asked := exchange.PartParameters{Limit: q.Params.Limit, Cursor: q.Params.Cursor, Sort: q.Params.Sort, Counts: q.Params.Counts}
	found, err := h.queries.ListOperations(ctx, exchange.Caller(ctx), asked.Ask())
	if err != nil {
		return nil, err
	}
	part := exchange.ToPart(found, asked)
	return api.ListOperations200JSONResponse{Body: api.OperationList{Operations: convert.MapList(part.Entries, convert.ToOperationEntry),
		NextCursor: part.NextCursor, Total: part.Total}}, nil
}

// GetOperation tells how far an operation is.
func (h *Handlers) GetOperation(ctx context.Context, q api.GetOperationRequestObject) (api.GetOperationResponseObject, error) {
	body, err := h.readOperation(ctx, q.OperationId)
	if err != nil {
		return nil, err
	}
	tag, err := exchange.EntityTag(body)
	headers := api.GetOperation200ResponseHeaders{ETag: &tag}
	if body.Ended.IsNull() || body.Analysis != nil && body.Analysis.Waiting > 0 {
		headers.RetryAfter = new(exchange.PollSeconds)
	}
	return api.GetOperation200JSONResponse{Body: body, Headers: headers}, err
}

// CancelOperation leaves what an operation has not come to as it is.
func (h *Handlers) CancelOperation(
	ctx context.Context, q api.CancelOperationRequestObject,
) (api.CancelOperationResponseObject, error) {
	out, err := h.commands.CancelOperation(ctx, commands.CancelOperation{Request: exchange.Request(ctx), OperationID: q.OperationId})
	if err != nil {
		return nil, err
	}
	position := h.views.AwaitWrite(ctx, out.Position)
	body, err := h.readOperation(ctx, q.OperationId)
	exchange.SetSubject(ctx, dossier.SubjectOf(exchange.Caller(ctx).Workspace, body.DossierId))
	return api.CancelOperation200JSONResponse{Body: body, Headers: api.CancelOperation200ResponseHeaders{DocketPosition: position}},
		exchange.NotYetReadable(err)
}

// readOperation reads an operation, and how far the analyses are that it has asked for.
func (h *Handlers) readOperation(ctx context.Context, id string) (api.Operation, error) {
	found, err := h.queries.GetOperation(ctx, queries.AskOperation{Caller: exchange.Caller(ctx), OperationID: id})
	if err != nil {
		return api.Operation{}, err
	}
	body := convert.ToOperation(found)
	var further []string
	if found.Action == bulk.Reanalyse {
		further = append(further, "work")
	}
	if further != nil || found.Ended != nil { // what an operation that is over has done can be read
		if err := h.views.Await(ctx, uint64(found.Position), further...); err != nil {
			return body, err
		}
	}
	if found.Action != bulk.Reanalyse {
		return body, nil
	}
	waiting, err := h.queries.CountWaiting(ctx, found)
	body.Analysis = &api.OperationAnalysis{Requested: len(found.Files), Waiting: waiting}
	return body, err
}
