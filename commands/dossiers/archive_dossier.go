package dossiers

import (
	"context"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
)

// ArchiveDossier closes a dossier for changes; there is no way back.
type ArchiveDossier struct {
	core.Request
	TemplateID, DossierID string
}

// ArchiveDossier closes a dossier for changes.
func (c *Commands) ArchiveDossier(ctx context.Context, r ArchiveDossier) (core.Outcome, error) {
	return c.changePhase(ctx, r.Request, user.ArchiveDossier, r.TemplateID, r.DossierID, dossier.Archive())
}

// RestoreDossier takes a dossier out of the trash.
type RestoreDossier struct {
	core.Request
	TemplateID, DossierID string
}

// RestoreDossier takes a dossier out of the trash, with its files but those that
// were deleted one by one.
func (c *Commands) RestoreDossier(ctx context.Context, r RestoreDossier) (core.Outcome, error) {
	return c.changePhase(ctx, r.Request, user.RestoreDossier, r.TemplateID, r.DossierID, dossier.Restore())
}

// changePhase checks and appends a change of a dossier's phase.
func (c *Commands) changePhase(ctx context.Context, r core.Request, op user.Operation, templateID, id string,
	decide es.Decision[dossier.State]) (core.Outcome, error) {
	d, at, err := c.LoadDossier(ctx, r.Caller, templateID, id, op == user.RestoreDossier)
	if err != nil {
		return core.Outcome{}, err
	}
	if err := user.CheckAccess(r.Caller, op, core.DossierObject(d)); err != nil {
		return core.Outcome{}, err
	}
	if r.ExpectVersion != 0 && r.ExpectVersion != at.Version {
		return core.Outcome{}, domain.ErrChanged
	}
	done, err := es.Decide(ctx, c.Log, dossier.Decider, r.CommandOn(dossier.StreamOf(r.Caller.Workspace, id)), decide)
	return core.Outcome{ID: id, Position: uint64(done.Position)}, r.ToCallerError(err)
}
