package rest

import (
	"context"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/queries"
)

// TemplateCommands makes and changes templates.
type TemplateCommands interface {
	CreateTemplate(ctx context.Context, c commands.CreateTemplate) (commands.Outcome, error)
	// ImportBundle reports bad files with a *commands.BundleProblems.
	ImportBundle(ctx context.Context, c commands.ImportBundle) (commands.Outcome, error)
	UpdateTemplate(ctx context.Context, c commands.UpdateTemplate) (commands.Outcome, error)
	CloneTemplate(ctx context.Context, c commands.CloneTemplate) (commands.Outcome, error)
}

// TemplateExports writes templates as bundles.
type TemplateExports interface {
	ExportTemplate(ctx context.Context, q queries.AskOfTemplate) (queries.TemplateBundle, error)
}

// MappingCommands changes component mappings. A change returns when the files that it
// concerns wait for their next analysis, or are certain to.
type MappingCommands interface {
	StoreMapping(ctx context.Context, c commands.StoreMapping) (commands.Outcome, error)
	DeleteMapping(ctx context.Context, c commands.DeleteMapping) (commands.Outcome, error)
}

// ComponentDefinitionCommands changes existing component definitions.
type ComponentDefinitionCommands interface {
	UpdateDefinitions(ctx context.Context, c commands.UpdateDefinitions) (commands.Outcome, error)
	DeleteDefinitions(ctx context.Context, c commands.ChangeDefinitions) (commands.Outcome, error)
	ReorderDefinitions(ctx context.Context, c commands.ChangeDefinitions) (commands.Outcome, error)
	RestoreDefinitions(ctx context.Context, c commands.ChangeDefinitions) (commands.Outcome, error)
}

// MappingQueries answers for component mappings.
type MappingQueries interface {
	ListMappings(ctx context.Context, q queries.AskOfTemplate) ([]queries.ComponentMapping, error)
	MappingFile(ctx context.Context, q queries.AskMapping) (queries.MappingFile, error)
}

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
