package templates

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// StoreReportTemplate adds a report template, or changes the one with ID.
type StoreReportTemplate struct {
	core.Request
	TemplateID      string
	ID              string  // "": create
	Name            *string // nil: that of the file
	Multi           bool    // one report for all files of a package
	ActiveByDefault bool
	// Open begins to read the upload, as for UploadFile. An upload without content
	// says that there is no file: one that is changed keeps its file then. The bytes
	// are kept in memory, so they must be bounded.
	Open func() (core.Upload, error)
	// Complete, unless nil, sets what the request gives behind the content, as for UploadFile.
	Complete func(*StoreReportTemplate)
}

// A ReportChecker judges the files of report templates.
type ReportChecker interface {
	// Check refuses what is no report template with a fault of kind Unsupported.
	Check(filename string, content []byte) error
}

// DeleteReportTemplate takes a report template away for good.
type DeleteReportTemplate struct {
	core.Request
	TemplateID, ID string
}

// StoreReportTemplate stores a report template; its file must be an xlsx or docx
// without macros and links to elsewhere.
func (c *Parts) StoreReportTemplate(ctx context.Context, r StoreReportTemplate) (core.Outcome, error) {
	op := user.UpdateReportTemplate
	if r.ID == "" {
		op = user.CreateReportTemplate
	}
	if !user.MayCall(r.Caller, op) {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	if _, err := r.toReport(); err != nil {
		return core.Outcome{}, err
	}
	t, err := c.FindTemplate(ctx, r.Caller, r.TemplateID)
	if err == nil && r.ID != "" {
		_, err = t.FindReport(r.ID)
	}
	if err != nil {
		return core.Outcome{}, err
	}
	report, blob, err := c.reportFile(ctx, r)
	if err != nil {
		return core.Outcome{}, err
	}
	return c.storeReport(ctx, r, report, blob)
}

// toReport returns what the request says of the report template beside its file.
func (r StoreReportTemplate) toReport() (report template.ReportTemplate, err error) {
	report = template.ReportTemplate{Multi: r.Multi, ActiveByDefault: r.ActiveByDefault}
	if r.Name != nil {
		report.Name, err = template.CheckedReportName(*r.Name)
	}
	return report, err
}

// reportFile takes in the description of a report template and its file; nil when there is
// none.
func (c *Parts) reportFile(ctx context.Context, r StoreReportTemplate) (template.ReportTemplate, *es.BlobRef, error) {
	up, err := r.Open()
	if err != nil {
		return template.ReportTemplate{}, nil, err
	}
	var content []byte
	if up.Content != nil {
		if content, err = io.ReadAll(up.Content); err != nil {
			return template.ReportTemplate{}, nil, err
		}
	}
	if r.Complete != nil {
		r.Complete(&r)
	}
	report, err := r.toReport()
	if err != nil || up.Content == nil {
		return report, nil, err
	}
	report.FileName = up.Name
	if err := c.checkReport(template.BundleReport{ReportTemplate: report, Content: content}); err != nil {
		return report, nil, err
	}
	ref, _, err := c.Blobs.Put(ctx, template.SubjectOf(r.Caller.Workspace), bytes.NewReader(content))
	return report, &ref, err
}

// checkReport refuses the file of a report template.
func (c *Parts) checkReport(r template.BundleReport) error {
	if c.Reports == nil {
		return errors.New("report templates are not handled here")
	}
	return c.Reports.Check(r.FileName, r.Content)
}

func (c *Parts) storeReport(ctx context.Context, r StoreReportTemplate, report template.ReportTemplate,
	blob *es.BlobRef) (core.Outcome, error) {
	subject, id := template.SubjectOf(r.Caller.Workspace), r.ID
	var decision es.Decision[template.State]
	switch {
	case id != "":
		decision = template.UpdateReport(subject, id, report, blob)
	case blob == nil:
		return core.Outcome{}, domain.Refuse(domain.FileMissing, "file is required").At("file")
	default:
		id = r.NewID("report")
		decision = template.CreateReport(subject, id, report, *blob)
	}
	out, err := c.onTemplate(ctx, r.Request, r.TemplateID, decision)
	if blob != nil {
		err = c.RemoveUnnamed(ctx, *blob, err)
	}
	return core.Outcome{ID: id, Created: r.ID == "", Position: out.Position}, err
}

// DeleteReportTemplate takes a report template away; dossiers name it no more.
func (c *Parts) DeleteReportTemplate(ctx context.Context, r DeleteReportTemplate) (core.Outcome, error) {
	if !user.MayCall(r.Caller, user.DeleteReportTemplate) {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	out, err := c.onTemplate(ctx, r.Request, r.TemplateID, template.DeleteReport(r.ID))
	out.ID = r.ID
	return c.afterFollower(ctx, FollowerSettlement, out, err)
}
