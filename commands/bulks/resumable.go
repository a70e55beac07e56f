package bulks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
)

// ResumableUploads take in files by parts, so that an upload goes on where it was when the connection or the
// service went away. Until its last byte an upload is a record and sealed parts, which no event names; then it
// is an [Commands.UploadFile] like any other.
type ResumableUploads struct {
	*Commands
	ResumablePorts
}

// ResumablePorts are what resumable uploads need beside what uploads need.
type ResumablePorts struct {
	Records UploadRecords
	Results UploadResults
	Limits  ResumableLimits
}

// UploadRecords keep the state of uploads in progress, sealed for their workspace. What they say they did is on
// stable storage.
type UploadRecords interface {
	// Get returns a record; nil when there is none of the name.
	Get(ctx context.Context, workspace, name string) ([]byte, error)
	Put(ctx context.Context, workspace, name string, record []byte) error
	// Update changes a record that is there, atomically; an error of change leaves it as it is. It returns
	// ErrNoUpload when there is none.
	Update(ctx context.Context, workspace, name string, change func([]byte) ([]byte, error)) error
	Delete(ctx context.Context, workspace, name string) error
	// Names lists the records whose name has a prefix.
	Names(ctx context.Context, workspace, prefix string) ([]string, error)
}

// UploadResults keep for a while what became of uploads. They cannot read it.
type UploadResults interface {
	Answer(ctx context.Context, id string, now time.Time) ([]byte, error)
	KeepAnswer(ctx context.Context, id string, box []byte, until time.Time) error
	DropAnswer(ctx context.Context, id string) error
}

// ResumableLimits bound uploads in progress.
type ResumableLimits struct {
	Size       int64         // of one upload, in bytes
	PerAccount int           // uploads in progress of an account
	Uploads    int           // uploads in progress of a workspace
	Bytes      int64         // of all uploads in progress of a workspace, by the lengths that they announce
	Age        time.Duration // after which an upload expires to which nothing was added
}

// ErrNoUpload refuses what is no upload of the caller in this dossier.
var ErrNoUpload = domain.Refuse(domain.NoUpload, "Upload not found")

// A NamedUpload is a request on an upload that the caller began.
type NamedUpload struct {
	core.Request
	TemplateID, DossierID, UploadID string
}

// A ResumableUpload is what is known of an upload by parts.
type ResumableUpload struct {
	ID           string
	Length       int64
	Offset       int64 // bytes that the service has; Length only when the file is made
	Expires      time.Time
	Outcome      *UploadOutcome // nil as long as bytes are missing
	UploadTarget                // as it was begun
}

// UploadTarget tells what an upload is to become.
type UploadTarget struct {
	Name                     string
	KeepManualChanges        bool
	DisableAutomaticAnalysis bool
	Metadata                 string // as the client sent it
}

// pendingUpload is the record of an upload in progress.
type pendingUpload struct {
	ID, Account, Template, Dossier string
	Length, Offset                 int64
	Expires                        time.Time
	Parts                          []uploadPart
	Box                            []byte // UploadTarget, sealed for the dossier
}

// An uploadPart is a blob of the dossier that holds bytes of an upload.
type uploadPart struct {
	ID   uuid.UUID
	Size int64
	Used int64 // from its beginning; less than Size where the rest is not acknowledged
}

func (p *pendingUpload) isExpired(now time.Time) bool { return !now.Before(p.Expires) }

// ref returns the blob of a part.
func (p *pendingUpload) ref(workspace string, part uploadPart) es.BlobRef {
	return es.BlobRef{Subject: dossier.SubjectOf(workspace, p.Dossier), ID: part.ID, Size: part.Size}
}

// recordPrefix begins the names of records.
const recordPrefix = "upload/"

// recordName returns the name of the record of an upload: nobody but its account finds it.
func recordName(account, id string) string { return recordPrefix + account + "/" + id }

func sealedFor(id string) []byte { return []byte("upload/" + id) }

