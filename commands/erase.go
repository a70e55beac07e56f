package commands

import (
	"context"
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
// The command does it at once, and FinishDeletion does it again for every such event
// in the log, so a crash in between, or a restored backup, brings nothing back.

// eraseFile destroys what is left of a permanently deleted file: its key and
// bytes, and the packages that hold it. cause is its last event.
func (c *Commands) eraseFile(ctx context.Context, r Request, cause es.Position, dossierID, id string) error {
	if err := c.eraseSubject(ctx, file.SubjectOf(r.Caller.Workspace, dossierID, id)); err != nil {
		return err
	}
	return c.deletePackages(ctx, r, cause, dossierID, id)
}

// eraseDossier destroys what is left of a permanently deleted dossier and its
// files, and frees its name.
func (c *Commands) eraseDossier(ctx context.Context, r Request, cause es.Position, id string, hold naming.Hold) error {
	if err := c.releaseName(ctx, r, hold); err != nil {
		return err
	}
	if err := c.eraseSubject(ctx, dossier.SubjectOf(r.Caller.Workspace, id)); err != nil {
		return err
	}
	return c.deletePackages(ctx, r, cause, id, "")
}

// eraseSubject destroys a key before it drops the bytes: without key they are noise.
func (c *Commands) eraseSubject(ctx context.Context, subject es.Subject) error {
	if err := c.Vault.Destroy(ctx, subject); err != nil {
		return fmt.Errorf("destroy the key of %s: %w", subject, err)
	}
	if err := c.Blobs.Drop(ctx, subject); err != nil {
		return fmt.Errorf("drop the bytes of %s: %w", subject, err)
	}
	return nil
}

// Packages finds the download packages that hold a file, or (file empty) any of a
// dossier, among all that were asked for before the call.
type Packages interface {
	Holding(ctx context.Context, workspace, dossierID, fileID string) ([]string, error)
}

// FinishDeletion finishes the permanent deletion that an event records, wherever it was
// left; other events are ignored.
func (c *Commands) FinishDeletion(ctx context.Context, rec es.Recorded) error {
	r := Request{Caller: user.SystemPrincipal(rec.Workspace), CommandID: uuid.NewSHA1(rec.ID, []byte("erase"))}
	switch rec.Event.(type) {
	case dossier.PermanentlyDeleted:
		d, _, err := es.Load(ctx, c.Log, dossier.Decider, rec.Stream)
		if err != nil {
			return err
		}
		return c.eraseDossier(ctx, r, rec.Position, rec.Stream.Key(), d.Hold)
	case file.PermanentlyDeleted:
		f, _, err := es.Load(ctx, c.Log, file.Decider, rec.Stream)
		if err != nil {
			return err
		}
		if err := c.releaseName(ctx, r, f.Hold); err != nil {
			return err
		}
		return c.eraseFile(ctx, r, rec.Position, f.Dossier, rec.Stream.Key())
	case user.Erased:
		s, _, err := es.Load(ctx, c.Log, user.Decider, rec.Stream)
		if err != nil {
			return err
		}
		return c.eraseAccount(ctx, r, rec.Stream.Key(), s)
	case download.Deleted:
		return c.eraseSubject(ctx, download.SubjectOf(rec.Workspace, rec.Stream.Key()))
	}
	return nil
}

// deletePackages deletes the packages that hold what was deleted for good.
func (c *Commands) deletePackages(ctx context.Context, r Request, cause es.Position, dossierID, fileID string) error {
	ids, err := c.Packages.Holding(ctx, r.Caller.Workspace, dossierID, fileID)
	if err != nil {
		return fmt.Errorf("find the packages of what was deleted: %w", err)
	}
	for _, id := range ids {
		cmd := r.subCommand("delete\n"+id, download.StreamOf(r.Caller.Workspace, id))
		cmd.Actor, cmd.Causation = user.SystemID, cause
		if _, err := es.Decide(ctx, c.Log, download.Decider, cmd, download.Delete("")); err != nil && !notFound(err) {
			return err
		}
		if err := c.eraseSubject(ctx, download.SubjectOf(r.Caller.Workspace, id)); err != nil {
			return err
		}
	}
	return nil
}
