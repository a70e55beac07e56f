package queries

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
)

var errNotReady = domain.Faultf(domain.Conflict, "Download not ready")

// ListDownloads lists the caller's own packages, newest first.
func (q *Queries) ListDownloads(ctx context.Context, caller user.Principal) ([]DownloadStatus, error) {
	if !user.MayCall(caller, user.ListDownloads) {
		return nil, domain.ErrAccessDenied
	}
	found, err := queryRecords[download.Record](ctx, q,
		"SELECT doc FROM downloads WHERE workspace = $1 AND owner = $2 ORDER BY created DESC, key DESC", caller.Workspace, caller.ID)
	if err != nil {
		return nil, err
	}
	found, err = omitUnavailable(ctx, q, "downloads", found,
		func(r download.Record) es.StreamID { return download.StreamOf(r.Workspace, r.ID) })
	out := make([]DownloadStatus, len(found))
	for i, r := range found {
		out[i] = q.packageOf(r)
	}
	return answerUnless(err, out)
}

// GetDownload reads one of the caller's own packages.
func (q *Queries) GetDownload(ctx context.Context, a AskDownload) (DownloadStatus, error) {
	r, err := q.ownPackage(ctx, a, user.GetDownloadStatus)
	if err != nil {
		return DownloadStatus{}, err
	}
	return q.packageOf(r), nil
}

// DownloadContent opens one of the caller's own packages, as long as the caller is a member
// of its dossier. One that is not READY is domain.Conflict: "Download not ready", or why it has
// failed.
func (q *Queries) DownloadContent(ctx context.Context, a AskDownload) (DownloadContent, error) {
	r, err := q.ownPackage(ctx, a, user.FetchDownload)
	if err != nil {
		return DownloadContent{}, err
	}
	if err := q.checkMember(ctx, a.Caller, r.Dossier); err != nil {
		return DownloadContent{}, err
	}
	switch r.Status {
	case download.Ready:
	case download.Failed: // it never will be
		return DownloadContent{}, domain.Faultf(domain.Conflict, "The download has failed: %s", r.Cause)
	default:
		return DownloadContent{}, errNotReady
	}
	ready, err := q.readySince(ctx, r)
	if err != nil {
		return DownloadContent{}, err
	}
	content, err := q.Blobs.Open(ctx, r.Blob)
	if err != nil {
		return DownloadContent{}, mapErased(fmt.Errorf("open package %s: %w", r.ID, err), domain.ErrDownloadNotFound)
	}
	return DownloadContent{Filename: r.Filename, Size: r.Blob.Size, Ready: ready, Content: content}, nil
}

func (q *Queries) ownPackage(ctx context.Context, a AskDownload, op user.Operation) (download.Record, error) {
	if !user.MayCall(a.Caller, op) {
		return download.Record{}, domain.ErrAccessDenied
	}
	var r download.Record
	fault, err := q.seekRecords(ctx, []es.StreamID{download.StreamOf(a.Caller.Workspace, a.DownloadID)},
		sought{where: byKey("downloads", "workspace", "owner"), args: []any{a.DownloadID, a.Caller.Workspace, a.Caller.ID},
			into: decodeInto(&r)})
	if err == nil && r.ID == "" {
		err = domain.ErrDownloadNotFound
	}
	return r, outcomeOf(err, fault)
}

// checkMember refuses, with domain.ErrAccessDenied, who is no member of a dossier any more.
func (q *Queries) checkMember(ctx context.Context, caller user.Principal, dossierID string) error {
	var d dossier.Record
	fault, err := q.seekRecords(ctx, []es.StreamID{dossier.StreamOf(caller.Workspace, dossierID)},
		sought{where: byKey("dossiers", "workspace"), args: []any{dossierID, caller.Workspace}, into: decodeInto(&d)})
	if err == nil && !slices.Contains(d.Members, caller.ID) {
		err = domain.ErrAccessDenied
	}
	return outcomeOf(err, fault)
}

// readySince is when a package was made. Its record does not say, its stream
// does, and that is a handful of events.
func (q *Queries) readySince(ctx context.Context, r download.Record) (time.Time, error) {
	stream := download.StreamOf(r.Workspace, r.ID)
	for e, err := range q.Log.Stream(ctx, stream, 0) {
		if err != nil {
			return time.Time{}, fmt.Errorf("read %s: %w", stream, err)
		}
		if _, ok := e.Event.(download.Made); ok {
			return e.Time, nil
		}
	}
	return time.Time{}, fmt.Errorf("read %s: no event made the package ready", stream)
}

func (q *Queries) packageOf(r download.Record) DownloadStatus {
	out := DownloadStatus{
		ID: r.ID, UserID: r.User, Filename: r.Filename, MimeType: "application/zip",
		ErrorCause: r.Cause, Status: string(r.Status), CreationDate: r.Created, LastDownload: r.Fetched,
		Size: r.Blob.Size, DossierID: r.Dossier, FileIDs: nonNil(r.Files), FileTypes: nonNil(r.FileTypes),
		ReportTemplateIDs: nonNil(r.ReportTemplates), Omitted: nonNil(r.Omitted),
	}
	if q.PackageAge > 0 {
		end := r.Created.Add(q.PackageAge)
		out.Expires = &end
	}
	return out
}
