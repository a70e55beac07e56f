package service_test

import (
	"context"
	"errors"
	"io"
	"iter"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// nested are namespaces that begin with each other, up to a hyphen, and have names of categories.
var nested = []string{
	"acme", "acme-eu", "acme-file", "acme-file-demo", "acme-signin", "acme-signin-demo", "acme-log", "acme-log-demo-heads",
}

// TestNeighbours runs eight services on one server whose namespaces begin with each other, under load,
// while half of them are killed, the others stopped, and the server goes away: each starts again and goes
// on, and the audits count every event of the server once, and find nothing.
func TestNeighbours(t *testing.T) {
	db, n, address := sharedEventStore(t, protocoltest.Config{}, 5_000)
	address = strings.TrimSuffix(address, "#docket")
	services, loads := make([]*servicetest.Instance, len(nested)), make([]*uploads, len(nested))
	key := servicetest.NewMasterKey(t)
	each := func(work func(i int)) { // two at a time: they start with all their processors
		for pair := range slices.Chunk([]int{0, 1, 2, 3, 4, 5, 6, 7}, 2) {
			var working sync.WaitGroup
			for _, i := range pair {
				working.Go(func() { work(i) })
			}
			working.Wait()
		}
	}
	for i, name := range nested {
		services[i] = servicetest.Launch(t, filepath.Join(t.TempDir(), "data"), append(key, "--eventstore", address+"#"+name)...)
	}
	each(func(i int) {
		services[i].AwaitReady()
		services[i].AddUser("mira", "Str0ng-enough", "MANAGER")
		loads[i] = &uploads{c: services[i].SignIn("mira", "Str0ng-enough")}
		loads[i].dossier = loads[i].c.NewDossier(nested[i])
	})
	db.WriteForeignEvents(500)
	stopLoad := loadAll(t, loads, 1)
	if err := errors.Join(n.Stop(), n.Restart()); err != nil {
		t.Fatal(err)
	}
	for i, s := range services {
		if i%2 == 0 {
			s.Kill()
		}
	}
	stopLoad()
	each(func(i int) {
		if i%2 == 1 {
			services[i].Stop()
		}
		services[i].Start()
		loads[i].c = services[i].SignIn("mira", "Str0ng-enough")
	})
	loadAll(t, loads, 3)()
	counted := 0
	for i, s := range services {
		for _, file := range loads[i].listAcknowledged() {
			loads[i].c.AwaitDone(file)
		}
		s.Stop()
		counted += auditedEvents(t, s, nested[i])
	}
	if want := storedEvents(t, address); counted != want {
		t.Errorf("the audits count %d events, want %d", counted, want)
	}
}

// loadAll uploads to all services beside each other until each has acknowledged so many files, and goes on
// until the function that it returns is called.
func loadAll(t *testing.T, loads []*uploads, files int) (stop func()) {
	t.Helper()
	var stops []func()
	for _, u := range loads {
		stops = append(stops, u.goOn(t.Context()))
	}
	for _, u := range loads {
		u.await(t, files)
	}
	return func() {
		for _, stop := range stops {
			stop()
		}
	}
}

// auditedEvents returns how many events the audit of a stopped service counts, and wants no problem.
func auditedEvents(t *testing.T, s *servicetest.Instance, name string) int {
	t.Helper()
	out := s.Verify()
	if !strings.Contains(out, "problems: 0") {
		t.Errorf("the audit of %s found:\n%s, want %q in it", name, out, "problems: 0")
	}
	found := regexp.MustCompile(`(?m)^([0-9]+) events in [0-9]+ streams`).FindStringSubmatch(out)
	if found == nil {
		t.Fatalf("the audit of %s counts nothing:, want found != nil\n%s", name, out)
	}
	n, err := strconv.Atoi(found[1])
	if err != nil || n == 0 {
		t.Errorf("the audit of %s counts %s events, want some", name, found[1])
	}
	return n
}

// storedEvents returns how many events of services a server holds: those of streams that no other program
// and not the server itself wrote. None has a name that must be escaped.
func storedEvents(t *testing.T, address string) (count int) {
	t.Helper()
	config, err := esdb.ParseConnectionString(address)
	if err != nil {
		t.Fatal(err)
	}
	c, err := esdb.NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	r, err := c.ReadAll(t.Context(), esdb.ReadAllOptions{From: esdb.Start{}}, 1<<40)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for {
		e, err := r.Recv()
		if errors.Is(err, io.EOF) {
			return count
		}
		if err != nil {
			t.Fatal(err)
		}
		name := e.OriginalEvent().StreamID
		if strings.Contains(name, "~") {
			t.Errorf("got the stream %s, want a name without an escape", name)
		}
		if strings.HasPrefix(name, "acme-") {
			count++
		}
	}
}

// TestANeighboursEventsInTheTree starts a service whose tree over the log was kept by a program that took
// the events of a longer namespace for those of the shorter one: it refuses, and the copy that it asks for
// starts, knows its accounts and has no problem. The longer one is not concerned.
func TestANeighboursEventsInTheTree(t *testing.T) {
	t.Parallel()
	_, _, address := sharedEventStore(t, protocoltest.Config{}, 100)
	address = strings.TrimSuffix(address, "#docket")
	key := servicetest.NewMasterKey(t)
	var both []*servicetest.Instance
	for _, name := range []string{"acme", "acme-eu"} {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), append(key, "--eventstore", address+"#"+name)...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER")
		s.SignIn("mira", "Str0ng-enough").NewDossier(name)
		s.Stop()
		both = append(both, s)
	}
	keepMixedTree(t, both[0].Data, address)
	serve := append([]string{"serve", "--data", both[0].Data, "--listen", "127.0.0.1:0", "--admin-listen", ""}, both[0].Args...)
	out := servicetest.ExpectFailure(t, "took events of another namespace for those of this one", serve...)
	if !strings.Contains(out, "docket migrate copy --from '"+address+"#acme' --from-data '"+both[0].Data+"'") {
		t.Errorf("got %s, want the command that copies it", out)
	}
	copied := filepath.Join(t.TempDir(), "copy")
	servicetest.RunDocket(t, "migrate", "copy", "--from", address+"#acme", "--from-data", both[0].Data,
		"--to", address+"#acme2", "--to-data", copied)
	next := servicetest.Serve(t, copied, append(key, "--eventstore", address+"#acme2")...)
	next.SignIn("mira", "Str0ng-enough").NewDossier("Afterwards")
	next.Stop()
	auditedEvents(t, next, "the copy")
	both[1].Start()
	both[1].Stop()
	auditedEvents(t, both[1], "acme-eu")
}

