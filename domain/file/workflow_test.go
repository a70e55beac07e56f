package file

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/naming"
)

// The people of the tests: olga owns the dossier, rita reviews, anna approves and
// art could, mo is a member, and zoe is none.
var people = []string{"olga", "rita", "anna", "art", "mo", "zoe"}

func circle(approvers ...string) Circle {
	return Circle{Owner: "olga", Members: []string{"olga", "rita", "anna", "art", "mo"}, Approvers: approvers}
}

// at are histories of a processed file that end in each status.
var at = map[Workflow][]es.Event{
	New:           whole,
	UnderReview:   then(whole, WorkflowChanged{New, UnderReview, "rita", "", ""}),
	UnderApproval: then(whole, WorkflowChanged{UnderReview, UnderApproval, "anna", "rita", ""}),
	Approved:      then(whole, WorkflowChanged{UnderApproval, Approved, "art", "rita", "anna"}),
}

var statuses = []Workflow{New, UnderReview, UnderApproval, Approved}

// The workflow as it was agreed on, line by line: from, to, who may, the approvers
// that the dossier has ("any" for none, one and two), and what becomes of it: the
// assignee, last reviewer and last approver, or a refusal. "-" stands for nobody,
// "me" for who asks.
const agreed = `
NEW            NEW             olga rita anna art mo  any      same
NEW            UNDER_REVIEW    olga rita anna art mo  any      me/-/-
NEW            UNDER_APPROVAL  olga rita anna art mo  any      cannot
NEW            APPROVED        olga rita anna art mo  any      cannot
UNDER_REVIEW   NEW             olga rita anna art mo  any      -/-/-
UNDER_REVIEW   UNDER_REVIEW    olga rita anna art mo  any      same
UNDER_REVIEW   UNDER_APPROVAL  olga rita              none     cannot
UNDER_REVIEW   UNDER_APPROVAL  olga rita              one      anna/rita/-
UNDER_REVIEW   UNDER_APPROVAL  olga rita              two      approverId is required
UNDER_REVIEW   APPROVED        olga rita              none     rita/rita/me
UNDER_REVIEW   APPROVED        olga rita              one      cannot
UNDER_REVIEW   APPROVED        olga rita              two      cannot
UNDER_APPROVAL NEW             olga rita anna art mo  any      cannot
UNDER_APPROVAL UNDER_REVIEW    olga rita anna         any      rita/rita/-
UNDER_APPROVAL UNDER_APPROVAL  olga anna              any      same
UNDER_APPROVAL APPROVED        anna                   any      anna/rita/anna
APPROVED       NEW             olga rita anna art mo  any      cannot
APPROVED       UNDER_REVIEW    olga anna              any      rita/rita/anna
APPROVED       UNDER_APPROVAL  olga rita anna art mo  any      cannot
APPROVED       APPROVED        olga art               any      same
`

var approversOf = map[string][]string{"none": nil, "one": {"anna"}, "two": {"anna", "art"}}

// TestTheWholeWorkflow walks from every status to every status in everybody's name,
// with every number of approvers, through the table.
func TestTheWholeWorkflow(t *testing.T) {
	walked := map[string]bool{}
	for _, line := range strings.Split(strings.TrimSpace(agreed), "\n") {
		from, to := Workflow(strings.Fields(line)[0]), Workflow(strings.Fields(line)[1])
		may, rest := strings.Fields(line[31:54]), strings.TrimSpace(line[54:])
		number, outcome, _ := strings.Cut(rest, " ")
		for n, approvers := range approversOf {
			if number != "any" && number != n {
				continue
			}
			walked[fmt.Sprint(from, to, n)] = true
			for _, who := range people {
				asked := Move{To: to, By: who, In: circle(approvers...)}
				if !strings.Contains(" "+strings.Join(may, " ")+" ", " "+who+" ") {
					estest.GivenEvents(t, Decider, at[from]...).When(ChangeWorkflow(asked)).ThenErr(domain.ErrAccessDenied)
					continue
				}
				holds(t, asked, from, strings.TrimSpace(outcome))
			}
		}
	}
	if want := len(statuses) * len(statuses) * len(approversOf); len(walked) != want {
		t.Errorf("the table has %d of %d cases", len(walked), want)
	}
}

