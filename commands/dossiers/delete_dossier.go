package dossiers

import (
	"context"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
)

// DeleteDossier moves a dossier to the trash, or ends it for good.
func (c *Commands) DeleteDossier(ctx context.Context, r DeleteDossier) (core.Outcome, error) {
	d, at, err := c.LoadDossier(ctx, r.Caller, r.TemplateID, r.DossierID, r.Permanently)
	if err != nil {
		return core.Outcome{}, err
	}
	if err := user.CheckAccess(r.Caller, user.DeleteDossier, core.DossierObject(d)); err != nil {
		return core.Outcome{}, err
	}
	if r.ExpectVersion != 0 && r.ExpectVersion != at.Version {
		return core.Outcome{}, domain.ErrChanged
	}
	decide := dossier.DeletePermanently()
	if !r.Permanently {
		purgeAt, err := c.PurgeTime(ctx, r.Caller, r.TemplateID)
		if err != nil {
			return core.Outcome{}, err
		}
		decide = dossier.SoftDelete(purgeAt)
	}
	stream := dossier.StreamOf(r.Caller.Workspace, r.DossierID)
	done, err := es.Decide(ctx, c.Log, dossier.Decider, r.CommandOn(stream), decide)
	if err == nil && r.Permanently {
		err = c.EraseDossier(ctx, r.Request, done.Position, r.DossierID, d.Hold)
	}
	return core.Outcome{ID: r.DossierID, Position: uint64(done.Position)}, r.ToCallerError(err)
}

// ExpireDossier deletes a dossier for good when its time in the trash is over, and
// reports whether it did: one that was restored meanwhile stays.
func (c *Commands) ExpireDossier(ctx context.Context, r core.Expire) (bool, error) {
	cmd := r.CommandOn(dossier.StreamOf(r.Caller.Workspace, r.ID))
	cmd.Causation = r.Cause
	at, err := es.Decide(ctx, c.Log, dossier.Decider, cmd, dossier.Expire(r.Now))
	if err != nil {
		return false, err
	}
	d, _, err := es.Load(ctx, c.Log, dossier.Decider, cmd.Stream)
	if err != nil || d.Phase != dossier.Gone {
		return false, err
	}
	return true, c.EraseDossier(ctx, r.Request, at.Position, r.ID, d.Hold)
}

// DeleteDossier moves a dossier to the trash, or ends it for good.
type DeleteDossier struct {
	core.Request
	TemplateID, DossierID string
	Permanently           bool
}
