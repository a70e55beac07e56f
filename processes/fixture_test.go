package processes_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/apikey"
	"github.com/seed-62a36931/docket/domain/attribute"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/oauthclient"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
)

// A service is commands over memory, with one template and one dossier in the
// workspace demo.
type service struct {
	*commands.Commands
	t                 testing.TB
	blobs             *memoryBlobs
	template, dossier string
	owner, member     user.Principal
	packages          []string // that hold anything
}

// newService makes a service whose template has these settings.
func newService(t testing.TB, settings template.Settings) *service {
	t.Helper()
	codec := es.NewCodec(json.Marshal, json.Unmarshal, estest.Glass{})
	for _, register := range []func(*es.Codec){template.RegisterEvents, naming.RegisterEvents, dossier.RegisterEvents, file.RegisterEvents,
		download.RegisterEvents, user.RegisterEvents, apikey.RegisterEvents, oauthclient.RegisterEvents, bulk.RegisterEvents, workspace.RegisterEvents} {
		register(codec)
	}
	s := &service{t: t, blobs: &memoryBlobs{content: map[uuid.UUID][]byte{}, owners: map[uuid.UUID]es.Subject{}},
		template: uuid.NewString(), dossier: uuid.NewString(),
		owner:  user.Principal{Workspace: "demo", ID: uuid.NewString(), Roles: []string{user.RoleManager}},
		member: user.Principal{Workspace: "demo", ID: uuid.NewString(), Roles: []string{user.RoleUser}}}
	s.Commands = commands.New(commands.Ports{Log: &es.Log{Store: estest.NewStore(), Codec: codec}, Vault: estest.Glass{}, Keys: fixedKeys{},
		Blobs: s.blobs, Packages: s, Now: time.Now})
	s.changeTemplate(settings)
	s.append(dossier.StreamOf("demo", s.dossier), dossier.Created{Template: s.template,
		Details: dossier.Details{Owner: s.owner.ID, Members: []string{s.owner.ID, s.member.ID}},
		Text:    es.Seal(dossier.SubjectOf("demo", s.dossier), dossier.Text{Name: "Claims"})})
	return s
}

// Holding implements commands.Packages.
func (s *service) Holding(context.Context, string, string, string) ([]string, error) {
	return s.packages, nil
}

// changeTemplate gives the template other settings.
func (s *service) changeTemplate(settings template.Settings) {
	s.t.Helper()
	s.append(template.StreamOf("demo", s.template),
		template.Created{Settings: settings, Text: es.Seal("demo", template.Text{Name: "Invoices"})})
}

// append puts events into a stream as a command of somebody else.
func (s *service) append(stream es.StreamID, events ...es.Event) {
	s.t.Helper()
	type none struct{}
	d := es.Decider[none]{Evolve: func(n none, _ es.Event) none { return n }}
	cmd := es.Command{Stream: stream, Meta: es.Meta{Workspace: "demo", Command: uuid.New()}}
	if _, err := es.Decide(s.t.Context(), s.Log, d, cmd, func(none) ([]es.Event, error) { return events, nil }); err != nil {
		s.t.Fatal(err)
	}
}

func requestOf(p user.Principal) commands.Request {
	return commands.Request{Caller: p, CommandID: uuid.New()}
}

// upload stores a file of the owner and returns its stream.
func (s *service) upload(name, content string) es.StreamID {
	s.t.Helper()
	out, err := s.UploadFile(s.t.Context(), commands.UploadFile{Request: requestOf(s.owner), TemplateID: s.template, DossierID: s.dossier,
		Open: func() (commands.Upload, error) {
			return commands.Upload{Name: name, Content: strings.NewReader(content)}, nil
		}})
	if err != nil || len(out.FileIDs) != 1 {
		s.t.Fatalf("upload of %s: got %+v, %v, want no error and len(out.FileIDs) = 1", name, out, err)
	}
	return file.StreamOf("demo", out.FileIDs[0])
}

// uploadPDF stores a PDF of the owner and returns its stream.
func (s *service) uploadPDF(name string) es.StreamID { return s.upload(name, "%PDF-1.7 "+name) }

// file returns the state of a file.
func (s *service) file(stream es.StreamID) file.State { return load(s, file.Decider, stream) }

// dossierState returns the state of the dossier.
func (s *service) dossierState() dossier.State {
	return load(s, dossier.Decider, dossier.StreamOf("demo", s.dossier))
}

func load[S any](s *service, d es.Decider[S], stream es.StreamID) S {
	s.t.Helper()
	state, _, err := es.Load(s.t.Context(), s.Log, d, stream)
	if err != nil {
		s.t.Fatal(err)
	}
	return state
}

