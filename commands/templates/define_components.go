package templates

import (
	"context"
	"fmt"
	"time"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// CreateDefinitions adds component definitions to a template.
func (c *Parts) CreateDefinitions(ctx context.Context, r CreateDefinitions) (core.Outcome, error) {
	if !user.MayCall(r.Caller, user.CreateComponentDefinitions) {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	add := make([]template.NewComponent, len(r.Definitions))
	ids := make([]string, len(add))
	for i, d := range r.Definitions {
		ids[i] = r.NewID(fmt.Sprintf("definition\n%d", i))
		add[i] = template.NewComponent{ID: ids[i], TechnicalName: d.TechnicalName, DisplayName: d.DisplayName,
			Description: d.Description,
			Expectation: d.ApplyTo(template.Expectation{})}
	}
	if err := template.CheckNewComponents(add); err != nil {
		return core.Outcome{}, err
	}
	stream := template.StreamOf(r.Caller.Workspace, r.TemplateID)
	at, err := es.Decide(ctx, c.Log, template.Decider, r.CommandOn(stream),
		template.DefineComponents(template.SubjectOf(r.Caller.Workspace), add))
	return core.Outcome{ID: r.TemplateID, IDs: ids, Created: true, Position: uint64(at.Position)}, r.ToCallerError(err)
}

// UpdateDefinitions gives component definitions of a template other texts and expectations.
type UpdateDefinitions struct {
	core.Request
	TemplateID string
	Changes    []template.ComponentChange // at least one
}

// UpdateDefinitions changes all of the definitions or none.
func (c *Parts) UpdateDefinitions(ctx context.Context, r UpdateDefinitions) (core.Outcome, error) {
	if !user.MayCall(r.Caller, user.UpdateComponentDefinitions) {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	if err := template.CheckComponentChanges(r.Changes); err != nil {
		return core.Outcome{}, err
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
	core.Request
	TemplateID string
	IDs        []string // at least one, in lower case
}

// DeleteDefinitions hides component definitions, all or none.
func (c *Parts) DeleteDefinitions(ctx context.Context, r ChangeDefinitions) (core.Outcome, error) {
	at := c.Now().UTC().Truncate(time.Millisecond)
	return c.definitionsNamed(ctx, r, user.DeleteComponentDefinitions,
		template.SoftDeleteComponents(template.SubjectOf(r.Caller.Workspace), r.IDs, at))
}

// ReorderDefinitions ranks the named component definitions before the others.
func (c *Parts) ReorderDefinitions(ctx context.Context, r ChangeDefinitions) (core.Outcome, error) {
	return c.definitionsNamed(ctx, r, user.ReorderComponentDefinitions,
		template.ReorderComponents(template.SubjectOf(r.Caller.Workspace), r.IDs))
}

// RestoreDefinitions brings hidden component definitions back, behind all others.
func (c *Parts) RestoreDefinitions(ctx context.Context, r ChangeDefinitions) (core.Outcome, error) {
	return c.definitionsNamed(ctx, r, user.RestoreComponentDefinitions,
		template.RestoreComponents(template.SubjectOf(r.Caller.Workspace), r.IDs))
}

func (c *Parts) definitionsNamed(ctx context.Context, r ChangeDefinitions, op user.Operation,
	decide es.Decision[template.State]) (core.Outcome, error) {
	switch {
	case !user.MayCall(r.Caller, op):
		return core.Outcome{}, domain.ErrAccessDenied
	case core.HasDuplicates(r.IDs):
		return core.Outcome{}, domain.Repeated("componentIds")
	}
	return c.changeDefinitions(ctx, r.Request, r.TemplateID, r.IDs, decide)
}

func (c *Parts) changeDefinitions(ctx context.Context, r core.Request, templateID string, ids []string,
	decide es.Decision[template.State]) (core.Outcome, error) {
	at, err := es.Decide(ctx, c.Log, template.Decider, r.CommandOn(template.StreamOf(r.Caller.Workspace, templateID)),
		decide)
	return core.Outcome{ID: templateID, IDs: ids, Position: uint64(at.Position)}, c.explainConflict(ctx, r, templateID, decide, err)
}

// CreateDefinitions adds component definitions to a template, ranked behind the
// existing ones in the order of the list.
type CreateDefinitions struct {
	core.Request
	TemplateID  string
	Definitions []NewDefinition
}

// A NewDefinition is a component definition to be made.
type NewDefinition struct {
	TechnicalName              string // converted to snake case
	DisplayName                string
	Description                string
	template.ExpectationChange // of one that expects nothing
}
