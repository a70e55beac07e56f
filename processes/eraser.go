package processes

import (
	"context"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/es"
)

// An Eraser finishes permanent deletions that a crash interrupted, or that a restored
// backup undid. It is a consumer of the log.
type Eraser struct{ Commands *commands.Commands }

// Filter chooses the events that Handle acts on.
func (e *Eraser) Filter() es.Filter {
	return es.Filter{Types: []string{"dossier.permanently-deleted", "file.permanently-deleted", "download.deleted",
		"user.erased"}}
}

// Handle finishes the deletion that an event records; other events are ignored.
func (e *Eraser) Handle(ctx context.Context, r es.Recorded) error {
	return e.Commands.FinishDeletion(ctx, r)
}
