package commands

import (
	"context"
	"time"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// Expire deletes for good a dossier or file whose time in the trash is over.
type Expire struct {
	Request
	ID    string
	Cause es.Position // of the event that moved it to the trash
	Now   time.Time
}

// ExpireDossier deletes a dossier for good when its time in the trash is over, and
// reports whether it did: one that was restored meanwhile stays.
func (c *Commands) ExpireDossier(ctx context.Context, r Expire) (bool, error) {
	cmd := r.commandOn(dossier.StreamOf(r.Caller.Workspace, r.ID))
	cmd.Causation = r.Cause
	at, err := es.Decide(ctx, c.Log, dossier.Decider, cmd, dossier.Expire(r.Now))
	if err != nil {
		return false, err
	}
	d, _, err := es.Load(ctx, c.Log, dossier.Decider, cmd.Stream)
	if err != nil || d.Phase != dossier.Gone {
		return false, err
	}
	return true, c.eraseDossier(ctx, r.Request, at.Position, r.ID, d.Hold)
}

// ExpireDownload deletes a package whose time is over. One that is gone already is no error.
func (c *Commands) ExpireDownload(ctx context.Context, r Expire) error {
	cmd := r.commandOn(download.StreamOf(r.Caller.Workspace, r.ID))
	if _, err := es.Decide(ctx, c.Log, download.Decider, cmd, download.Delete("")); err != nil && !notFound(err) {
		return err
	}
	return c.eraseSubject(ctx, download.SubjectOf(r.Caller.Workspace, r.ID))
}

// ExpireFile deletes a file for good when its time in the trash is over, and reports
// whether it did: one that was restored meanwhile stays.
func (c *Commands) ExpireFile(ctx context.Context, r Expire) (bool, error) {
	cmd := r.commandOn(file.StreamOf(r.Caller.Workspace, r.ID))
	cmd.Causation = r.Cause
	at, err := es.Decide(ctx, c.Log, file.Decider, cmd, file.Expire(r.Now))
	if err != nil {
		return false, err
	}
	f, _, err := es.Load(ctx, c.Log, file.Decider, cmd.Stream)
	if err != nil || f.Phase != file.Gone {
		return false, err
	}
	return true, c.eraseFile(ctx, r.Request, at.Position, f.Dossier, r.ID)
}
