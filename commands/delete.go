package commands

import (
	"context"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// DeleteDossier moves a dossier to the trash, or ends it for good.
func (c *Commands) DeleteDossier(ctx context.Context, r DeleteDossier) (Outcome, error) {
	d, at, err := c.inDossier(ctx, r.Caller, r.TemplateID, r.DossierID, r.Permanently)
	if err != nil {
		return Outcome{}, err
	}
	if err := user.CheckAccess(r.Caller, user.DeleteDossier, dossierObject(d)); err != nil {
		return Outcome{}, err
	}
	if r.ExpectVersion != 0 && r.ExpectVersion != at.Version {
		return Outcome{}, domain.ErrChanged
	}
	decide := dossier.DeletePermanently()
	if !r.Permanently {
		purgeAt, err := c.purgeAt(ctx, r.Caller, r.TemplateID)
		if err != nil {
			return Outcome{}, err
		}
		decide = dossier.SoftDelete(purgeAt)
	}
	stream := dossier.StreamOf(r.Caller.Workspace, r.DossierID)
	done, err := es.Decide(ctx, c.Log, dossier.Decider, r.commandOn(stream), decide)
	if err == nil && r.Permanently {
		err = c.eraseDossier(ctx, r.Request, done.Position, r.DossierID, d.Hold)
	}
	return Outcome{ID: r.DossierID, Position: uint64(done.Position)}, r.toCallerError(err)
}

// DeleteFile moves a file to the trash, or ends it for good.
func (c *Commands) DeleteFile(ctx context.Context, r DeleteFile) (Outcome, error) {
	d, f, at, err := c.inFile(ctx, r.Caller, r.TemplateID, r.DossierID, r.FileID, r.Permanently)
	if err != nil {
		return Outcome{}, err
	}
	if err := user.CheckAccess(r.Caller, user.DeleteFile, fileObject(d, f)); err != nil {
		return Outcome{}, err
	}
	if r.ExpectVersion != 0 && r.ExpectVersion != at.Version {
		return Outcome{}, domain.ErrChanged
	}
	if err := d.CheckAcceptsFiles(); err != nil {
		return Outcome{}, err
	}
	decide, err := c.fileDeletion(ctx, r.Caller, r.TemplateID, r.Permanently)
	if err != nil {
		return Outcome{}, err
	}
	done, err := c.removeFile(ctx, r.Request, r.commandOn(file.StreamOf(r.Caller.Workspace, r.FileID)), f, decide)
	if err == nil && r.Permanently {
		err = c.eraseFile(ctx, r.Request, done.Position, r.DossierID, r.FileID)
	}
	return Outcome{ID: r.FileID, Position: uint64(done.Position)}, r.toCallerError(err)
}

// fileDeletion returns the decision that deletes a file, for good or until the current
// retention ends.
func (c *Commands) fileDeletion(ctx context.Context, p user.Principal, templateID string, permanently bool) (
	es.Decision[file.State], error) {
	if permanently {
		return file.DeletePermanently(), nil
	}
	purgeAt, err := c.purgeAt(ctx, p, templateID)
	return file.SoftDelete(purgeAt), err
}

// removeFile deletes a file and frees its name, which is free at soft deletion
// already. A file that was deleted by the same command before, and restored since, keeps both.
func (c *Commands) removeFile(ctx context.Context, r Request, cmd es.Command, f file.State,
	decide es.Decision[file.State]) (es.Receipt, error) {
	found, err := es.Find(ctx, c.Log, file.Decider, cmd.Stream)
	if err != nil {
		return es.Receipt{}, err
	}
	found, done, err := found.Decide(ctx, c.Log, file.Decider, cmd, decide)
	if err == nil && f.Phase == file.Active && found.State.Phase != file.Active {
		err = c.releaseName(ctx, r, f.Hold)
	}
	return done, err
}
