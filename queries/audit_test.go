package queries_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// changeTheTemplate stores something of every kind in the template, some of it twice.
func (c cast) changeTheTemplate() {
	c.Helper()
	stored := func(events ...es.Event) {
		c.pass(time.Second)
		decide(c.world, c.anna.ID, template.Decider, template.StreamOf(ws, c.templateID),
			func(template.State) ([]es.Event, error) { return events, nil })
	}
	body := func(n int) template.Body {
		return template.Body{Blob: es.BlobRef{Subject: template.SubjectOf(ws), ID: uuid.New()}, Counter: n}
	}
	mapping := func(lines int) template.MappingStored {
		return template.MappingStored{Body: body(3 + lines), ID: c.private,
			Mapping: es.Seal(template.SubjectOf(ws), template.Mapping{Name: "Currencies", Lines: lines})}
	}
	stored(template.EntityRulesStored{Body: body(3)})
	stored(template.DateFormatsStored{Body: body(4)})
	stored(mapping(1))
	stored(mapping(2))
	stored(template.DefinitionCreated{Of: template.KindDossierStatus,
		Definition: es.Seal(template.SubjectOf(ws), template.Definition{ID: c.public, Name: "Open", Rank: 1})})
	stored(template.DictionaryStored{Entity: c.public, List: template.ListEntries, Counter: 2})
	stored(template.ReportTemplateStored{ID: c.inPublic,
		Report: es.Seal(template.SubjectOf(ws), template.ReportTemplate{Name: "Sheet", FileName: "s.xlsx"})})
}

func templateHistoryTellsWhatHappened(t *testing.T, open opener) {
	c := newCast(t, open(t))
	c.changeTheTemplate()
	page, err := c.q.TemplateHistory(t.Context(), queries.AskTemplateHistory{Caller: c.anna, TemplateID: c.templateID,
		Ascending: true, Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`system created the template Invoices|{"defaultDossierVisibility":"PRIVATE",`,
		`system stored entity rules of the template Invoices|{"rulesVersion":1}`,
		`system stored component rules of the template Invoices|{"rulesVersion":2}`,
		`system created the component definitions total and invoice_number of the template ` +
			`Invoices|{"change":"created","componentDefinitions":[{"id":"`,
		`anna stored entity rules of the template Invoices|{"previousRulesVersion":1,"rulesVersion":3}`,
		`anna stored date formats of the template Invoices|{"rulesVersion":4}`,
		`anna stored the component mapping Currencies of the template Invoices|{"columns":[],"id":"` + c.private +
			`","lines":1,"name":"Currencies","rulesVersion":4}`,
		`anna stored the component mapping Currencies of the template Invoices|{"columns":[],"id":"` + c.private +
			`","lines":2,"name":"Currencies","previousLines":1,"previousRulesVersion":4,"rulesVersion":5}`,
		`anna created the definition Open in the template Invoices|{"id":"` + c.public +
			`","name":"Open","of":"dossier-status","rank":1}`,
		`anna stored a dictionary of the template Invoices|{"dictionaryVersion":2,"entity":"` + c.public +
			`","list":"entries"}`,
		`anna stored the report template Sheet of the template Invoices|{"fileName":"s.xlsx","id":"` + c.inPublic +
			`","name":"Sheet"}`,
	}
	if len(page.Entries) != len(want) {
		t.Fatalf("%d entries, want %d", len(page.Entries), len(want))
	}
	for i, e := range page.Entries {
		if got := e.Summary + "|" + string(e.Data); !strings.HasPrefix(got, want[i]) {
			t.Errorf("entry %d\ngot  %s\nwant %s", i, got, want[i])
		}
		if e.TemplateID != c.templateID || e.DossierID != "" || e.FileID != "" {
			t.Errorf(`entry %d is placed at %s/%s/%s, want e.TemplateID = %v, e.DossierID = "" and e.FileID = ""`, i,
				e.TemplateID, e.DossierID, e.FileID, c.templateID)
		}
	}
	for who, want := range map[*user.Principal]error{&c.olga: domain.ErrAccessDenied,
		&c.anna: domain.ErrTemplateNotFound} {
		ask := queries.AskTemplateHistory{Caller: *who, TemplateID: uuid.NewString(), Limit: 10}
		if _, err := c.q.TemplateHistory(t.Context(), ask); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", who.Username, err, want)
		}
	}
}

