package commands

import (
	"context"
	"fmt"

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
		add[i] = template.NewComponent{ID: ids[i], TechnicalName: d.TechnicalName, DisplayName: d.DisplayName, Description: d.Description}
	}
	stream := template.Stream(r.Caller.Workspace, r.TemplateID)
	at, err := es.Decide(ctx, c.Log, template.Decider, r.on(stream), template.DefineComponents(template.Subject(r.Caller.Workspace), add))
	return Outcome{ID: r.TemplateID, IDs: ids, Created: true, Position: uint64(at.Position)}, r.changed(err)
}
