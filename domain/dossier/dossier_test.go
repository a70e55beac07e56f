package dossier

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/naming"
)

var (
	text    = es.Seal("demo/dossier.1", Text{Name: "Claims 2024"})
	details = Details{Owner: "o", Members: []string{"o"}, Approvers: []string{}, ReportTemplates: []string{}}
	created = Created{Hold: naming.Hold{Key: "k"}, Details: details, Template: "t", Visibility: Private, Text: text}
	purge   = time.Date(2024, 5, 4, 0, 0, 0, 0, time.UTC)
)

func TestCreate(t *testing.T) {
	asked := created
	asked.Details = Details{Owner: "o", Members: []string{"m", "o", "m"}, Approvers: []string{"a"}}
	want := created
	want.Details = Details{Owner: "o", Members: []string{"o", "m", "a"}, Approvers: []string{"a"}, ReportTemplates: []string{}}
	estest.GivenEvents(t, Decider).When(Create(asked)).Then(want)
	estest.GivenEvents(t, Decider, ClaimFenced{uuid.New()}).When(Create(asked)).Then(want)
	estest.GivenEvents(t, Decider, created).When(Create(asked)).ThenErr(domain.ErrContended)
	estest.GivenEvents(t, Decider, created, PermanentlyDeleted{}).When(Create(asked)).ThenErr(domain.ErrContended)
}

func TestUpdate(t *testing.T) {
	due := purge
	changed := details
	changed.DueDate = &due
	renamed := es.Seal("demo/dossier.1", Text{Name: "Claims 2025"})
	hold := naming.Hold{Key: "k2"}

	estest.GivenEvents(t, Decider, created).When(Update(details, text, naming.Hold{})).Then()
	estest.GivenEvents(t, Decider, created).When(Update(changed, text, naming.Hold{})).Then(Updated{Details: changed, Text: text})
	estest.GivenEvents(t, Decider, created).When(Update(details, renamed, hold)).Then(Updated{Hold: hold, Details: details, Text: renamed})
	estest.GivenEvents(t, Decider).When(Update(changed, text, hold)).ThenErr(domain.ErrDossierNotFound)
	estest.GivenEvents(t, Decider, created, SoftDeleted{purge}).When(Update(changed, text, hold)).ThenErr(domain.ErrDossierNotFound)

	s := estest.Fold(Decider, created, Updated{Hold: hold, Details: details, Text: renamed}, Updated{Details: changed, Text: renamed})
	if s.Hold != hold || s.Text.Name != "Claims 2025" || s.DueDate == nil {
		t.Errorf("the state forgets the hold, the name or the due date: %+v, want all of them", s)
	}
}

func TestDelete(t *testing.T) {
	trashed := []es.Event{created, SoftDeleted{purge}}
	gone := append(trashed[:2:2], PermanentlyDeleted{})
	estest.GivenEvents(t, Decider, created).When(SoftDelete(purge)).Then(SoftDeleted{purge})
	estest.GivenEvents(t, Decider, trashed...).When(SoftDelete(purge)).ThenErr(domain.ErrDossierNotFound)
	estest.GivenEvents(t, Decider, created).When(DeletePermanently()).Then(PermanentlyDeleted{})
	estest.GivenEvents(t, Decider, trashed...).When(DeletePermanently()).Then(PermanentlyDeleted{})
	estest.GivenEvents(t, Decider, gone...).When(DeletePermanently()).ThenErr(domain.ErrDossierNotFound)
	estest.GivenEvents(t, Decider).When(SoftDelete(purge)).ThenErr(domain.ErrDossierNotFound)
}

func TestRecordFollowsTheStream(t *testing.T) {
	at := time.Date(2024, 5, 1, 10, 0, 0, 0, time.UTC)
	var r Record
	for i, e := range []es.Event{created, SoftDeleted{purge}} {
		r = Fold(r, es.Recorded{Event: e, Envelope: es.Envelope{Stream: StreamOf("demo", "9a11aaaa-0000-4000-8000-000000000000"),
			Version: uint64(i + 1), Time: at.Add(time.Duration(i) * time.Hour), Meta: es.Meta{Workspace: "demo", Actor: "o"}}})
	}
	if r.ID != "9a11aaaa-0000-4000-8000-000000000000" || r.Name != "Claims 2024" || !r.Created.Equal(at) || r.Version != 2 {
		t.Errorf("record: %+v, want Claims 2024 in version 2", r)
	}
	if r.SoftDeleted == nil || !r.SoftDeleted.Equal(at.Add(time.Hour)) || !r.PurgeAt.Equal(purge) {
		t.Errorf("trash: %v until %v, want r.SoftDeleted != nil, r.SoftDeleted.Equal(at.Add(time.Hour)) and "+
			"r.PurgeAt.Equal(purge)", r.SoftDeleted, r.PurgeAt)
	}
}