// holds wants the outcome of a line of the table.
func holds(t *testing.T, m Move, from Workflow, outcome string) {
	t.Helper()
	c := estest.GivenEvents(t, Decider, at[from]...).When(ChangeWorkflow(m))
	names := strings.Split(strings.ReplaceAll(strings.ReplaceAll(outcome, "me", m.By), "-", ""), "/")
	switch {
	case outcome == "same":
		c.Then()
	case outcome == "cannot":
		c.ThenErr(domain.Faultf(domain.Conflict, "Workflow status cannot change from %s to %s", from, m.To))
	case len(names) == 3:
		c.Then(WorkflowChanged{from, m.To, names[0], names[1], names[2]})
	default:
		c.ThenErr(domain.Faultf(domain.Invalid, "%s", outcome))
	}
}

func TestApproversAreChosenAmongThoseOfTheDossier(t *testing.T) {
	two := circle("anna", "art")
	ask := func(from Workflow, approver string) *estest.Case[State] {
		return estest.GivenEvents(t, Decider, at[from]...).When(ChangeWorkflow(Move{UnderApproval, approver, "olga", two}))
	}
	ask(UnderReview, "art").Then(WorkflowChanged{UnderReview, UnderApproval, "art", "rita", ""})
	ask(UnderReview, "mo").ThenErr(domain.Faultf(domain.Invalid, "Unknown approver: mo"))
	ask(New, "zoe").ThenErr(domain.Faultf(domain.Invalid, "Unknown approver: zoe"))
	ask(UnderApproval, "mo").ThenErr(domain.Faultf(domain.Invalid, "Unknown approver: mo"))
	ask(UnderApproval, "art").Then()
	none := Move{UnderApproval, "anna", "olga", circle()}
	estest.GivenEvents(t, Decider, at[UnderReview]...).When(ChangeWorkflow(none)).ThenErr(domain.Faultf(domain.Invalid,
		"Unknown approver: anna"))
	elsewhere := Move{New, "mo", "olga", two} // asks nobody
	estest.GivenEvents(t, Decider, at[UnderReview]...).When(ChangeWorkflow(elsewhere)).Then(WorkflowChanged{From: UnderReview, To: New})
}

func TestOnlyAProcessedFileIsApproved(t *testing.T) {
	again := ReanalysisRequested{}
	for from, m := range map[Workflow]Move{UnderReview: {Approved, "", "rita", circle()},
		UnderApproval: {Approved, "", "anna", circle("anna")}} {
		estest.GivenEvents(t, Decider, then(at[from], again)...).When(ChangeWorkflow(m)).ThenErr(ErrNotProcessed)
		failed := then(at[from], again, ProcessingChanged{Run: 2, From: Reprocess, To: Analyse}, Failed{Run: 2, Service: "analysis"})
		estest.GivenEvents(t, Decider, failed...).When(ChangeWorkflow(m)).ThenErr(ErrNotProcessed)
	}
	estest.GivenEvents(t, Decider, then(at[Approved], SoftDeleted{})...).When(ChangeWorkflow(Move{UnderReview, "", "olga", circle()})).
		ThenErr(domain.ErrFileNotFound)
}

// TestWhoLeftTheDossierMovesNothing lets the assignee be no member any more.
func TestWhoLeftTheDossierMovesNothing(t *testing.T) {
	left := Circle{Owner: "olga", Members: []string{"olga", "mo"}}
	estest.GivenEvents(t, Decider, at[UnderReview]...).When(ChangeWorkflow(Move{Approved, "", "rita", left})).ThenErr(
		domain.ErrAccessDenied)
	estest.GivenEvents(t, Decider, at[UnderReview]...).When(Assign("mo", left)).Then(Assigned{"mo"})
	estest.GivenEvents(t, Decider, at[UnderReview]...).When(Assign("rita", left)).ThenErr(domain.Faultf(domain.Invalid,
		"Unknown user: rita"))
}

