package files

import (
	"context"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// SetFileWorkflowStatus moves a file on among people.
type SetFileWorkflowStatus struct {
	core.Request
	TemplateID, DossierID, FileID string
	To                            file.Workflow
	Approver                      string // who is to approve; "": the only approver of the dossier
}

// SetFileWorkflowStatus moves a file on among people; to where it is already nothing
// happens.
func (c *Commands) SetFileWorkflowStatus(ctx context.Context, r SetFileWorkflowStatus) (core.Outcome, error) {
	move := func(in file.Circle) file.Move {
		return file.Move{To: r.To, Approver: r.Approver, By: r.Caller.ID, In: in}
	}
	return c.handOver(ctx, r.Request, user.SetFileWorkflowStatus, filePath{r.TemplateID, r.DossierID, r.FileID},
		handover{
			may: func(s file.State, in file.Circle) error { return s.MayMove(move(in)) },
			fits: func(s file.State, in file.Circle) error {
				_, err := s.ApproverOf(move(in))
				return err
			},
			decide: func(in file.Circle) es.Decision[file.State] { return file.ChangeWorkflow(move(in)) },
		})
}
