package templates

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// AskDefinitions lists component definitions: active ones by rank, then the
// soft-deleted ones by time.
type AskDefinitions struct {
	Caller             user.Principal
	TemplateID         string
	IncludeSoftDeleted bool
}

// AskDefinition reads one component definition, soft-deleted or not.
type AskDefinition struct {
	Caller       user.Principal
	TemplateID   string
	DefinitionID string
}

// A ComponentDefinition names and orders a component of a template.
type ComponentDefinition struct {
	ID, TemplateID  string
	TechnicalName   string // snake case, immutable
	DisplayName     string
	Description     string
	Rank            int // from 1
	Required        bool
	Multiple        bool
	Format          string // TEXT, a type of package normalize or a regular expression
	Columns         []template.Column
	Checks          []string // relations that the values meet with others
	SoftDeletedTime *time.Time
}

var errDefinitionNotFound = domain.Refuse(domain.NoDefinition, "Component definition not found")

// ListDefinitions lists the component definitions of a template: active ones by
// rank, then, if asked for, the soft-deleted ones by time.
func (q *Templates) ListDefinitions(ctx context.Context, a AskDefinitions) ([]ComponentDefinition, error) {
	t, err := q.scopes.InTemplate(ctx, a.Caller, user.ListComponentDefinitions, a.TemplateID)
	if err != nil {
		return nil, err
	}
	out := []ComponentDefinition{}
	for _, c := range t.Components {
		if c.SoftDeleted == nil || a.IncludeSoftDeleted {
			out = append(out, definitionOf(t.ID, c))
		}
	}
	slices.SortFunc(out, byRankThenTrash)
	return out, nil
}

// GetDefinition reads one component definition, soft-deleted or not.
func (q *Templates) GetDefinition(ctx context.Context, a AskDefinition) (ComponentDefinition, error) {
	t, err := q.scopes.InTemplate(ctx, a.Caller, user.GetComponentDefinition, a.TemplateID)
	if err != nil {
		return ComponentDefinition{}, err
	}
	i := slices.IndexFunc(t.Components, func(c template.Component) bool { return c.ID == a.DefinitionID })
	if i < 0 {
		return ComponentDefinition{}, errDefinitionNotFound
	}
	return definitionOf(t.ID, t.Components[i]), nil
}

func definitionOf(templateID string, c template.Component) ComponentDefinition {
	return ComponentDefinition{ID: c.ID, TemplateID: templateID, TechnicalName: c.TechnicalName,
		DisplayName: c.DisplayName, Description: c.Description, Rank: c.Rank, SoftDeletedTime: c.SoftDeleted,
		Required: c.Required, Multiple: !c.Single, Format: c.FormatName(), Columns: c.Columns, Checks: c.Checks}
}

// byRankThenTrash orders active definitions by rank and puts the soft-deleted
// ones behind them, by the time of their deletion.
func byRankThenTrash(a, b ComponentDefinition) int {
	switch {
	case a.SoftDeletedTime == nil && b.SoftDeletedTime == nil:
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.ID, b.ID))
	case a.SoftDeletedTime == nil:
		return -1
	case b.SoftDeletedTime == nil:
		return 1
	}
	return cmp.Or(a.SoftDeletedTime.Compare(*b.SoftDeletedTime), cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.ID, b.ID))
}
