package templates

import "github.com/seed-62a36931/docket/adapters/rest/exchange"

// Ports are what the operations on templates and their parts call.
type Ports struct {
	Queries interface {
		TemplateQueries
		RuleFileQueries
		MappingQueries
		ReportTemplateQueries
		DefinitionQueries
		AttributeQueries
		EntityQueries
	}
	Commands interface {
		TemplateCommands
		RuleFileCommands
		MappingCommands
		ReportTemplateCommands
		DefinitionCommands
		DictionaryCommands
		TemplatePartCommands
	}
}

// Handlers answer the operations on templates and their parts.
type Handlers struct {
	*templateHandlers
	*ruleFileHandlers
	*mappingHandlers
	*reportTemplateHandlers
	*componentDefinitionHandlers
	*attributeHandlers
	*entityHandlers
}

// New returns the handlers over their ports.
func New(p Ports, v *exchange.Views) *Handlers {
	q, c := p.Queries, p.Commands
	seen := seenTemplates{q}
	parts := definitionWriter{parts: c, views: v, seenTemplates: seen}
	return &Handlers{
		templateHandlers:            &templateHandlers{queries: q, commands: c, views: v},
		ruleFileHandlers:            &ruleFileHandlers{queries: q, commands: c, views: v, seenTemplates: seen},
		mappingHandlers:             &mappingHandlers{queries: q, commands: c, views: v, seenTemplates: seen},
		reportTemplateHandlers:      &reportTemplateHandlers{queries: q, commands: c, views: v, seenTemplates: seen},
		componentDefinitionHandlers: &componentDefinitionHandlers{queries: q, commands: c, views: v, seenTemplates: seen},
		attributeHandlers:           &attributeHandlers{queries: q, definitionWriter: parts},
		entityHandlers:              &entityHandlers{queries: q, commands: c, definitionWriter: parts},
	}
}
