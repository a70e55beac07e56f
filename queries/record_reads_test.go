package queries_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/queries"
)

func templatesAndTheirStatus(t *testing.T, open opener) {
	w := newWorld(t, open(t))
	mira, lena := w.account("mira", user.RoleUser), w.account("lena", user.RoleUserAdmin)
	w.template("Receipts")
	w.template("Invoices")
	id, from := w.id(), w.store.now.Add(time.Hour)
	decide(w, user.SystemID, template.Decider, template.StreamOf(ws, id), template.StoreBundle(
		template.Created{Text: es.Seal(template.SubjectOf(ws), template.Text{Name: "Later"}),
			Settings: template.Settings{ValidFrom: &from}}))
	show := func() string {
		all, err := w.q.ListTemplates(t.Context(), mira)
		out := fmt.Sprint(err)
		for _, x := range all {
			out += " " + x.Name + ":" + x.Status
		}
		return out
	}
	if got := show(); got != "<nil> Invoices:ACTIVE Later:INCOMPLETE Receipts:ACTIVE" {
		t.Error(got)
	}
	body := template.Body{Blob: es.BlobRef{ID: uuid.New()}}
	decide(w, user.SystemID, template.Decider, template.StreamOf(ws, id), func(template.State) ([]es.Event, error) {
		return []es.Event{template.EntityRulesStored{Body: body}, template.ComponentRulesStored{Body: body}}, nil
	})
	if got := show(); got != "<nil> Invoices:ACTIVE Later:INACTIVE Receipts:ACTIVE" {
		t.Error(got)
	}
	w.pass(time.Hour) // no event says so: the status depends on the time
	if got := show(); got != "<nil> Invoices:ACTIVE Later:ACTIVE Receipts:ACTIVE" {
		t.Error(got)
	}
	if _, err := w.q.ListTemplates(t.Context(), lena); !errors.Is(err, domain.ErrAccessDenied) {
		t.Errorf("a user administrator lists templates: %v, want %v", err, domain.ErrAccessDenied)
	}
	stranger := user.Principal{Workspace: "other", ID: mira.ID, Roles: mira.Roles}
	if _, err := w.q.GetTemplate(t.Context(), stranger, id); !errors.Is(err, domain.ErrTemplateNotFound) {
		t.Errorf("a template of another workspace: %v, want %v", err, domain.ErrTemplateNotFound)
	}
}

func definitionsByRankThenTrash(t *testing.T, open opener) {
	w := newWorld(t, open(t))
	mira, id := w.account("mira", user.RoleUser), w.template("Invoices")
	early, late := w.store.now, w.store.now.Add(time.Second)
	defs := []template.Component{
		{ID: w.id(), TechnicalName: "c", Rank: 3}, {ID: w.id(), TechnicalName: "x", Rank: 1, SoftDeleted: &late},
		{ID: w.id(), TechnicalName: "a", Rank: 2}, {ID: w.id(), TechnicalName: "y", Rank: 4, SoftDeleted: &early},
	}
	decide(w, user.SystemID, template.Decider, template.StreamOf(ws, id), func(template.State) ([]es.Event, error) {
		return []es.Event{template.ComponentDefinitionsChanged{Change: "created",
			Components: es.Seal(template.SubjectOf(ws), defs)}}, nil
	})
	for with, want := range map[bool]string{false: " a c", true: " a c y x"} {
		got := ""
		list, err := w.q.ListDefinitions(t.Context(), queries.AskDefinitions{Caller: mira, TemplateID: id,
			IncludeSoftDeleted: with})
		for _, d := range list {
			got += " " + d.TechnicalName
		}
		if got != want || err != nil {
			t.Errorf("with soft-deleted ones %v: %q, %v, want %v", with, got, err, want)
		}
	}
	d, err := w.q.GetDefinition(t.Context(), queries.AskDefinition{Caller: mira, TemplateID: id, DefinitionID: defs[1].ID})
	if err != nil || d.TechnicalName != "x" || d.SoftDeletedTime == nil {
		t.Errorf("a soft-deleted definition: %+v, %v, want d.TechnicalName = x, d.SoftDeletedTime != nil and no error", d, err)
	}
	_, err = w.q.GetDefinition(t.Context(), queries.AskDefinition{Caller: mira, TemplateID: id,
		DefinitionID: uuid.NewString()})
	if domain.KindOf(err) != domain.NotFound || err.Error() != "Component definition not found" {
		t.Errorf("an unknown definition: %v, want domain.KindOf(err) = NotFound and err.Error() = Component definition not found", err)
	}
}

