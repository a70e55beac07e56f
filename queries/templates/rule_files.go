package templates

import (
	"context"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/views"
)

// AskRuleFile asks for the bytes of one of a template's rule files.
type AskRuleFile struct {
	Caller     user.Principal
	TemplateID string
	File       template.RuleFile
}

// ruleFiles says for each rule file who may read it, and what is told when it was
// never stored.
var ruleFiles = map[template.RuleFile]struct {
	operation user.Operation
	missing   error
}{
	template.EntityRules:    {user.DownloadEntityRules, domain.Refuse(domain.NoRules, "Entity rules not found")},
	template.ComponentRules: {user.DownloadComponentRules, domain.Refuse(domain.NoRules, "Component rules not found")},
	template.DateFormats:    {user.DownloadDateFormats, nil},
}

// RuleFile reads a rule file as it was uploaded, byte for byte. A template that
// never got date formats has the stock list.
func (q *Templates) RuleFile(ctx context.Context, a AskRuleFile) ([]byte, error) {
	rule := ruleFiles[a.File]
	t, err := q.scopes.InTemplate(ctx, a.Caller, rule.operation, a.TemplateID)
	if err != nil {
		return nil, err
	}
	ref := t.FileBlob(a.File)
	switch {
	case ref.ID == uuid.Nil && rule.missing != nil:
		return nil, rule.missing
	case ref.ID == uuid.Nil:
		return []byte(template.StockDateFormats), nil
	}
	return q.readTemplateFile(ctx, ref)
}

// A TemplateFile is a file that is analysed with a template.
type TemplateFile struct{ FileID, DossierID string }

// FilesOf lists all files of a template, those that are soft-deleted too, dossier
// by dossier.
func (q *Templates) FilesOf(ctx context.Context, ws, templateID string) ([]TemplateFile, error) {
	var out []TemplateFile
	err := q.views.EachRow(ctx, func(rows views.Rows) error {
		var f TemplateFile
		err := rows.Scan(&f.FileID, &f.DossierID)
		out = append(out, f)
		return err
	}, `SELECT files.key, files.dossier FROM files JOIN dossiers ON dossiers.key = files.dossier
		WHERE dossiers.template = $1 AND dossiers.workspace = $2 ORDER BY files.dossier, files.key`, templateID, ws)
	return views.AnswerUnless(err, out)
}
