package commands

import (
	"context"
	"errors"

	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// DeleteFiles moves files of a dossier to the trash, or ends them for good.
type DeleteFiles struct {
	Request
	TemplateID, DossierID string
	FileIDs               []string
	Permanently           bool
}

// DeleteFiles deletes all of the files or, when one of them is not there or not the
// caller's to delete, none.
func (c *Commands) DeleteFiles(ctx context.Context, r DeleteFiles) (Outcome, error) {
	d, _, err := c.inDossier(ctx, r.Caller, r.TemplateID, r.DossierID, false)
	if err != nil {
		return Outcome{}, err
	}
	if err := user.CheckAccess(r.Caller, user.DeleteFiles, dossierObject(d)); err != nil {
		return Outcome{}, err
	}
	files, err := c.filesOf(ctx, r.Caller, r.DossierID, r.FileIDs, r.Permanently)
	if err != nil {
		return Outcome{}, err
	}
	for _, f := range files {
		if err := user.CheckAccess(r.Caller, user.DeleteFiles, fileObject(d, f.State)); err != nil {
			return Outcome{}, err
		}
	}
	if err := d.CheckAcceptsFiles(); err != nil {
		return Outcome{}, err
	}
	begin := bulk.Started{Action: bulk.End, Dossier: r.DossierID, Template: r.TemplateID, Files: len(files)}
	if !r.Permanently {
		begin.Action = bulk.Trash
		if begin.PurgeAt, err = c.purgeAt(ctx, r.Caller, r.TemplateID); err != nil {
			return Outcome{}, err
		}
	}
	out, err := c.startEach(ctx, r.Request, begin, idsOf(files), nothingToUndo)
	return out, toCallerError(err)
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
	return at, b.eraseFile(ctx, b.r.Request, at, b.s.Dossier, id)
}

// applyDeletion deletes one file of a bulk; one that is gone already is no error, and one that may not
// be deleted any more is left out.
func (b *bulkRun) applyDeletion(ctx context.Context, id string, decide es.Decision[file.State]) (es.Position, error) {
	stream := file.StreamOf(b.r.Caller.Workspace, id)
	f, at, err := es.Load(ctx, b.Log, file.Decider, stream)
	if err != nil {
		return 0, err
	}
	cmd := b.r.subCommand("delete\n"+id, stream)
	if decide, err = b.guardItem(ctx, &cmd, decide); err != nil {
		return 0, err
	}
	done, err := b.removeFile(ctx, b.r.Request, cmd, f, decide)
	switch {
	case notFound(err):
		done, err = at, nil
	case errors.Is(err, errChangedSince):
		return 0, b.leaveOut(ctx, id, bulk.Changed, "")
	}
	// A name that was not freed, because the process died, is freed by whoever wants
	// it; it is freed here as well, so that none is left.
	if err == nil && f.Phase != file.Active {
		err = b.releaseName(ctx, b.r.Request, f.Hold)
	}
	return done.Position, err
}

// ReanalyseDossier asks for one more analysis of the files of a dossier.
type ReanalyseDossier struct {
	Request
	TemplateID, DossierID string
	OCR                   bool // recognise pages without usable text, whatever the template says
}

// ReanalyseDossier asks for one more run over each file of a dossier, also of those
// that are busy or left out of automatic analysis. Approved files stay as they are.
// The outcome's IDs are the files that were asked for, by name.
func (c *Commands) ReanalyseDossier(ctx context.Context, r ReanalyseDossier) (Outcome, error) {
	d, _, err := c.inDossier(ctx, r.Caller, r.TemplateID, r.DossierID, false)
	if err != nil {
		return Outcome{}, err
	}
	if err := user.CheckAccess(r.Caller, user.ReanalyseDossier, dossierObject(d)); err != nil {
		return Outcome{}, err
	}
	if err := c.requireLicense(); err != nil {
		return Outcome{}, err
	}
	if err := d.CheckAcceptsFiles(); err != nil {
		return Outcome{}, err
	}
	named, err := c.Files.FilesIn(ctx, r.Caller.Workspace, r.DossierID)
	if err != nil {
		return Outcome{}, err
	}
	ids := make([]string, len(named))
	for i, f := range named {
		ids[i] = f.ID
	}
	begin := bulk.Started{Action: bulk.Reanalyse, Dossier: r.DossierID, Template: r.TemplateID, Files: len(ids), OCR: r.OCR}
	out, err := c.startEach(ctx, r.Request, begin, ids, nothingToUndo)
	return out, toCallerError(err)
}

// reanalyseFile asks for one more run over one file of a bulk. Approved files, and those
// that are gone, are left alone: their position is 0. One that was changed since the bulk began
// is not: the run reads it as it is now, and undoes nothing.
func (b *bulkRun) reanalyseFile(ctx context.Context, id string) (es.Position, error) {
	cmd := b.r.subCommand("reanalyse\n"+id, file.StreamOf(b.r.Caller.Workspace, id))
	done, err := es.Decide(ctx, b.Log, file.Decider, cmd, file.RequestReanalysis(b.s.OCR))
	if notFound(err) || errors.Is(err, file.ErrApproved) {
		return 0, nil
	}
	return done.Position, err
}
