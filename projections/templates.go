package projections

import (
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
)

var templates = Records[template.Record]{
	Table:   Table{Name: "templates", Columns: []Column{{"workspace", Text}}, Indexes: [][]string{{"workspace"}}},
	Index:   func(r template.Record) []any { return []any{r.Workspace} },
	Subject: func(r template.Record) es.Subject { return template.SubjectOf(r.Workspace) },
}

// Templates shows every dossier template with its definitions.
func Templates(v es.Vault) View {
	templates := templates.withVault(v)
	p := &es.Projection[Writer]{Name: "templates", Version: 6}
	es.OnEvent(p, createsRecord[template.Created](templates, template.Fold))
	es.OnEvent(p, foldsRecord[template.Updated](templates, template.Fold))
	es.OnEvent(p, foldsRecord[template.EntityRulesStored](templates, template.Fold))
	es.OnEvent(p, foldsRecord[template.ComponentRulesStored](templates, template.Fold))
	es.OnEvent(p, foldsRecord[template.DateFormatsStored](templates, template.Fold))
	es.OnEvent(p, foldsRecord[template.MappingStored](templates, template.Fold))
	es.OnEvent(p, foldsRecord[template.MappingDeleted](templates, template.Fold))
	es.OnEvent(p, foldsRecord[template.DefinitionCreated](templates, template.Fold))
	es.OnEvent(p, foldsRecord[template.DefinitionUpdated](templates, template.Fold))
	es.OnEvent(p, foldsRecord[template.DefinitionDeleted](templates, template.Fold))
	es.OnEvent(p, foldsRecord[template.DictionaryStored](templates, template.Fold))
	es.OnEvent(p, foldsRecord[template.ReportTemplateStored](templates, template.Fold))
	es.OnEvent(p, foldsRecord[template.ReportTemplateDeleted](templates, template.Fold))
	es.OnEvent(p, foldsRecord[template.ComponentDefinitionsChanged](templates, template.Fold))
	es.OnEvent(p, foldsRecord[template.ClaimFenced](templates, template.Fold))
	return View{p, []Table{templates.Table}}
}
