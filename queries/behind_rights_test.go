package queries_test

import (
	"context"
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/webhook"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/queries"
)

// hearBehind returns the rows that are told to be behind from now on.
func (w *world) hearBehind() *[]queries.Behind {
	var told []queries.Behind
	w.changePorts(func(p *queries.Ports) {
		p.Behind = func(_ context.Context, b queries.Behind) { told = append(told, b) }
	})
	return &told
}

// demote takes all roles but USER from an account.
func (w *world) demote(of user.Principal) {
	w.Helper()
	s, _, err := es.Load(w.Context(), w.q.Log, user.Decider, user.StreamOf(ws, of.ID))
	if err != nil {
		w.Fatal(err)
	}
	decide(w, user.SystemID, user.Decider, user.StreamOf(ws, of.ID),
		user.Update(es.Seal(user.SubjectOf(ws, of.ID), s.Person), []string{user.RoleUser}, s.EmailHold))
}

// An older row of an account, with roles that were taken away since, lets nobody in and shows nobody more than the log
// says, whatever reads it. What changes nothing of the account, such as a password, makes no row older.
func accountsBehindTheLogAreRefused(t *testing.T, open opener) {
	w := newWorld(t, open(t))
	decide(w, user.SystemID, workspace.Decider, workspace.StreamOf(ws), workspace.Create(workspace.Settings{}))
	mira, zoe := w.account("mira", user.RoleAdmin), w.account("zoe", user.RoleUserAdmin)
	view, stream := projections.Users(w.vault), user.StreamOf(ws, mira.ID)
	older := w.readRow(view.Tables[0], mira.ID)
	w.demote(mira)
	decide(w, mira.ID, user.Decider, stream, user.ChangePassword())
	decide(w, mira.ID, user.Decider, stream,
		user.ChangePreferences(user.SubjectOf(ws, mira.ID), user.Preferences{JSON: `{"a":1}`}))
	newer := w.readRow(view.Tables[0], mira.ID)
	reads := map[string]func() error{
		"ReadMember":  func() error { _, _, err := w.q.ReadMember(t.Context(), ws, mira.ID); return err },
		"UserByID":    func() error { _, err := w.q.UserByID(t.Context(), ws, mira.ID); return err },
		"UserByLogin": func() error { _, err := w.q.UserByLogin(t.Context(), ws, "mira"); return err },
		"by e-mail":   func() error { _, err := w.q.UserByLogin(t.Context(), ws, "mira@example.org"); return err },
		"GetUser": func() error {
			_, err := w.q.GetUser(t.Context(), queries.AskUser{Caller: zoe, UserID: mira.ID})
			return err
		},
		"ReadMe": func() error { _, err := w.q.ReadMe(t.Context(), mira); return err },
	}
	told := w.hearBehind()
	listed := func() (names []string) {
		t.Helper()
		all, err := w.q.ListUsers(t.Context(), queries.AskUsers{Caller: zoe})
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range all {
			names = append(names, u.Username)
		}
		return names
	}
	check := func(name string, kind domain.Kind, list []string) {
		t.Helper()
		for read, f := range reads {
			if err := f(); domain.KindOf(err) != kind || (err != nil) != (kind == domain.Unavailable) {
				t.Errorf("%s, %s: got %v, want an error: %t", name, read, err, kind == domain.Unavailable)
			}
		}
		if got := listed(); !slices.Equal(got, list) {
			t.Errorf("%s: got the list %v, want %v", name, got, list)
		}
	}
	none := domain.KindOf(nil)
	check("untouched", none, []string{"mira", "zoe"})
	if len(*told) != 0 {
		t.Errorf("untouched: told %+v, want nothing", *told)
	}
	w.putRow(view, older)
	check("an older row", domain.Unavailable, []string{"zoe"})
	if len(*told) != len(reads)+1 || (*told)[0].Stream != stream || (*told)[0].View != "users" {
		t.Errorf("told %+v, want the account at each of %d reads", *told, len(reads)+1)
	}
	if a, _, err := w.q.FindAccount(t.Context(), ws, mira.ID); err != nil || a.Username != "mira" {
		t.Errorf("the name in a history: got %v, %v, want mira", a.Username, err)
	}
	w.putRow(view, newer)
	check("put right", none, []string{"mira", "zoe"})
}

// A workspace that took its trust in another issuer back trusts it no more, whatever its row says; nor does a row that
// nobody sealed make one trusted.
func workspacesBehindTheLogAreRefused(t *testing.T, open opener) {
	const issuer = "https://id.example"
	w := newWorld(t, open(t))
	view, stream := projections.Users(w.vault), workspace.StreamOf(ws)
	settings := func(by string) es.Decision[workspace.State] {
		return workspace.ChangeSettings(func(s *workspace.Settings) { s.SignIn.Issuer = by })
	}
	decide(w, user.SystemID, workspace.Decider, stream, workspace.Create(workspace.Settings{}))
	mira := w.account("mira", user.RoleUser)
	decide(w, user.SystemID, workspace.Decider, stream, settings(issuer))
	older := w.readRow(view.Tables[1], ws)
	if got, err := w.q.WorkspaceOfIssuer(t.Context(), issuer); err != nil || got.Name != ws || got.SignIn.Issuer != issuer {
		t.Fatalf("got %+v, %v, want %s", got, err, ws)
	}
	decide(w, user.SystemID, workspace.Decider, stream, settings(""))
	if _, _, err := w.q.ReadMember(t.Context(), ws, mira.ID); err != nil {
		t.Fatalf("untouched: got %v, want no error", err)
	}
	w.putRowOf(view, view.Tables[1], older)
	if _, _, err := w.q.ReadMember(t.Context(), ws, mira.ID); domain.KindOf(err) != domain.Unavailable {
		t.Errorf("got %v, want that the workspace is not available", err)
	}
	if got, err := w.q.WorkspaceOfIssuer(t.Context(), issuer); domain.KindOf(err) != domain.NotFound {
		t.Errorf("got %+v, %v, want none that trusts %s", got, err, issuer)
	}
}

