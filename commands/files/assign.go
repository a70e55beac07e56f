package files

import (
	"context"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// SetFileAssignee gives a file to a member of its dossier, or to nobody.
type SetFileAssignee struct {
	core.Request
	TemplateID, DossierID, FileID string
	Assignee                      string // "": nobody
}

// SetFileAssignee gives a file to a member of its dossier, or to nobody. A new file
// comes under review with it, and one that nobody has any more is new again.
func (c *Commands) SetFileAssignee(ctx context.Context, r SetFileAssignee) (core.Outcome, error) {
	return c.handOver(ctx, r.Request, user.SetFileAssignee, filePath{r.TemplateID, r.DossierID, r.FileID}, handover{
		fits:   func(s file.State, in file.Circle) error { return s.CheckAssignee(r.Assignee, in) },
		decide: func(in file.Circle) es.Decision[file.State] { return file.Assign(r.Assignee, in) },
	})
}

// A handover is a change of a file's assignee or workflow status: who may ask for it
// (nil: every member), whether the people that it names fit, and the decision.
type handover struct {
	may, fits func(file.State, file.Circle) error
	decide    func(file.Circle) es.Decision[file.State]
}

// A filePath holds the ids of a file and of the objects that it is in.
type filePath struct{ template, dossier, file string }

// handOver checks a handing in the order of all requests, and appends its decision.
func (c *Commands) handOver(ctx context.Context, r core.Request, op user.Operation, path filePath,
	h handover) (core.Outcome, error) {
	d, f, at, err := c.LoadFile(ctx, r.Caller, path.template, path.dossier, path.file, false)
	if err != nil {
		return core.Outcome{}, err
	}
	in := core.CircleOf(d)
	if err := user.CheckAccess(r.Caller, op, core.FileObject(d, f)); err != nil {
		return core.Outcome{}, err
	}
	if h.may != nil {
		if err := h.may(f, in); err != nil {
			return core.Outcome{}, err
		}
	}
	if r.ExpectVersion != 0 && r.ExpectVersion != at.Version {
		return core.Outcome{}, domain.ErrChanged
	}
	if err := h.fits(f, in); err != nil {
		return core.Outcome{}, err
	}
	if err := d.CheckAcceptsFiles(); err != nil {
		return core.Outcome{}, err
	}
	done, err := es.Decide(ctx, c.Log, file.Decider, r.CommandOn(file.StreamOf(r.Caller.Workspace, path.file)),
		h.decide(in))
	if done == at {
		done.Position = 0 // nothing changed
	}
	return core.Outcome{ID: path.file, Position: uint64(done.Position)}, r.ToCallerError(err)
}
