package dossiers

import (
	"context"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// SetDossierAttributes gives a dossier the values of attributes; the others stay.
type SetDossierAttributes struct {
	core.Request
	TemplateID, DossierID string
	Values                map[string]string // by id of the definition; "" takes one away
}

// SetDossierAttributes stores all of the values or none.
func (c *Commands) SetDossierAttributes(ctx context.Context, r SetDossierAttributes) (core.Outcome, error) {
	d, at, err := c.LoadDossier(ctx, r.Caller, r.TemplateID, r.DossierID, false)
	if err != nil {
		return core.Outcome{}, err
	}
	if err := user.CheckAccess(r.Caller, user.SetDossierAttributes, core.DossierObject(d)); err != nil {
		return core.Outcome{}, err
	}
	values, err := c.CheckSettable(ctx, r.Request, at, r.TemplateID, template.State.DossierAttribute, r.Values)
	if err != nil {
		return core.Outcome{}, err
	}
	stream := dossier.StreamOf(r.Caller.Workspace, r.DossierID)
	subject := dossier.SubjectOf(r.Caller.Workspace, r.DossierID)
	done, err := es.Decide(ctx, c.Log, dossier.Decider, r.CommandOn(stream), dossier.SetAttributes(subject, values))
	if done == at {
		done.Position = 0 // nothing changed
	}
	return core.Outcome{ID: r.DossierID, Position: uint64(done.Position)}, r.ToCallerError(err)
}