func TestAssignment(t *testing.T) {
	one := circle("anna", "art")
	for _, c := range []struct {
		from Workflow
		to   string
		err  error
		then []es.Event
	}{
		{New, "", nil, nil},
		{New, "mo", nil, []es.Event{Assigned{"mo"}, WorkflowChanged{New, UnderReview, "mo", "", ""}}},
		{New, "zoe", domain.Faultf(domain.Invalid, "Unknown user: zoe"), nil},
		{UnderReview, "rita", nil, nil},
		{UnderReview, "mo", nil, []es.Event{Assigned{"mo"}}},
		{UnderReview, "", nil, []es.Event{Assigned{}, WorkflowChanged{From: UnderReview, To: New}}},
		{UnderReview, "zoe", domain.Faultf(domain.Invalid, "Unknown user: zoe"), nil},
		{UnderApproval, "art", nil, []es.Event{Assigned{"art"}}},
		{UnderApproval, "anna", nil, nil},
		{UnderApproval, "mo", domain.Faultf(domain.Invalid, "Unknown approver: mo"), nil},
		{UnderApproval, "zoe", domain.Faultf(domain.Invalid, "Unknown user: zoe"), nil},
		{UnderApproval, "", domain.Faultf(domain.Invalid, "assigneeId is required"), nil},
		{Approved, "mo", ErrApproved, nil},
		{Approved, "art", ErrApproved, nil},
		{Approved, "", ErrApproved, nil},
		{Approved, "zoe", domain.Faultf(domain.Invalid, "Unknown user: zoe"), nil},
	} {
		got := estest.GivenEvents(t, Decider, at[c.from]...).When(Assign(c.to, one))
		if c.err != nil {
			got.ThenErr(c.err)
			continue
		}
		got.Then(c.then...)
	}
	estest.GivenEvents(t, Decider, then(whole, SoftDeleted{})...).When(Assign("mo", one)).ThenErr(domain.ErrFileNotFound)
}

// TestAReplacementGoesBackToReview looks at state and record.
func TestAReplacementGoesBackToReview(t *testing.T) {
	for from, want := range map[Workflow]State{
		New:           {Workflow: New},
		UnderReview:   {Workflow: UnderReview, Assignee: "rita"},
		UnderApproval: {Workflow: UnderReview, Assignee: "rita", LastReviewer: "rita"},
		Approved:      {Workflow: UnderReview, Assignee: "rita", LastReviewer: "rita", LastApprover: "anna"},
	} {
		past := then(at[from], Replaced{Version: 2, Name: first.Name})
		s, r := estest.Fold(Decider, past...), recordOf(past)
		if s.Workflow != want.Workflow || s.Assignee != want.Assignee || s.LastReviewer != want.LastReviewer ||
			s.LastApprover != want.LastApprover {
			t.Errorf("%s: %+v, want s.Workflow = %v, s.Assignee = %v, s.LastReviewer = %v and s.LastApprover = %v", from, s,
				want.Workflow, want.Assignee, want.LastReviewer, want.LastApprover)
		}
		if r.Workflow != want.Workflow || r.Assignee != want.Assignee || r.LastReviewer != want.LastReviewer ||
			r.LastApprover != want.LastApprover || r.Approval != nil {
			t.Errorf("%s: the record %+v, want %+v without an approval", from, r, want)
		}
	}
}

// recordOf returns the record after events that happen a minute apart.
func recordOf(events []es.Event) (r Record) {
	for i, e := range events {
		r = Fold(r, es.Recorded{Event: e, Envelope: es.Envelope{Version: uint64(i + 1), Time: time.Unix(int64(60*i), 0).UTC()}})
	}
	return r
}

