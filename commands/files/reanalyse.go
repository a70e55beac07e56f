package files

import (
	"context"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// ReanalyseFile asks for one more run over a file, of the steps whose engine or
// settings have changed and of what follows them, and with OCR set from the
// recognition of its pages on; a busy file gets it when its run ends.
func (c *Commands) ReanalyseFile(ctx context.Context, r ReanalyseFile) (core.Outcome, error) {
	if err := c.mayEdit(ctx, r.Request, user.ReanalyseFile, r.TemplateID, r.DossierID, r.FileID); err != nil {
		return core.Outcome{}, err
	}
	at, err := es.Decide(ctx, c.Log, file.Decider, r.CommandOn(file.StreamOf(r.Caller.Workspace, r.FileID)),
		file.RequestReanalysis(r.OCR))
	return core.Outcome{ID: r.FileID, Position: uint64(at.Position)}, r.ToCallerError(err)
}

// ReanalyseFile asks for one more analysis of a file.
type ReanalyseFile struct {
	core.Request
	TemplateID, DossierID, FileID string
	OCR                           bool // recognise pages without usable text, whatever the template says
}
