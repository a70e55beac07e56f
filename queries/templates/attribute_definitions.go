package templates

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/views"
)

// AskOfTemplate reads definitions of a template.
type AskOfTemplate struct {
	Caller     user.Principal
	TemplateID string
}

// A DossierStatusDefinition is a status that dossiers may have.
type DossierStatusDefinition struct {
	ID, TemplateID, Name, Description string
	Rank                              int    // from 1, unique
	Color                             string // #RRGGBB
	Dossiers                          int    // in this status, archived ones included, soft-deleted ones not
}

// An AttributeDefinition is an attribute that dossiers or files may have.
type AttributeDefinition struct {
	ID, TemplateID, Name string
	Type                 string // DATE, IMAGE (of dossiers), NUMBER, TEXT
	CSVColumn            string // of files; "": none
	Editable             bool   // by people; of files, a csv sets it in any case
	Primary              bool   // of files, at most one
	Displayed            bool   // in lists
	Filterable           bool
}

// A ReportTemplate is a file with placeholders that reports are made from.
type ReportTemplate struct {
	ID, TemplateID, Name, FileName string
	Multi                          bool // one report for all files of a package
	ActiveByDefault                bool
	Uploaded                       time.Time
}

// ReportTemplates lists the report templates of a template by name.
func (q *Templates) ReportTemplates(ctx context.Context, a AskOfTemplate) ([]ReportTemplate, error) {
	t, err := q.scopes.InTemplate(ctx, a.Caller, user.ListReportTemplates, a.TemplateID)
	if err != nil {
		return nil, err
	}
	out := []ReportTemplate{}
	for _, r := range t.Reports {
		out = append(out, ReportTemplate{ID: r.ID, TemplateID: t.ID, Name: r.Name, FileName: r.FileName, Multi: r.Multi,
			ActiveByDefault: r.ActiveByDefault, Uploaded: r.Uploaded})
	}
	slices.SortFunc(out, func(a, b ReportTemplate) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return out, nil
}

// DossierStatuses lists the dossier statuses of a template by rank.
func (q *Templates) DossierStatuses(ctx context.Context, a AskOfTemplate) ([]DossierStatusDefinition, error) {
	t, err := q.scopes.InTemplate(ctx, a.Caller, user.ListDossierStatuses, a.TemplateID)
	if err != nil {
		return nil, err
	}
	count := map[string]int{}
	err = q.views.EachRow(ctx, func(rows views.Rows) error {
		var status string
		var n int64
		err := rows.Scan(&status, &n)
		count[t.StatusOf(status)] += int(n)
		return err
	}, "SELECT status, COUNT(*) FROM dossiers WHERE template = $1 AND deleted = $2 GROUP BY status", t.ID, false)
	if err != nil {
		return nil, err
	}
	out := []DossierStatusDefinition{}
	for _, d := range t.Statuses {
		out = append(out, DossierStatusDefinition{ID: d.ID, TemplateID: t.ID, Name: d.Name, Description: d.Description,
			Rank: d.Rank, Color: d.Color, Dossiers: count[d.ID]})
	}
	slices.SortFunc(out, func(a, b DossierStatusDefinition) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.ID, b.ID))
	})
	return out, nil
}

// DossierAttributes lists the attributes of a template's dossiers by name.
func (q *Templates) DossierAttributes(ctx context.Context, a AskOfTemplate) ([]AttributeDefinition, error) {
	t, err := q.scopes.InTemplate(ctx, a.Caller, user.ListDossierAttributes, a.TemplateID)
	return attributesByName(t, t.DossierAttrs), err
}

// FileAttributes lists the attributes of a template's files by name.
func (q *Templates) FileAttributes(ctx context.Context, a AskOfTemplate) ([]AttributeDefinition, error) {
	t, err := q.scopes.InTemplate(ctx, a.Caller, user.ListFileAttributes, a.TemplateID)
	return attributesByName(t, t.FileAttrs), err
}

func attributesByName(t template.Record, list []template.Definition) []AttributeDefinition {
	out := []AttributeDefinition{}
	for _, d := range list {
		out = append(out, AttributeDefinition{ID: d.ID, TemplateID: t.ID, Name: d.Name, Type: d.Type, CSVColumn: d.CSVColumn,
			Editable: d.Editable, Primary: d.Primary, Displayed: d.Displayed, Filterable: d.Filterable})
	}
	slices.SortFunc(out, func(a, b AttributeDefinition) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return out
}
