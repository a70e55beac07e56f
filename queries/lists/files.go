package lists

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/scope"
	"github.com/seed-62a36931/docket/queries/views"
)

// ListFiles lists the files of a dossier by name, now or at a moment. A file that is
// in the trash now is only shown together with the soft-deleted ones, whatever
// it was then.
func (q *Lists) ListFiles(ctx context.Context, a AskFiles) ([]FileStatus, error) {
	s, t, found, err := q.readableFiles(ctx, scope.Path{
		Caller: a.Caller, Operation: user.ListFileStatuses, Template: a.TemplateID, Dossier: a.DossierID,
		At: a.AsOf, Trashed: a.Groups.SoftDeleted,
	})
	if err != nil {
		return nil, err
	}
	out := []FileStatus{}
	for _, f := range found {
		shown := a.Groups.includesState(s.Then.Archived != nil, f.SoftDeleted != nil || s.Then.SoftDeleted != nil)
		if shown && (a.Groups.SoftDeleted || !f.trashed) {
			out = append(out, StatusOf(s.Then, f.Record, t))
		}
	}
	if a.AsOf != nil {
		return out, nil
	}
	statuses := make([]*FileStatus, len(out))
	for i := range out {
		statuses[i] = &out[i]
	}
	if err := q.addDuplicates(ctx, a.Caller, statuses); err != nil {
		return nil, err
	}
	return out, nil
}

// readableFiles returns the files of a dossier by name, without those that wait for repair,
// and the dossier and its template as they were then. The caller must have access to it.
func (q *Lists) readableFiles(
	ctx context.Context, p scope.Path,
) (s scope.Scope, t template.Record, found []fileThen, err error) {
	if s, err = q.scopes.InDossier(ctx, p); err == nil {
		err = s.CheckAccess()
	}
	if err == nil {
		t, err = q.scopes.TemplateThen(ctx, s)
	}
	if err == nil {
		found, err = q.filesOf(ctx, s)
	}
	if err == nil {
		found, err = views.OmitUnavailable(ctx, q.views, "files", found, fileThen.mark)
	}
	return s, t, found, err
}

// ActiveRecords returns the files of a dossier by name that were active at a moment and are not in
// the trash now, and the template of the dossier at that moment.
func (q *Lists) ActiveRecords(ctx context.Context, p scope.Path) ([]file.Record, template.Record, error) {
	_, t, found, err := q.readableFiles(ctx, p)
	if err != nil {
		return nil, template.Record{}, err
	}
	var out []file.Record
	for _, f := range found {
		if !f.trashed && f.SoftDeleted == nil {
			out = append(out, f.Record)
		}
	}
	return out, t, nil
}

// GetFile reads one file, now or at a moment.
func (q *Lists) GetFile(ctx context.Context, a scope.AskFile) (FileStatus, error) {
	s, f, err := q.scopes.InFile(ctx,
		scope.Path{
			Caller: a.Caller, Operation: cmp.Or(a.For, user.GetFileStatus), Template: a.TemplateID, Dossier: a.DossierID,
			At: a.AsOf, Trashed: a.IncludeSoftDeleted,
		}, a.FileID)
	if err != nil {
		return FileStatus{}, err
	}
	t, err := q.scopes.TemplateThen(ctx, s)
	if err != nil {
		return FileStatus{}, err
	}
	out := StatusOf(s.Then, f, t)
	if a.AsOf != nil {
		return out, nil
	}
	if err := q.addDuplicates(ctx, a.Caller, []*FileStatus{&out}); err != nil {
		return FileStatus{}, err
	}
	return out, nil
}

// A fileThen is a file as it was at the scope's moment.
type fileThen struct {
	file.Record
	trashed bool   // now, by itself
	version uint64 // now
}

func (f fileThen) mark() es.Mark {
	return es.Mark{Stream: file.StreamOf(f.Workspace, f.ID), Version: f.version}
}

