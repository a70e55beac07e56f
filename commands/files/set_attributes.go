package files

import (
	"context"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// SetFileAttributes gives a file the values of attributes; the others stay.
type SetFileAttributes struct {
	core.Request
	TemplateID, DossierID, FileID string
	Values                        map[string]string // by id of the definition; "" takes one away
}

// SetFileAttributes stores all of the values or none. A value that changes leads to
// one more analysis of the file, if it may be analysed again.
func (c *Commands) SetFileAttributes(ctx context.Context, r SetFileAttributes) (core.Outcome, error) {
	d, f, at, err := c.LoadFile(ctx, r.Caller, r.TemplateID, r.DossierID, r.FileID, false)
	if err != nil {
		return core.Outcome{}, err
	}
	if err := user.CheckAccess(r.Caller, user.SetFileAttributes, core.FileObject(d, f)); err != nil {
		return core.Outcome{}, err
	}
	values, err := c.CheckSettable(ctx, r.Request, at, r.TemplateID, template.State.FileAttribute, r.Values)
	if err != nil {
		return core.Outcome{}, err
	}
	if err := d.CheckAcceptsFiles(); err != nil {
		return core.Outcome{}, err
	}
	done, err := es.Decide(ctx, c.Log, file.Decider, r.CommandOn(file.StreamOf(r.Caller.Workspace, r.FileID)),
		file.SetAttributes(values))
	if done == at {
		done.Position = 0 // nothing changed
	}
	return core.Outcome{ID: r.FileID, Position: uint64(done.Position)}, r.ToCallerError(err)
}
