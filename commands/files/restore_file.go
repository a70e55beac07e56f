package files

import (
	"cmp"
	"context"
	"errors"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// RestoreFile takes a file out of the trash.
type RestoreFile struct {
	core.Request
	TemplateID, DossierID, FileID string
	// Filename is the name under which the file returns; empty for the one that it has.
	Filename string
}

// RestoreFile takes a file out of the trash, unless its name, or the other one that is asked for, is in use.
func (c *Commands) RestoreFile(ctx context.Context, r RestoreFile) (core.Outcome, error) {
	d, f, at, err := c.LoadFile(ctx, r.Caller, r.TemplateID, r.DossierID, r.FileID, true)
	if err != nil {
		return core.Outcome{}, err
	}
	if err := user.CheckAccess(r.Caller, user.RestoreFile, core.FileObject(d, f)); err != nil {
		return core.Outcome{}, err
	}
	if r.ExpectVersion != 0 && r.ExpectVersion != at.Version {
		return core.Outcome{}, domain.ErrChanged
	}
	if err := d.CheckAcceptsFiles(); err != nil {
		return core.Outcome{}, err
	}
	if err := f.MayReturn(); err != nil {
		return core.Outcome{}, err
	}
	key, name, restore := f.Hold.Key, f.Filename, file.Restore
	if r.Filename != "" && r.Filename != f.Filename {
		if key, err = c.otherNameKey(ctx, r, f); err != nil {
			return core.Outcome{}, err
		}
		name = r.Filename
		restore = file.RestoreAs(file.SubjectOf(r.Caller.Workspace, r.DossierID, r.FileID), name)
	}
	stream := file.StreamOf(r.Caller.Workspace, r.FileID)
	done, err := core.AppendUnderName(ctx, c.Core, r.Request, key, file.Decider, stream, restore)
	if errors.Is(err, core.ErrNameTaken) {
		err = core.NameInUse(name)
	}
	return core.Outcome{ID: r.FileID, Position: uint64(done.Position)}, r.ToCallerError(err)
}

// otherNameKey returns the key of the name under which a file is to return, unless it may not have it.
func (c *Commands) otherNameKey(ctx context.Context, r RestoreFile, f file.State) (string, error) {
	if err := cmp.Or(domain.CheckVisible("The file name", r.Filename), f.MayBeNamed(r.Filename)); err != nil {
		return "", err
	}
	return c.NameKey(ctx, r.Caller.Workspace, "file\n"+r.DossierID, r.Filename)
}