func TestTheRecordFollowsTheWorkflow(t *testing.T) {
	r := recordOf(at[Approved])
	if r.Approval == nil || !r.Approval.Equal(time.Unix(int64(60*(len(at[Approved])-1)), 0)) || r.Assignee != "art" ||
		r.LastReviewer != "rita" || r.LastApprover != "anna" {
		t.Errorf("got %+v, want art's file, reviewed by rita and approved by anna", r)
	}
	r = recordOf(then(at[Approved], WorkflowChanged{Approved, UnderReview, "rita", "rita", "anna"}, Assigned{"mo"}))
	if r.Approval != nil || r.Workflow != UnderReview || r.Assignee != "mo" || r.LastApprover != "anna" {
		t.Errorf("got %+v, want r.Approval = nil, r.Workflow = UnderReview, r.Assignee = mo and r.LastApprover = anna", r)
	}
}

func TestTrash(t *testing.T) {
	due, hold := time.Date(2024, 5, 5, 8, 0, 0, 0, time.UTC), naming.Hold{Key: "k2"}
	trashed := then(whole, SoftDeleted{due})
	back := then(trashed, Restored{hold})
	gone := then(trashed, PermanentlyDeleted{})
	for _, c := range []struct {
		name   string
		past   []es.Event
		decide es.Decision[State]
		err    error
		then   []es.Event
	}{
		{"restore", trashed, Restore(hold), nil, []es.Event{Restored{hold}}},
		{"restore an active one", whole, Restore(hold), ErrNotDeleted, nil},
		{"restore twice", back, Restore(hold), ErrNotDeleted, nil},
		{"restore what is gone", gone, Restore(hold), domain.ErrFileNotFound, nil},
		{"restore what never was", nil, Restore(hold), domain.ErrFileNotFound, nil},
		{"expire before", trashed, Expire(due.Add(-time.Millisecond)), nil, nil},
		{"expire in time", trashed, Expire(due), nil, []es.Event{PermanentlyDeleted{}}},
		{"expire what was restored", back, Expire(due.Add(time.Hour)), nil, nil},
		{"expire twice", gone, Expire(due.Add(time.Hour)), nil, nil},
		{"delete what was restored", back, SoftDelete(due), nil, []es.Event{SoftDeleted{due}}},
		{"end what is in the trash", trashed, DeletePermanently(), nil, []es.Event{PermanentlyDeleted{}}},
		{"end it twice", gone, DeletePermanently(), domain.ErrFileNotFound, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := estest.GivenEvents(t, Decider, c.past...).When(c.decide)
			if c.err != nil {
				got.ThenErr(c.err)
				return
			}
			got.Then(c.then...)
		})
	}
	if s := estest.Fold(Decider, back...); s.Hold != hold || !s.PurgeAt.IsZero() || s.Phase != Active {
		t.Errorf("got %+v, want s.Hold = %v, s.PurgeAt.IsZero() and s.Phase = Active", s, hold)
	}
	if r := recordOf(trashed); r.SoftDeleted == nil || !r.PurgeAt.Equal(due) {
		t.Errorf("got %+v, want r.SoftDeleted != nil and r.PurgeAt.Equal(due)", r)
	}
	if r := recordOf(back); r.SoftDeleted != nil || r.PurgeAt != nil {
		t.Errorf("%+v, want r.SoftDeleted = nil and r.PurgeAt = nil", r)
	}
}

// TestAnApprovedFileIsClosed for what changes its components or runs it again.
func TestAnApprovedFileIsClosed(t *testing.T) {
	for name, decide := range map[string]es.Decision[State]{"override": OverrideComponent(Override{Name: "A"}),
		"revert": RevertOverrides([]string{"A"}), "reanalyse": RequestReanalysis(false)} {
		if _, err := decide(estest.Fold(Decider, at[Approved]...)); !errors.Is(err, ErrApproved) {
			t.Errorf("%s: %v, want %v", name, err, ErrApproved)
		}
	}
	estest.GivenEvents(t, Decider, at[Approved]...).When(ReanalyseForTemplate(9, 9)).Then()
	estest.GivenEvents(t, Decider, at[Approved]...).When(SoftDelete(time.Time{})).Then(SoftDeleted{})
	if events, err := SetAttributes(map[string]string{"a": "1"})(estest.Fold(Decider, at[Approved]...)); err != nil || len(events) != 1 {
		t.Errorf("attributes of an approved file: %v %v, want no error and len(events) = 1", events, err)
	}
}