// filesOf reads the files of a dossier that are not permanently deleted and were
// there at the scope's moment, by the name that they had.
func (q *Lists) filesOf(ctx context.Context, s scope.Scope) ([]fileThen, error) {
	found, err := views.QueryRecords[file.Record](ctx, q.views,
		"SELECT doc FROM files WHERE dossier = $1 AND workspace = $2", s.Now.ID,
		s.Now.Workspace)
	if err != nil {
		return nil, err
	}
	var out []fileThen
	for _, now := range found {
		then, err := q.scopes.FileAt(ctx, now, s.At)
		if err != nil {
			return nil, err
		}
		if then.ID != "" {
			out = append(out, fileThen{then, now.SoftDeleted != nil, now.Version})
		}
	}
	slices.SortFunc(out, func(a, b fileThen) int {
		return cmp.Or(cmp.Compare(a.Filename, b.Filename), cmp.Compare(a.ID, b.ID))
	})
	return out, nil
}

// StatusOf shows a file of a dossier; all three are of the same moment.
func StatusOf(d dossier.Record, r file.Record, t template.Record) FileStatus {
	out := FileStatus{
		ID: r.ID, Filename: r.Filename, DossierID: r.Dossier, TemplateID: r.Template,
		DossierStatusID: t.StatusOf(d.Status), DossierArchived: d.Archived != nil,
		Uploader: r.Uploader, Assignee: r.Assignee, LastReviewer: r.LastReviewer, LastApprover: r.LastApprover,
		ApprovalDate:   r.Approval,
		WorkflowStatus: string(r.Workflow), ProcessingStatus: string(r.Processing),
		Pages: r.Pages, PagesToOCR: r.OCR.Due, PagesOCRed: r.OCR.Done, OCRStart: r.OCR.Start, OCREnd: r.OCR.End,
		LastOCR:     r.OCR.End,
		StageMillis: stageMillis(r.Steps), Analyses: r.Analyses, Size: r.Size, SHA256: r.Digest,
		AnalysisDuration: time.Duration(r.Millis) * time.Millisecond, AnalysisVersion: int64(r.Engine),
		RulesVersion: int64(r.Rules), DictionaryVersion: int64(r.Dictionaries),
		Counts:      r.CountComponents(),
		FailedRules: r.FailedRules, RuleFailures: r.RuleFailures, Findings: r.ReadingFindings(),
		HasRedactions: r.HasEntities, HasHints: r.HasHints, HasImages: r.HasImages, HasUpdates: r.HasUpdates,
		ExcludedFromAnalysis: r.Manual, AnalysisRequired: isOutdated(r, t),
		Added: r.Added, LastUpdated: &r.LastUpdated, LastUploaded: &r.LastUploaded,
		LastProcessed: r.LastProcessed, LastIndexed: r.LastIndexed, LastLayoutProcessed: r.LastLayout,
		LastManualChange: r.LastManual, EntitiesChanged: r.LastEntities, BytesReplaced: r.Manipulated,
		LastAttributeChange: r.LastAttribute, SoftDeletedTime: r.SoftDeleted,
		Attributes: definedValues(r.Attributes, t.FileAttrs), Version: r.Version,
	}
	if r.Processing == file.Error && r.Err != nil {
		out.Error = &FileError{Service: r.Err.Service, Cause: r.Err.Cause, Queue: file.Topic, Timestamp: r.Err.At}
	}
	return out
}

func stageMillis(d file.Durations) map[string]int64 {
	out := make(map[string]int64, len(d))
	for step, millis := range d {
		out[string(step)] = millis
	}
	return out
}

// isOutdated reports whether the latest analysis used other rules or dictionaries
// than the template has, or other attributes than the file has, and no run is under
// way that will use them.
func isOutdated(r file.Record, t template.Record) bool {
	return r.Result.ID != uuid.Nil && !r.Processing.IsBusy() &&
		(r.Rules != t.Rules || r.Dictionaries != t.DictionaryRuns || r.Unseen)
}
