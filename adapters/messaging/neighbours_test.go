package messaging

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/seed-62a36931/docket/internal/freeport"
)

// configOf returns the settings of an installation on a server that others may use too.
func configOf(s *server.Server, installation string) Config {
	c := config("")
	c.URL, c.Installation = s.ClientURL(), installation
	return c
}

// dialStreams connects to a server as another program would.
func dialStreams(t *testing.T, s *server.Server) jetstream.JetStream {
	t.Helper()
	conn, err := nats.Connect(s.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

// createStream makes a stream as another program, or the version before, would.
func createStream(t *testing.T, js jetstream.JetStream, c jetstream.StreamConfig) {
	t.Helper()
	if _, err := js.CreateStream(t.Context(), c); err != nil {
		t.Fatal(err)
	}
}

// describeStream returns all that a stream is and holds, as text.
func describeStream(t *testing.T, js jetstream.JetStream, name string) string {
	t.Helper()
	info, err := findStream(t.Context(), js, name)
	if err != nil || info == nil {
		t.Fatalf("stream %s: got %v, %v, want info != nil and no error", name, info, err)
	}
	info.TimeStamp = info.Created
	text, err := json.Marshal(info)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// former returns the settings of the streams that the version before made.
func former() []jetstream.StreamConfig {
	streams := streamConfigs(config("").withDefaults(), sharedNames)
	for i := range streams {
		streams[i].Metadata = map[string]string{schemaMark: "1"}
	}
	return streams
}

func TestNeighbours(t *testing.T) {
	t.Run("two installations in one account", testTwoInstallations)
	t.Run("streams of another program stay as they are", testForeignStreams)
	t.Run("a start refuses streams that are in the way", testStreamsInTheWay)
	t.Run("streams of the version before", testFormerStreams)
	t.Run("of many that ask for former streams one gets them", testClaimsAtOnce)
	t.Run("work of another installation is a dead letter", testForeignWork)
	t.Run("unknown work is a dead letter at once", testUnknownWork)
	t.Run("names follow the streams", testNamesFollow)
}

// testTwoInstallations has two installations publish and handle at once.
func testTwoInstallations(t *testing.T) {
	s := startElsewhere(t, t.TempDir(), freeport.Find(t))
	const n = 200
	var mu sync.Mutex
	handled := map[string]int{}
	done := make(chan bool)
	for _, installation := range []string{"one", "two"} {
		b := openBroker(t, configOf(s, installation))
		handle(t, b, "b", func(_ context.Context, m Message) error {
			mu.Lock()
			defer mu.Unlock()
			if handled[installation+" handled "+m.ID]++; len(handled) == 2*n {
				close(done)
			}
			return nil
		})
		defer run(t, b)()
		go func() {
			for i := range n {
				if err := b.Publish(t.Context(), "b", fmt.Sprint(installation, i), nil, nil); err != nil {
					t.Error(err)
				}
			}
		}()
		defer func() {
			if dead, err := b.DeadLetters(t.Context(), "", 0, 10); len(dead) > 0 || err != nil {
				t.Errorf("%s: got dead letters %v, %v, want none", installation, dead, err)
			}
		}()
	}
	receive(t, awaitClosed(done), "every message")
	mu.Lock()
	defer mu.Unlock()
	for what, times := range handled {
		owner, id, _ := strings.Cut(what, " handled ")
		if times != 1 || !strings.HasPrefix(id, owner) {
			t.Errorf("%s %d times, want its own ones once", what, times)
		}
	}
}

// testForeignStreams lets streams of another program with the names of the version before
// stand, with all that is in them.
func testForeignStreams(t *testing.T) {
	s := startElsewhere(t, t.TempDir(), freeport.Find(t))
	js := dialStreams(t, s)
	createStream(t, js, jetstream.StreamConfig{Name: "WORK", Subjects: []string{"work.jobs", "mail.out"},
		Retention: jetstream.WorkQueuePolicy})
	createStream(t, js, jetstream.StreamConfig{Name: "DEAD", Subjects: []string{"dead.>"},
		Metadata: map[string]string{"made-by": "somebody"}})
	for _, subject := range []string{"work.jobs", "mail.out", "dead.a"} {
		if _, err := js.Publish(t.Context(), subject, []byte("theirs")); err != nil {
			t.Fatal(err)
		}
	}
	before := describeStream(t, js, "WORK") + describeStream(t, js, "DEAD")
	for installation, upgraded := range map[string]bool{"new": false, "old": true} {
		c := configOf(s, installation)
		c.Upgraded = upgraded
		works(t, openBroker(t, c))
	}
	if after := describeStream(t, js, "WORK") + describeStream(t, js, "DEAD"); after != before {
		t.Errorf("streams of another program: got %s, want %s", after, before)
	}
}

func testStreamsInTheWay(t *testing.T) {
	own := newStreamNames("ours")
	for name, c := range map[string]struct {
		there jetstream.StreamConfig
		says  []string
	}{
		"another installation's": {
			jetstream.StreamConfig{Name: own.work, Subjects: []string{own.workPrefix + ">"},
				Metadata: map[string]string{schemaMark: "1", ownerMark: "theirs"}},
			[]string{own.work, "theirs", "ours"},
		},
		"another program's": {
			jetstream.StreamConfig{Name: own.dead, Subjects: []string{"mail.out"}},
			[]string{own.dead, "mail.out", "no mark of Docket"},
		},
		"with our subjects": {
			jetstream.StreamConfig{Name: "ALL", Subjects: []string{"docket.>"}},
			[]string{own.work, "subjects overlap", "an account of its own"},
		},
		"of another kind": {
			jetstream.StreamConfig{Name: own.work, Subjects: []string{own.workPrefix + ">"},
				Metadata: map[string]string{schemaMark: "1", ownerMark: "ours"}},
			[]string{own.work, "an account of its own"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := startElsewhere(t, t.TempDir(), freeport.Find(t))
			js := dialStreams(t, s)
			createStream(t, js, c.there)
			before := describeStream(t, js, c.there.Name)
			b, err := Open(configOf(s, "ours"))
			if err == nil {
				t.Fatalf("it opens: %v, want an error", b.Close())
			}
			for _, part := range c.says {
				if !errors.Is(err, ErrForeignStream) || !strings.Contains(err.Error(), part) {
					t.Errorf("got %v, want ErrForeignStream with %q", err, part)
				}
			}
			if after := describeStream(t, js, c.there.Name); after != before {
				t.Errorf("the stream in the way: got %s, want %s", after, before)
			}
		})
	}
}

// testFormerStreams wants an installation that used a broker before to go on with the streams
// of the version before, what waits in them included, and a new one to leave them alone.
func testFormerStreams(t *testing.T) {
	s := startElsewhere(t, t.TempDir(), freeport.Find(t))
	js := dialStreams(t, s)
	for _, c := range former() {
		createStream(t, js, c)
	}
	waiting := nats.NewMsg("work.a")
	waiting.Header.Set("_watermill_message_uuid", "before")
	if _, err := js.PublishMsg(t.Context(), waiting); err != nil {
		t.Fatal(err)
	}
	before := describeStream(t, js, "WORK")
	if b := openBroker(t, configOf(s, "new")); b.streams() != newStreamNames("new") {
		t.Errorf("a new installation uses %v, want %v", b.streams(), newStreamNames("new"))
	}
	if after := describeStream(t, js, "WORK"); after != before {
		t.Errorf("after the start of a new installation: got %s, want %s", after, before)
	}
	old := configOf(s, "old")
	for _, upgraded := range []bool{true, false} { // it is known by its mark from then on
		old.Upgraded = upgraded
		b := openBroker(t, old)
		got := make(chan Message, 1)
		handle(t, b, "a", into(got))
		stop := run(t, b)
		if !upgraded {
			publish(t, b, "a", "after")
		}
		if m, want := receive(t, got, "the message"), map[bool]string{true: "before", false: "after"}[upgraded]; m.ID != want || b.streams() != sharedNames {
			t.Errorf("upgraded %v: got %q from %v, want %q from %v", upgraded, m.ID, b.streams(), want, sharedNames)
		}
		stop()
	}
	other := configOf(s, "other")
	other.Upgraded = true
	if b := openBroker(t, other); b.streams() != newStreamNames("other") {
		t.Errorf("a second installation of the version before uses %v, want %v", b.streams(), newStreamNames("other"))
	}
}

func testClaimsAtOnce(t *testing.T) {
	s := startElsewhere(t, t.TempDir(), freeport.Find(t))
	js := dialStreams(t, s)
	for _, c := range former() {
		createStream(t, js, c)
	}
	var mu sync.Mutex
	owners := map[string]int{}
	var opened sync.WaitGroup
	for i := range 12 {
		opened.Go(func() {
			c := configOf(s, fmt.Sprint("i", i/2)) // two processes of each
			c.Upgraded = true
			b, err := Open(c)
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = b.Close() }()
			mu.Lock()
			defer mu.Unlock()
			if b.streams() == sharedNames {
				owners[c.Installation]++
			}
		})
	}
	opened.Wait()
	if len(owners) != 1 {
		t.Errorf("got %v with the former streams, want both processes of one installation", owners)
	}
	for _, n := range owners {
		if n != 2 {
			t.Errorf("got %v with the former streams, want both processes of one installation", owners)
		}
	}
}

// testForeignWork delivers what another installation has published into our stream, as
// versions did that shared one.
func testForeignWork(t *testing.T) {
	s := startElsewhere(t, t.TempDir(), freeport.Find(t))
	b := openBroker(t, configOf(s, "ours"))
	handle(t, b, "a", func(_ context.Context, m Message) error {
		t.Errorf("it is handled: %+v", m)
		return nil
	})
	defer run(t, b)()
	theirs := nats.NewMsg(b.streams().workPrefix + "a")
	theirs.Header.Set("_watermill_message_uuid", "1")
	theirs.Header.Set(headerOwner, "theirs")
	if _, err := b.js.PublishMsg(t.Context(), theirs); err != nil {
		t.Fatal(err)
	}
	if dead := awaitDead(t, b, 1)[0]; dead.Reason != "this is work of the installation theirs" || dead.Delivery != 1 {
		t.Errorf("got %+v, want the installation in the reason, at the first delivery", dead)
	}
}

func testUnknownWork(t *testing.T) {
	unknown := errors.New("not in the log")
	c := config(t.TempDir())
	c.Unknown = func(err error) bool { return errors.Is(err, unknown) }
	b := openBroker(t, c)
	handle(t, b, "a", func(context.Context, Message) error { return fmt.Errorf("file-1: %w", unknown) })
	defer run(t, b)()
	publish(t, b, "a", "1")
	if dead := awaitDead(t, b, 1)[0]; dead.Reason != "file-1: not in the log" || dead.Delivery != 1 {
		t.Errorf("got %+v, want the reason, at the first delivery", dead)
	}
}

// testNamesFollow takes the streams of the version before away while the broker works, as the
// loss of a server's folder does: it goes on with streams of its own names.
func testNamesFollow(t *testing.T) {
	dir := t.TempDir()
	s := startElsewhere(t, dir, freeport.Find(t))
	for _, c := range former() {
		createStream(t, dialStreams(t, s), c)
	}
	c := configOf(s, "ours")
	c.Upgraded, c.Logger = true, slog.New(slog.DiscardHandler)
	b := openBroker(t, c)
	got := make(chan Message, 10)
	handle(t, b, "a", into(got))
	defer run(t, b)()
	publish(t, b, "a", "before")
	receive(t, got, "a message")
	address := s.Addr().String()
	stopServer(s)
	startElsewhere(t, t.TempDir(), address)
	for b.Publish(t.Context(), "a", "after", nil, nil) != nil { // until the streams stand
	}
	if m := receive(t, got, "a message of after the loss"); m.ID != "after" || b.streams() != newStreamNames("ours") {
		t.Errorf("got %s from %v, want after from the installation's own streams", m.ID, b.streams())
	}
}