func packagesAreTheirOwners(t *testing.T, open opener) {
	c := newCast(t, open(t))
	ask := func(who user.Principal, files ...string) string {
		c.pass(time.Second)
		id := c.id()
		decide(c.world, who.ID, download.Decider, download.StreamOf(ws, id),
			download.Request(download.Requested{User: who.ID, Dossier: c.private,
				Template: c.templateID, Files: files, FileTypes: []string{"ORIGINAL"},
				Filename: es.Seal(download.SubjectOf(ws, id), id+".zip")}))
		return id
	}
	first, second, foreign := ask(c.mira, c.inPrivate), ask(c.mira, "x"), ask(c.olga, c.inPrivate, "x")
	found, err := c.q.ListDownloads(t.Context(), c.mira, queries.AskPart{})
	list := found.Entries
	if err != nil || len(list) != 2 || list[0].ID != second || list[1].ID != first || list[1].Filename != first+".zip" {
		t.Errorf("packages of mira: %+v, %v, want len(list) = 2, list[0].ID = %v, list[1].ID = %v, list[1].Filename = %v and no "+
			"error", list, err, second, first, first+".zip")
	}
	if _, err := c.q.GetDownload(t.Context(), queries.AskDownload{Caller: c.mira, DownloadID: foreign}); !errors.Is(err,
		domain.ErrDownloadNotFound) {
		t.Errorf("somebody else's package: %v, want %v", err, domain.ErrDownloadNotFound)
	}
	if _, err := c.q.DownloadContent(t.Context(), queries.AskDownload{Caller: c.mira, DownloadID: first}); err == nil ||
		err.Error() != "Download not ready" {
		t.Errorf("a package that is not made yet: %v, want an error and err.Error() = Download not ready", err)
	}
	for what, x := range map[string]struct {
		file string
		want []string
	}{"the dossier": {"", []string{first, second, foreign}}, "a file": {c.inPrivate, []string{first, foreign}},
		"no file": {uuid.NewString(), []string{}}} {
		if got, err := c.q.PackagesHolding(t.Context(), ws, c.private, x.file); err != nil ||
			fmt.Sprint(got) != fmt.Sprint(x.want) {
			t.Errorf("packages holding %s: %v, %v, want %v", what, got, err, x.want)
		}
	}
	failed, subject := download.StreamOf(ws, second), download.SubjectOf(ws, second)
	decide(c.world, c.mira.ID, download.Decider, failed, download.BeginRun(subject, 1))
	decide(c.world, c.mira.ID, download.Decider, failed, download.FailRun(subject, 1, "Nothing can be packed", nil))
	_, err = c.q.DownloadContent(t.Context(), queries.AskDownload{Caller: c.mira, DownloadID: second})
	if domain.KindOf(err) != domain.Conflict || err.Error() != "The download has failed: Nothing can be packed" {
		t.Errorf("a package that failed: %v, want the conflict with its cause", err)
	}
	c.makePackage(first, "zip bytes")
	got, err := c.q.DownloadContent(t.Context(), queries.AskDownload{Caller: c.mira, DownloadID: first})
	if err != nil || got.Size != 9 || !got.Ready.Equal(c.store.now) {
		t.Fatalf("content: %+v, %v, want got.Size = 9, got.Ready.Equal(c.store.now) and no error", got, err)
	}
	if all, err := io.ReadAll(got.Content); err != nil || string(all) != "zip bytes" || got.Content.Close() != nil {
		t.Errorf("read %q, %v, want string(all) = zip bytes, got.Content.Close() = nil and no error", all, err)
	}
	c.changePorts(func(p *queries.Ports) { p.PackageAge = 48 * time.Hour })
	asked, err := c.q.GetDownload(t.Context(), queries.AskDownload{Caller: c.mira, DownloadID: first})
	if err != nil || asked.Expires == nil || asked.Expires.Sub(asked.CreationDate) != 48*time.Hour {
		t.Errorf("a package that is kept for two days: %+v, %v, want an end after 48 hours", asked, err)
	}
	c.leave(c.private, c.mira)
	if _, err := c.q.DownloadContent(t.Context(),
		queries.AskDownload{Caller: c.mira, DownloadID: first}); !errors.Is(err, domain.ErrAccessDenied) {
		t.Errorf("a package of a dossier whose member the caller was: %v, want %v", err, domain.ErrAccessDenied)
	}
	for before, want := range map[time.Time]string{asked.CreationDate: "[]",
		asked.CreationDate.Add(time.Microsecond): "[" + string(download.StreamOf(ws, first)) + "]"} {
		if got, err := c.q.ExpiredPackages(t.Context(), before, 10); err != nil || fmt.Sprint(got) != want {
			t.Errorf("packages of before %s: %v, %v, want %s", before, got, err, want)
		}
	}
	if got, err := c.q.QueuedPackages(t.Context(), ws, c.inPrivate); err != nil ||
		fmt.Sprint(got) != fmt.Sprint([]es.StreamID{download.StreamOf(ws, foreign)}) {
		t.Errorf("packages that wait for a file: %v, %v, want %s alone", got, err, foreign)
	}
	c.join(c.private, c.mira)
	c.erase(download.SubjectOf(ws, first))
	if _, err := c.q.DownloadContent(t.Context(),
		queries.AskDownload{Caller: c.mira, DownloadID: first}); !errors.Is(err, domain.ErrDownloadNotFound) {
		t.Errorf("a package whose bytes are gone: %v, want %v", err, domain.ErrDownloadNotFound)
	}
}

