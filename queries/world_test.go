package queries_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/apikey"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/oauthclient"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/webhook"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/queries"
)

const ws = "demo"

// A world is a whole read side over a log in memory, and a clock.
type world struct {
	testing.TB
	q       *queries.Queries
	store   *clockedLog
	vault   glassVault
	blobs   *memoryBlobs
	views   engine
	at      map[string]es.Position
	ids     int
	found   map[string]document.Result // of the analysis before, by file
	reading []document.Finding         // that the next analyses tell
}

func newWorld(t testing.TB, views engine) *world {
	w := &world{TB: t, store: &clockedLog{now: time.Date(2024, 5, 1, 8, 0, 0, 0, time.UTC)},
		vault: glassVault{map[es.Subject]bool{}},
		blobs: &memoryBlobs{kept: map[uuid.UUID][]byte{}, owner: map[uuid.UUID]es.Subject{}}, views: views,
		at:    map[string]es.Position{},
		found: map[string]document.Result{}}
	codec := es.NewCodec(func(v any) ([]byte, error) { return jsonv2.Marshal(v, jsonv2.Deterministic(true)) },
		func(b []byte, v any) error { return jsonv2.Unmarshal(b, v) }, w.vault) // as the service has it
	for _, register := range []func(*es.Codec){template.RegisterEvents, dossier.RegisterEvents, file.RegisterEvents,
		download.RegisterEvents, user.RegisterEvents, bulk.RegisterEvents, workspace.RegisterEvents, webhook.RegisterEvents, apikey.RegisterEvents,
		oauthclient.RegisterEvents} {
		register(codec)
	}
	w.q = queries.New(queries.Ports{Views: views, Vault: w.vault, Log: &es.Log{Store: w.store, Codec: codec},
		Next: w.store, Blobs: w.blobs,
		Now: func() time.Time { return w.store.now }, Results: queries.NewResultCache(1 << 20),
		Names: queries.NewNameCache(1 << 20),
		Texts: queries.NewTextCache(1 << 20)})
	if err := views.Prepare(t.Context(), projections.All(w.vault)...); err != nil {
		t.Fatal(err)
	}
	return w
}

// id makes identifiers that repeat from run to run.
func (w *world) id() string {
	w.ids++
	return fmt.Sprintf("00000000-0000-4000-8000-%012x", w.ids)
}

// changePorts has questions answered with other ports from now on.
func (w *world) changePorts(change func(*queries.Ports)) {
	p := w.q.Ports
	change(&p)
	w.q = queries.New(p)
}

// pass lets time go by.
func (w *world) pass(d time.Duration) { w.store.now = w.store.now.Add(d) }

// project brings all read models up to date.
func (w *world) project() {
	w.Helper()
	for _, v := range projections.All(w.vault) {
		at, err := es.CatchUp(w.Context(), w.q.Log, w.views, v.Projection, w.at[v.Name])
		if err != nil {
			w.Fatal(err)
		}
		w.at[v.Name] = at
	}
	err := func() error {
		rows, err := w.views.Query(w.Context(), "SELECT COUNT(*) FROM docket_parked")
		if err != nil {
			return err
		}
		defer rows.Close()
		var n int64
		for rows.Next() {
			err = errors.Join(err, rows.Scan(&n))
		}
		if n > 0 {
			return fmt.Errorf("%d events are parked", n)
		}
		return errors.Join(err, rows.Err())
	}()
	if err != nil {
		w.Fatal(err)
	}
}

// decide takes a decision in somebody's name and brings the views up to date.
func decide[S any](w *world, who string, d es.Decider[S], stream es.StreamID, decision es.Decision[S]) es.Receipt {
	w.Helper()
	return decideBecause(w, who, 0, d, stream, decision)
}

// decideBecause is decide for what an event led to.
func decideBecause[S any](w *world, who string, cause es.Position, d es.Decider[S], stream es.StreamID,
	decision es.Decision[S]) es.Receipt {
	w.Helper()
	cmd := es.Command{Stream: stream, Meta: es.Meta{Actor: who, Workspace: ws, Command: uuid.New(),
		Correlation: uuid.New(), Causation: cause}}
	at, err := es.Decide(w.Context(), w.q.Log, d, cmd, decision)
	if err != nil {
		w.Fatalf("%s: %v, want no error", stream, err)
	}
	w.project()
	return at
}

// account makes a user and gives who asks in its name.
func (w *world) account(name string, roles ...string) user.Principal {
	w.Helper()
	id := w.id()
	decide(w, user.SystemID, user.Decider, user.StreamOf(ws, id), user.Create(user.Created{Roles: roles,
		Person: es.Seal(user.SubjectOf(ws, id), user.Person{Username: name, FirstName: "F", LastName: "L",
			Email: strings.ReplaceAll(name, "@", ".at.") + "@Example.org"})}))
	return user.Principal{Workspace: ws, ID: id, Username: name, Roles: roles}
}

// template makes a template with both rule files.
func (w *world) template(name string) string {
	w.Helper()
	id := w.id()
	body := func(n int) template.Body {
		return template.Body{Blob: es.BlobRef{Subject: template.SubjectOf(ws), ID: uuid.New()}, Counter: n}
	}
	decide(w, user.SystemID, template.Decider, template.StreamOf(ws, id), template.StoreBundle(
		template.Created{Text: es.Seal(template.SubjectOf(ws), template.Text{Name: name}),
			Settings: template.Settings{Visibility: dossier.Private, DownloadFileTypes: []string{template.Original}}},
		template.EntityRulesStored{Body: body(1)}, template.ComponentRulesStored{Body: body(2)}))
	return id
}

