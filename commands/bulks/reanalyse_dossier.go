package bulks

import (
	"context"
	"errors"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// ReanalyseDossier asks for one more analysis of the files of a dossier.
type ReanalyseDossier struct {
	core.Request
	TemplateID, DossierID string
	OCR                   bool // recognise pages without usable text, whatever the template says
}

// ReanalyseDossier asks for one more run over each file of a dossier, also of those
// that are busy or left out of automatic analysis. Approved files stay as they are.
// The outcome's IDs are the files that were asked for, by name.
func (c *Commands) ReanalyseDossier(ctx context.Context, r ReanalyseDossier) (core.Outcome, error) {
	d, _, err := c.LoadDossier(ctx, r.Caller, r.TemplateID, r.DossierID, false)
	if err != nil {
		return core.Outcome{}, err
	}
	if err := user.CheckAccess(r.Caller, user.ReanalyseDossier, core.DossierObject(d)); err != nil {
		return core.Outcome{}, err
	}
	if err := c.RequireLicense(); err != nil {
		return core.Outcome{}, err
	}
	if err := d.CheckAcceptsFiles(); err != nil {
		return core.Outcome{}, err
	}
	named, err := c.DossierFiles.FilesIn(ctx, r.Caller.Workspace, r.DossierID)
	if err != nil {
		return core.Outcome{}, err
	}
	ids := make([]string, len(named))
	for i, f := range named {
		ids[i] = f.ID
	}
	begin := bulk.Started{Action: bulk.Reanalyse, Dossier: r.DossierID, Template: r.TemplateID, Files: len(ids),
		OCR: r.OCR}
	out, err := c.startEach(ctx, r.Request, begin, ids, nothingToUndo)
	return out, core.ToCallerError(err)
}

// reanalyseFile asks for one more run over one file of a bulk. Approved files, and those
// that are gone, are left alone: their position is 0. One that was changed since the bulk began
// is not: the run reads it as it is now, and undoes nothing.
func (b *bulkRun) reanalyseFile(ctx context.Context, id string) (es.Position, error) {
	cmd := b.r.SubCommand("reanalyse\n"+id, file.StreamOf(b.r.Caller.Workspace, id))
	decide := file.RequestReanalysis(b.s.OCR)
	if b.end != nil {
		decide = refuseEvents(decide)
	}
	done, err := es.Decide(ctx, b.Log, file.Decider, cmd, decide)
	if core.IsNotFound(err) || errors.Is(err, file.ErrApproved) || errors.Is(err, errChangedSince) {
		return 0, nil
	}
	return done.Position, err
}
