package processes_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/processes"
)

// foundDossiers finds all of its dossiers, whatever they name.
type foundDossiers []string

func (c foundDossiers) DossiersNaming(context.Context, string, string, string, string, es.Position) ([]string, error) {
	return c, nil
}

// TestDossiersAreCleanedUp deletes statuses and a report template, and wants each
// dossier to say in its own stream what became of it, once.
func TestDossiersAreCleanedUp(t *testing.T) {
	t.Parallel()
	h := newService(t, template.Settings{})
	stream := template.StreamOf("demo", h.template)
	define := func(status string) {
		h.append(stream, template.DefinitionCreated{Of: template.KindDossierStatus,
			Definition: es.Seal("demo", template.Definition{ID: status, Name: status})})
	}
	for _, status := range []string{"a", "b", "c"} {
		define(status)
	}
	h.append(stream, template.ReportTemplateStored{ID: "r"}, template.ReportTemplateStored{ID: "s"})
	in := func(status string, more ...es.Event) string {
		id := uuid.NewString()
		created := dossier.Created{Template: h.template,
			Details: dossier.Details{Owner: "o", Members: []string{"o"}, Status: status, ReportTemplates: []string{"r", "s"}},
			Text:    es.Seal(es.Subject("demo"), dossier.Text{Name: "N"})}
		h.append(dossier.StreamOf("demo", id), append([]es.Event{created}, more...)...)
		return id
	}
	found := foundDossiers{in("a"), in("b"), in("c", dossier.SoftDeleted{}), in(""), in("a", dossier.PermanentlyDeleted{})}
	h.append(stream, template.DefinitionDeleted{Of: template.KindDossierStatus, ID: "a", Replacement: "b"},
		template.DefinitionDeleted{Of: template.KindDossierAttribute, ID: "b"},
		template.DefinitionDeleted{Of: template.KindDossierStatus, ID: "c"}, template.ReportTemplateDeleted{ID: "r"})
	s := &processes.TemplateCleanup{Log: h.Log, Dossiers: found, Logger: slog.New(slog.DiscardHandler)}
	for range 2 { // as after a crash
		for r, err := range h.Log.All(t.Context(), 0, s.Filter()) {
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Handle(t.Context(), r); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i, want := range []string{"b", "b", "", "", "a"} {
		d, at, err := es.Load(t.Context(), h.Log, dossier.Decider, dossier.StreamOf("demo", found[i]))
		if err != nil || d.Status != want || d.Phase != dossier.Gone && !slices.Equal(d.ReportTemplates, []string{"s"}) {
			t.Errorf("dossier %d: %+v, %v, want the status %v", i, d, err, want)
		}
		if at.Version > 3 {
			t.Errorf("dossier %d has %d events, want at most 3", i, at.Version)
		}
		for r, err := range h.Log.Stream(t.Context(), dossier.StreamOf("demo", found[i]), 0) {
			if _, ok := r.Event.(dossier.Updated); ok && (r.Actor != user.SystemID || r.Causation == 0) || err != nil {
				t.Errorf("settled by %+v, %v, want the system, caused by an event", r.Meta, err)
			}
		}
	}
}