// define adds component definitions to a template.
func (w *world) define(templateID string, names ...string) {
	w.Helper()
	var add []template.NewComponent
	for _, n := range names {
		add = append(add, template.NewComponent{ID: w.id(), TechnicalName: n, DisplayName: n})
	}
	decide(w, user.SystemID, template.Decider, template.StreamOf(ws, templateID),
		template.DefineComponents(template.SubjectOf(ws), add))
}

// dossier makes a dossier.
func (w *world) dossier(owner user.Principal, templateID, name, visibility string, members ...string) string {
	w.Helper()
	id := w.id()
	decide(w, owner.ID, dossier.Decider, dossier.StreamOf(ws, id), dossier.Create(dossier.Created{
		Details: dossier.Details{Owner: owner.ID, Members: members}, Template: templateID, Visibility: visibility,
		DownloadFileTypes: []string{template.Original}, Text: es.Seal(dossier.SubjectOf(ws, id), dossier.Text{Name: name})}))
	return id
}

// upload puts a file into a dossier.
func (w *world) upload(who user.Principal, templateID, dossierID, name string, size int64) string {
	w.Helper()
	id := w.id()
	subject := file.SubjectOf(ws, dossierID, id)
	decide(w, who.ID, file.Decider, file.StreamOf(ws, id), file.Upload(file.Uploaded{Dossier: dossierID,
		Template: templateID, Size: size,
		Original: es.BlobRef{Subject: subject, ID: uuid.New(), Size: size},
		Name:     es.Seal(subject, file.Name{Filename: name})}))
	return id
}

// replace puts a new version into a file.
func (w *world) replace(who user.Principal, dossierID, id, name string, size int64, keepManual bool) {
	w.Helper()
	subject := file.SubjectOf(ws, dossierID, id)
	decide(w, who.ID, file.Decider, file.StreamOf(ws, id), file.Replace(file.Replaced{Size: size, KeepManual: keepManual,
		Original: es.BlobRef{Subject: subject, ID: uuid.New(), Size: size},
		Name:     es.Seal(subject, file.Name{Filename: name})}, who.ID, nil))
}

// analyse takes a file through a whole run that finds something on some pages.
func (w *world) analyse(dossierID, id string, pages int, found document.Result) {
	w.Helper()
	stream, subject := file.StreamOf(ws, id), file.SubjectOf(ws, dossierID, id)
	begun := decide(w, user.SystemID, file.Decider, stream, file.BeginRun(file.Plan{}))
	s, _, err := es.Load(w.Context(), w.q.Log, file.Decider, stream)
	if err != nil {
		w.Fatal(err)
	}
	if s.Processing == file.Layout {
		tree := es.BlobRef{Subject: subject, ID: uuid.New()}
		decideBecause(w, user.SystemID, begun.Position, file.Decider, stream, file.FinishLayout(s.Run, file.Step{Tree: tree,
			Pages: pages}))
	}
	result := w.keep(subject, found)
	t, _, err := es.Load(w.Context(), w.q.Log, template.Decider, template.StreamOf(ws, s.Template))
	if err != nil {
		w.Fatal(err)
	}
	var findings es.Sealed[*file.Findings]
	if before, again := w.found[id]; again && s.Analysed == s.Version {
		findings.Value = component.FindingsOf(found, &before, t.Components)
	} else {
		findings.Value = component.FindingsOf(found, nil, t.Components)
	}
	findings.Value.Reading = w.reading
	w.found[id] = found
	decideBecause(w, user.SystemID, begun.Position, file.Decider, stream,
		file.FinishRun(s.Run, file.Analysed{Result: result, Findings: findings,
			FailedRules: len(found.Failures), RuleFailures: es.Sealed[[]document.RuleFailure]{Value: file.BoundFailures(found.Failures)},
			Components: len(found.Components), Entities: len(found.Entities), Engine: 1, Rules: 2, Millis: 40}))
}

// keep stores a result as the analysis does.
func (w *world) keep(subject es.Subject, found document.Result) es.BlobRef {
	w.Helper()
	return w.keepJSON(subject, found)
}

// keepJSON stores a compressed blob of JSON.
func (w *world) keepJSON(subject es.Subject, found any) es.BlobRef {
	w.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if err := errors.Join(json.NewEncoder(z).Encode(found), z.Close()); err != nil {
		w.Fatal(err)
	}
	ref, _, err := w.blobs.Put(w.Context(), subject, &b)
	if err != nil {
		w.Fatal(err)
	}
	return ref
}

// override lays values over a component.
func (w *world) override(who user.Principal, id, name string, values ...string) {
	w.Helper()
	o := file.Override{Name: name, Values: []file.Value{}}
	for _, v := range values {
		o.Values = append(o.Values, file.Value{Value: v})
	}
	decide(w, who.ID, file.Decider, file.StreamOf(ws, id), file.OverrideComponent(o))
}

// erase destroys what is left of something that was permanently deleted.
func (w *world) erase(s es.Subject) {
	w.Helper()
	if err := errors.Join(w.vault.Destroy(w.Context(), s), w.blobs.Drop(w.Context(), s)); err != nil {
		w.Fatal(err)
	}
	w.q.Results.Forget(s)
	w.q.Texts.Forget(s)
}

// newResult is a result in which each component has one value on a page of its own.
func newResult(values ...string) document.Result {
	var r document.Result
	for i := 0; i+1 < len(values); i += 2 {
		id := fmt.Sprintf("e%d", i/2)
		r.Entities = append(r.Entities, document.Entity{ID: id, Type: "t", RuleID: "E.0.0",
			Boxes: []document.PageBox{{Page: i/2 + 1}}})
		r.Components = append(r.Components, document.Component{Name: values[i], Value: values[i+1], RuleID: "C.0.0",
			References: []string{id}})
	}
	return r
}
