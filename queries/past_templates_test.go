package queries_test

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

func (a *annal) ofTemplate(decision es.Decision[template.State]) {
	a.Helper()
	a.shownBy = nil
	attempt(a, user.SystemID, template.Decider, template.StreamOf(ws, a.templateID), decision)
}

// changesTemplate does something to the template that everything is shown through.
func (a *annal) changesTemplate() {
	switch a.r.IntN(6) {
	case 0, 1:
		a.defines([]string{template.KindEntity, template.KindDossierStatus, template.KindDossierAttribute,
			template.KindFileAttribute}[a.r.IntN(4)])
	case 2:
		a.changesReports()
	case 3:
		a.changesComponents()
	default:
		a.changesRules()
	}
}

// defines creates, changes or deletes definitions of a kind.
func (a *annal) defines(kind string) {
	t := a.template()
	list := map[string][]template.Definition{template.KindEntity: t.Entities, template.KindDossierStatus: t.Statuses,
		template.KindDossierAttribute: t.DossierAttrs, template.KindFileAttribute: t.FileAttrs}[kind]
	d := template.Definition{ID: a.id(), Name: fmt.Sprintf("D%d", a.r.IntN(1000)), Color: "#102030", Rank: a.r.IntN(5),
		Editable:   true,
		Filterable: a.r.IntN(2) == 0, Primary: kind == template.KindFileAttribute && a.r.IntN(3) == 0}
	if kind == template.KindEntity {
		d.TechnicalName, d.Kind, d.HasDictionary = "t"+d.ID[30:], "ENTITY", true
	} else if kind != template.KindDossierStatus {
		d.Type = template.TypeText
	}
	n := a.r.IntN(6)
	switch {
	case len(list) < 2, n < 2 && len(list) < 6:
		a.ofTemplate(template.CreateDefinition(template.SubjectOf(ws), kind, d))
	case n < 4:
		d.ID = list[a.r.IntN(len(list))].ID
		a.ofTemplate(template.UpdateDefinition(template.SubjectOf(ws), kind, d))
	case kind == template.KindDossierStatus:
		gone, by := list[a.r.IntN(len(list))].ID, list[0].ID
		a.ofTemplate(template.DeleteDefinition(kind, gone, []string{"", by}[a.r.IntN(2)])) // which may be itself
		a.settles()
	default:
		a.ofTemplate(template.DeleteDefinition(kind, list[a.r.IntN(len(list))].ID, ""))
	}
}

// settles writes into one dossier what became of the things of the template that it
// names, as is done behind each deletion.
func (a *annal) settles() {
	t := a.template()
	if d := a.pick(a.dossiers, func(id string) bool { return !a.gone[id] }); d != "" {
		a.ofDossier(d, dossier.AdoptTemplate(dossier.SubjectOf(ws, d), func(x dossier.Details) dossier.Details {
			x.Status, x.ReportTemplates = t.StatusOf(x.Status), t.ExistingReports(x.ReportTemplates)
			return x
		}))
	}
}

// changesReports creates, changes or deletes report templates.
func (a *annal) changesReports() {
	r := template.ReportTemplate{Name: fmt.Sprintf("R%d", a.r.IntN(1000)), FileName: "r.xlsx",
		ActiveByDefault: a.r.IntN(2) == 0}
	blob, have := es.BlobRef{Subject: template.SubjectOf(ws), ID: uuid.New()}, a.template().Reports
	n := a.r.IntN(6)
	switch {
	case len(have) < 2, n < 2 && len(have) < 6:
		a.ofTemplate(template.CreateReport(template.SubjectOf(ws), a.id(), r, blob))
	case n < 4:
		a.ofTemplate(template.UpdateReport(template.SubjectOf(ws), have[a.r.IntN(len(have))].ID, r,
			[]*es.BlobRef{nil, &blob}[a.r.IntN(2)]))
	default:
		a.ofTemplate(template.DeleteReport(have[a.r.IntN(len(have))].ID))
		a.settles()
	}
}

// changesComponents makes, renames, orders, removes and brings back definitions of
// components.
func (a *annal) changesComponents() {
	subject, ids := template.SubjectOf(ws), []string{}
	for _, c := range a.template().Components {
		ids = append(ids, c.ID)
	}
	some := a.some(ids)
	switch n := a.r.IntN(5); {
	case n == 0 || len(ids) < 2:
		name := []string{"Total", "N0", "n1", "N2", "N3", "Alone", "Never found"}[a.r.IntN(7)] // refused when there is one
		a.ofTemplate(template.DefineComponents(subject, []template.NewComponent{{ID: a.id(), TechnicalName: name,
			DisplayName: "Shown as " + name}}))
	case n == 1:
		var changes []template.ComponentChange
		for _, id := range some {
			changes = append(changes, template.ComponentChange{ID: id, DisplayName: fmt.Sprintf("Called %d", a.r.IntN(100)),
				Description: "new"})
		}
		a.ofTemplate(template.ChangeComponents(subject, changes))
	case n == 2:
		a.ofTemplate(template.SoftDeleteComponents(subject, some, a.store.now))
	case n == 3:
		a.ofTemplate(template.RestoreComponents(subject, some))
	default:
		active := []string{}
		for _, c := range a.template().ActiveComponents() {
			active = append(active, c.ID)
		}
		a.ofTemplate(template.ReorderComponents(subject, a.some(active)))
	}
}

// changesRules changes what files are read by, and asks some of them to be read again.
func (a *annal) changesRules() {
	t, subject := a.template(), template.SubjectOf(ws)
	blob := es.BlobRef{Subject: subject, ID: uuid.New()}
	switch n := a.r.IntN(10); {
	case n < 3:
		f := []template.RuleFile{template.EntityRules, template.ComponentRules, template.DateFormats}[n]
		a.ofTemplate(template.StoreFile(f, t.FileBlob(f), blob))
	case n < 6 && (len(t.Mappings) == 0 || a.r.IntN(2) == 0):
		a.ofTemplate(template.AddMapping(subject, a.id(), template.Mapping{Name: fmt.Sprintf("M%d", a.r.IntN(1000))}, blob))
	case n < 6:
		a.ofTemplate(template.DeleteMapping(t.Mappings[0].ID))
	case n < 8 && len(t.Entities) > 0:
		d := t.Entities[a.r.IntN(len(t.Entities))]
		was, _ := t.FindDictionary(d, template.ListEntries)
		a.ofTemplate(template.StoreDictionary(d.ID, template.ListEntries, was.Blob, blob, 3))
	default:
		a.ofTemplate(template.Update(subject, naming.Hold{}, func(x template.Text, s template.Settings) (template.Text,
			template.Settings) {
			x.Description, s.KeepHiddenText, s.Visibility = fmt.Sprintf("about %d", a.r.IntN(100)), a.r.IntN(2) == 0,
				[]string{dossier.Private, dossier.Public}[a.r.IntN(2)]
			return x, s
		}))
		return
	}
	t = a.template()
	for range 3 {
		if f := a.pick(a.files, func(id string) bool { return a.open(id) && a.open(a.home[id]) }); f != "" {
			a.ofFile(user.SystemID, f, file.ReanalyseForTemplate(t.Rules, t.DictionaryRuns))
		}
	}
}