// Lists leave out rows that are older than the log, note them, and tell of them.
func listsOmitRowsBehindTheLog(t *testing.T, open opener) {
	type place struct {
		*world
		mira         user.Principal
		tmpl, in, id string
	}
	active := queries.Groups{Active: true, Archived: true}
	archive := func(p place) {
		decide(p.world, p.mira.ID, dossier.Decider, dossier.StreamOf(ws, p.in), dossier.Archive())
	}
	for _, c := range []struct {
		name   string
		view   func(es.Vault) projections.View
		stream func(place) es.StreamID
		change func(place)
		list   func(context.Context, place) (int, error)
	}{
		{"templates", projections.Templates, func(p place) es.StreamID { return template.StreamOf(ws, p.tmpl) },
			func(p place) { p.define(p.tmpl, "Total") },
			func(ctx context.Context, p place) (int, error) {
				l, err := p.q.ListTemplates(ctx, p.mira)
				return len(l), err
			}},
		{"pages of files", projections.Files, func(p place) es.StreamID { return file.StreamOf(ws, p.id) },
			func(p place) { p.analyse(p.in, p.id, 1, newResult("Total", "9.00")) },
			func(ctx context.Context, p place) (int, error) {
				l, err := p.q.FilePageOf(ctx, queries.AskFilePage{Caller: p.mira, TemplateID: p.tmpl, DossierID: p.in, Limit: 9, Groups: active})
				return len(l.Files), err
			}},
		{"files of a dossier", projections.Files, func(p place) es.StreamID { return file.StreamOf(ws, p.id) },
			func(p place) { p.replace(p.mira, p.in, p.id, "b.pdf", 2, false) },
			func(ctx context.Context, p place) (int, error) {
				l, err := p.q.ListFiles(ctx, queries.AskFiles{Caller: p.mira, TemplateID: p.tmpl, DossierID: p.in, Groups: active})
				return len(l), err
			}},
		{"dossiers", projections.Dossiers, func(p place) es.StreamID { return dossier.StreamOf(ws, p.in) }, archive,
			func(ctx context.Context, p place) (int, error) {
				l, err := p.q.ListDossiers(ctx, queries.AskDossiers{Caller: p.mira, TemplateID: p.tmpl, Groups: active})
				return len(l), err
			}},
		{"pages of dossiers", projections.Dossiers, func(p place) es.StreamID { return dossier.StreamOf(ws, p.in) }, archive,
			func(ctx context.Context, p place) (int, error) {
				l, err := p.q.DossierPageOf(ctx, queries.AskDossierPage{Caller: p.mira, TemplateID: p.tmpl, Limit: 9, Groups: active})
				return len(l.Dossiers), err
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := place{world: newWorld(t, open(t))}
			p.mira, p.tmpl = p.account("mira", user.RoleUser), p.template("Invoices")
			p.in = p.dossier(p.mira, p.tmpl, "Doe", dossier.Private)
			p.id = p.upload(p.mira, p.tmpl, p.in, "a.pdf", 1)
			view, stream := c.view(p.vault), c.stream(p)
			row := p.readRow(view.Tables[0], stream.Key())
			c.change(p)
			older, told := row.Doc, p.hearBehind()
			row = p.readRow(view.Tables[0], stream.Key())
			var noted []string
			ctx := queries.WithOmissionNotes(t.Context(), func(id string) { noted = append(noted, id) })
			if n, err := c.list(ctx, p); n != 1 || err != nil || len(*told)+len(noted) > 0 {
				t.Errorf("untouched: got %d, %v, told %v, noted %v, want 1 and nothing told", n, err, *told, noted)
			}
			row.Doc = older
			p.putRow(view, row)
			if n, err := c.list(ctx, p); n != 0 || err != nil || !slices.Equal(noted, []string{stream.Key()}) {
				t.Errorf("got %d rows, %v, noted %v, want none, and %s noted", n, err, noted, stream.Key())
			}
			if len(*told) != 1 || (*told)[0].Stream != stream {
				t.Errorf("told %+v, want %s once", *told, stream)
			}
		})
	}
}

// An older row of a webhook, with the address that it had before, is sent nothing.
func webhooksBehindTheLogAreRefused(t *testing.T, open opener) {
	w := newWorld(t, open(t))
	mira, id := w.account("mira", user.RoleAdmin), w.id()
	stream, view := webhook.StreamOf(ws, id), projections.Webhooks(w.vault)
	to := func(url string) es.Sealed[webhook.Target] {
		return es.Seal(webhook.SubjectOf(ws, id), webhook.Target{URL: url})
	}
	decide(w, mira.ID, webhook.Decider, stream, webhook.Create(mira.ID, webhook.Settings{}, to("https://a.example"), true))
	older := w.readRow(view.Tables[0], id)
	decide(w, mira.ID, webhook.Decider, stream, webhook.RequestTest())
	if _, ok, err := w.q.FindWebhook(t.Context(), ws, id); err != nil || !ok {
		t.Fatalf("untouched: got %t, %v, want the webhook", ok, err)
	}
	w.putRow(view, older)
	if _, _, err := w.q.FindWebhook(t.Context(), ws, id); domain.KindOf(err) != domain.Unavailable {
		t.Errorf("got %v, want that the webhook is not available", err)
	}
}