// atTheDoor writes an event of signing in, as it stands in the log.
func (c cast) atTheDoor(kind, who string) {
	c.Helper()
	stream := es.StreamID("signin-" + ws + "-" + strings.ReplaceAll(c.olga.ID, "-", "") + "-" + kind)
	_, err := c.store.Append(c.Context(), stream, 0, []es.Envelope{{ID: uuid.New(), Stream: stream, Type: kind,
		Schema: 1, Body: []byte("{}"),
		Meta: es.Meta{Actor: who, Workspace: ws}}})
	if err != nil {
		c.Fatal(err)
	}
	c.project()
}

func auditTellsOfAccountsAndPackages(t *testing.T, open opener) {
	c := newCast(t, open(t))
	id := c.id()
	subject := download.SubjectOf(ws, id)
	decide(c.world, c.mira.ID, download.Decider, download.StreamOf(ws, id),
		download.Request(download.Requested{User: c.mira.ID,
			Dossier: c.private, Template: c.templateID, Files: []string{c.inPrivate}, FileTypes: []string{"ORIGINAL"},
			Filename: es.Seal(subject, "p.zip")}))
	decide(c.world, user.SystemID, download.Decider, download.StreamOf(ws, id), download.BeginRun(subject, 3))
	decide(c.world, user.SystemID, download.Decider, download.StreamOf(ws, id),
		download.FinishRun(1, es.BlobRef{Subject: subject, Size: 77}, nil))
	decide(c.world, c.anna.ID, user.Decider, user.StreamOf(ws, c.paul.ID), user.ChangePassword())
	decide(c.world, c.anna.ID, user.Decider, user.StreamOf(ws, c.paul.ID), func(user.State) ([]es.Event, error) {
		return []es.Event{user.Updated{Roles: []string{user.RoleManager}, Person: es.Seal(user.SubjectOf(ws, c.paul.ID),
			user.Person{Username: "paul", FirstName: "Paul", LastName: "L", Email: "new@example.org"})}}, nil
	})
	c.atTheDoor("auth.signed-in", c.olga.ID)
	c.atTheDoor("auth.failed", user.SystemID)
	ask := queries.AskAudit{Caller: c.anna, Limit: 8}
	page, err := c.q.AuditEvents(t.Context(), ask)
	if err != nil || !page.More {
		t.Fatal(err, page.More)
	}
	want := []string{
		`auth.failed|a sign-in of somebody unknown failed|{}`,
		`auth.signed-in|olga signed in|{}`,
		`user.updated|anna changed the account paul|{"emailChanged":true,"firstName":"Paul","previousFirstName":"F","previousRoles":["USER"],"roles":["MANAGER"]}`,
		`user.password-changed|anna changed the password of paul|{}`,
		`download.ready|system made the package p.zip|{"fileSize":77,"previousStatus":"GENERATING","run":1,"status":"READY"}`,
		`download.generating|system began to make the package p.zip|{"previousStatus":"QUEUED","run":1,"status":"GENERATING"}`,
		`download.requested|mira asked for the package p.zip|{"downloadFileTypes":["ORIGINAL"],"fileIds":["` + c.inPrivate +
			`"],"filename":"p.zip","redactionPreviewColor":"","reportTemplateIds":[],"status":"QUEUED","userId":"` +
			c.mira.ID + `"}`,
		`file.uploaded|olga uploaded a.pdf|`,
	}
	for i, e := range page.Entries {
		if got := e.Type + "|" + e.Summary + "|" + string(e.Data); !strings.HasPrefix(got, want[i]) {
			t.Errorf("entry %d\ngot  %s\nwant %s", i, got, want[i])
		}
	}
	auditor := c.anna
	auditor.Roles = []string{user.RoleAuditor}
	page, err = c.q.AuditEvents(t.Context(), queries.AskAudit{Caller: auditor, Limit: 8})
	for i, e := range page.Entries {
		kind, _, _ := strings.Cut(want[i], "|")
		if e.Type != kind || !strings.HasSuffix(e.Summary, ": "+kind) || string(e.Data) != "{}" || e.Position == 0 ||
			e.Time.IsZero() {
			t.Errorf("the auditor is told %s|%s|%s, want who did %s and when", e.Type, e.Summary, e.Data, kind)
		}
	}
	if err != nil || len(page.Entries) != 8 {
		t.Errorf("the auditor gets %d entries, %v, want 8", len(page.Entries), err)
	}
	c.erase(subject)
	ask.Types = []string{"download.requested"}
	if page, err := c.q.AuditEvents(t.Context(), ask); err != nil || !strings.Contains(string(page.Entries[0].Data),
		`"filename":null`) {
		t.Errorf(`a name that is erased: %+v, %v, want string(page.Entries[0].Data) with "filename":null and no error`, page, err)
	}
}

