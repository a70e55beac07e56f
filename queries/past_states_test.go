package queries_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// attempt takes a decision that may be refused, and reports whether it was not.
func attempt[S any](a *annal, who string, d es.Decider[S], stream es.StreamID, decision es.Decision[S]) bool {
	a.Helper()
	cmd := es.Command{Stream: stream, Meta: es.Meta{Actor: who, Workspace: ws, Command: uuid.New(),
		Correlation: uuid.New()}}
	_, err := es.Decide(a.Context(), a.q.Log, d, cmd, decision)
	if err != nil && domain.KindOf(err) == domain.Unexpected {
		a.Fatalf("%s: got %v, want a failure of a kind that callers are told", stream, err)
	}
	a.project()
	return err == nil
}

// stateOf loads what the decisions of a stream go by.
func stateOf[S any](a *annal, d es.Decider[S], stream es.StreamID) S {
	a.Helper()
	s, _, err := es.Load(a.Context(), a.q.Log, d, stream)
	if err != nil {
		a.Fatal(err)
	}
	return s
}

// ofFile is attempt for a file; a file that was approved is closed to steps of a
// chronicle until it is opened again.
func (a *annal) ofFile(who, f string, decision es.Decision[file.State]) {
	a.Helper()
	a.touched = f
	attempt(a, who, file.Decider, file.StreamOf(ws, f), decision)
	a.closed[f] = stateOf(a, file.Decider, file.StreamOf(ws, f)).Workflow == file.Approved
}

func (a *annal) ofDossier(d string, decision es.Decision[dossier.State]) bool {
	a.Helper()
	return attempt(a, a.owner.ID, dossier.Decider, dossier.StreamOf(ws, d), decision)
}

// changesDossier does something to a dossier that can be changed.
func (a *annal) changesDossier(d string) {
	switch a.r.IntN(12) {
	case 0, 1:
		a.archives(d)
	case 2, 3, 4:
		shut := a.pick(a.dossiers, func(id string) bool { return a.closed[id] && !a.gone[id] })
		switch {
		case shut == "":
		case !a.trashed[shut]:
			a.trashed[shut] = a.ofDossier(shut, dossier.SoftDelete(a.store.now))
		case a.r.IntN(1+a.spare/3) == 0:
			a.end(shut, dossier.Expire(a.store.now))
		}
	case 5, 6:
		values := map[string]string{}
		for _, x := range a.template().DossierAttrs {
			values[x.ID] = []string{"", fmt.Sprint(a.r.IntN(50)), strings.Repeat("äb", 1+a.r.IntN(20_000))}[min(2,
				a.r.IntN(20)/9)]
		}
		a.ofDossier(d, dossier.SetAttributes(dossier.SubjectOf(ws, d), values))
	default:
		t := a.template()
		due := a.store.now.Add(time.Hour)
		x := dossier.Details{Owner: a.owner.ID, Members: a.some(a.people), Approvers: a.some(a.people),
			DueDate: []*time.Time{nil, &due}[a.r.IntN(2)]}
		for _, r := range t.Reports {
			x.ReportTemplates = append(x.ReportTemplates, r.ID)
		}
		x.ReportTemplates = a.some(x.ReportTemplates)
		if len(t.Statuses) > 0 {
			x.Status = t.Statuses[a.r.IntN(len(t.Statuses))].ID
		}
		text := es.Seal(dossier.SubjectOf(ws, d), dossier.Text{Name: fmt.Sprintf("Moved %d", a.r.IntN(1000)),
			Description: "of " + x.Status})
		a.ofDossier(d, dossier.Update(x, text, naming.Hold{}))
	}
}

// archives a dossier while there are enough of them, and begins another one in its
// place.
func (a *annal) archives(d string) {
	if len(a.dossiers) >= a.shelves || !a.ofDossier(d, dossier.Archive()) {
		return
	}
	a.closed[d] = true
	a.dossiers = append(a.dossiers, a.dossier(a.owner, a.templateID, fmt.Sprintf("Dossier %d", len(a.dossiers)),
		dossier.Private))
	a.most += a.most / 10
}

// some are a few of the ids, in any order.
func (a *annal) some(ids []string) []string {
	out := []string{}
	for _, i := range a.r.Perm(len(ids))[:a.r.IntN(len(ids)+1)] {
		out = append(out, ids[i])
	}
	return out
}

