package templates

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/commands/blob"
	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/rules"
)

// StoreRuleFile puts one of a template's rule files in place of the former one.
type StoreRuleFile struct {
	core.Request
	TemplateID string
	File       template.RuleFile
	DryRun     bool // check only
	// Open begins to read the upload, as for UploadFile. Of the bytes no more than
	// one file is kept in memory, so they must be bounded.
	Open func() (core.Upload, error)
	// Complete, unless nil, sets what the request gives behind the content, as for UploadFile.
	Complete func(*StoreRuleFile)
}

// RuleFileOutcome is the result of checking and storing a rule file: it was stored,
// unless there are problems, or it was a dry run.
type RuleFileOutcome struct {
	Problems []rules.Problem           // of rules
	Formats  []rules.DateFormatProblem // of date formats
	DryRun   bool                      // nothing was to be stored
	Position uint64                    // 0 when nothing changed
}

var uploads = map[template.RuleFile]user.Operation{
	template.EntityRules:    user.UploadEntityRules,
	template.ComponentRules: user.UploadComponentRules,
	template.DateFormats:    user.UploadDateFormats,
}

// StoreRuleFile checks a rule file, and stores it when it is sound and other than
// the one that is there. Errors in the file are no error of the command but part of the
// outcome. The command waits until the files that a change concerns are asked for
// another analysis.
func (c *Parts) StoreRuleFile(ctx context.Context, r StoreRuleFile) (RuleFileOutcome, error) {
	if !user.MayCall(r.Caller, uploads[r.File]) {
		return RuleFileOutcome{}, domain.ErrAccessDenied
	}
	t, err := c.FindTemplate(ctx, r.Caller, r.TemplateID)
	if err != nil {
		return RuleFileOutcome{}, err
	}
	up, err := r.Open()
	if err != nil {
		return RuleFileOutcome{}, err
	}
	content, err := io.ReadAll(up.Content)
	if err != nil {
		return RuleFileOutcome{}, err
	}
	if r.Complete != nil {
		r.Complete(&r)
	}
	out, report := checkRuleFile(r.File, content)
	out.DryRun = r.DryRun
	if !r.DryRun {
		c.logWarnings(ctx, r, report.CheckNames(namesIn(t)).Warnings)
	}
	if r.DryRun || len(out.Problems)+len(out.Formats) > 0 {
		return out, nil
	}
	stream := template.StreamOf(r.Caller.Workspace, r.TemplateID)
	out.Position, err = core.RetryContended(ctx, c.Core, r.Request, stream, func(ctx context.Context) (uint64, error) {
		return c.storeRuleFile(ctx, r, content)
	})
	if err == nil {
		out.Position = c.awaitFollower(ctx, FollowerReanalysis, out.Position)
	}
	return out, r.ToCallerError(err)
}

// logWarnings logs the warnings about a rule file. They are not part of the answer: one
// with errors would mean that the file was not stored.
func (c *Parts) logWarnings(ctx context.Context, r StoreRuleFile, warnings []rules.Problem) {
	if c.Logger == nil {
		return
	}
	for _, w := range warnings {
		c.Logger.LogAttrs(ctx, slog.LevelWarn, "rule file is doubtful", slog.String("template", r.TemplateID),
			slog.String("file", analysis.RuleFileName(ruleSides[r.File])), slog.Int("line", w.Line),
			slog.Int("column", w.Column), slog.String("warning", w.Message))
	}
}

// ruleSides are the sides of the files that hold rules.
var ruleSides = map[template.RuleFile]rules.Side{
	template.EntityRules:    rules.EntityRules,
	template.ComponentRules: rules.ComponentRules,
}

// namesIn returns the names that a template defines for its rules. Names of a kind
// that it does not define at all are not checked: they may be uploaded later.
func namesIn(t template.State) (out rules.Names) {
	for _, d := range t.Entities {
		out.Entities = append(out.Entities, d.TechnicalName)
	}
	for _, d := range t.Components {
		if d.SoftDeleted == nil {
			out.Components = append(out.Components, d.TechnicalName)
		}
	}
	for _, m := range t.Mappings {
		if out.Mappings == nil {
			out.Mappings = map[string][]string{}
		}
		out.Mappings[m.Name] = m.Columns
	}
	return out
}

// checkRuleFile checks a rule file or date formats. The report is that of a rule file.
func checkRuleFile(f template.RuleFile, content []byte) (out RuleFileOutcome, report rules.Report) {
	side, isRules := ruleSides[f]
	if !isRules {
		_, out.Formats = rules.ParseDateFormats(content)
		return out, report
	}
	report = rules.Check(side, content)
	out.Problems = slices.Clone(report.Errors)
	if !utf8.Valid(content) {
		placeAtStart(out.Problems)
	}
	return out, report
}

// placeAtStart moves problems to the start of the file: what is no text has no lines and
// columns that an editor could show. The message keeps the place.
func placeAtStart(problems []rules.Problem) {
	for i, p := range problems {
		if p.Line != 1 || p.Column != 1 {
			problems[i].Line, problems[i].Column, problems[i].Message = 1, 1,
				fmt.Sprintf("line %d, column %d: %s", p.Line, p.Column, p.Message)
		}
	}
}

// storeRuleFile stores a sound file unless the template has the same bytes.
func (c *Parts) storeRuleFile(ctx context.Context, r StoreRuleFile, content []byte) (uint64, error) {
	t, err := c.FindTemplate(ctx, r.Caller, r.TemplateID)
	if err != nil {
		return 0, err
	}
	before := t.FileBlob(r.File)
	if same, err := c.sameBytes(ctx, r.File, before, content); err != nil || same {
		return 0, err
	}
	now, _, err := c.Blobs.Put(ctx, template.SubjectOf(r.Caller.Workspace), bytes.NewReader(content))
	if err != nil {
		return 0, err
	}
	stream := template.StreamOf(r.Caller.Workspace, r.TemplateID)
	at, err := es.Decide(ctx, c.Log, template.Decider, r.CommandOn(stream), template.StoreFile(r.File, before, now))
	return uint64(at.Position), c.RemoveUnnamed(ctx, now, err)
}

// sameBytes reports whether a template's file has these bytes already. Before date
// formats are stored, they are the stock list.
func (c *Parts) sameBytes(ctx context.Context, f template.RuleFile, ref es.BlobRef, content []byte) (bool, error) {
	if ref.ID == uuid.Nil {
		return f == template.DateFormats && string(content) == template.StockDateFormats, nil
	}
	return c.hasBytes(ctx, ref, content)
}

// hasBytes reports whether a blob consists of these bytes.
func (c *Parts) hasBytes(ctx context.Context, ref es.BlobRef, content []byte) (bool, error) {
	if ref.Size != int64(len(content)) {
		return false, nil
	}
	stored, err := blob.Read(ctx, c.Blobs, ref)
	return err == nil && bytes.Equal(stored, content), err
}