// mayUpload makes the checks that every request on uploads begins with.
func (u *ResumableUploads) mayUpload(ctx context.Context, r core.Request, templateID, dossierID string) (dossier.State, error) {
	d, _, err := u.LoadDossier(ctx, r.Caller, templateID, dossierID, false)
	if err == nil {
		err = user.CheckAccess(r.Caller, user.UploadFile, core.DossierObject(d))
	}
	return d, err
}

// Find returns an upload that the caller began.
func (u *ResumableUploads) Find(ctx context.Context, r NamedUpload) (ResumableUpload, error) {
	if _, err := u.mayUpload(ctx, r.Request, r.TemplateID, r.DossierID); err != nil {
		return ResumableUpload{}, err
	}
	if done, err := u.findFinished(ctx, r); err != nil || done != nil {
		return valueOf(done), err
	}
	p, is, err := u.loadPending(ctx, r)
	if err != nil { // it may have been finished meanwhile
		if done, again := u.findFinished(ctx, r); again == nil && done != nil {
			return *done, nil
		}
		return ResumableUpload{}, err
	}
	return p.describe(is), nil
}

func valueOf(u *ResumableUpload) ResumableUpload {
	if u == nil {
		return ResumableUpload{}
	}
	return *u
}

func (p *pendingUpload) describe(is UploadTarget) ResumableUpload {
	return ResumableUpload{ID: p.ID, Length: p.Length, Offset: p.Offset, Expires: p.Expires, UploadTarget: is}
}

// loadPending reads the record of an upload in progress, and opens what it is to become.
func (u *ResumableUploads) loadPending(ctx context.Context, r NamedUpload) (*pendingUpload, UploadTarget, error) {
	raw, err := u.Records.Get(ctx, r.Caller.Workspace, recordName(r.Caller.ID, r.UploadID))
	if err != nil {
		return nil, UploadTarget{}, err
	}
	p := &pendingUpload{}
	if raw == nil {
		return nil, UploadTarget{}, ErrNoUpload
	}
	if err := json.Unmarshal(raw, p); err != nil {
		return nil, UploadTarget{}, fmt.Errorf("the record of upload %s: %w", r.UploadID, err)
	}
	if p.Template != r.TemplateID || p.Dossier != r.DossierID || p.isExpired(u.Now()) {
		return nil, UploadTarget{}, ErrNoUpload
	}
	plain, err := u.Vault.Open(ctx, dossier.SubjectOf(r.Caller.Workspace, p.Dossier), sealedFor(p.ID), p.Box)
	if errors.Is(err, es.ErrErased) {
		return nil, UploadTarget{}, ErrNoUpload
	}
	var is UploadTarget
	if err == nil {
		err = json.Unmarshal(plain, &is)
	}
	return p, is, err
}

// End ends an upload: what was sent of it is removed. A file that was made of it stays.
func (u *ResumableUploads) End(ctx context.Context, r NamedUpload) error {
	found, err := u.Find(ctx, r)
	if err != nil {
		return err
	}
	if found.Outcome != nil {
		return u.Results.DropAnswer(ctx, resultID(r))
	}
	p, _, err := u.loadPending(ctx, r)
	if err != nil {
		return err
	}
	return u.discard(ctx, r.Caller.Workspace, p)
}

// discard removes the record of an upload, and then its parts. Parts that a crash leaves in between are removed
// as bytes that nothing names.
func (u *ResumableUploads) discard(ctx context.Context, workspace string, p *pendingUpload) error {
	ctx = context.WithoutCancel(ctx)
	if err := u.Records.Delete(ctx, workspace, recordName(p.Account, p.ID)); err != nil {
		return err
	}
	return u.discardParts(ctx, workspace, p, p.Parts)
}

func (u *ResumableUploads) discardParts(ctx context.Context, workspace string, p *pendingUpload, parts []uploadPart) error {
	refs := make([]es.BlobRef, len(parts))
	for i, part := range parts {
		refs[i] = p.ref(workspace, part)
	}
	return u.DiscardBlobs(ctx, refs...)
}
