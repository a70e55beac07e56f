package file

import (
	"slices"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// Assigned gives a file to a user, or to nobody.
type Assigned struct {
	Assignee string `json:"assignee,omitzero"`
}

// CheckAssignee refuses a user whom a file cannot be given to; "" is nobody.
func (s State) CheckAssignee(id string, in Circle) error {
	switch {
	case id == "" && s.Workflow == UnderApproval:
		return domain.Required("assigneeId")
	case id == "":
		return nil
	case !slices.Contains(in.Members, id):
		return domain.NoSuch("user", "assigneeId", id)
	case s.Workflow == UnderApproval && !slices.Contains(in.Approvers, id):
		return domain.NoSuch("approver", "approverId", id)
	}
	return nil
}

// Assign gives a file to a member, or with "" takes it from whoever has it. A new
// file comes under review with it, and one that nobody has any more is new again.
func Assign(id string, in Circle) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Phase != Active {
			return nil, domain.ErrFileNotFound
		}
		if err := s.CheckAssignee(id, in); err != nil {
			return nil, err
		}
		switch {
		case s.Workflow == Approved:
			return nil, ErrApproved
		case id == s.Assignee:
			return nil, nil
		}
		events := []es.Event{Assigned{id}}
		to := s.Workflow
		if to == New {
			to = UnderReview
		}
		if id == "" {
			to = New
		}
		if to != s.Workflow {
			events = append(events, WorkflowChanged{From: s.Workflow, To: to, Assignee: id, LastReviewer: s.LastReviewer,
				LastApprover: s.LastApprover})
		}
		return events, nil
	}
}
