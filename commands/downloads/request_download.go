package downloads

import (
	"context"
	"slices"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// ExpireDownload deletes a package whose time is over. One that is gone already is no error.
func (c *Commands) ExpireDownload(ctx context.Context, r core.Expire) error {
	cmd := r.CommandOn(download.StreamOf(r.Caller.Workspace, r.ID))
	if _, err := es.Decide(ctx, c.Log, download.Decider, cmd, download.Delete("")); err != nil && !core.IsNotFound(err) {
		return err
	}
	return c.EraseSubject(ctx, download.SubjectOf(r.Caller.Workspace, r.ID))
}

// Contents lists the active files of a dossier. It is a read, so a file that is
// uploaded at the same moment may or may not be in.
type Contents interface {
	ActiveFiles(ctx context.Context, workspace, dossierID string) ([]string, error)
}

// RequestDownload asks for a package of chosen files, or of all active ones.
func (c *Commands) RequestDownload(ctx context.Context, r RequestDownload) (core.Outcome, error) {
	d, _, err := c.LoadDossier(ctx, r.Caller, r.TemplateID, r.DossierID, false)
	if err != nil {
		return core.Outcome{}, err
	}
	t, err := c.FindTemplate(ctx, r.Caller, r.TemplateID)
	if err != nil {
		return core.Outcome{}, err
	}
	files, err := c.selectFiles(ctx, r, d) // whether the caller may comes before what else is wrong
	if err != nil {
		return core.Outcome{}, err
	}
	q, err := r.withDefaults(d, t)
	if err != nil {
		return core.Outcome{}, err
	}
	if q.Files = files; len(files) == 0 {
		return core.Outcome{}, domain.Refuse(domain.NoFiles, "Dossier has no files")
	}
	q.WholeDossier = len(r.FileIDs) == 0 && slices.Contains(q.FileTypes, download.Evidence)
	id := r.NewID("download")
	name := download.SafeName(d.Text.Name) + "-" + c.Now().UTC().Format("2006-01-02") + ".zip"
	q.Filename = es.Seal(download.SubjectOf(r.Caller.Workspace, id), name)
	at, err := es.Decide(ctx, c.Log, download.Decider, r.CommandOn(download.StreamOf(r.Caller.Workspace, id)),
		download.Request(q))
	return core.Outcome{ID: id, Created: true, Position: uint64(at.Position)}, r.ToCallerError(err)
}

// withDefaults returns the event of the request, after checking it. File types that it leaves
// out are those of the template, reports those of the dossier; with evidence alone there are none.
func (r RequestDownload) withDefaults(d dossier.State, t template.State) (download.Requested, error) {
	q := download.Requested{User: r.Caller.ID, Dossier: r.DossierID, Template: r.TemplateID,
		FileTypes: t.Settings.DownloadFileTypes, ReportTemplates: t.ExistingReports(d.ReportTemplates), Color: r.PreviewColor}
	if r.FileTypes != nil {
		q.FileTypes = *r.FileTypes
	}
	if len(q.FileTypes) == 1 && q.FileTypes[0] == download.Evidence {
		q.ReportTemplates = nil // unless they are asked for: the package is the bundle
	}
	if r.ReportTemplateIDs != nil {
		q.ReportTemplates = *r.ReportTemplateIDs
	}
	for _, t := range q.FileTypes {
		if t != template.Original && t != template.Preview && t != download.Evidence {
			return q, domain.NoneOf("downloadFileTypes", "ORIGINAL", "PREVIEW", "EVIDENCE")
		}
	}
	switch {
	case core.HasDuplicates(q.FileTypes):
		return q, domain.Repeated("downloadFileTypes")
	case core.HasDuplicates(q.ReportTemplates):
		return q, domain.Repeated("reportTemplateIds")
	}
	for _, id := range q.ReportTemplates {
		if !t.HasReport(id) {
			return q, domain.NoSuch("report template", "reportTemplateIds", id)
		}
	}
	if len(q.FileTypes) == 0 && len(q.ReportTemplates) == 0 {
		return q, domain.Refuse(domain.NothingChosen, "Nothing to download")
	}
	return q, nil
}

// selectFiles returns the ids of the files of the package, each of which the caller may
// download.
func (c *Commands) selectFiles(ctx context.Context, r RequestDownload, d dossier.State) ([]string, error) {
	ids, op := slices.Compact(slices.Sorted(slices.Values(r.FileIDs))), user.CreateFilesDownload
	if len(ids) == 0 {
		all, err := c.Contents.ActiveFiles(ctx, r.Caller.Workspace, r.DossierID)
		if err != nil {
			return nil, err
		}
		ids, op = all, user.CreateDossierDownload
	}
	for _, id := range ids {
		f, _, err := es.Load(ctx, c.Log, file.Decider, file.StreamOf(r.Caller.Workspace, id))
		if err != nil {
			return nil, err
		}
		if f.Phase != file.Active || f.Dossier != r.DossierID {
			return nil, domain.ErrFileNotFound
		}
		if err := user.CheckAccess(r.Caller, op, core.FileObject(d, f)); err != nil {
			return nil, explainRefusal(err, r.Caller, d)
		}
	}
	return ids, nil
}

// errAssigned refuses a package with a file that another member works on.
var errAssigned = &domain.Fault{Kind: domain.Forbidden, Cause: domain.ErrAccessDenied,
	Message: "Access denied: a file is assigned to another member. Choose files that are assigned to you or to nobody, " +
		"or let the owner of the dossier ask for the package"}

// errPackagesOfMembers refuses packages to those who only read a dossier.
var errPackagesOfMembers = &domain.Fault{Kind: domain.Forbidden, Cause: domain.ErrAccessDenied,
	Message: "Access denied: packages are for the members of the dossier. Its owner can make you one"}

// explainRefusal says why the caller may not have a package of a dossier, and what to do. Who may not read its
// files is told nothing of them.
func explainRefusal(refusal error, caller user.Principal, d dossier.State) error {
	switch {
	case user.CheckAccess(caller, user.ListFileStatuses, core.DossierObject(d)) != nil:
		return refusal
	case slices.Contains(d.Members, caller.ID):
		return errAssigned
	}
	return errPackagesOfMembers
}

// RecordFetch notes that the caller fetches an own package.
func (c *Commands) RecordFetch(ctx context.Context, r RecordFetch) (core.Outcome, error) {
	stream := download.StreamOf(r.Caller.Workspace, r.DownloadID)
	at, err := es.Decide(ctx, c.Log, download.Decider, r.CommandOn(stream), download.Fetch(r.Caller.ID))
	return core.Outcome{ID: r.DownloadID, Position: uint64(at.Position)}, r.ToCallerError(err)
}

// DeleteDownload removes an own package; one in the making is cancelled.
func (c *Commands) DeleteDownload(ctx context.Context, r DeleteDownload) (core.Outcome, error) {
	stream := download.StreamOf(r.Caller.Workspace, r.DownloadID)
	at, err := es.Decide(ctx, c.Log, download.Decider, r.CommandOn(stream), download.Delete(r.Caller.ID))
	if err == nil {
		err = c.EraseSubject(ctx, download.SubjectOf(r.Caller.Workspace, r.DownloadID))
	}
	return core.Outcome{ID: r.DownloadID, Position: uint64(at.Position)}, r.ToCallerError(err)
}

// RequestDownload asks for a package. With no FileIDs it holds all active files
// of the dossier. Without FileTypes they are those of the template, without
// ReportTemplateIDs those of the dossier.
type RequestDownload struct {
	core.Request
	TemplateID, DossierID string
	FileIDs               []string
	FileTypes             *[]string // ORIGINAL, PREVIEW
	ReportTemplateIDs     *[]string
	PreviewColor          string // "#RRGGBB", or "" for each entity's own
}

// RecordFetch notes that the caller fetches the content of an own package.
type RecordFetch struct {
	core.Request
	DownloadID string
}

// DeleteDownload removes an own package; a running one is cancelled.
type DeleteDownload struct {
	core.Request
	DownloadID string
}
