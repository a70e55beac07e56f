package commands

import (
	"context"
	"fmt"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// CreateDefinitions adds component definitions to a template.
func (c *Commands) CreateDefinitions(ctx context.Context, r CreateDefinitions) (Outcome, error) {
	if !user.MayCall(r.Caller, user.CreateComponentDefinitions) {
		return Outcome{}, domain.ErrAccessDenied
	}
	add := make([]template.NewComponent, len(r.Definitions))
	ids := make([]string, len(add))
	for i, d := range r.Definitions {
		ids[i] = r.newID(fmt.Sprintf("definition\n%d", i))
		add[i] = template.NewComponent{ID: ids[i], TechnicalName: d.TechnicalName, DisplayName: d.DisplayName, Description: d.Description,
			Expectation: d.ApplyTo(template.Expectation{})}
	}
	if err := template.CheckNewComponents(add); err != nil {
		return Outcome{}, err
	}
	stream := template.StreamOf(r.Caller.Workspace, r.TemplateID)
	at, err := es.Decide(ctx, c.Log, template.Decider, r.commandOn(stream),
		template.DefineComponents(template.SubjectOf(r.Caller.Workspace), add))
	return Outcome{ID: r.TemplateID, IDs: ids, Created: true, Position: uint64(at.Position)}, r.toCallerError(err)
}

// UpdateDefinitions gives component definitions of a template other texts and expectations.
type UpdateDefinitions struct {
	Request
	TemplateID string
	Changes    []template.ComponentChange // at least one
}

// UpdateDefinitions changes all of the definitions or none.
func (c *Commands) UpdateDefinitions(ctx context.Context, r UpdateDefinitions) (Outcome, error) {
	if !user.MayCall(r.Caller, user.UpdateComponentDefinitions) {
		return Outcome{}, domain.ErrAccessDenied
	}
	if err := template.CheckComponentChanges(r.Changes); err != nil {
		return Outcome{}, err
	}
	ids := make([]string, len(r.Changes))
	for i, change := range r.Changes {
		ids[i] = change.ID
	}
	return c.changeDefinitions(ctx, r.Request, r.TemplateID, ids,
		template.ChangeComponents(template.SubjectOf(r.Caller.Workspace), r.Changes))
}

// ChangeDefinitions does something to some component definitions of a template.
type ChangeDefinitions struct {
	Request
	TemplateID string
	IDs        []string // at least one, in lower case
}

// DeleteDefinitions hides component definitions, all or none.
func (c *Commands) DeleteDefinitions(ctx context.Context, r ChangeDefinitions) (Outcome, error) {
	at := c.Now().UTC().Truncate(time.Millisecond)
	return c.definitionsNamed(ctx, r, user.DeleteComponentDefinitions,
		template.SoftDeleteComponents(template.SubjectOf(r.Caller.Workspace), r.IDs, at))
}

// ReorderDefinitions ranks the named component definitions before the others.
func (c *Commands) ReorderDefinitions(ctx context.Context, r ChangeDefinitions) (Outcome, error) {
	return c.definitionsNamed(ctx, r, user.ReorderComponentDefinitions,
		template.ReorderComponents(template.SubjectOf(r.Caller.Workspace), r.IDs))
}

// RestoreDefinitions brings hidden component definitions back, behind all others.
func (c *Commands) RestoreDefinitions(ctx context.Context, r ChangeDefinitions) (Outcome, error) {
	return c.definitionsNamed(ctx, r, user.RestoreComponentDefinitions,
		template.RestoreComponents(template.SubjectOf(r.Caller.Workspace), r.IDs))
}

func (c *Commands) definitionsNamed(ctx context.Context, r ChangeDefinitions, op user.Operation,
	decide es.Decision[template.State]) (Outcome, error) {
	switch {
	case !user.MayCall(r.Caller, op):
		return Outcome{}, domain.ErrAccessDenied
	case hasDuplicates(r.IDs):
		return Outcome{}, domain.Faultf(domain.Invalid, "componentIds must not contain duplicates")
	}
	return c.changeDefinitions(ctx, r.Request, r.TemplateID, r.IDs, decide)
}

func (c *Commands) changeDefinitions(ctx context.Context, r Request, templateID string, ids []string,
	decide es.Decision[template.State]) (Outcome, error) {
	at, err := es.Decide(ctx, c.Log, template.Decider, r.commandOn(template.StreamOf(r.Caller.Workspace, templateID)), decide)
	return Outcome{ID: templateID, IDs: ids, Position: uint64(at.Position)}, r.toCallerError(err)
}
