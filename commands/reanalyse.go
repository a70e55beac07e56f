package commands

import (
	"context"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// ReanalyseFile asks for one more run over a file, of the steps whose engine or
// settings have changed and of what follows them, and with OCR set from the
// recognition of its pages on; a busy file gets it when its run ends.
func (c *Commands) ReanalyseFile(ctx context.Context, r ReanalyseFile) (Outcome, error) {
	if err := c.mayEdit(ctx, r.Request, user.ReanalyseFile, r.TemplateID, r.DossierID, r.FileID); err != nil {
		return Outcome{}, err
	}
	at, err := es.Decide(ctx, c.Log, file.Decider, r.commandOn(file.StreamOf(r.Caller.Workspace, r.FileID)), file.RequestReanalysis(r.OCR))
	return Outcome{ID: r.FileID, Position: uint64(at.Position)}, r.toCallerError(err)
}
