package service

import (
	"context"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/es"
)

// TemplateCleanup is the consumer that takes what a template has no more out of its
// dossiers.
const TemplateCleanup = string(commands.FollowerSettlement)

// templateDossiers finds the dossiers that name something of a template.
type templateDossiers struct{ a *App }

// DossiersNaming implements processes.TemplateDossiers.
func (t templateDossiers) DossiersNaming(ctx context.Context, ws, templateID, status, report string, at es.Position) ([]string, error) {
	if err := t.a.Storage.Views.Await(ctx, uint64(at), "dossiers"); err != nil {
		return nil, err
	}
	return t.a.Queries.DossiersNaming(ctx, ws, templateID, status, report)
}