// keepMixedTree makes the tree of a data folder anew over the logs of acme and acme-eu, as one log.
func keepMixedTree(t *testing.T, data, address string) {
	t.Helper()
	var mixed mixedLog
	for name, before := range map[string]string{"acme": "", "acme-eu": "eu-"} {
		log, err := eventstoredb.Open(t.Context(), address+"#"+name, eventstoredb.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = log.Close() }()
		for e, err := range log.All(t.Context(), 0, es.Filter{}) {
			if err != nil {
				t.Fatal(err)
			}
			e.Stream = es.StreamID(before) + e.Stream
			mixed.events = append(mixed.events, e)
		}
		mixed.Store = log
	}
	slices.SortFunc(mixed.events, func(a, b es.Envelope) int { return int(a.Position) - int(b.Position) })
	tree := servicetest.Must(sqlite.OpenEvidence(t.Context(), filepath.Join(data, "evidence.db")))
	if err := tree.ResetTree(t.Context()); err != nil {
		t.Fatal(err)
	}
	builder := servicetest.Must(evidence.NewBuilder(t.Context(), tree))
	if err := errors.Join(builder.CatchUp(t.Context(), mixed), tree.Close()); err != nil {
		t.Fatal(err)
	}
	if got := builder.State().Size; got != int64(len(mixed.events)) {
		t.Fatalf("the tree has %d leaves, want %d", got, len(mixed.events))
	}
}

// A mixedLog yields events of two logs as one.
type mixedLog struct {
	es.Store
	events []es.Envelope
}

func (m mixedLog) All(_ context.Context, after es.Position, _ es.Filter) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		for _, e := range m.events {
			if e.Position > after && !yield(e, nil) {
				return
			}
		}
	}
}

func (m mixedLog) Head(context.Context) (es.Position, error) {
	return m.events[len(m.events)-1].Position, nil
}