// holds says, entry by entry, what a search is to find.
func holds(a queries.AskAudit, e queries.HistoryEntry) bool {
	at := e.Time.Truncate(time.Millisecond)
	kind := len(a.Types) == 0 || slices.ContainsFunc(a.Types, func(t string) bool {
		return t == e.Type || strings.HasSuffix(t, ".") && strings.HasPrefix(e.Type, t)
	})
	who := a.Actor == "" || a.Actor == e.ActorID || a.Actor == e.ActorUsername
	return kind && who && (a.From == nil || !at.Before(*a.From)) && (a.To == nil || !at.After(*a.To)) &&
		(a.DossierID == "" || a.DossierID == e.DossierID) && (a.FileID == "" || a.FileID == e.FileID)
}

// Whatever is asked for, pages and exports hold exactly the entries of the whole
// history that meet it, in order.
func auditFindsWhatIsAskedFor(t *testing.T, open opener) {
	c := newCast(t, open(t))
	c.busy()
	c.changeTheTemplate()
	for i := range 6 {
		c.pass(time.Duration(i) * 300 * time.Microsecond)
		c.override(c.mira, c.inPublic, "A", fmt.Sprint(i))
	}
	whole, err := c.q.AuditEvents(t.Context(), queries.AskAudit{Caller: c.anna, Ascending: true, Limit: 500})
	if err != nil || whole.More || len(whole.Entries) < 40 {
		t.Fatal(len(whole.Entries), err)
	}
	r, found := rand.New(rand.NewPCG(5, 6)), 0
	for range 150 {
		a := c.randomSearch(r, whole.Entries)
		var want []string
		for _, e := range whole.Entries {
			if holds(a, e) {
				want = append(want, fmt.Sprint(e))
			}
		}
		if !a.Ascending {
			slices.Reverse(want)
		}
		found += len(want)
		if got := c.searchAudit(a, false); !slices.Equal(got, want) {
			t.Fatalf("%+v (from %v, to %v) pages:\ngot  %d %s\nwant %d %s", a, a.From, a.To, len(got), got, len(want), want)
		}
		if got := c.searchAudit(a, true); !slices.Equal(got, want) {
			t.Fatalf("%+v export:\ngot  %s\nwant %s", a, got, want)
		}
	}
	if found < 300 {
		t.Errorf("the searches found only %d entries, want at least 300", found)
	}
}