// leave takes somebody out of a dossier, and join takes them in again.
func (c cast) leave(id string, who user.Principal) {
	c.Helper()
	c.setMembers(id, func(list []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(m string) bool { return m == who.ID })
	})
}

func (c cast) join(id string, who user.Principal) {
	c.Helper()
	c.setMembers(id, func(list []string) []string { return append(slices.Clone(list), who.ID) })
}

func (c cast) setMembers(id string, change func([]string) []string) {
	c.Helper()
	decide(c.world, c.olga.ID, dossier.Decider, dossier.StreamOf(ws, id), func(s dossier.State) ([]es.Event, error) {
		s.Details.Members = change(s.Members)
		return []es.Event{dossier.Updated{Details: s.Details, Text: es.Seal(dossier.SubjectOf(ws, id), s.Text)}}, nil
	})
}

func (c cast) makePackage(id, content string) {
	c.Helper()
	c.pass(time.Minute)
	ref, _, err := c.blobs.Put(c.Context(), download.SubjectOf(ws, id), strings.NewReader(content))
	if err != nil {
		c.Fatal(err)
	}
	decide(c.world, user.SystemID, download.Decider, download.StreamOf(ws, id),
		download.BeginRun(download.SubjectOf(ws, id), 1))
	decide(c.world, user.SystemID, download.Decider, download.StreamOf(ws, id), download.FinishRun(1, ref, nil))
}

func accountsAreFoundByNameOrAddress(t *testing.T, open opener) {
	w := newWorld(t, open(t))
	mira := w.account("Mira", user.RoleUser)
	odd := w.account("mira@example.org", user.RoleUser) // a username that looks like mira's address
	twin := w.id()
	decide(w, user.SystemID, user.Decider, user.StreamOf(ws, twin),
		user.Create(user.Created{Roles: []string{user.RoleUser},
			Person: es.Seal(user.SubjectOf(ws, twin), user.Person{Username: "twin", Email: "mira.at.example.org@example.org"})}))
	for login, want := range map[string]string{
		"mIRA": mira.ID, "mira@EXAMPLE.org": odd.ID, "mira.at.example.org@example.org": "", "nobody": "", "": "",
		"Twin": twin,
	} {
		got, err := w.q.UserByLogin(t.Context(), ws, login)
		if got.ID != want || (want == "") != errors.Is(err, domain.ErrUserNotFound) {
			t.Errorf("%q finds %q, %v; want %q", login, got.ID, err, want)
		}
	}
	if got, err := w.q.UserByID(t.Context(), ws, mira.ID); err != nil || got.Username != "Mira" {
		t.Errorf("by id: %+v, %v, want %q", got, err, "Mira")
	}
	if _, err := w.q.UserByID(t.Context(), "other", mira.ID); !errors.Is(err, domain.ErrUserNotFound) {
		t.Errorf("of another workspace: %v, want %v", err, domain.ErrUserNotFound)
	}
}

