package bulks

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/file"
)

// A BeginUpload begins an upload by parts.
type BeginUpload struct {
	core.Request
	TemplateID, DossierID string
	Length                int64
	UploadTarget
	First *UploadedPart // nil: nothing comes with the request
}

// An UploadedPart is what a request adds to an upload.
type UploadedPart struct {
	Content io.Reader
	Size    int64 // -1: not known before its end
	// Verify, unless nil, is called when the content was read to its end, and refuses one that is not what was
	// sent: then nothing of it is kept. Without it, what arrived before the connection broke is kept.
	Verify func() error
}

// Failures of beginning an upload.
var (
	errLongUpload  = domain.Refuse(domain.FileTooLarge, "The file is too large").At("Upload-Length")
	errMostUploads = domain.Refuse(domain.TooManyUploads, "The account has too many uploads in progress: finish or end some of them first")
	errMostInAll   = domain.Refuse(domain.TooManyUploads, "The workspace has too many uploads in progress: try again later")
	errMostBytes   = domain.Refuse(domain.TooManyUploads, "The uploads of the workspace in progress are too large together: try again later")
)

// Begin begins an upload, and takes in what came with the request. An upload without bytes is done at once; it
// is refused as every empty file is.
func (u *ResumableUploads) Begin(ctx context.Context, r BeginUpload) (ResumableUpload, error) {
	d, err := u.mayUpload(ctx, r.Request, r.TemplateID, r.DossierID)
	if err == nil {
		err = d.CheckAcceptsFiles()
	}
	if err == nil {
		err = u.checkBegin(r)
	}
	if err != nil {
		return ResumableUpload{}, err
	}
	named := NamedUpload{Request: r.Request, TemplateID: r.TemplateID, DossierID: r.DossierID, UploadID: r.NewID("upload")}
	if done, err := u.findFinished(ctx, named); err != nil || done != nil { // of the same request before
		return valueOf(done), err
	}
	p, err := u.putPending(ctx, named, r)
	if err == nil {
		err = u.checkRoom(ctx, p, r.Caller.Workspace)
	}
	if err != nil {
		return ResumableUpload{}, err
	}
	if r.First == nil && r.Length > 0 {
		return p.describe(r.UploadTarget), nil
	}
	first := UploadedPart{Content: strings.NewReader("")}
	if r.First != nil {
		first = *r.First
	}
	out, err := u.Append(ctx, AppendUpload{NamedUpload: named, Offset: p.Offset, UploadedPart: first})
	if err != nil { // nobody knows its address
		return out, errors.Join(err, u.discardKnown(ctx, named))
	}
	return out, nil
}

// checkBegin refuses what can be known to be refused before a byte of it comes.
func (u *ResumableUploads) checkBegin(r BeginUpload) error {
	if r.Length > u.Limits.Size {
		return errLongUpload
	}
	format, ok := file.FormatOf(r.Name)
	if !ok {
		return unsupportedName(core.Upload{Name: r.Name, Content: strings.NewReader("")})
	}
	return u.mayTake(format)
}

// putPending stores the record of a new upload. What the same request left before it was cut off is removed.
func (u *ResumableUploads) putPending(ctx context.Context, named NamedUpload, r BeginUpload) (*pendingUpload, error) {
	if err := u.discardKnown(ctx, named); err != nil {
		return nil, err
	}
	plain, err := json.Marshal(r.UploadTarget)
	if err != nil {
		return nil, err
	}
	box, err := u.Vault.Seal(ctx, dossier.SubjectOf(r.Caller.Workspace, r.DossierID), sealedFor(named.UploadID), plain)
	if err != nil {
		return nil, core.ToCallerError(err)
	}
	p := &pendingUpload{ID: named.UploadID, Account: r.Caller.ID, Template: r.TemplateID, Dossier: r.DossierID, Length: r.Length,
		Expires: u.Now().Add(u.Limits.Age), Box: box}
	raw, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	return p, u.Records.Put(ctx, r.Caller.Workspace, recordName(p.Account, p.ID), raw)
}

// checkRoom removes a new upload again, and refuses it, where there are too many with it. It counts when the
// record is there: of several that begin at once none is overlooked.
func (u *ResumableUploads) checkRoom(ctx context.Context, p *pendingUpload, workspace string) error {
	var bytes int64
	all, own := 0, 0
	err := u.eachPending(ctx, workspace, func(other *pendingUpload) error {
		if other.isExpired(u.Now()) {
			return u.discard(ctx, workspace, other)
		}
		all++
		bytes += other.Length
		if other.Account == p.Account {
			own++
		}
		return nil
	})
	switch {
	case err != nil:
	case own > u.Limits.PerAccount:
		err = errMostUploads
	case all > u.Limits.Uploads:
		err = errMostInAll
	case bytes > u.Limits.Bytes:
		err = errMostBytes
	}
	if err != nil {
		return errors.Join(err, u.discard(ctx, workspace, p))
	}
	return nil
}

// discardKnown removes an upload that is in progress.
func (u *ResumableUploads) discardKnown(ctx context.Context, r NamedUpload) error {
	ctx = context.WithoutCancel(ctx)
	p, _, err := u.loadPending(ctx, r)
	if errors.Is(err, ErrNoUpload) {
		return nil
	}
	if err != nil {
		return err
	}
	return u.discard(ctx, r.Caller.Workspace, p)
}
