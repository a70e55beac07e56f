// Package downloads answers for packages, each caller with its own.
package downloads

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/owned"
	"github.com/seed-62a36931/docket/queries/pages"
	"github.com/seed-62a36931/docket/queries/views"
)

// AskDownload reads one of the caller's own packages.
type AskDownload struct {
	Caller     user.Principal
	DownloadID string
}

// A DownloadStatus is a package and how far it is.
type DownloadStatus struct {
	ID, UserID, Filename, MimeType string
	ErrorCause                     string // a sentence, "" without error
	Status                         string // QUEUED, GENERATING, READY, FAILED
	CreationDate                   time.Time
	LastDownload                   *time.Time
	Size                           int64 // bytes; 0 until READY
	DossierID                      string
	FileIDs                        []string
	FileTypes                      []string // ORIGINAL, PREVIEW
	ReportTemplateIDs              []string
	Omitted                        []download.Omission // asked for, and not in it
	Expires                        *time.Time          // when it is deleted by itself; nil: never
}

// DownloadContent is the bytes of a READY package. The reader closes Content.
type DownloadContent struct {
	Filename string
	Size     int64
	Ready    time.Time // when the package was made
	Content  io.ReadSeekCloser
}

// Downloads answers for packages, each caller with its own.
type Downloads struct {
	views      *views.Views
	log        *es.Log
	blobs      es.Blobs
	packageAge time.Duration
}

// New returns Downloads that read through the given ports.
func New(views *views.Views, log *es.Log, blobs es.Blobs, packageAge time.Duration) *Downloads {
	return &Downloads{views, log, blobs, packageAge}
}

var errNotReady = domain.Refuse(domain.NotReadyYet, "Download not ready")

// ListDownloads reads a part of the caller's own packages, newest first.
func (q *Downloads) ListDownloads(ctx context.Context, caller user.Principal, a pages.Ask) (pages.Page[DownloadStatus], error) {
	if !user.MayCall(caller, user.ListDownloads) {
		return pages.Page[DownloadStatus]{}, domain.ErrAccessDenied
	}
	asked := owned.Table[download.Record]{Views: q.views, Name: "downloads", Mark: func(r download.Record) es.Mark {
		return es.Mark{Stream: download.StreamOf(r.Workspace, r.ID), Version: r.Version}
	}}
	found, err := order.Read(ctx, a, asked.Of(caller))
	out := pages.Page[DownloadStatus]{Entries: make([]DownloadStatus, len(found.Entries)), Next: found.Next, Total: found.Total}
	for i, r := range found.Entries {
		out.Entries[i] = q.packageOf(r)
	}
	return views.AnswerUnless(err, out)
}

// GetDownload reads one of the caller's own packages.
func (q *Downloads) GetDownload(ctx context.Context, a AskDownload) (DownloadStatus, error) {
	r, err := q.ownPackage(ctx, a, user.GetDownloadStatus)
	if err != nil {
		return DownloadStatus{}, err
	}
	return q.packageOf(r), nil
}

// DownloadContent opens one of the caller's own packages, as long as the caller is a member
// of its dossier. One that is not READY is domain.Conflict: "Download not ready", or why it has
// failed.
func (q *Downloads) DownloadContent(ctx context.Context, a AskDownload) (DownloadContent, error) {
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
		return DownloadContent{}, domain.Refuse(domain.NotReadyYet, "The download has failed: %s", r.Cause)
	default:
		return DownloadContent{}, errNotReady
	}
	ready, err := q.readySince(ctx, r)
	if err != nil {
		return DownloadContent{}, err
	}
	content, err := q.blobs.Open(ctx, r.Blob)
	if err != nil {
		return DownloadContent{}, views.MapErased(fmt.Errorf("open package %s: %w", r.ID, err), domain.ErrDownloadNotFound)
	}
	return DownloadContent{Filename: r.Filename, Size: r.Blob.Size, Ready: ready, Content: content}, nil
}

func (q *Downloads) ownPackage(ctx context.Context, a AskDownload, op user.Operation) (download.Record, error) {
	if !user.MayCall(a.Caller, op) {
		return download.Record{}, domain.ErrAccessDenied
	}
	var r download.Record
	fault, err := q.views.SeekRecords(ctx, []es.StreamID{download.StreamOf(a.Caller.Workspace, a.DownloadID)},
		views.Sought{Where: views.ByKey("downloads", "workspace", "owner"), Args: []any{a.DownloadID, a.Caller.Workspace,
			a.Caller.ID},
			Into: views.DecodeInto(&r)}.IsOf(download.StreamOf(a.Caller.Workspace, a.DownloadID), &r.ID, &r.Version))
	if err == nil && r.ID == "" {
		err = domain.ErrDownloadNotFound
	}
	return r, views.OutcomeOf(err, fault)
}

// checkMember refuses, with domain.ErrAccessDenied, who is no member of a dossier any more.
func (q *Downloads) checkMember(ctx context.Context, caller user.Principal, dossierID string) error {
	var d dossier.Record
	fault, err := q.views.SeekRecords(ctx, []es.StreamID{dossier.StreamOf(caller.Workspace, dossierID)},
		views.Sought{
			Where: views.ByKey("dossiers", "workspace"),
			Args:  []any{dossierID, caller.Workspace}, Into: views.DecodeInto(&d),
		}.IsOf(dossier.StreamOf(caller.Workspace, dossierID), &d.ID, &d.Version))
	if err == nil && !slices.Contains(d.Members, caller.ID) {
		err = domain.ErrAccessDenied
	}
	return views.OutcomeOf(err, fault)
}

// readySince is when a package was made. Its record does not say, its stream
// does, and that is a handful of events.
func (q *Downloads) readySince(ctx context.Context, r download.Record) (time.Time, error) {
	stream := download.StreamOf(r.Workspace, r.ID)
	for e, err := range q.log.Stream(ctx, stream, 0) {
		if err != nil {
			return time.Time{}, fmt.Errorf("read %s: %w", stream, err)
		}
		if _, ok := e.Event.(download.Made); ok {
			return e.Time, nil
		}
	}
	return time.Time{}, fmt.Errorf("read %s: no event made the package ready", stream)
}

func (q *Downloads) packageOf(r download.Record) DownloadStatus {
	out := DownloadStatus{
		ID: r.ID, UserID: r.User, Filename: r.Filename, MimeType: "application/zip",
		ErrorCause: r.Cause, Status: string(r.Status), CreationDate: r.Created, LastDownload: r.Fetched,
		Size: r.Blob.Size, DossierID: r.Dossier, FileIDs: views.NonNil(r.Files), FileTypes: views.NonNil(r.FileTypes),
		ReportTemplateIDs: views.NonNil(r.ReportTemplates), Omitted: views.NonNil(r.Omitted),
	}
	if q.packageAge > 0 {
		end := r.Created.Add(q.packageAge)
		out.Expires = &end
	}
	return out
}

// order is that of the packages of an account.
var order = pages.List[download.Record]{
	Name: "downloads",
	ID:   func(r download.Record) string { return r.ID },
	Text: func(r download.Record) []string { return []string{r.Filename} },
	Keys: []pages.Key[download.Record]{
		{Name: "-creationDate", Of: func(r download.Record) string { return pages.TimeKey(r.Created) }},
	},
	TiesDescend: true,
}