func accountsAreListed(t *testing.T, open opener) {
	w := newWorld(t, open(t))
	zoe, ben := w.account("zoe", user.RoleUser, user.RoleManager), w.account("Ben", user.RoleUser)
	decide(w, user.SystemID, user.Decider, user.StreamOf(ws, ben.ID), user.Update(es.Seal(user.SubjectOf(ws, ben.ID),
		user.Person{Username: "Ben"}), nil, naming.Hold{}))
	decide(w, user.SystemID, user.Decider, user.StreamOf(ws, ben.ID),
		func(user.State) ([]es.Event, error) { return []es.Event{user.Disabled{}}, nil })
	all, err := w.q.ListUsers(t.Context(), queries.AskUsers{Caller: zoe})
	if err != nil || len(all) != 2 || all[0].Username != "Ben" || all[0].Active || len(all[0].Roles) != 0 ||
		strings.Join(all[1].Roles, " ") != "MANAGER USER" {
		t.Errorf("got %+v, %v, want Ben, disabled, and a manager", all, err)
	}
	for name, want := range map[string]int{"ZOE": 1, "nobody": 0} {
		if found, err := w.q.ListUsers(t.Context(), queries.AskUsers{Caller: zoe, Username: name}); err != nil ||
			len(found) != want {
			t.Errorf("%s: %+v, %v, want %v", name, found, err, want)
		}
	}
	if one, err := w.q.GetUser(t.Context(), queries.AskUser{Caller: zoe, UserID: ben.ID}); err != nil ||
		one.Username != "Ben" {
		t.Errorf("%+v, %v, want %q", one, err, "Ben")
	}
	other := zoe
	other.Workspace = "other"
	if _, err := w.q.GetUser(t.Context(), queries.AskUser{Caller: other, UserID: ben.ID}); !errors.Is(err,
		domain.ErrUserNotFound) {
		t.Errorf("of another workspace: %v, want %v", err, domain.ErrUserNotFound)
	}
	if found, err := w.q.ListUsers(t.Context(), queries.AskUsers{Caller: other}); err != nil || len(found) != 0 {
		t.Errorf("of another workspace: %+v, %v, want none", found, err)
	}
}

// A member comes with how its workspace signs people in; of a workspace whose event waits
// for repair the log tells that.
func membersAreFound(t *testing.T, open opener) {
	w := newWorld(t, open(t))
	mira := w.account("Mira", user.RoleUser)
	found := func(name, id string) string {
		t.Helper()
		a, in, err := w.q.ReadMember(t.Context(), name, id)
		if in == nil {
			return fmt.Sprint("none ", a.ID, err)
		}
		return fmt.Sprint(a.Username, " of ", in.Issuer, " ", err)
	}
	see := func(name, id, want string) {
		t.Helper()
		if got := found(name, id); got != want {
			t.Errorf("%s of %s: %s, want %s", id, name, got, want)
		}
	}
	see(ws, mira.ID, "none <nil>") // accounts are no use without a workspace
	decide(w, user.SystemID, workspace.Decider, workspace.StreamOf(ws), workspace.Create(workspace.Settings{}))
	see(ws, mira.ID, "Mira of  <nil>")
	see(ws, "somebody", " of  "+domain.ErrUserNotFound.Error())
	see("other", mira.ID, "none <nil>")
	see("No Name", mira.ID, "none <nil>")
	issued := func(by string) es.Decision[workspace.State] {
		return workspace.ChangeSettings(func(s *workspace.Settings) { s.SignIn.Issuer = by })
	}
	decide(w, user.SystemID, workspace.Decider, workspace.StreamOf(ws), issued("https://idp.example"))
	see(ws, mira.ID, "Mira of https://idp.example <nil>")

	cmd := es.Command{Stream: workspace.StreamOf(ws), Meta: es.Meta{Actor: user.SystemID, Workspace: ws,
		Command: uuid.New(), Correlation: uuid.New()}}
	if _, err := es.Decide(t.Context(), w.q.Log, workspace.Decider, cmd, issued("https://other.example")); err != nil {
		t.Fatal(err)
	}
	see(ws, mira.ID, "Mira of https://idp.example <nil>") // not projected yet
	w.park(projections.Users(w.vault), workspace.StreamOf(ws))
	see(ws, mira.ID, "Mira of https://other.example <nil>")
	w.park(projections.Users(w.vault), workspace.StreamOf("other"))
	see("other", mira.ID, "none <nil>")
	w.park(projections.Users(w.vault), user.StreamOf(ws, mira.ID))
	if a, _, err := w.q.ReadMember(t.Context(), ws, mira.ID); domain.KindOf(err) != domain.Unavailable {
		t.Errorf("an account that waits for repair: %+v, %v, want Unavailable", a, err)
	}
}

