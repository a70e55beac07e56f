package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/parallel"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/user"
)

// nameInUse returns the fault for a file whose name another one has.
func nameInUse(name string) error {
	return domain.Faultf(domain.Conflict, "A file with this name exists: %s", name)
}

// RestoreFile takes a file out of the trash.
type RestoreFile struct {
	Request
	TemplateID, DossierID, FileID string
	// Filename is the name under which the file returns; empty for the one that it has.
	Filename string
}

// RestoreFile takes a file out of the trash, unless its name, or the other one that is asked for, is in use.
func (c *Commands) RestoreFile(ctx context.Context, r RestoreFile) (Outcome, error) {
	d, f, at, err := c.inFile(ctx, r.Caller, r.TemplateID, r.DossierID, r.FileID, true)
	if err != nil {
		return Outcome{}, err
	}
	if err := user.CheckAccess(r.Caller, user.RestoreFile, fileObject(d, f)); err != nil {
		return Outcome{}, err
	}
	if r.ExpectVersion != 0 && r.ExpectVersion != at.Version {
		return Outcome{}, domain.ErrChanged
	}
	if err := d.CheckAcceptsFiles(); err != nil {
		return Outcome{}, err
	}
	if err := f.MayReturn(); err != nil {
		return Outcome{}, err
	}
	key, name, restore := f.Hold.Key, f.Filename, file.Restore
	if r.Filename != "" && r.Filename != f.Filename {
		if key, err = c.otherNameKey(ctx, r, f); err != nil {
			return Outcome{}, err
		}
		name, restore = r.Filename, file.RestoreAs(file.SubjectOf(r.Caller.Workspace, r.DossierID, r.FileID), r.Filename)
	}
	stream := file.StreamOf(r.Caller.Workspace, r.FileID)
	done, err := appendUnderName(ctx, c, r.Request, key, file.Decider, stream, restore)
	if errors.Is(err, errNameTaken) {
		err = nameInUse(name)
	}
	return Outcome{ID: r.FileID, Position: uint64(done.Position)}, r.toCallerError(err)
}

// otherNameKey returns the key of the name under which a file is to return, unless it may not have it.
func (c *Commands) otherNameKey(ctx context.Context, r RestoreFile, f file.State) (string, error) {
	if err := cmp.Or(domain.CheckVisible("The file name", r.Filename), f.MayBeNamed(r.Filename)); err != nil {
		return "", err
	}
	return c.nameKey(ctx, r.Caller.Workspace, "file\n"+r.DossierID, r.Filename)
}

// RestoreFiles takes files out of the trash, all or none.
type RestoreFiles struct {
	Request
	TemplateID, DossierID string
	FileIDs               []string
}

// RestoreFiles takes files out of the trash. Before the first of them returns, the
// bulk has the names of all.
func (c *Commands) RestoreFiles(ctx context.Context, r RestoreFiles) (Outcome, error) {
	d, _, err := c.inDossier(ctx, r.Caller, r.TemplateID, r.DossierID, false)
	if err != nil {
		return Outcome{}, err
	}
	if err := user.CheckAccess(r.Caller, user.RestoreFiles, dossierObject(d)); err != nil {
		return Outcome{}, err
	}
	files, err := c.filesOf(ctx, r.Caller, r.DossierID, r.FileIDs, true)
	if err != nil {
		return Outcome{}, err
	}
	if err := d.CheckAcceptsFiles(); err != nil {
		return Outcome{}, err
	}
	for _, f := range files {
		if err := f.MayReturn(); err != nil {
			return Outcome{}, err
		}
	}
	hold := naming.Hold{Claim: uuid.NewSHA1(r.CommandID, []byte("claim of files"))}
	if err := c.claimNames(ctx, r.Request, hold, files); err != nil {
		return Outcome{}, err
	}
	begin := bulk.Started{Hold: hold, Action: bulk.Restore, Dossier: r.DossierID, Template: r.TemplateID, Files: len(files)}
	out, err := c.startEach(ctx, r.Request, begin, idsOf(files), func() error { return c.releaseNames(ctx, r.Request, hold, files) })
	return out, toCallerError(err)
}

// claimNames claims the names of files for the bulk of the request, all or none.
func (c *Commands) claimNames(ctx context.Context, r Request, hold naming.Hold, files []memberFile) error {
	holder := bulk.StreamOf(r.Caller.Workspace, r.CommandID.String())
	first := map[string]bool{}
	for _, f := range files {
		if first[f.Hold.Key] {
			return nameInUse(f.Filename)
		}
		first[f.Hold.Key] = true
	}
	err := parallel.ForEach(files, askedAtOnce, func(f memberFile) error {
		name, err := c.readName(ctx, r, f.Hold.Key)
		if err == nil {
			_, err = c.reserveFound(ctx, r, name, naming.Claimed{Claim: hold.Claim, Holder: holder, Expect: 0})
		}
		if errors.Is(err, errNameTaken) {
			return nameInUse(f.Filename)
		}
		return err
	})
	if err != nil {
		return errors.Join(err, c.releaseNames(ctx, r, hold, files))
	}
	return nil
}

// releaseNames releases the names that takeNames claimed.
func (c *Commands) releaseNames(ctx context.Context, r Request, hold naming.Hold, files []memberFile) error {
	return parallel.ForEach(files, askedAtOnce, func(f memberFile) error {
		mine := hold
		mine.Key = f.Hold.Key
		return c.releaseName(context.WithoutCancel(ctx), r, mine)
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
	cmd := b.r.subCommand("restore\n"+id, stream)
	restore, err := b.guardItem(ctx, &cmd, file.Restore(mine))
	if err != nil {
		return 0, err
	}
	done, err := es.Decide(ctx, b.Log, file.Decider, cmd, restore)
	switch {
	case notFound(err), errors.Is(err, file.ErrNotDeleted): // deleted for good, or restored under another name
		return 0, b.releaseName(ctx, b.r.Request, mine)
	case errors.Is(err, errChangedSince):
		return 0, errors.Join(b.leaveOut(ctx, id, bulk.Changed, ""), b.releaseName(ctx, b.r.Request, mine))
	case err != nil:
		return 0, fmt.Errorf("restore %s: %w", id, err)
	}
	_, err = es.Decide(ctx, b.Log, naming.Decider, b.r.subCommand("pass\n"+id, nameStream(ws, mine.Key)), naming.PassTo(mine.Claim, stream))
	return done.Position, err
}
