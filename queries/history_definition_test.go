package queries_test

import (
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// historyTellsOfDefinitions creates, moves, changes and deletes definitions, and
// wants each entry to say what was before.
func historyTellsOfDefinitions(t *testing.T, open opener) {
	w := newWorld(t, open(t))
	root, id := w.account("root", user.RoleAdmin), w.template("Invoices")
	subject := template.SubjectOf(ws)
	do := func(decision es.Decision[template.State]) {
		decide(w, root.ID, template.Decider, template.StreamOf(ws, id), decision)
	}
	status := func(id, name string, rank int) template.Definition {
		return template.Definition{ID: id, Name: name, Rank: rank, Color: "#808080"}
	}
	const of = template.KindDossierStatus
	do(template.CreateDefinition(subject, of, status("open", "Open", 0)))
	do(template.CreateDefinition(subject, of, status("done", "Done", 1)))
	do(template.UpdateDefinition(subject, of, status("open", "Begun", 9)))
	do(template.DeleteDefinition(of, "open", "done"))
	number := template.Definition{ID: "no", Name: "No", Type: template.TypeText, Primary: true}
	do(template.CreateDefinition(subject, template.KindFileAttribute, number))
	number.ID, number.Name = "date", "Date"
	do(template.CreateDefinition(subject, template.KindFileAttribute, number))
	do(template.CreateDefinition(subject, template.KindEntity, template.Definition{ID: "e", Name: "Supplier",
		TechnicalName: "supplier", Kind: "ENTITY", HasDictionary: true}))
	do(template.UpdateDefinition(subject, template.KindEntity, template.Definition{ID: "e", Name: "Supplier",
		Kind: "ENTITY", CaseSensitive: true, Rank: 1}))
	page, err := w.q.TemplateHistory(t.Context(), queries.AskTemplateHistory{Caller: root, TemplateID: id,
		Ascending: true, Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`root created the definition Open in the template Invoices|{"color":"#808080","id":"open","name":"Open","of":"dossier-status","rank":1}`,
		`root created the definition Done in the template Invoices|{"color":"#808080","id":"done","moved":[{"id":"open","name":"Open","rank":2,"previousRank":1}],"name":"Done","of":"dossier-status","rank":1}`,
		`root changed name and rank of the definition Begun of the template ` +
			`Invoices|{"id":"open","name":"Begun","of":"dossier-status","previousName":"Open","previousRank":2,"rank":9}`,
		`root deleted the definition Begun of the template Invoices|{"id":"open","of":"dossier-status","previousColor":"#808080","previousName":"Begun","previousRank":9,"replacementId":"done"}`,
		`root created the definition No in the template Invoices|{"id":"no","name":"No","of":"file-attribute","primaryAttribute":true,"type":"TEXT"}`,
		`root created the definition Date in the template Invoices|{"formerPrimaryAttribute":"no","id":"date","name":"Date","of":"file-attribute","primaryAttribute":true,"type":"TEXT"}`,
		`root created the definition Supplier in the template Invoices|{"dictionaryVersion":1,"displayName":"Supplier","hasDictionary":true,"id":"e","kind":"ENTITY","of":"entity","rank":1,"technicalName":"supplier"}`,
		`root changed dictionary and case sensitivity of the definition Supplier of the template ` +
			`Invoices|{"caseSensitive":true,"dictionaryVersion":2,"hasDictionary":false,"id":"e","of":"entity","previousCaseSensitive":false,"previousDictionaryVersion":1,"previousHasDictionary":true}`,
	}
	entries := page.Entries[len(page.Entries)-len(want):]
	for i, e := range entries {
		if got := e.Summary + "|" + string(e.Data); got != want[i] {
			t.Errorf("entry %d\ngot  %s\nwant %s", i, got, want[i])
		}
	}
}
