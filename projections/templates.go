package projections

import (
	"context"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
)

var templates = Records[template.Record]{
	Table: Table{Name: "templates", Columns: []Column{{"workspace", Text}}, Indexes: [][]string{{"workspace"}}},
	Index: func(r template.Record) []any { return []any{r.Workspace} },
}

// Templates shows every dossier template with its component definitions.
func Templates() View {
	p := &es.Projection[Writer]{Name: "templates", Version: 1}
	es.When(p, func(ctx context.Context, w Writer, r es.Recorded, _ template.Created) error {
		return templates.Save(ctx, w, r.Stream.Key(), template.Fold(template.Record{}, r))
	})
	es.When(p, changedTemplate[template.EntityRulesStored])
	es.When(p, changedTemplate[template.ComponentRulesStored])
	es.When(p, changedTemplate[template.DateFormatsStored])
	es.When(p, changedTemplate[template.MappingStored])
	es.When(p, changedTemplate[template.DefinitionCreated])
	es.When(p, changedTemplate[template.DictionaryStored])
	es.When(p, changedTemplate[template.ComponentDefinitionsChanged])
	es.When(p, changedTemplate[template.ClaimFenced])
	return View{p, []Table{templates.Table}}
}

func changedTemplate[E any](ctx context.Context, w Writer, r es.Recorded, _ E) error {
	return templates.Change(ctx, w, r.Stream.Key(), func(t template.Record) template.Record { return template.Fold(t, r) })
}
