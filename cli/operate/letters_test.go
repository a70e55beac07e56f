package operate_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/control"
	"github.com/seed-62a36931/docket/adapters/messaging"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// Checkpoints of views as they are listed: of the first build of a view and of one
// that was rebuilt, whatever version the view has.
var (
	servedView  = regexp.MustCompile(`_v\d+ `)
	rebuiltView = regexp.MustCompile(`_v\d+_b1 `)
)

// deadLetters makes n dead letters in the broker's folder of a data folder.
func deadLetters(t *testing.T, data string, ids ...string) {
	t.Helper()
	b, err := messaging.Open(messaging.Config{Dir: filepath.Join(data, "jetstream"), Logger: slog.New(slog.DiscardHandler),
		Topics: map[string]int{file.Topic: 1, "download-packaging": 1}, Attempts: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if err := b.Handle("test", file.Topic, func(context.Context, messaging.Message) error {
		return errors.New("it cannot be done")
	}); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- b.Run(ctx) }()
	for _, id := range ids {
		if err := b.Publish(ctx, file.Topic, id, []byte(file.StreamOf("demo", id)), nil); err != nil {
			t.Fatal(err)
		}
	}
	for n := uint64(0); n < uint64(len(ids)); time.Sleep(5 * time.Millisecond) {
		count, err := b.CountDeadLetters(ctx)
		if err != nil {
			t.Fatal(err)
		}
		n = count[file.Topic]
	}
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
}

// Operators look at dead letters, send them again and drop them, beside a running
// service and without one.
func TestDeadLettersByCommand(t *testing.T) {
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER")
	c := s.SignIn("mira", "Str0ng-enough")
	dossier := c.NewDossier("Letters")
	var ids []string
	for i := range 4 {
		id := c.Upload(dossier, fmt.Sprintf("%d.pdf", i), servicetest.SamplePDF(t))
		c.AwaitDone(dossier + "/files/" + id)
		ids = append(ids, id)
	}
	s.Stop()
	deadLetters(t, s.Data, ids...)
	for _, running := range []bool{false, true} {
		if running {
			s.Start()
		}
		list := s.MustRunTool("messages", "list", "--topic", file.Topic)
		first, last := string(file.StreamOf("demo", ids[0])), string(file.StreamOf("demo", ids[3]))
		if running {
			first = string(file.StreamOf("demo", ids[2]))
		}
		if !strings.Contains(list, first) || !strings.Contains(list, last) || !strings.Contains(list, "it cannot be done") {
			t.Fatalf("running %v:\n%s, want %s and %s with their cause", running, list, first, last)
		}
		number := strings.Fields(strings.Split(list, "\n")[1])[0]
		next := strings.Fields(strings.Split(list, "\n")[2])[0]
		var l control.Letter
		if err := json.Unmarshal([]byte(s.MustRunTool("messages", "show", number)), &l); err != nil || l.Stream != first ||
			l.Attempts != 1 || l.Handler != "test" {
			t.Errorf("shown: %+v, %v, want l.Stream = %v, l.Attempts = 1, l.Handler = test and no error", l, err, first)
		}
		if out := s.MustRunTool("messages", "retry", number); out != "1 message sent again\n" {
			t.Errorf("retry: %s, want %q", out, "1 message sent again\n")
		}
		if out := s.MustRunTool("messages", "drop", next); out != "1 message dropped\n" {
			t.Errorf("drop: %s, want %q", out, "1 message dropped\n")
		}
		for _, args := range [][]string{{"messages", "show", number}, {"messages", "retry", next}, {"messages", "drop", "999"}} {
			if out, err := s.RunTool(args...); err == nil || !strings.Contains(out, "no such dead letter") {
				t.Errorf("%v: %v %s, want an error and %q in out", args, err, out, "no such dead letter")
			}
		}
		if out, err := s.RunTool("messages", "drop"); err == nil || !strings.Contains(out, "say --all") {
			t.Errorf("drop of nothing: %v %s, want an error and %q in out", err, out, "say --all")
		}
	}
	if list := s.MustRunTool("messages", "list"); strings.Count(list, "\n") != 1 {
		t.Errorf("left:, want 1\n%s", list)
	}
	if out := s.MustRunTool("messages", "retry", "--all"); out != "0 messages sent again\n" {
		t.Errorf("retry of none: %s, want %q", out, "0 messages sent again\n")
	}
}

// TestLettersThatDieAgainAreSentOnce sends all dead letters again whose work the log does not know: each dies at
// once, and is sent once.
func TestLettersThatDieAgainAreSentOnce(t *testing.T) {
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.Stop()
	deadLetters(t, s.Data, "a", "b", "c")
	s.Start()
	if out := s.MustRunTool("messages", "retry", "--all"); out != "3 messages sent again\n" {
		t.Errorf("got %s, want 3 messages sent again", out)
	}
	servicetest.Await(t, 5*time.Minute, func() bool {
		return strings.Count(s.MustRunTool("messages", "list"), "the log has no such stream") == 3
	})
}

// Only the owner of the data folder reaches the socket, whatever the folder's path,
// and a second service is told about the first.
func TestControlSocket(t *testing.T) {
	deep := filepath.Join(t.TempDir(), strings.Repeat("a-long-name/", 12))
	s := servicetest.Serve(t, deep, servicetest.NewMasterKey(t)...)
	if out := s.MustRunTool("projections", "list"); len(servedView.FindAllString(out, -1)) != 11 {
		t.Errorf("list, want 11:\n%s", out)
	}
	if out, err := s.RunTool("projections", "status", "nobody"); err == nil || !strings.Contains(out, "projections list names them") {
		t.Errorf("status of nothing: %v %s, want an error and %q in out", err, out, "projections list names them")
	}
	if out, err := s.RunTool("projections", "rebuild"); err == nil || !strings.Contains(out, "say --all") {
		t.Errorf("rebuild of nothing: %v %s, want an error and %q in out", err, out, "say --all")
	}
	if out, err := s.RunTool("projections", "switch", "files"); err == nil || !strings.Contains(out, "not being built") {
		t.Errorf("switch to nothing: %v %s, want an error and %q in out", err, out, "not being built")
	}
	s.Kill() // its socket stays
	if out := s.MustRunTool("projections", "status", "files"); !regexp.MustCompile(`files_v\d+ at`).MatchString(out) {
		t.Errorf("status after a kill, want the view files with its position:\n%s", out)
	}
	s.Start()
	if out := s.MustRunTool("projections", "list"); len(servedView.FindAllString(out, -1)) != 11 {
		t.Errorf("list after a kill, want 11:\n%s", out)
	}
	out, err := servicetest.NewCommand(t.Context(), "projections", "list", "--data", filepath.Join(t.TempDir(), "nowhere")).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "there is no event log") {
		t.Errorf("no folder: %v %s, want an error and string(out) with there is no event log", err, out)
	}
}