func workspacesAreFoundByIssuer(t *testing.T, open opener) {
	w := newWorld(t, open(t))
	const issuer = "https://idp.example/realms/x"
	for _, name := range []string{"one", "two"} {
		decide(w, user.SystemID, workspace.Decider, workspace.StreamOf(name),
			workspace.Create(workspace.Settings{RetentionHours: 96}))
	}
	decide(w, user.SystemID, workspace.Decider, workspace.StreamOf("two"),
		workspace.ChangeSettings(func(s *workspace.Settings) { s.SignIn.Issuer = issuer }))
	all, err := w.q.ListWorkspaces(t.Context())
	if err != nil || len(all) != 2 || all[0].Name != "one" || all[1].SignIn.Issuer != issuer ||
		all[1].RetentionHours != 96 {
		t.Errorf("%+v, %v, want len(all) = 2, all[0].Name = one, all[1].SignIn.Issuer = %v, all[1].RetentionHours = 96 and no "+
			"error", all, err, issuer)
	}
	if found, err := w.q.WorkspaceOfIssuer(t.Context(), issuer); err != nil || found.Name != "two" {
		t.Errorf("%+v, %v, want %q", found, err, "two")
	}
	for _, other := range []string{"", issuer + "/"} {
		if _, err := w.q.WorkspaceOfIssuer(t.Context(), other); domain.KindOf(err) != domain.NotFound {
			t.Errorf("%q: %v, want NotFound", other, err)
		}
	}
}

func waitingWorkIsOldestFirst(t *testing.T, open opener) {
	c := newCast(t, open(t))
	waiting := func(before time.Time, limit int) string {
		list, err := c.q.WaitingWork(t.Context(), before, limit)
		out := fmt.Sprint(err)
		for _, w := range list {
			out += " " + w.Topic + " " + w.Stream.Key()
		}
		return out
	}
	private, public := " "+file.Topic+" "+c.inPrivate, " "+file.Topic+" "+c.inPublic
	now := c.store.now
	for _, e := range []struct {
		before time.Time
		limit  int
		want   string
	}{{now, 10, private + public}, {now, 1, private}, {now.Add(-time.Microsecond), 10, private},
		{now.Add(-time.Hour), 10, ""}} {
		if got := waiting(e.before, e.limit); got != "<nil>"+e.want {
			t.Errorf("before %v: %s, want %v", e.before, got, "<nil>"+e.want)
		}
	}
	for most, count := range map[int]int{10: 2, 1: 1, 0: 0} {
		all, err := c.q.OpenWork(t.Context(), most)
		if err != nil || len(all) != min(1, count) || count > 0 && (all[0].Topic != file.Topic || all[0].Count != count ||
			!all[0].Since.Before(now)) {
			t.Errorf("of %d: %+v, %v, want at most one of %d", most, all, err, count)
		}
	}
	c.analyse(c.private, c.inPrivate, 1, newResult())
	if got := waiting(now, 10); got != "<nil>"+public {
		t.Errorf("after the work on one: %s, want %v", got, "<nil>"+public)
	}
	upload := bulk.StreamOf(ws, c.id())
	decide(c.world, c.mira.ID, bulk.Decider, upload, bulk.Start(bulk.Started{Dossier: c.private}, nil,
		dossier.SubjectOf(ws, c.private)))
	if got := waiting(c.store.now, 10); !strings.Contains(got, " "+bulk.Topic+" "+upload.Key()) {
		t.Errorf("an upload that was begun: %s, want the upload %s", got, upload.Key())
	}
	decide(c.world, c.mira.ID, bulk.Decider, upload, bulk.Finish(bulk.Finished{}, nil, dossier.SubjectOf(ws, c.private)))
	if got := waiting(c.store.now, 10); strings.Contains(got, bulk.Topic) {
		t.Errorf("an upload that is finished: %s, want no %v in it", got, bulk.Topic)
	}
}