// events returns the events of a stream, or of all with "", that are of some types; of
// all without any.
func (s *service) events(stream es.StreamID, types ...string) (out []es.Recorded) {
	s.t.Helper()
	for e, err := range s.Log.All(s.t.Context(), 0, es.Filter{Types: types}) {
		if err != nil {
			s.t.Fatal(err)
		}
		if stream == "" || e.Stream == stream {
			out = append(out, e)
		}
	}
	return out
}

// typesOf returns the types of events, in order.
func typesOf(events []es.Recorded) (out []string) {
	for _, e := range events {
		out = append(out, e.Type)
	}
	return out
}

type fixedKeys struct{}

func (fixedKeys) DeriveKey(context.Context, es.Subject, string) ([32]byte, error) {
	return [32]byte{1}, nil
}

// memoryBlobs keeps blobs in memory.
type memoryBlobs struct {
	mu      sync.Mutex
	content map[uuid.UUID][]byte
	owners  map[uuid.UUID]es.Subject
}

func (m *memoryBlobs) Put(_ context.Context, s es.Subject, r io.Reader) (es.BlobRef, [32]byte, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return es.BlobRef{}, [32]byte{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	ref := es.BlobRef{Subject: s, ID: uuid.New(), Size: int64(len(b))}
	m.content[ref.ID], m.owners[ref.ID] = b, s
	return ref, [32]byte{}, nil
}

func (m *memoryBlobs) Open(_ context.Context, ref es.BlobRef) (io.ReadSeekCloser, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b, ok := m.content[ref.ID]
	if !ok {
		return nil, es.ErrNoBlob
	}
	return struct {
		io.ReadSeeker
		io.Closer
	}{bytes.NewReader(b), io.NopCloser(nil)}, nil
}

func (m *memoryBlobs) Drop(_ context.Context, s es.Subject) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, of := range m.owners {
		if of == s || strings.HasPrefix(string(of), string(s)+"/") {
			delete(m.content, id)
		}
	}
	return nil
}

func (m *memoryBlobs) Remove(_ context.Context, ref es.BlobRef) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.content, ref.ID)
	return nil
}

// put stores bytes as a blob.
func (m *memoryBlobs) put(t testing.TB, s es.Subject, content []byte) es.BlobRef {
	t.Helper()
	ref, _, err := m.Put(t.Context(), s, bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return ref
}

func (m *memoryBlobs) count() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.content)
}

// ruleRunner finds one component, whose value is the text of the document.
type ruleRunner struct {
	log    *es.Log
	fails  error
	result document.Result // in place of that component

	mu   sync.Mutex // files are analysed side by side
	runs int
	sees map[string]string
}

// Analyse implements processes.RuleRunner.
func (r *ruleRunner) Analyse(ctx context.Context, ws, templateID string, tree *document.Tree,
	attributes map[string]string) (document.Result, template.State, error) {
	t, _, err := es.Load(ctx, r.log, template.Decider, template.StreamOf(ws, templateID))
	r.mu.Lock()
	r.runs, r.sees = r.runs+1, attributes
	r.mu.Unlock()
	if err = errors.Join(err, r.fails); err != nil {
		return document.Result{}, t, err
	}
	if len(r.result.Components) > 0 || len(r.result.Entities) > 0 {
		return r.result, t, nil
	}
	return document.Result{Components: []document.Component{{Name: "text", Value: tree.Text}}}, t, nil
}

// mortalStore is a store whose process dies at the append of a number.
type mortalStore struct {
	es.Store
	mu    sync.Mutex
	left  int  // appends until then
	there bool // the last one is stored all the same
	dead  bool
}

var errDead = errors.New("the process is dead")

func (m *mortalStore) Append(ctx context.Context, s es.StreamID, expect uint64, events []es.Envelope) (es.Receipt, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.dead {
		return es.Receipt{}, errDead
	}
	m.left--
	if m.dead = m.left == 0; m.dead && !m.there {
		return es.Receipt{}, errDead
	}
	at, err := m.Store.Append(ctx, s, expect, events)
	if m.dead {
		err = errDead
	}
	return at, err
}

func (m *mortalStore) Stream(ctx context.Context, s es.StreamID, after uint64) iter.Seq2[es.Envelope, error] {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.dead {
		return func(yield func(es.Envelope, error) bool) { yield(es.Envelope{}, errDead) }
	}
	return m.Store.Stream(ctx, s, after)
}

// attributesSet is the event that gives a file the value of an attribute.
func attributesSet(dossierID, fileID, attributeID, value string) file.AttributesSet {
	return file.AttributesSet{Values: es.Seal(file.SubjectOf("demo", dossierID, fileID),
		[]attribute.Value{{ID: attributeID, Value: value}})}
}