// changesFile does something to a file in a dossier that can be changed; the file may
// be approved.
func (a *annal) changesFile(f string) {
	stream, s := file.StreamOf(ws, f), stateOf(a, file.Decider, file.StreamOf(ws, f))
	in := file.Circle{Owner: a.owner.ID, Members: append([]string{a.owner.ID}, a.people...), Approvers: a.some(a.people)}
	switch n := a.r.IntN(18); {
	case n == 0:
		any := func(string) bool { return true }
		a.ofFile(a.owner.ID, f, file.SetChecks([]string{"Total", "N0"}[:a.r.IntN(3)], []string{"N1", "N2"}[:a.r.IntN(2)],
			any))
		a.ofFile(a.owner.ID, f, file.SetChecks([]string{"N1"}[:a.r.IntN(2)], []string{"total"}[:a.r.IntN(2)], any))
	case n == 1:
		a.ofFile(a.owner.ID, f, file.Assign(append([]string{"", a.owner.ID}, a.people...)[a.r.IntN(4)], in))
	case n < 8:
		m := file.Move{To: []file.Workflow{file.New, file.UnderReview, file.UnderApproval, file.Approved}[a.r.IntN(4)],
			By: a.owner.ID, In: in}
		if s.Workflow == file.UnderApproval && s.Assignee != "" {
			m.By = s.Assignee
		}
		if len(in.Approvers) > 0 {
			m.Approver = in.Approvers[0]
		}
		a.ofFile(m.By, f, file.ChangeWorkflow(m))
	case n < 10:
		values := map[string]string{}
		for _, x := range a.template().FileAttrs {
			values[x.ID] = []string{"", fmt.Sprint(a.r.IntN(50))}[a.r.IntN(2)]
		}
		a.ofFile(a.owner.ID, f, file.SetAttributes(values))
	case n == 10:
		subject := file.SubjectOf(ws, a.home[f], f)
		a.ofFile(a.owner.ID, f, file.Replace(file.Replaced{Size: a.r.Int64N(1000), KeepManual: a.r.IntN(2) == 0,
			Manual:   a.r.IntN(2) == 0,
			Original: es.BlobRef{Subject: subject, ID: uuid.New()}, Name: es.Seal(subject, file.Name{Filename: s.Filename})},
			a.owner.ID, nil))
	case n <= 13 && !s.Open: // a run that is asked for meanwhile, or given back
		a.ofFile(user.SystemID, f, file.BeginRun(file.Plan{}))
		if run := stateOf(a, file.Decider, stream).Run; a.r.IntN(2) == 0 {
			a.ofFile(user.SystemID, f, file.ReleaseRun(run))
		} else {
			a.ofFile(a.owner.ID, f, file.RequestReanalysis(true))
		}
	case !s.Open && s.Workflow != file.Approved:
		a.recognises(f)
	}
}

// recognises takes a file through a run with every step, by the template as it is.
func (a *annal) recognises(f string) {
	stream, subject, plan := file.StreamOf(ws, f), file.SubjectOf(ws, a.home[f], f), file.Plan{OCR: "k"}
	says := func(decision es.Decision[file.State]) { decide(a.world, user.SystemID, file.Decider, stream, decision) }
	decide(a.world, a.owner.ID, file.Decider, stream, file.RequestReanalysis(true))
	says(file.BeginRun(plan))
	run, t := stateOf(a, file.Decider, stream).Run, a.template()
	seen := file.Recognition{Due: 3, Done: 1 + a.r.IntN(3)}
	says(file.FinishReading(run, plan, seen.Due))
	a.pass(time.Minute)
	says(file.FinishRecognition(run, file.Step{Text: es.BlobRef{Subject: subject, ID: uuid.New()}, OCR: seen,
		Millis: 60_000}))
	says(file.FinishLayout(run, file.Step{Tree: es.BlobRef{Subject: subject, ID: uuid.New()}, Pages: 5, OCR: seen,
		Millis: 7}))
	a.pass(time.Second)
	result := a.keep(subject, newResult("Total", fmt.Sprint(a.r.IntN(9)), fmt.Sprintf("N%d", a.r.IntN(3)), "y", "Alone", "z"))
	says(file.FinishRun(run, file.Analysed{Result: result, Components: 3, Engine: 2, Rules: t.Rules,
		Dictionaries: t.DictionaryRuns, Millis: 61_007,
		HasEntities: a.r.IntN(2) == 0, HasHints: a.r.IntN(2) == 0, HasImages: a.r.IntN(2) == 0, Changed: a.r.IntN(2) == 0}))
}

// empties puts several files of a dossier into the trash, or takes several out of it.
func (a *annal) empties(d string) {
	in := func(id string) bool { return a.home[id] == d && !a.gone[id] }
	back := a.r.IntN(2) == 0
	for range 1 + a.r.IntN(4) {
		f := a.pick(a.files, func(id string) bool { return in(id) && a.trashed[id] == back })
		switch {
		case f == "":
		case back && a.r.IntN(1+a.spare) == 0:
			a.ofFile(user.SystemID, f, file.Expire(a.store.now))
			a.erase(file.SubjectOf(ws, d, f))
			a.gone[f] = true
		case back:
			a.ofFile(a.owner.ID, f, file.Restore(naming.Hold{}))
			a.trashed[f] = false
		default:
			a.ofFile(a.owner.ID, f, file.SoftDelete(a.store.now))
			a.trashed[f] = true
		}
	}
}

// template is the template as it is; it is loaded once after each change, as its
// stream grows long.
func (a *annal) template() template.State {
	if a.shownBy == nil {
		s := stateOf(a, template.Decider, template.StreamOf(ws, a.templateID))
		a.shownBy = &s
	}
	return *a.shownBy
}
