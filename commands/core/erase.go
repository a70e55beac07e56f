package core

import (
	"context"
	"fmt"
	"time"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
)

// PurgeTime returns when something that is put into the trash now is deleted for good.
func (c *Core) PurgeTime(ctx context.Context, p user.Principal, templateID string) (time.Time, error) {
	t, err := c.FindTemplate(ctx, p, templateID)
	if err != nil {
		return time.Time{}, err
	}
	w, _, err := es.Load(ctx, c.Log, workspace.Decider, workspace.StreamOf(p.Workspace))
	if err != nil {
		return time.Time{}, err
	}
	keep := w.TrashRetention()
	if t.Settings.RetentionHours != nil {
		keep = time.Duration(*t.Settings.RetentionHours) * time.Hour
	}
	return c.Now().UTC().Add(keep).Truncate(time.Millisecond), nil
}

// RemoveFile deletes a file and frees its name, which is free at soft deletion
// already. A file that was deleted by the same command before, and restored since, keeps both.
func (c *Core) RemoveFile(ctx context.Context, r Request, cmd es.Command, f file.State,
	decide es.Decision[file.State]) (es.Receipt, error) {
	found, err := es.Find(ctx, c.Log, file.Decider, cmd.Stream)
	if err != nil {
		return es.Receipt{}, err
	}
	found, done, err := found.Decide(ctx, c.Log, file.Decider, cmd, decide)
	if err == nil && f.Phase == file.Active && found.State.Phase != file.Active {
		err = c.ReleaseName(ctx, r, f.Hold)
	}
	return done, err
}

// Permanent deletion is an event first; then keys, bytes, names and packages go.
// The command does it at once, and FinishDeletion does it again for every such event
// in the log, so a crash in between, or a restored backup, brings nothing back.

// EraseFile destroys what is left of a permanently deleted file: its key and
// bytes, and the packages that hold it. cause is its last event.
func (c *Core) EraseFile(ctx context.Context, r Request, cause es.Position, dossierID, id string) error {
	if err := c.EraseSubject(ctx, file.SubjectOf(r.Caller.Workspace, dossierID, id)); err != nil {
		return err
	}
	return c.deletePackages(ctx, r, cause, dossierID, id)
}

// EraseDossier destroys what is left of a permanently deleted dossier and its
// files, and frees its name.
func (c *Core) EraseDossier(ctx context.Context, r Request, cause es.Position, id string, hold naming.Hold) error {
	if err := c.ReleaseName(ctx, r, hold); err != nil {
		return err
	}
	if err := c.EraseSubject(ctx, dossier.SubjectOf(r.Caller.Workspace, id)); err != nil {
		return err
	}
	return c.deletePackages(ctx, r, cause, id, "")
}

// EraseSubject destroys a key before it drops the bytes: without key they are noise.
func (c *Core) EraseSubject(ctx context.Context, subject es.Subject) error {
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

// deletePackages deletes the packages that hold what was deleted for good.
func (c *Core) deletePackages(ctx context.Context, r Request, cause es.Position, dossierID, fileID string) error {
	ids, err := c.Packages.Holding(ctx, r.Caller.Workspace, dossierID, fileID)
	if err != nil {
		return fmt.Errorf("find the packages of what was deleted: %w", err)
	}
	for _, id := range ids {
		cmd := r.SubCommand("delete\n"+id, download.StreamOf(r.Caller.Workspace, id))
		cmd.Actor, cmd.Causation = user.SystemID, cause
		if _, err := es.Decide(ctx, c.Log, download.Decider, cmd, download.Delete("")); err != nil && !IsNotFound(err) {
			return err
		}
		if err := c.EraseSubject(ctx, download.SubjectOf(r.Caller.Workspace, id)); err != nil {
			return err
		}
	}
	return nil
}
