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

// DeleteFiles moves files of a dossier to the trash, or ends them for good.
type DeleteFiles struct {
	core.Request
	TemplateID, DossierID string
	FileIDs               []string
	Permanently           bool
}

// DeleteFiles deletes all of the files or, when one of them is not there or not the
// caller's to delete, none.
func (c *Commands) DeleteFiles(ctx context.Context, r DeleteFiles) (core.Outcome, error) {
	d, _, err := c.LoadDossier(ctx, r.Caller, r.TemplateID, r.DossierID, false)
	if err != nil {
		return core.Outcome{}, err
	}
	if err := user.CheckAccess(r.Caller, user.DeleteFiles, core.DossierObject(d)); err != nil {
		return core.Outcome{}, err
	}
	begun, err := c.hasBegun(ctx, r.Request)
	if err != nil {
		return core.Outcome{}, err
	}
	if begun {
		out, err := c.startEach(ctx, r.Request, bulk.Started{Dossier: r.DossierID}, r.FileIDs, nothingToUndo)
		return out, core.ToCallerError(err)
	}
	files, err := c.filesOf(ctx, r.Caller, r.DossierID, r.FileIDs, r.Permanently)
	if err != nil {
		return core.Outcome{}, err
	}
	for _, f := range files {
		if err := user.CheckAccess(r.Caller, user.DeleteFiles, core.FileObject(d, f.State)); err != nil {
			return core.Outcome{}, err
		}
	}
	if err := d.CheckAcceptsFiles(); err != nil {
		return core.Outcome{}, err
	}
	begin := bulk.Started{Action: bulk.End, Dossier: r.DossierID, Template: r.TemplateID, Files: len(files)}
	if !r.Permanently {
		begin.Action = bulk.Trash
		if begin.PurgeAt, err = c.PurgeTime(ctx, r.Caller, r.TemplateID); err != nil {
			return core.Outcome{}, err
		}
	}
	out, err := c.startEach(ctx, r.Request, begin, idsOf(files), nothingToUndo)
	return out, core.ToCallerError(err)
}

// trashFile moves one file of a bulk to the trash.
func (b *bulkRun) trashFile(ctx context.Context, id string) (es.Position, error) {
	return b.applyDeletion(ctx, id, file.SoftDelete(b.s.PurgeAt))
}

// deleteFile deletes one file of a bulk for good.
func (b *bulkRun) deleteFile(ctx context.Context, id string) (es.Position, error) {
	at, err := b.applyDeletion(ctx, id, file.DeletePermanently())
	if err != nil || at == 0 {
		return at, err
	}
	return at, b.EraseFile(ctx, b.r.Request, at, b.s.Dossier, id)
}

// applyDeletion deletes one file of a bulk; one that is gone already is no error, and one that may not
// be deleted any more is left out.
func (b *bulkRun) applyDeletion(ctx context.Context, id string, decide es.Decision[file.State]) (es.Position, error) {
	stream := file.StreamOf(b.r.Caller.Workspace, id)
	f, at, err := es.Load(ctx, b.Log, file.Decider, stream)
	if err != nil {
		return 0, err
	}
	cmd := b.r.SubCommand("delete\n"+id, stream)
	if decide, err = b.guardItem(ctx, &cmd, decide); err != nil {
		return 0, err
	}
	done, err := b.RemoveFile(ctx, b.r.Request, cmd, f, decide)
	switch {
	case core.IsNotFound(err):
		done, err = at, nil
	case errors.Is(err, errChangedSince):
		return 0, b.leaveOut(ctx, id, bulk.Changed, "")
	}
	// A name that was not freed, because the process died, is freed by whoever wants
	// it; it is freed here as well, so that none is left.
	if err == nil && f.Phase != file.Active {
		err = b.ReleaseName(ctx, b.r.Request, f.Hold)
	}
	return done.Position, err
}
