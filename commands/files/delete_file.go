package files

import (
	"context"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// DeleteFile moves a file to the trash, or ends it for good.
func (c *Commands) DeleteFile(ctx context.Context, r DeleteFile) (core.Outcome, error) {
	d, f, at, err := c.LoadFile(ctx, r.Caller, r.TemplateID, r.DossierID, r.FileID, r.Permanently)
	if err != nil {
		return core.Outcome{}, err
	}
	if err := user.CheckAccess(r.Caller, user.DeleteFile, core.FileObject(d, f)); err != nil {
		return core.Outcome{}, err
	}
	if r.ExpectVersion != 0 && r.ExpectVersion != at.Version {
		return core.Outcome{}, domain.ErrChanged
	}
	if err := d.CheckAcceptsFiles(); err != nil {
		return core.Outcome{}, err
	}
	decide, err := c.fileDeletion(ctx, r.Caller, r.TemplateID, r.Permanently)
	if err != nil {
		return core.Outcome{}, err
	}
	done, err := c.RemoveFile(ctx, r.Request, r.CommandOn(file.StreamOf(r.Caller.Workspace, r.FileID)), f, decide)
	if err == nil && r.Permanently {
		err = c.EraseFile(ctx, r.Request, done.Position, r.DossierID, r.FileID)
	}
	return core.Outcome{ID: r.FileID, Position: uint64(done.Position)}, r.ToCallerError(err)
}

// fileDeletion returns the decision that deletes a file, for good or until the current
// retention ends.
func (c *Commands) fileDeletion(ctx context.Context, p user.Principal, templateID string, permanently bool) (
	es.Decision[file.State], error) {
	if permanently {
		return file.DeletePermanently(), nil
	}
	purgeAt, err := c.PurgeTime(ctx, p, templateID)
	return file.SoftDelete(purgeAt), err
}

// ExpireFile deletes a file for good when its time in the trash is over, and reports
// whether it did: one that was restored meanwhile stays.
func (c *Commands) ExpireFile(ctx context.Context, r core.Expire) (bool, error) {
	cmd := r.CommandOn(file.StreamOf(r.Caller.Workspace, r.ID))
	cmd.Causation = r.Cause
	at, err := es.Decide(ctx, c.Log, file.Decider, cmd, file.Expire(r.Now))
	if err != nil {
		return false, err
	}
	f, _, err := es.Load(ctx, c.Log, file.Decider, cmd.Stream)
	if err != nil || f.Phase != file.Gone {
		return false, err
	}
	return true, c.EraseFile(ctx, r.Request, at.Position, f.Dossier, r.ID)
}

// DeleteFile moves a file to the trash, or ends it for good.
type DeleteFile struct {
	core.Request
	TemplateID, DossierID, FileID string
	Permanently                   bool
}
