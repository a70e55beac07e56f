package commands

import (
	"context"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// FinishDeletion finishes the permanent deletion that an event records, wherever it was
// left; other events are ignored.
func (c *Commands) FinishDeletion(ctx context.Context, rec es.Recorded) error {
	r := core.Request{Caller: user.SystemPrincipal(rec.Workspace), CommandID: uuid.NewSHA1(rec.ID, []byte("erase"))}
	switch rec.Event.(type) {
	case dossier.PermanentlyDeleted:
		d, _, err := es.Load(ctx, c.Log, dossier.Decider, rec.Stream)
		if err != nil {
			return err
		}
		return c.Dossiers.EraseDossier(ctx, r, rec.Position, rec.Stream.Key(), d.Hold)
	case file.PermanentlyDeleted:
		f, _, err := es.Load(ctx, c.Log, file.Decider, rec.Stream)
		if err != nil {
			return err
		}
		if err := c.Files.ReleaseName(ctx, r, f.Hold); err != nil {
			return err
		}
		return c.Files.EraseFile(ctx, r, rec.Position, f.Dossier, rec.Stream.Key())
	case user.Erased:
		s, _, err := es.Load(ctx, c.Log, user.Decider, rec.Stream)
		if err != nil {
			return err
		}
		return c.EraseAccount(ctx, r, rec.Stream.Key(), s)
	case download.Deleted:
		return c.Downloads.EraseSubject(ctx, download.SubjectOf(rec.Workspace, rec.Stream.Key()))
	}
	return nil
}
