package commands

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/user"
)

// Permanent deletion is an event first; then keys, bytes, names and packages go.
// The command does it at once, and EraseAll does it again for every such event
// in the log, so a crash in between, or a restored backup, brings nothing back.

// EraseFile destroys what is left of a permanently deleted file.
func (c *Commands) EraseFile(ctx context.Context, r Request, dossierID, id string) error {
	return c.erase(ctx, file.Subject(r.Caller.Workspace, dossierID, id))
}

// EraseDossier destroys what is left of a permanently deleted dossier and its
// files, and frees its name.
func (c *Commands) EraseDossier(ctx context.Context, r Request, id string, hold naming.Hold) error {
	if err := c.release(ctx, r, hold); err != nil {
		return err
	}
	return c.erase(ctx, dossier.Subject(r.Caller.Workspace, id))
}

// erase destroys a key before it drops the bytes: without key they are noise.
func (c *Commands) erase(ctx context.Context, subject es.Subject) error {
	if err := c.Vault.Destroy(ctx, subject); err != nil {
		return fmt.Errorf("destroy the key of %s: %w", subject, err)
	}
	if err := c.Blobs.Drop(ctx, subject); err != nil {
		return fmt.Errorf("drop the bytes of %s: %w", subject, err)
	}
	return nil
}

// Packages finds the download packages that hold a file, or any of a dossier.
type Packages interface {
	Holding(ctx context.Context, workspace, dossierID, fileID string) ([]string, error)
}

// An Eraser finishes permanent deletions wherever they were left.
type Eraser struct {
	*Commands
	Packages Packages
}

// Handle finishes one event's deletion; any other event is none of its business.
func (e *Eraser) Handle(ctx context.Context, rec es.Recorded) error {
	ws := rec.Workspace
	r := Request{Caller: user.System(ws), CommandID: uuid.NewSHA1(rec.ID, []byte("erase"))}
	switch rec.Event.(type) {
	case dossier.PermanentlyDeleted:
		hold, err := e.dossierHold(ctx, rec.Stream)
		if err != nil {
			return err
		}
		if err := e.EraseDossier(ctx, r, rec.Stream.Key(), hold); err != nil {
			return err
		}
		return e.deletePackages(ctx, r, rec, rec.Stream.Key(), "")
	case file.PermanentlyDeleted:
		f, _, err := es.Load(ctx, e.Log, file.Decider, rec.Stream)
		if err != nil {
			return err
		}
		if err := errors.Join(e.release(ctx, r, f.Hold), e.EraseFile(ctx, r, f.Dossier, rec.Stream.Key())); err != nil {
			return err
		}
		return e.deletePackages(ctx, r, rec, f.Dossier, rec.Stream.Key())
	case download.Deleted:
		return e.erase(ctx, download.Subject(ws, rec.Stream.Key()))
	}
	return nil
}

// Filter chooses the events that Handle acts on.
func (e *Eraser) Filter() es.Filter {
	return es.Filter{Types: []string{"dossier.permanently-deleted", "file.permanently-deleted", "download.deleted"}}
}

func (e *Eraser) dossierHold(ctx context.Context, stream es.StreamID) (naming.Hold, error) {
	d, _, err := es.Load(ctx, e.Log, dossier.Decider, stream)
	return d.Hold, err
}

// deletePackages deletes the packages that hold what was deleted for good.
func (e *Eraser) deletePackages(ctx context.Context, r Request, rec es.Recorded, dossierID, fileID string) error {
	ids, err := e.Packages.Holding(ctx, r.Caller.Workspace, dossierID, fileID)
	if err != nil {
		return err
	}
	for _, id := range ids {
		cmd := r.part("delete\n"+id, download.Stream(r.Caller.Workspace, id))
		cmd.Causation = rec.Position
		if _, err := es.Decide(ctx, e.Log, download.Decider, cmd, download.Delete("")); err != nil && !notFound(err) {
			return err
		}
		if err := e.erase(ctx, download.Subject(r.Caller.Workspace, id)); err != nil {
			return err
		}
	}
	return nil
}
