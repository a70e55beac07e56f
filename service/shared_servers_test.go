package service_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// A neighbour is one of two installations that share a server.
type neighbour struct {
	*servicetest.Instance
	c     *servicetest.Caller
	path  string // of the dossier
	files []string
}

// startNeighbour starts an installation of its own, which shares what the arguments name.
func startNeighbour(t *testing.T, shared ...string) *neighbour {
	t.Helper()
	n := &neighbour{Instance: servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), append(servicetest.NewMasterKey(t), shared...)...)}
	n.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	n.c = n.SignIn("mira", "Str0ng-enough")
	n.path = n.c.NewDossier("Neighbour")
	return n
}

// upload uploads files, and notes them.
func (n *neighbour) upload(t *testing.T, files int) {
	t.Helper()
	for range files {
		name := fmt.Sprintf("%d.pdf", len(n.files))
		n.files = append(n.files, n.path+"/files/"+n.c.Upload(n.path, name, servicetest.SamplePDF(t)))
	}
}

// expectProcessed wants each file to be processed once, no dead letter and no error in the log.
func (n *neighbour) expectProcessed(t *testing.T) {
	t.Helper()
	n.c = n.SignIn("mira", "Str0ng-enough")
	for _, path := range n.files {
		if f := n.c.AwaitDone(path); f.ProcessingStatus != "PROCESSED" || f.NumberOfAnalyses != 1 {
			t.Errorf("%s: got %s after %d analyses, want PROCESSED after 1", path, f.ProcessingStatus, f.NumberOfAnalyses)
		}
	}
	if out := n.MustRunTool("messages", "list"); strings.Count(out, "\n") > 1 {
		t.Errorf("got dead letters, want none:\n%s", out)
	}
	n.Stop()
	for line := range bytes.Lines(n.Log.Bytes()) {
		if bytes.Contains(line, []byte(`"level":"ERROR"`)) || bytes.Contains(line, []byte("level=ERROR")) {
			t.Errorf("got %s, want no error in the log", line)
		}
	}
}

// TestNeighboursOnOneBroker lets two installations work at once on the same account of a
// broker, and kills one of them on the way.
func TestNeighboursOnOneBroker(t *testing.T) {
	t.Parallel()
	address, files := natsServer(t), 20
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		files = 200
	}
	one, two := startNeighbour(t, "--nats", address), startNeighbour(t, "--nats", address)
	var uploads sync.WaitGroup
	uploads.Go(func() { one.upload(t, files) })
	uploads.Go(func() {
		two.upload(t, files/2)
		two.Kill()
		two.Start()
		two.c = two.SignIn("mira", "Str0ng-enough")
		two.upload(t, files/2)
	})
	uploads.Wait()
	one.expectProcessed(t)
	two.expectProcessed(t)
}

// TestWorkOfAnotherLogIsADeadLetter puts messages into the broker that name files which the log
// does not know: they are kept as dead letters with the reason, and work goes on.
func TestWorkOfAnotherLogIsADeadLetter(t *testing.T) {
	t.Parallel()
	address := natsServer(t)
	n := startNeighbour(t, "--nats", address)
	conn, err := nats.Connect(address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	var work string
	for name := range js.StreamNames(t.Context()).Name() {
		if id, ok := strings.CutSuffix(strings.TrimPrefix(name, "DOCKET-"), "-WORK"); ok {
			work = "docket." + id + ".work."
		}
	}
	const unknown = "-0123456789abcdef0123456789abcdef-0123456789abcdef0123456789abcdef"
	topics := map[string]string{"file-processing": "file", "download-packaging": "download", "bulk-upload": "bulk"}
	for topic, category := range topics {
		if _, err := js.Publish(t.Context(), work+topic, []byte(category+unknown)); err != nil {
			t.Fatalf("publish to %s: %v, want no error", topic, err)
		}
	}
	n.upload(t, 1)
	n.c.AwaitDone(n.files[0])
	var out string
	servicetest.Await(t, 5*time.Minute, func() bool {
		out = n.MustRunTool("messages", "list")
		return strings.Count(out, "the log has no such stream") == len(topics)
	})
	for _, category := range topics {
		if !strings.Contains(out, category+unknown) {
			t.Errorf("got %s, want a dead letter of %s", out, category+unknown)
		}
	}
}

// TestNeighboursAreRefused starts a second installation on what belongs to one installation alone:
// it ends with an error, and the first one goes on as if nothing had been.
func TestNeighboursAreRefused(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		share func(t *testing.T) []string               // what both are given
		alone func(t *testing.T, first string) []string // the place of the second one
		says  string
	}{
		"a database": {
			func(t *testing.T) []string { return []string{"--postgres", pgtest.DSN(t)} },
			func(t *testing.T, _ string) []string { return []string{"--data", t.TempDir()} },
			"the master key is missing or is another one",
		},
		"a data folder": {
			func(*testing.T) []string { return nil },
			func(_ *testing.T, first string) []string { return []string{"--data", first} },
			"the master key is missing or is another one",
		},
		"a folder of bytes": {
			func(t *testing.T) []string { return []string{"--blobs", t.TempDir()} },
			func(t *testing.T, _ string) []string { return []string{"--data", t.TempDir()} },
			"holds the bytes of another installation",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shared := row.share(t)
			n := startNeighbour(t, shared...)
			n.upload(t, 1)
			n.c.AwaitDone(n.files[0])
			n.Stop()
			second := append([]string{"serve", "--listen", "127.0.0.1:0", "--admin-listen", ""}, row.alone(t, n.Data)...)
			servicetest.ExpectFailure(t, row.says, append(append(second, servicetest.NewMasterKey(t)...), shared...)...)
			n.Start()
			n.c = n.SignIn("mira", "Str0ng-enough")
			n.upload(t, 1)
			n.expectProcessed(t)
			n.ExpectParts(n.MustRunTool("audit", "verify"), "problems: 0")
		})
	}
}