// randomSearch makes conditions of what some entries hold.
func (c cast) randomSearch(r *rand.Rand, all []queries.HistoryEntry) queries.AskAudit {
	one := func() queries.HistoryEntry { return all[r.IntN(len(all))] }
	a := queries.AskAudit{Caller: c.anna, Ascending: r.IntN(2) == 0, Limit: 1 + r.IntN(12)}
	if r.IntN(3) == 0 {
		from := one().Time.Truncate(time.Millisecond).Add(time.Duration(r.IntN(3)-1) * time.Millisecond)
		a.From = &from
	}
	if r.IntN(3) == 0 {
		to := one().Time.Truncate(time.Millisecond).Add(time.Duration(r.IntN(3)-1) * time.Millisecond)
		if a.From == nil || !to.Before(*a.From) {
			a.To = &to
		}
	}
	for range r.IntN(3) {
		kind := one().Type
		if r.IntN(2) == 0 {
			kind = kind[:strings.Index(kind, ".")+1]
		}
		a.Types = append(a.Types, kind)
	}
	if e := one(); r.IntN(3) == 0 {
		a.Actor = []string{e.ActorID, e.ActorUsername, uuid.NewString(), "nobody"}[r.IntN(4)]
	}
	if e := one(); r.IntN(3) == 0 {
		a.DossierID = e.DossierID
	}
	if e := one(); r.IntN(4) == 0 {
		a.FileID = e.FileID
	}
	return a
}

// searchAudit joins the pages of a search, or takes them in one stream.
func (c cast) searchAudit(a queries.AskAudit, export bool) (out []string) {
	c.Helper()
	if export {
		if err := c.q.EachAuditEvent(c.Context(), a, func(e queries.HistoryEntry) error {
			out = append(out, fmt.Sprint(e))
			return nil
		}); err != nil {
			c.Fatal(err)
		}
		return out
	}
	for {
		page, err := c.q.AuditEvents(c.Context(), a)
		if err != nil || len(page.Entries) > a.Limit {
			c.Fatal(len(page.Entries), err)
		}
		for _, e := range page.Entries {
			out, a.After = append(out, fmt.Sprint(e)), e.Position
		}
		if !page.More {
			return out
		}
	}
}

func auditRefuses(t *testing.T, open opener) {
	c := newCast(t, open(t))
	early, late := c.store.now.Add(-time.Hour), c.store.now
	for _, row := range []struct {
		a    queries.AskAudit
		want error
	}{
		{queries.AskAudit{Caller: c.olga, Limit: 10}, domain.ErrAccessDenied},
		{queries.AskAudit{Caller: c.anna, Limit: 0}, domain.Faultf(domain.Invalid, "limit is not valid")},
		{queries.AskAudit{Caller: c.anna, Limit: 501}, domain.Faultf(domain.Invalid, "limit is not valid")},
		{queries.AskAudit{Caller: c.anna, Limit: 1, From: &late, To: &early},
			domain.Faultf(domain.Invalid, "from must not be after to")},
	} {
		if _, err := c.q.AuditEvents(t.Context(), row.a); !errors.Is(err, row.want) {
			t.Errorf("%+v: %v, want %v", row.a, err, row.want)
		}
	}
	stop := errors.New("enough")
	if err := c.q.EachAuditEvent(t.Context(), queries.AskAudit{Caller: c.anna},
		func(queries.HistoryEntry) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("an export that nobody takes: %v, want %v", err, stop)
	}
	if err := c.q.EachAuditEvent(t.Context(), queries.AskAudit{Caller: c.mira}, nil); !errors.Is(err,
		domain.ErrAccessDenied) {
		t.Errorf("an export for a member: %v, want %v", err, domain.ErrAccessDenied)
	}
	other := c.anna
	other.Workspace = "other"
	for _, a := range []queries.AskAudit{{Caller: other, DossierID: c.private, Limit: 10}, {Caller: other, Limit: 10},
		{Caller: other, Actor: c.mira.ID, Limit: 10},
		{Caller: other, Types: []string{"file."}, Limit: 10}, {Caller: other, FileID: c.inPrivate, Limit: 10}} {
		if page, err := c.q.AuditEvents(t.Context(), a); err != nil || len(page.Entries) > 0 {
			t.Errorf("another workspace is told of %+v, %v, want no error and len(page.Entries) = 0", page.Entries, err)
		}
	}
}
