package bulks

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/commands/parallel"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/user"
)

// RestoreFiles takes files out of the trash, all or none.
type RestoreFiles struct {
	core.Request
	TemplateID, DossierID string
	FileIDs               []string
}

// RestoreFiles takes files out of the trash. Before the first of them returns, the
// bulk has the names of all.
func (c *Commands) RestoreFiles(ctx context.Context, r RestoreFiles) (core.Outcome, error) {
	d, _, err := c.LoadDossier(ctx, r.Caller, r.TemplateID, r.DossierID, false)
	if err != nil {
		return core.Outcome{}, err
	}
	if err := user.CheckAccess(r.Caller, user.RestoreFiles, core.DossierObject(d)); err != nil {
		return core.Outcome{}, err
	}
	begun, err := c.hasBegun(ctx, r.Request)
	if err != nil {
		return core.Outcome{}, err
	}
	if begun {
		out, err := c.startEach(ctx, r.Request, bulk.Started{Dossier: r.DossierID}, r.FileIDs, nothingToUndo)
		return out, core.ToCallerError(err)
	}
	files, err := c.filesOf(ctx, r.Caller, r.DossierID, r.FileIDs, true)
	if err != nil {
		return core.Outcome{}, err
	}
	if err := d.CheckAcceptsFiles(); err != nil {
		return core.Outcome{}, err
	}
	for _, f := range files {
		if err := f.MayReturn(); err != nil {
			return core.Outcome{}, err
		}
	}
	hold := naming.Hold{Claim: uuid.NewSHA1(r.CommandID, []byte("claim of files"))}
	if err := c.claimNames(ctx, r.Request, hold, files); err != nil {
		return core.Outcome{}, err
	}
	begin := bulk.Started{Hold: hold, Action: bulk.Restore, Dossier: r.DossierID, Template: r.TemplateID,
		Files: len(files)}
	out, err := c.startEach(ctx, r.Request, begin, idsOf(files), func() error { return c.releaseNames(ctx, r.Request, hold, files) })
	return out, core.ToCallerError(err)
}

// claimNames claims the names of files for the bulk of the request, all or none.
func (c *Commands) claimNames(ctx context.Context, r core.Request, hold naming.Hold, files []memberFile) error {
	holder := bulk.StreamOf(r.Caller.Workspace, r.CommandID.String())
	first := map[string]bool{}
	for _, f := range files {
		if first[f.Hold.Key] {
			return core.NameInUse(f.Filename)
		}
		first[f.Hold.Key] = true
	}
	err := parallel.ForEach(files, core.FilesAtOnce, func(f memberFile) error {
		name, err := c.ReadName(ctx, r, f.Hold.Key)
		if err == nil {
			_, err = c.ReserveFound(ctx, r, name, naming.Claimed{Claim: hold.Claim, Holder: holder, Expect: 0})
		}
		if errors.Is(err, core.ErrNameTaken) {
			return core.NameInUse(f.Filename)
		}
		return err
	})
	if err != nil {
		return errors.Join(err, c.releaseNames(ctx, r, hold, files))
	}
	return nil
}

// releaseNames releases the names that claimNames claimed.
func (c *Commands) releaseNames(ctx context.Context, r core.Request, hold naming.Hold, files []memberFile) error {
	return parallel.ForEach(files, core.FilesAtOnce, func(f memberFile) error {
		mine := hold
		mine.Key = f.Hold.Key
		return c.ReleaseName(context.WithoutCancel(ctx), r, mine)
	})
}

// restoreFile takes one file of a bulk out of the trash, and hands its name over.
func (b *bulkRun) restoreFile(ctx context.Context, id string) (es.Position, error) {
	ws := b.r.Caller.Workspace
	stream := file.StreamOf(ws, id)
	f, _, err := es.Load(ctx, b.Log, file.Decider, stream)
	if err != nil {
		return 0, err
	}
	mine := naming.Hold{Key: f.Hold.Key, Claim: b.s.Claim}
	cmd := b.r.SubCommand("restore\n"+id, stream)
	restore, err := b.guardItem(ctx, &cmd, file.Restore(mine))
	if err != nil {
		return 0, err
	}
	done, err := es.Decide(ctx, b.Log, file.Decider, cmd, restore)
	switch {
	case core.IsNotFound(err), errors.Is(err, file.ErrNotDeleted): // deleted for good, or restored under another name
		return 0, b.ReleaseName(ctx, b.r.Request, mine)
	case errors.Is(err, errChangedSince):
		return 0, errors.Join(b.leaveOut(ctx, id, bulk.Changed, ""), b.ReleaseName(ctx, b.r.Request, mine))
	case err != nil:
		return 0, fmt.Errorf("restore %s: %w", id, err)
	}
	pass := b.r.SubCommand("pass\n"+id, core.NameStream(ws, mine.Key))
	_, err = es.Decide(ctx, b.Log, naming.Decider, pass, naming.PassTo(mine.Claim, stream))
	return done.Position, err
}
