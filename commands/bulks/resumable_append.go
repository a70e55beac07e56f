package bulks

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
)

// An AppendUpload adds bytes to an upload.
type AppendUpload struct {
	NamedUpload
	Offset int64 // at which they belong
	UploadedPart
}

// partSize is how many bytes of a request are acknowledged at a time: what a killed process, or a connection
// that breaks under a request with a checksum, loses at most.
const partSize = 16 << 20

// ErrBeyondLength refuses bytes behind the length that the upload announced.
var ErrBeyondLength = domain.Refuse(domain.FileTooLarge, "The request has more bytes than the upload has left")

// Append adds bytes to an upload; those that it acknowledges are on stable storage. With the last one the upload
// becomes what an ordinary one would, and is refused for the same reasons: then the last byte counts as not
// sent, so that sending it tries again.
func (u *ResumableUploads) Append(ctx context.Context, r AppendUpload) (out ResumableUpload, err error) {
	if _, err := u.mayUpload(ctx, r.Request, r.TemplateID, r.DossierID); err != nil {
		return out, err
	}
	err = u.runAlone(ctx, es.StreamID("upload/"+r.UploadID), func(ctx context.Context) error {
		done, err := u.findFinished(ctx, r.NamedUpload)
		if err != nil {
			return err
		}
		if done != nil {
			out = *done
			return checkOffset(r, done.Offset, done.Length)
		}
		a := &appending{u: u, r: r}
		if a.pending, a.is, err = u.loadPending(ctx, r.NamedUpload); err != nil {
			return err
		}
		if err := checkOffset(r, a.pending.Offset, a.pending.Length); err != nil {
			return err
		}
		out, err = a.run(context.WithoutCancel(ctx)) // what arrived before the client went away is kept
		return err
	})
	if errors.Is(err, core.ErrLeaseHeld) {
		return out, core.ErrStillRunning
	}
	return out, err
}

func (u *ResumableUploads) runAlone(ctx context.Context, s es.StreamID, do func(context.Context) error) error {
	if u.Alone == nil {
		return do(ctx)
	}
	return u.Alone(ctx, s, do)
}

// checkOffset refuses bytes that do not follow those that are there, or that are too many.
func checkOffset(r AppendUpload, has, length int64) error {
	if r.Offset != has {
		return domain.Refuse(domain.WrongOffset, "Upload-Offset is %d, and the upload has %d bytes", r.Offset, has).At("Upload-Offset")
	}
	if r.Size > length-has {
		return ErrBeyondLength
	}
	return nil
}

// appending is a request that adds to an upload.
type appending struct {
	u       *ResumableUploads
	r       AppendUpload
	pending *pendingUpload
	is      UploadTarget
	held    []uploadPart // stored, and not acknowledged before the content is verified
	body    *bufio.Reader
	broken  error // of the body
}

func (a *appending) workspace() string { return a.r.Caller.Workspace }

// run takes in the content part by part.
func (a *appending) run(ctx context.Context) (ResumableUpload, error) {
	a.body = bufio.NewReaderSize(a.r.Content, 64<<10)
	for {
		at := a.pending.Offset + usedOf(a.held)
		more, err := a.hasMore()
		switch {
		case err != nil:
			return ResumableUpload{}, a.giveUp(ctx, err)
		case more && at == a.pending.Length:
			return ResumableUpload{}, a.giveUp(ctx, ErrBeyondLength)
		case !more:
			return a.end(ctx)
		}
		if err := a.takePart(ctx, min(partSize, a.pending.Length-at)); err != nil {
			return ResumableUpload{}, a.giveUp(ctx, err)
		}
		if last := a.pending.Offset+usedOf(a.held) == a.pending.Length; a.r.Verify == nil && !last {
			if err := a.acknowledge(ctx); err != nil {
				return ResumableUpload{}, err
			}
		}
	}
}

// usedOf returns how many bytes parts hold.
func usedOf(parts []uploadPart) (n int64) {
	for _, p := range parts {
		n += p.Used
	}
	return n
}

// hasMore reports whether the content goes on.
func (a *appending) hasMore() (bool, error) {
	if a.broken != nil {
		return false, a.broken
	}
	_, err := a.body.Peek(1)
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	return err == nil, err
}

