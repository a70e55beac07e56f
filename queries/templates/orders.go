package templates

import (
	"github.com/seed-62a36931/docket/queries/pages"
)

// TemplateOrder says how the templates of a workspace are cut into pages.
func TemplateOrder() pages.List[Template] {
	return pages.List[Template]{
		Name: "templates",
		ID:   func(t Template) string { return t.ID },
		Text: func(t Template) []string { return []string{t.Name} },
		Keys: []pages.Key[Template]{
			{Name: "name", Of: func(t Template) string { return t.Name }},
			{Name: "dateAdded", Of: func(t Template) string { return pages.TimeKey(t.DateAdded) }},
			{Name: "dateModified", Of: func(t Template) string { return pages.TimeKey(t.DateModified) }},
		},
	}
}

// MappingOrder says how the component mappings of a template are cut into pages.
func MappingOrder(templateID string) pages.List[ComponentMapping] {
	return pages.List[ComponentMapping]{
		Name: "mappings/" + templateID,
		ID:   func(m ComponentMapping) string { return m.ID },
		Text: func(m ComponentMapping) []string { return []string{m.Name} },
		Keys: []pages.Key[ComponentMapping]{{Name: "name", Of: func(m ComponentMapping) string { return m.Name }}},
	}
}

// DossierAttributeOrder says how the attributes of a template's dossiers are cut into pages.
func DossierAttributeOrder(templateID string) pages.List[AttributeDefinition] {
	return attributeOrder("dossierAttributes/" + templateID)
}

// FileAttributeOrder says how the attributes of a template's files are cut into pages.
func FileAttributeOrder(templateID string) pages.List[AttributeDefinition] {
	return attributeOrder("fileAttributes/" + templateID)
}

func attributeOrder(name string) pages.List[AttributeDefinition] {
	return pages.List[AttributeDefinition]{
		Name: name,
		ID:   func(d AttributeDefinition) string { return d.ID },
		Text: func(d AttributeDefinition) []string { return []string{d.Name} },
		Keys: []pages.Key[AttributeDefinition]{{Name: "name", Of: func(d AttributeDefinition) string { return d.Name }}},
	}
}

// StatusOrder says how the dossier statuses of a template are cut into pages.
func StatusOrder(templateID string) pages.List[DossierStatusDefinition] {
	return pages.List[DossierStatusDefinition]{
		Name: "statuses/" + templateID,
		ID:   func(d DossierStatusDefinition) string { return d.ID },
		Text: func(d DossierStatusDefinition) []string { return []string{d.Name} },
		Keys: []pages.Key[DossierStatusDefinition]{
			{Name: "rank", Of: func(d DossierStatusDefinition) string { return pages.NumberKey(d.Rank) }},
			{Name: "name", Of: func(d DossierStatusDefinition) string { return d.Name }},
		},
	}
}

// EntityOrder says how the entities of a template are cut into pages.
func EntityOrder(templateID string) pages.List[EntityDefinition] {
	return pages.List[EntityDefinition]{
		Name: "entities/" + templateID,
		ID:   func(d EntityDefinition) string { return d.ID },
		Text: func(d EntityDefinition) []string { return []string{d.TechnicalName, d.DisplayName} },
		Keys: []pages.Key[EntityDefinition]{
			{Name: "-rank", Of: func(d EntityDefinition) string { return pages.NumberKey(d.Rank) }},
			{Name: "technicalName", Of: func(d EntityDefinition) string { return d.TechnicalName }},
			{Name: "displayName", Of: func(d EntityDefinition) string { return d.DisplayName }},
		},
	}
}

// ReportTemplateOrder says how the report templates of a template are cut into pages.
func ReportTemplateOrder(templateID string) pages.List[ReportTemplate] {
	return pages.List[ReportTemplate]{
		Name: "reportTemplates/" + templateID,
		ID:   func(r ReportTemplate) string { return r.ID },
		Text: func(r ReportTemplate) []string { return []string{r.Name} },
		Keys: []pages.Key[ReportTemplate]{
			{Name: "name", Of: func(r ReportTemplate) string { return r.Name }},
			{Name: "uploadDate", Of: func(r ReportTemplate) string { return pages.TimeKey(r.Uploaded) }},
		},
	}
}

// DefinitionOrder says how the component definitions of a template are cut into pages.
func DefinitionOrder(templateID string) pages.List[ComponentDefinition] {
	return pages.List[ComponentDefinition]{
		Name: "definitions/" + templateID,
		ID:   func(d ComponentDefinition) string { return d.ID },
		Text: func(d ComponentDefinition) []string { return []string{d.TechnicalName, d.DisplayName} },
		Keys: []pages.Key[ComponentDefinition]{
			{Name: "rank", Of: rankThenTrash},
			{Name: "technicalName", Of: func(d ComponentDefinition) string { return d.TechnicalName }},
			{Name: "displayName", Of: func(d ComponentDefinition) string { return d.DisplayName }},
		},
	}
}

// rankThenTrash returns a text that compares as byRankThenTrash does.
func rankThenTrash(d ComponentDefinition) string {
	if d.SoftDeletedTime == nil {
		return "active/" + pages.NumberKey(d.Rank)
	}
	return "deleted/" + pages.TimeKey(*d.SoftDeletedTime) + "/" + pages.NumberKey(d.Rank)
}
