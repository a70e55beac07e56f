package exchange

import (
	"context"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/queries"
)

// Operations answers for operations, each caller's own.
type Operations interface {
	GetOperation(ctx context.Context, q queries.AskOperation) (queries.Operation, error)
}

// PollSeconds is how long a client is told to wait before it reads an operation again.
const PollSeconds = 1

// AcceptLater returns the answer to a request whose work goes on as the operation with the id of its command.
func (v *Views) AcceptLater(
	ctx context.Context, r commands.Request, position uint64, q Operations,
) (api.AcceptedJSONResponse, error) {
	at := v.AwaitWrite(ctx, position)
	found, err := q.GetOperation(ctx, queries.AskOperation{Caller: r.Caller, OperationID: r.CommandID.String()})
	return api.AcceptedJSONResponse{Body: convert.ToOperation(found), Headers: api.AcceptedResponseHeaders{
		DocketPosition: at, Location: new("/api/operations/" + r.CommandID.String()),
		PreferenceApplied: new("respond-async"), RetryAfter: new(PollSeconds)}}, NotYetReadable(err)
}
