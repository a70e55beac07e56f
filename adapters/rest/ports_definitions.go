package rest

import (
	"context"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/queries"
)

// TemplatePartCommands changes statuses, attributes, entities and their dictionaries, and
// report templates. Each returns when the files and dossiers that the change concerns
// follow it, or are certain to.
type TemplatePartCommands interface {
	SaveDefinition(ctx context.Context, c commands.SaveDefinition) (commands.Outcome, error)
	DeleteDefinition(ctx context.Context, c commands.DeleteDefinition) (commands.Outcome, error)
	SetDictionary(ctx context.Context, c commands.SetDictionary) (commands.Outcome, error)
	StoreReportTemplate(ctx context.Context, c commands.StoreReportTemplate) (commands.Outcome, error)
	DeleteReportTemplate(ctx context.Context, c commands.DeleteReportTemplate) (commands.Outcome, error)
}

// EntityQueries answers for entities and their dictionaries.
type EntityQueries interface {
	EntityDefinitions(ctx context.Context, q queries.AskOfTemplate) ([]queries.EntityDefinition, error)
	ReadDictionary(ctx context.Context, q queries.AskDictionary) ([]byte, error)
}

// ReportTemplateQueries answers for report templates.
type ReportTemplateQueries interface {
	ReportTemplates(ctx context.Context, q queries.AskOfTemplate) ([]queries.ReportTemplate, error)
	ReportTemplateFile(ctx context.Context, q queries.AskReportTemplate) (queries.ReportTemplateFile, error)
}
