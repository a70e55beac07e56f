package service

import (
	"cmp"
	"context"
	"time"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
)

// copyWait is how long an upload waits for the views, unless they may be taken over.
const copyWait = 5 * time.Second

// copies finds files by their content, in views that have come to the end of the log.
type copies struct{ app *App }

// FindCopy implements commands.Copies.
func (c copies) FindCopy(ctx context.Context, caller user.Principal, digest, without string) (commands.FileCopy, error) {
	head, err := c.app.Log.Store.Head(ctx)
	if err != nil {
		return commands.FileCopy{}, err
	}
	waiting, cancel := context.WithTimeout(ctx, cmp.Or(c.app.Config.FreshnessTimeout(), copyWait))
	defer cancel()
	if err := c.app.Storage.Views.Await(waiting, uint64(head), "files", "dossiers"); err != nil {
		return commands.FileCopy{}, domain.Refuse(domain.Away, "The service is not available").Because(err)
	}
	found, err := c.app.Queries.FindContent(ctx, caller, digest, without)
	return commands.FileCopy{FileID: found.FileID, DossierID: found.DossierID}, err
}
