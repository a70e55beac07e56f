package queries_test

import (
	"cmp"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// A cast is who and what most tests need: a template, and a private and a public
// dossier of olga's with a file each.
type cast struct {
	*world
	olga, mira, paul, anna, boss user.Principal // owner, member, stranger, administrator, other manager
	templateID, private, public  string
	inPrivate, inPublic          string
}

func newCast(t testing.TB, views engine) cast {
	c := cast{world: newWorld(t, views)}
	c.olga, c.mira, c.paul = c.account("olga", user.RoleManager), c.account("mira", user.RoleUser),
		c.account("paul", user.RoleUser)
	c.anna, c.boss = c.account("anna", user.RoleAdmin), c.account("boss", user.RoleManager)
	c.templateID = c.template("Invoices")
	c.define(c.templateID, "Total", "Invoice_Number")
	c.pass(time.Second)
	c.private = c.dossier(c.olga, c.templateID, "Private", dossier.Private, c.mira.ID)
	c.pass(time.Second)
	c.public = c.dossier(c.olga, c.templateID, "Public", dossier.Public)
	c.pass(time.Second)
	c.inPrivate = c.upload(c.mira, c.templateID, c.private, "b.pdf", 100)
	c.pass(time.Second)
	c.inPublic = c.upload(c.olga, c.templateID, c.public, "a.pdf", 50)
	return c
}

func (c cast) ask(who user.Principal, dossierID, fileID string) queries.AskFile {
	return queries.AskFile{Caller: who, TemplateID: c.templateID, DossierID: dossierID, FileID: fileID}
}

func whoReadsWhat(t *testing.T, open opener) {
	c := newCast(t, open(t))
	none := uuid.NewString()
	denied, noDossier, noFile, noTemplate := domain.ErrAccessDenied, domain.ErrDossierNotFound, domain.ErrFileNotFound,
		domain.ErrTemplateNotFound
	for _, e := range []struct {
		name          string
		who           user.Principal
		dossier, file string
		record, files error // of reading the dossier; its files, components and so on
		history       error
	}{
		{"the owner", c.olga, c.private, c.inPrivate, nil, nil, nil},
		{"a member", c.mira, c.private, c.inPrivate, nil, nil, nil},
		{"a stranger", c.paul, c.private, c.inPrivate, noDossier, noDossier, noDossier},
		{"a stranger, of a public dossier", c.paul, c.public, c.inPublic, nil, nil, denied},
		{"another manager sees the record only", c.boss, c.private, c.inPrivate, nil, denied, denied},
		{"an administrator sees nothing", c.anna, c.private, c.inPrivate, denied, denied, denied},
		{"an unknown dossier", c.olga, none, c.inPrivate, noDossier, noDossier, noDossier},
		{"an unknown file", c.olga, c.private, none, nil, noFile, noFile},
		{"a file of another dossier", c.olga, c.private, c.inPublic, nil, noFile, noFile},
	} {
		t.Run(e.name, func(t *testing.T) {
			ctx, ask := t.Context(), c.ask(e.who, e.dossier, e.file)
			_, record := c.q.GetDossier(ctx, queries.AskDossier{Caller: e.who, TemplateID: c.templateID, DossierID: e.dossier})
			_, status := c.q.GetFile(ctx, ask)
			_, components := c.q.FileComponents(ctx, ask)
			_, overrides := c.q.ListOverrides(ctx, ask)
			_, history := c.q.ReadHistory(ctx, queries.AskHistory{Caller: e.who, TemplateID: c.templateID,
				DossierID: e.dossier, FileID: e.file, Limit: 5})
			ask.TemplateID = none
			_, below := c.q.GetFile(ctx, ask)
			wantTemplate := error(noTemplate)
			if e.who.ID == c.anna.ID {
				wantTemplate = denied
			}
			for what, pair := range map[string][2]error{"dossier": {record, e.record}, "file": {status, e.files},
				"components": {components, e.files},
				"overrides":  {overrides, e.files}, "history": {history, e.history}, "an unknown template": {below, wantTemplate}} {
				if !errors.Is(pair[0], pair[1]) {
					t.Errorf("%s: %v, want %v", what, pair[0], pair[1])
				}
			}
		})
	}
}

func listsHoldWhatTheCallerMaySee(t *testing.T, open opener) {
	c := newCast(t, open(t))
	for _, e := range []struct {
		who  user.Principal
		want []string // newest first
	}{{c.olga, []string{"Public", "Private"}}, {c.mira, []string{"Public", "Private"}},
		{c.boss, []string{"Public", "Private"}}, {c.paul, []string{"Public"}}} {
		got, err := c.q.ListDossiers(t.Context(), queries.AskDossiers{Caller: e.who, TemplateID: c.templateID,
			Groups: queries.Groups{Active: true}})
		var names []string
		for _, d := range got {
			names = append(names, d.Name)
		}
		if fmt.Sprint(names) != fmt.Sprint(e.want) || err != nil {
			t.Errorf("%s reads %v, %v; want %v", e.who.Username, names, err, e.want)
		}
	}
	if _, err := c.q.ListDossiers(t.Context(),
		queries.AskDossiers{Caller: c.anna, TemplateID: c.templateID}); !errors.Is(err, domain.ErrAccessDenied) {
		t.Errorf("an administrator lists dossiers: %v, want %v", err, domain.ErrAccessDenied)
	}
	if _, err := c.q.ListFiles(t.Context(), queries.AskFiles{Caller: c.boss, TemplateID: c.templateID,
		DossierID: c.private}); !errors.Is(err, domain.ErrAccessDenied) {
		t.Errorf("a manager lists the files of somebody else's dossier: %v, want %v", err, domain.ErrAccessDenied)
	}
}

// names lists the files of a dossier, the private one unless told, as the owner
// sees them.
func (c cast) names(a queries.AskFiles) string {
	a.Caller, a.TemplateID, a.DossierID = c.olga, c.templateID, cmp.Or(a.DossierID, c.private)
	list, err := c.q.ListFiles(c.Context(), a)
	if err != nil {
		return err.Error()
	}
	out := ""
	for _, f := range list {
		out += f.Filename + " "
	}
	return out
}

func groupsOfFilesAndDossiers(t *testing.T, open opener) {
	c := newCast(t, open(t))
	gone := c.upload(c.mira, c.templateID, c.private, "a.pdf", 7)
	decide(c.world, c.mira.ID, file.Decider, file.StreamOf(ws, gone), file.SoftDelete(c.store.now))
	decide(c.world, c.olga.ID, dossier.Decider, dossier.StreamOf(ws, c.public), dossier.SoftDelete(c.store.now))
	for _, e := range []struct {
		dossier string
		groups  queries.Groups
		want    string
	}{
		{c.private, queries.Groups{}, ""},
		{c.private, queries.Groups{Active: true}, "b.pdf "},
		{c.private, queries.Groups{Archived: true}, ""},
		{c.private, queries.Groups{SoftDeleted: true}, "a.pdf "},
		{c.private, queries.Groups{Active: true, SoftDeleted: true}, "a.pdf b.pdf "},
		{c.public, queries.Groups{Active: true}, "Dossier not found"},
		{c.public, queries.Groups{SoftDeleted: true}, "a.pdf "},
	} {
		if got := c.names(queries.AskFiles{DossierID: e.dossier, Groups: e.groups}); got != e.want {
			t.Errorf("%+v of %s: %q, want %q", e.groups, e.dossier, got, e.want)
		}
	}
	ask := c.ask(c.olga, c.private, gone)
	if _, err := c.q.GetFile(t.Context(), ask); !errors.Is(err, domain.ErrFileNotFound) {
		t.Errorf("a file in the trash: %v, want %v", err, domain.ErrFileNotFound)
	}
	ask.IncludeSoftDeleted = true
	if f, err := c.q.GetFile(t.Context(), ask); err != nil || f.SoftDeletedTime == nil {
		t.Errorf("a file in the trash, asked for: %+v, %v, want f.SoftDeletedTime != nil and no error", f, err)
	}
	if ids, err := c.q.ActiveFiles(t.Context(), ws, c.private); err != nil ||
		fmt.Sprint(ids) != fmt.Sprint([]string{c.inPrivate}) {
		t.Errorf("active files: %v, %v, want %s alone", ids, err, c.inPrivate)
	}
}

// A dossier is found below its own template only, and a file is due for analysis
// when the rules moved on and no run is on the way.
func templatesMatter(t *testing.T, open opener) {
	c := newCast(t, open(t))
	other := c.template("Receipts")
	_, err := c.q.GetDossier(t.Context(), queries.AskDossier{Caller: c.olga, TemplateID: other, DossierID: c.private})
	if !errors.Is(err, domain.ErrDossierNotFound) {
		t.Errorf("a dossier below another template: %v, want %v", err, domain.ErrDossierNotFound)
	}
	required := func() bool {
		f, err := c.q.GetFile(t.Context(), c.ask(c.mira, c.private, c.inPrivate))
		if err != nil {
			t.Fatal(err)
		}
		return f.AnalysisRequired
	}
	rules := func(counter int) {
		decide(c.world, user.SystemID, template.Decider, template.StreamOf(ws, c.templateID),
			func(template.State) ([]es.Event, error) {
				return []es.Event{template.DateFormatsStored{Body: template.Body{Counter: counter}}}, nil
			})
	}
	rules(3)
	never := required()
	c.analyse(c.private, c.inPrivate, 1, newResult()) // by rules 2
	behind := required()
	decide(c.world, c.mira.ID, file.Decider, file.StreamOf(ws, c.inPrivate), file.RequestReanalysis(false))
	queued := required()
	rules(2)
	c.analyse(c.private, c.inPrivate, 1, newResult())
	if got := fmt.Sprint(never, behind, queued, required()); got != "false true false false" {
		t.Errorf("analysis required before the first, behind, queued, done: %s, want %q", got, "false true false false")
	}
}

// What lost its key is not found any more, even while its row still stands.
func erasedRowsAreNotFound(t *testing.T, open opener) {
	c := newCast(t, open(t))
	c.analyse(c.private, c.inPrivate, 1, newResult("A", "1"))
	c.erase(file.SubjectOf(ws, c.private, c.inPrivate))
	if _, err := c.q.GetFile(t.Context(), c.ask(c.mira, c.private, c.inPrivate)); !errors.Is(err, domain.ErrFileNotFound) {
		t.Errorf("a file without key: %v, want %v", err, domain.ErrFileNotFound)
	}
	if names := c.names(queries.AskFiles{Groups: queries.Groups{Active: true}}); names != "" {
		t.Errorf("files without key are listed: %s, want %q", names, "")
	}
	c.erase(dossier.SubjectOf(ws, c.public))
	list, err := c.q.ListDossiers(t.Context(), queries.AskDossiers{Caller: c.olga, TemplateID: c.templateID,
		Groups: queries.Groups{Active: true}})
	if err != nil || len(list) != 1 || list[0].ID != c.private {
		t.Errorf("dossiers beside one without key: %+v, %v, want len(list) = 1, list[0].ID = %v and no error", list, err, c.private)
	}
}

func componentsAndOverridesOfAFile(t *testing.T, open opener) {
	c := newCast(t, open(t))
	c.analyse(c.private, c.inPrivate, 3, newResult("Invoice_Number", "17", "Zeta", "z", "Total", "9.50"))
	c.override(c.mira, c.inPrivate, "invoice number", "18")
	c.override(c.mira, c.inPrivate, "Alpha", "added")
	c.override(c.mira, c.inPrivate, "Zeta")
	show := func(list []component.Detail, err error) string {
		out := ""
		for _, d := range list {
			out += fmt.Sprintf("%s:%v", d.Name, d.Overridden)
			for _, v := range d.Values {
				out += " " + v.Value + "/" + v.OriginalValue
			}
			out += "; "
		}
		return fmt.Sprint(out, err)
	}
	got, err := c.q.FileComponents(t.Context(), c.ask(c.olga, c.private, c.inPrivate))
	if s := show(got.Components, err); s != "Total:false 9.50/9.50; Invoice_Number:true 18/17; Alpha:true added/; Zeta:true; <nil>" {
		t.Error(s)
	}
	changed, err := c.q.ListOverrides(t.Context(), c.ask(c.olga, c.private, c.inPrivate))
	if s := show(changed.Components, err); s != "Invoice_Number:true 18/17; Alpha:true added/; Zeta:true; <nil>" {
		t.Error(s)
	}
	all, err := c.q.DossierComponents(t.Context(), queries.AskComponents{Caller: c.olga, TemplateID: c.templateID,
		DossierID: c.private})
	if err != nil || len(all) != 1 || show(all[0].Components, nil) != show(got.Components, nil) {
		t.Errorf("components of the dossier: %+v, %v, want those of the one file", all, err)
	}
	if c.blobs.opened != 1 {
		t.Errorf("the result was opened %d times, want %v", c.blobs.opened, 1)
	}
	decide(c.world, c.olga.ID, file.Decider, file.StreamOf(ws, c.inPrivate), file.DeletePermanently())
	if _, err := c.q.FileComponents(t.Context(), c.ask(c.olga, c.private, c.inPrivate)); !errors.Is(err,
		domain.ErrFileNotFound) {
		t.Errorf("components of a file that is deleted for good: %v, want %v", err, domain.ErrFileNotFound)
	}
}
