package file

import (
	"slices"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// ErrNotProcessed refuses to approve a file that the service is not done with.
var ErrNotProcessed = domain.Refuse(domain.NotProcessed, "File is not processed")

// WorkflowChanged moves a file on among people. It says who has it afterwards.
type WorkflowChanged struct {
	From         Workflow `json:"from"`
	To           Workflow `json:"to"`
	Assignee     string   `json:"assignee,omitzero"`
	LastReviewer string   `json:"lastReviewer,omitzero"`
	LastApprover string   `json:"lastApprover,omitzero"`
}

// A Circle is the people of the dossier that a file is in.
type Circle struct {
	Owner              string
	Members, Approvers []string
}

// A Move is a change of the workflow status that somebody asks for.
type Move struct {
	To       Workflow
	Approver string // who is to approve; "" leaves it to the dossier, if it has but one
	By       string
	In       Circle
}

// A part is the role that somebody has for a file.
type part uint8

const (
	member part = iota
	assignee
	owner
	reviewer // of the last review
	approver // of the last approval
)

type statusChange struct{ from, to Workflow }

// statusChanges says who may move a file from where to where. To ask for the status that a
// file has takes the right to move it there.
var statusChanges = map[statusChange][]part{
	{New, UnderReview}:             {member},
	{UnderReview, New}:             {member},
	{UnderReview, UnderApproval}:   {assignee, owner},
	{UnderReview, Approved}:        {assignee, owner},
	{UnderApproval, Approved}:      {assignee},
	{UnderApproval, UnderReview}:   {assignee, reviewer, owner},
	{Approved, UnderReview}:        {owner, approver},
	{New, New}:                     {member},
	{UnderReview, UnderReview}:     {member},
	{UnderApproval, UnderApproval}: {assignee, owner},
	{Approved, Approved}:           {assignee, owner},
}

// MayMove refuses, with domain.ErrAccessDenied, who may not ask for a move. Whether
// there is such a move at all is another question.
func (s State) MayMove(m Move) error {
	parts, known := statusChanges[statusChange{s.Workflow, m.To}]
	held := map[part]bool{
		member:   slices.Contains(m.In.Members, m.By),
		assignee: s.Assignee == m.By,
		owner:    m.In.Owner == m.By,
		reviewer: s.LastReviewer == m.By,
		approver: s.LastApprover == m.By,
	}
	if held[member] && (!known || slices.ContainsFunc(parts, func(p part) bool { return held[p] })) {
		return nil
	}
	return domain.ErrAccessDenied
}

// ApproverOf returns the user who is to approve after a move, "" for a move that
// asks nobody. A user who is no approver of the dossier is refused.
func (s State) ApproverOf(m Move) (string, error) {
	switch {
	case m.To != UnderApproval:
		return "", nil
	case m.Approver != "" && !slices.Contains(m.In.Approvers, m.Approver):
		return "", domain.NoSuch("approver", "approverId", m.Approver)
	case m.Approver != "" || s.Workflow != UnderReview || len(m.In.Approvers) == 0:
		return m.Approver, nil
	case len(m.In.Approvers) > 1:
		return "", domain.Required("approverId")
	}
	return m.In.Approvers[0], nil
}

// ChangeWorkflow moves a file from one status to another. To where it is already
// nothing happens. Assign and a new version of the file change the status too.
func ChangeWorkflow(m Move) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Phase != Active {
			return nil, domain.ErrFileNotFound
		}
		if err := s.MayMove(m); err != nil {
			return nil, err
		}
		next, err := s.ApproverOf(m)
		if err != nil || s.Workflow == m.To {
			return nil, err
		}
		if err := s.checkMove(m); err != nil {
			return nil, err
		}
		return []es.Event{s.workflowChange(m, next)}, nil
	}
}

// checkMove refuses a move that the state does not allow.
func (s State) checkMove(m Move) error {
	_, known := statusChanges[statusChange{s.Workflow, m.To}]
	approved := len(m.In.Approvers) > 0 // by one of them, and not by the reviewer
	switch {
	case !known, s.Workflow == UnderReview && (m.To == UnderApproval && !approved || m.To == Approved && approved):
		return domain.Refuse(domain.WrongStep, "Workflow status cannot change from %s to %s", s.Workflow, m.To)
	case m.To == Approved && s.Processing != Processed:
		return ErrNotProcessed
	}
	return nil
}

// workflowChange returns the event of a move; next is the user who is to approve.
func (s State) workflowChange(m Move, next string) WorkflowChanged {
	e := WorkflowChanged{From: s.Workflow, To: m.To, Assignee: s.Assignee, LastReviewer: s.LastReviewer, LastApprover: s.LastApprover}
	switch m.To {
	case New:
		e.Assignee = ""
	case UnderReview:
		if e.Assignee = s.LastReviewer; s.Workflow == New {
			e.Assignee = m.By
		}
	case UnderApproval:
		e.Assignee, e.LastReviewer = next, s.Assignee
	case Approved:
		if e.LastApprover = m.By; s.Workflow == UnderReview {
			e.LastReviewer = s.Assignee
		}
	}
	return e
}
