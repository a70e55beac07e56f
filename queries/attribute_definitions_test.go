package queries_test

import (
	"fmt"
	"testing"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

func statusesAndAttributesOfATemplate(t *testing.T, open opener) {
	w := newWorld(t, open(t))
	mira, id := w.account("mira", user.RoleManager), w.template("Invoices")
	open1, waiting := w.id(), w.id()
	var add []es.Event
	for _, d := range []struct {
		of string
		template.Definition
	}{
		{template.KindDossierStatus, template.Definition{ID: waiting, Name: "Waiting", Rank: 2, Color: "#E0A030"}},
		{template.KindDossierStatus, template.Definition{ID: open1, Name: "Open", Description: "Work goes on", Rank: 1,
			Color: "#3C8DBC"}},
		{template.KindDossierAttribute, template.Definition{ID: w.id(), Name: "Logo", Type: "IMAGE"}},
		{template.KindDossierAttribute, template.Definition{ID: w.id(), Name: "Cost centre", Type: "TEXT", Editable: true,
			Displayed: true, Filterable: true}},
		{template.KindFileAttribute, template.Definition{ID: w.id(), Name: "Received on", Type: "DATE",
			CSVColumn: "received"}},
		{template.KindFileAttribute, template.Definition{ID: w.id(), Name: "Number", Type: "TEXT", Primary: true}},
		{template.KindEntity, template.Definition{ID: w.id(), Name: "An entity"}},
	} {
		add = append(add, template.DefinitionCreated{Of: d.of, Definition: es.Seal(template.SubjectOf(ws), d.Definition)})
	}
	decide(w, user.SystemID, template.Decider, template.StreamOf(ws, id),
		func(template.State) ([]es.Event, error) { return add, nil })
	status := func(dossierID, status string) {
		text := es.Seal(dossier.SubjectOf(ws, dossierID), dossier.Text{Name: dossierID})
		decide(w, mira.ID, dossier.Decider, dossier.StreamOf(ws, dossierID),
			dossier.Update(dossier.Details{Owner: mira.ID, Status: status}, text, naming.Hold{}))
	}
	for i, s := range []string{open1, open1, waiting, ""} {
		d := w.dossier(mira, id, fmt.Sprint("D", i), dossier.Private)
		if status(d, s); i == 0 {
			decide(w, mira.ID, dossier.Decider, dossier.StreamOf(ws, d), dossier.SoftDelete(w.store.now))
		}
	}
	ask := queries.AskOfTemplate{Caller: mira, TemplateID: id}
	statuses, err := w.q.DossierStatuses(t.Context(), ask)
	if got := fmt.Sprint(statuses); err != nil ||
		got != fmt.Sprintf("[{%s %s Open Work goes on 1 #3C8DBC 1} {%s %s Waiting  2 #E0A030 1}]", open1, id, waiting, id) {
		t.Errorf("statuses %s, %v, want Open and Waiting in this order", got, err)
	}
	ofDossiers, err := w.q.DossierAttributes(t.Context(), ask)
	if err != nil || len(ofDossiers) != 2 || ofDossiers[0].Name != "Cost centre" || !ofDossiers[0].Displayed ||
		ofDossiers[1].Type != "IMAGE" {
		t.Errorf("attributes of dossiers: %+v, %v, want Cost centre, displayed, and an image", ofDossiers, err)
	}
	ofFiles, err := w.q.FileAttributes(t.Context(), ask)
	if err != nil || len(ofFiles) != 2 || ofFiles[0].Name != "Number" || !ofFiles[0].Primary ||
		ofFiles[1].CSVColumn != "received" || ofFiles[1].TemplateID != id {
		t.Errorf("attributes of files: %+v, %v, want Number, the primary one, and the column received", ofFiles, err)
	}
	refusedToOthers(w, ask)
}

func refusedToOthers(w *world, ask queries.AskOfTemplate) {
	w.Helper()
	for _, a := range []struct {
		queries.AskOfTemplate
		kind domain.Kind
	}{
		{queries.AskOfTemplate{Caller: w.account("ute", user.RoleUserAdmin), TemplateID: ask.TemplateID}, domain.Forbidden},
		{queries.AskOfTemplate{Caller: ask.Caller, TemplateID: w.id()}, domain.NotFound},
	} {
		_, err1 := w.q.DossierStatuses(w.Context(), a.AskOfTemplate)
		_, err2 := w.q.DossierAttributes(w.Context(), a.AskOfTemplate)
		_, err3 := w.q.FileAttributes(w.Context(), a.AskOfTemplate)
		for _, err := range []error{err1, err2, err3} {
			if domain.KindOf(err) != a.kind {
				w.Errorf("%v, want kind %d", err, a.kind)
			}
		}
	}
}
