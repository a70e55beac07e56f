package templates

import (
	"context"
	"errors"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// SaveDefinition creates a dossier status, an attribute or an entity of a template,
// or changes the one with ID. Texts arrive as they were sent; a rank of 0, an empty
// color, kind or type was left out.
type SaveDefinition struct {
	core.Request
	TemplateID string
	Of         string              // one of the kinds of package template
	Definition template.Definition // ID "": create
}

// DeleteDefinition takes a dossier status, an attribute or an entity of a template
// away for good.
type DeleteDefinition struct {
	core.Request
	TemplateID, ID string
	Of             string // one of the kinds of package template
	Replacement    string // of a dossier status: what its dossiers get, "" for none
}

// definitionOperations are the operations that create, update and delete.
var definitionOperations = map[string][3]user.Operation{
	template.KindDossierStatus: {user.CreateDossierStatus, user.UpdateDossierStatus, user.DeleteDossierStatus},
	template.KindDossierAttribute: {user.CreateDossierAttribute, user.UpdateDossierAttribute,
		user.DeleteDossierAttribute},
	template.KindFileAttribute: {user.CreateFileAttribute, user.UpdateFileAttribute, user.DeleteFileAttribute},
	template.KindEntity: {user.CreateEntityDefinition, user.UpdateEntityDefinition,
		user.DeleteEntityDefinition},
}

// SaveDefinition stores a definition; a change that changes nothing is none. When
// an entity has changed, the settings of the template decide whether its files are analysed again.
func (c *Parts) SaveDefinition(ctx context.Context, r SaveDefinition) (core.Outcome, error) {
	isNew, step := r.Definition.ID == "", 1
	if isNew {
		step = 0
	}
	if !user.MayCall(r.Caller, definitionOperations[r.Of][step]) {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	d, err := r.Definition.CheckFields(r.Of)
	if err != nil {
		return core.Outcome{}, err
	}
	subject := template.SubjectOf(r.Caller.Workspace)
	decision := template.UpdateDefinition(subject, r.Of, d)
	if isNew {
		d.ID = r.NewID(r.Of)
		decision = template.CreateDefinition(subject, r.Of, d)
	}
	out, err := c.onTemplate(ctx, r.Request, r.TemplateID, decision)
	out.ID, out.Created = d.ID, isNew
	if r.Of != template.KindEntity {
		return out, err
	}
	return c.afterFollower(ctx, FollowerReanalysis, out, err)
}

// DeleteDefinition takes a definition away. Dossiers in a deleted status get its
// replacement, and values of attributes are shown no more.
func (c *Parts) DeleteDefinition(ctx context.Context, r DeleteDefinition) (core.Outcome, error) {
	if !user.MayCall(r.Caller, definitionOperations[r.Of][2]) {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	out, err := c.onTemplate(ctx, r.Request, r.TemplateID, template.DeleteDefinition(r.Of, r.ID, r.Replacement))
	out.ID = r.ID
	switch r.Of {
	case template.KindEntity:
		return c.afterFollower(ctx, FollowerReanalysis, out, err)
	case template.KindDossierStatus:
		return c.afterFollower(ctx, FollowerSettlement, out, err)
	}
	return out, err
}

// onTemplate takes a decision on a template; the position is 0 when it changes
// nothing.
func (c *Parts) onTemplate(ctx context.Context, r core.Request, templateID string,
	decision es.Decision[template.State]) (core.Outcome, error) {
	nothing := false
	at, err := es.Decide(ctx, c.Log, template.Decider, r.CommandOn(template.StreamOf(r.Caller.Workspace, templateID)),
		func(s template.State) ([]es.Event, error) {
			events, err := decision(s)
			nothing = err == nil && len(events) == 0
			return events, err
		})
	if nothing {
		at.Position = 0
	}
	return core.Outcome{ID: templateID, Position: uint64(at.Position)}, c.explainConflict(ctx, r, templateID, decision, err)
}

// explainConflict returns what the caller is told of the error of a decision on a template. What does not exist is told
// before the template is no longer as the caller has seen it.
func (c *Parts) explainConflict(
	ctx context.Context, r core.Request, templateID string, decide es.Decision[template.State], err error,
) error {
	if r.ExpectVersion != 0 && errors.Is(err, es.ErrConflict) {
		found, readErr := es.Find(ctx, c.Log, template.Decider, template.StreamOf(r.Caller.Workspace, templateID))
		if readErr == nil {
			if _, refused := decide(found.State); core.IsNotFound(refused) {
				return refused
			}
		}
	}
	return r.ToCallerError(err)
}