// takePart stores the next bytes. When the connection breaks, it stores those that came.
func (a *appending) takePart(ctx context.Context, size int64) error {
	in := &untilBroken{r: io.LimitReader(a.body, size)}
	ref, _, err := a.u.Blobs.Put(ctx, dossier.SubjectOf(a.workspace(), a.pending.Dossier), in)
	a.broken = in.err
	if err != nil {
		return core.ToCallerError(err)
	}
	a.held = append(a.held, uploadPart{ID: ref.ID, Size: ref.Size, Used: ref.Size})
	return nil
}

// untilBroken ends where its reader fails, and keeps the failure.
type untilBroken struct {
	r   io.Reader
	err error
}

// Read implements io.Reader.
func (b *untilBroken) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		b.err, err = err, io.EOF
	}
	return n, err
}

// giveUp removes what was not acknowledged, and returns the error.
func (a *appending) giveUp(ctx context.Context, err error) error {
	return errors.Join(err, a.u.discardParts(ctx, a.workspace(), a.pending, a.held))
}

// end verifies the content, and acknowledges it; with the last byte the upload is finished.
func (a *appending) end(ctx context.Context) (ResumableUpload, error) {
	if a.r.Verify != nil {
		if err := a.r.Verify(); err != nil {
			return ResumableUpload{}, a.giveUp(ctx, err)
		}
	}
	whole := append(append([]uploadPart{}, a.pending.Parts...), a.held...)
	last := a.pending.Offset+usedOf(a.held) == a.pending.Length
	if !last {
		err := a.acknowledge(ctx)
		return a.pending.describe(a.is), err
	}
	rest, err := a.holdBackLast(ctx)
	if err != nil {
		return ResumableUpload{}, err
	}
	out, err := a.u.finish(ctx, a.r.NamedUpload, a.pending, a.is, whole)
	return out, errors.Join(err, a.u.discardParts(ctx, a.workspace(), a.pending, rest))
}

// holdBackLast acknowledges all that is held but the last byte of the upload, which is sent again when the file
// could not be made. It returns the part that holds nothing else.
func (a *appending) holdBackLast(ctx context.Context) (rest []uploadPart, err error) {
	if len(a.held) == 0 { // of an upload without bytes
		return nil, nil
	}
	final := &a.held[len(a.held)-1]
	if final.Used--; final.Used == 0 {
		rest, a.held = []uploadPart{*final}, a.held[:len(a.held)-1]
	}
	if len(a.held) == 0 {
		return rest, nil
	}
	return rest, a.record(ctx)
}

// acknowledge adds what is held to the record, and keeps the number of parts small.
func (a *appending) acknowledge(ctx context.Context) error {
	if len(a.held) == 0 {
		return nil
	}
	err := a.record(ctx)
	if err == nil {
		a.pending, err = a.u.mergeParts(ctx, a.workspace(), a.pending)
	}
	return err
}

// record adds what is held to the record, unless somebody else added to that. What was not added is removed.
func (a *appending) record(ctx context.Context) error {
	next := *a.pending
	next.Parts = append(append([]uploadPart{}, next.Parts...), a.held...)
	next.Offset += usedOf(a.held)
	next.Expires = a.u.Now().Add(a.u.Limits.Age)
	if err := a.u.replace(ctx, a.workspace(), a.pending, &next); err != nil {
		if core.IsRefusal(err) { // else the record may have been changed, and needs its parts
			return a.giveUp(ctx, err)
		}
		return err
	}
	a.pending, a.held = &next, nil
	return nil
}

// replace puts a state of an upload in the place of the one that was read.
func (u *ResumableUploads) replace(ctx context.Context, workspace string, was, is *pendingUpload) error {
	return u.Records.Update(ctx, workspace, recordName(was.Account, was.ID), func(raw []byte) ([]byte, error) {
		var now pendingUpload
		if err := json.Unmarshal(raw, &now); err != nil {
			return nil, fmt.Errorf("the record of upload %s: %w", was.ID, err)
		}
		if now.Offset != was.Offset || len(now.Parts) != len(was.Parts) {
			return nil, core.ErrStillRunning
		}
		return json.Marshal(is)
	})
}
