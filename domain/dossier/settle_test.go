package dossier

import (
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

func TestDossiersAreSettled(t *testing.T) {
	begun := created
	begun.Details.Status, begun.Details.ReportTemplates = "old", []string{"r", "gone"}
	settle := AdoptTemplate("demo/dossier.1", func(d Details) Details {
		if d.Status == "old" {
			d.Status = "new"
		}
		d.ReportTemplates = []string{"r"}
		return d
	})
	want := begun.Details
	want.Status, want.ReportTemplates = "new", []string{"r"}
	settled := Updated{Details: want, Text: text}
	estest.GivenEvents(t, Decider, begun).When(settle).Then(settled)
	estest.GivenEvents(t, Decider, begun, settled).When(settle).Then()
	estest.GivenEvents(t, Decider, begun, SoftDeleted{purge}).When(settle).Then(settled)
	estest.GivenEvents(t, Decider, begun, PermanentlyDeleted{}).When(settle).Then()
	estest.GivenEvents(t, Decider).When(settle).Then()
	if events, err := settle(State{Phase: Active, Archived: true, Details: begun.Details, Text: text.Value}); err != nil ||
		len(events) != 1 {
		t.Errorf("an archived dossier: %v, %v, want no error and len(events) = 1", events, err)
	}
	s := estest.Fold(Decider, begun, SoftDeleted{purge}, es.Event(settled))
	if s.Phase != Trashed || s.Text != text.Value || s.Status != "new" {
		t.Errorf("got %+v, want s.Phase = Trashed, s.Text = %v and s.Status = new", s, text.Value)
	}
}
