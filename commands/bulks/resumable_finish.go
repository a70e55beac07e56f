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
	"github.com/seed-62a36931/docket/domain/file"
)

// finishedUpload is what is kept of an upload that became something.
type finishedUpload struct {
	Dossier string
	Length  int64
	Expires time.Time
	Is      UploadTarget
	Outcome UploadOutcome
}

// sealedResult is a finishedUpload as the store keeps it: it dies with what was made.
type sealedResult struct {
	Subject es.Subject `json:"s"`
	Box     []byte     `json:"b"`
}

// resultID returns under which id the result of an upload is kept.
func resultID(r NamedUpload) string {
	return "upload/" + r.Caller.Workspace + "/" + r.Caller.ID + "/" + r.UploadID
}

// finish makes of all parts what an ordinary upload would. Doing it again, as after a crash, gives what the
// first time gave. An upload that can never become anything is removed.
func (u *ResumableUploads) finish(ctx context.Context, r NamedUpload, p *pendingUpload, is UploadTarget, parts []uploadPart) (
	ResumableUpload, error) {
	request := r.Request
	request.CommandID, request.OnlyHere, request.ExpectVersion = uuid.NewSHA1(uuid.NameSpaceOID, sealedFor(p.ID)), false, 0
	in := u.openParts(ctx, r.Caller.Workspace, p, parts)
	outcome, err := u.UploadFile(ctx, UploadFile{Request: request, TemplateID: p.Template, DossierID: p.Dossier,
		KeepManualChanges: is.KeepManualChanges, DisableAutomaticAnalysis: is.DisableAutomaticAnalysis,
		Open: func() (core.Upload, error) { return core.Upload{Name: is.Name, Content: in}, nil }})
	err = errors.Join(err, in.Close())
	if err != nil {
		if isHopeless(err) {
			err = errors.Join(err, u.discardKnown(ctx, r))
		}
		return ResumableUpload{}, err
	}
	done := finishedUpload{Dossier: p.Dossier, Length: p.Length, Expires: u.Now().Add(u.Limits.Age), Is: is, Outcome: outcome}
	if err := u.keepResult(ctx, r, done); err != nil {
		return ResumableUpload{}, err
	}
	return done.describe(p.ID), u.discardKnown(ctx, r)
}

// isHopeless reports whether the bytes of an upload are refused, and would be again.
func isHopeless(err error) bool {
	switch domain.KindOf(err) {
	case domain.Invalid, domain.TooLarge, domain.Unsupported, domain.Unprocessable:
		return true
	}
	return errors.Is(err, errPartsLost)
}

func (f finishedUpload) describe(id string) ResumableUpload {
	return ResumableUpload{ID: id, Length: f.Length, Offset: f.Length, Expires: f.Expires, UploadTarget: f.Is, Outcome: &f.Outcome}
}

// keepResult keeps what became of an upload, sealed for the file that it is, or for the dossier.
func (u *ResumableUploads) keepResult(ctx context.Context, r NamedUpload, done finishedUpload) error {
	subject := dossier.SubjectOf(r.Caller.Workspace, r.DossierID)
	if ids := done.Outcome.FileIDs; len(ids) == 1 {
		subject = file.SubjectOf(r.Caller.Workspace, r.DossierID, ids[0])
	}
	plain, err := json.Marshal(done)
	if err != nil {
		return err
	}
	box, err := u.Vault.Seal(ctx, subject, sealedFor(r.UploadID), plain)
	if err != nil {
		return core.ToCallerError(err)
	}
	raw, err := json.Marshal(sealedResult{subject, box})
	if err != nil {
		return err
	}
	return u.Results.KeepAnswer(ctx, resultID(r), raw, done.Expires)
}

// findFinished returns an upload that became something; nil for none.
func (u *ResumableUploads) findFinished(ctx context.Context, r NamedUpload) (*ResumableUpload, error) {
	raw, err := u.Results.Answer(ctx, resultID(r), u.Now())
	if err != nil || raw == nil {
		return nil, err
	}
	var s sealedResult
	var done finishedUpload
	if err = json.Unmarshal(raw, &s); err != nil {
		return nil, fmt.Errorf("the result of upload %s: %w", r.UploadID, err)
	}
	plain, err := u.Vault.Open(ctx, s.Subject, sealedFor(r.UploadID), s.Box)
	if errors.Is(err, es.ErrErased) {
		return nil, ErrNoUpload
	}
	if err == nil {
		err = json.Unmarshal(plain, &done)
	}
	if err != nil {
		return nil, fmt.Errorf("the result of upload %s: %w", r.UploadID, err)
	}
	if done.Dossier != r.DossierID {
		return nil, ErrNoUpload
	}
	out := done.describe(r.UploadID)
	return &out, nil
}

// eachPending calls do for each upload of a workspace in progress. Those that end meanwhile are left out.
func (u *ResumableUploads) eachPending(ctx context.Context, workspace string, do func(*pendingUpload) error) error {
	names, err := u.Records.Names(ctx, workspace, recordPrefix)
	if err != nil {
		return err
	}
	for _, name := range names {
		raw, err := u.Records.Get(ctx, workspace, name)
		if err != nil {
			return err
		}
		if raw == nil {
			continue
		}
		p := &pendingUpload{}
		if err := json.Unmarshal(raw, p); err != nil {
			return fmt.Errorf("the record %s: %w", name, err)
		}
		if err := do(p); err != nil {
			return err
		}
	}
	return nil
}

// Sweep removes the uploads of a workspace whose time is over, and returns their number.
func (u *ResumableUploads) Sweep(ctx context.Context, workspace string) (n int, err error) {
	err = u.eachPending(ctx, workspace, func(p *pendingUpload) error {
		if !p.isExpired(u.Now()) {
			return nil
		}
		n++
		return u.discard(ctx, workspace, p)
	})
	return n, err
}

// EachPart calls do for each blob that an upload of a workspace in progress has.
func (u *ResumableUploads) EachPart(ctx context.Context, workspace string, do func(uuid.UUID)) error {
	return u.eachPending(ctx, workspace, func(p *pendingUpload) error {
		for _, part := range p.Parts {
			do(part.ID)
		}
		return nil
	})
}
