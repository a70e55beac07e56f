package bulks

import (
	"context"
	"errors"
	"time"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
)

// A FileCopy is a file that has the bytes of another one; it is empty where there is none.
type FileCopy struct{ FileID, DossierID string }

// Copies finds files by what is in them.
type Copies interface {
	// FindCopy returns the file that has bytes of a digest, SHA-256 in hex, longest: of those that the caller may read and that
	// are not in the trash, without one of them. It knows all that was appended before the call.
	FindCopy(ctx context.Context, caller user.Principal, digest, without string) (FileCopy, error)
}

// errCopied is the cause of refusing bytes that another file has.
var errCopied = errors.New("the workspace refuses duplicates")

const (
	// copyPatience is how long an upload waits while another one of the same bytes is placed.
	copyPatience = 5 * time.Second
	// copyPause is how long it waits before it looks again.
	copyPause = 20 * time.Millisecond
)

// refusesDuplicates reports whether a workspace refuses the bytes of another file.
func (c *Commands) refusesDuplicates(ctx context.Context, ws string) (bool, error) {
	if c.Copies == nil {
		return false, nil
	}
	set, _, err := c.settings.Load(ctx, c.Log, workspace.Decider, workspace.StreamOf(ws))
	return set.RefuseDuplicates, err
}

// placeUnique is placeContent for workspaces that may refuse duplicates: there, of uploads of the same bytes, in whatever
// process, one looks for copies and is appended before the next one looks.
func (d documentStore) placeUnique(ctx context.Context, r UploadFile, to uploadTarget, content storedContent) (
	at es.Receipt, placed storedContent, err error) {
	if !r.unique {
		return d.placeContent(ctx, r, to, content)
	}
	if err := to.file.State.MayReplace(r.Caller.ID, r.members); err != nil {
		return at, content, err
	}
	key, err := file.ContentKey(ctx, d.Keys, r.Caller.Workspace, content.name.Digest)
	if err == nil {
		err = content.place.awaitPrevious(ctx)
	}
	if err != nil {
		return at, content, err
	}
	placed = content
	err = d.runOneAtATime(ctx, es.StreamID("content/"+key), func(ctx context.Context) error {
		err := d.checkNoCopy(ctx, r, content.name.Digest, to.fileID)
		if err == nil {
			at, placed, err = d.placeContent(ctx, r, to, content)
		}
		return err
	})
	return at, placed, err
}

// runOneAtATime waits until nobody else works on a stream; domain.ErrContended when that takes too long.
func (d documentStore) runOneAtATime(ctx context.Context, stream es.StreamID, do func(context.Context) error) error {
	if d.Alone == nil {
		return do(ctx)
	}
	for end := time.Now().Add(copyPatience); ; {
		err := d.Alone(ctx, stream, do)
		if !errors.Is(err, core.ErrLeaseHeld) {
			return err
		}
		if time.Now().After(end) {
			return domain.ErrContended.Because(err)
		}
		select {
		case <-time.After(copyPause):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// checkNoCopy refuses bytes that another file has. A caller whose key does not see files is not told which.
func (d documentStore) checkNoCopy(ctx context.Context, r UploadFile, digest, without string) error {
	caller := r.Caller
	if len(caller.Roles) == 0 { // of a bulk
		s, _, err := es.Load(ctx, d.Log, user.Decider, user.StreamOf(caller.Workspace, caller.ID))
		if err != nil {
			return err
		}
		caller = s.ToPrincipal(caller.Workspace, caller.ID)
	}
	found, err := d.Copies.FindCopy(ctx, caller, digest, without)
	if err != nil || found.FileID == "" {
		return err
	}
	if !r.Caller.SeesFiles() {
		return domain.Refuse(domain.DuplicateFile, "A file with this content exists").Because(errCopied).At("file")
	}
	return domain.Refuse(domain.DuplicateFile, "A file with this content exists: %s in dossier %s", found.FileID, found.DossierID).
		Because(errCopied).At("file")
}
