package tamper

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/witness"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// killRounds is how often a service is killed.
func killRounds() int {
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		return 100
	}
	return 4
}

// A killPoint is where a service is killed.
type killPoint string

// The points, which take turns: right behind an append, before the tree has it; when a checkpoint is signed and
// a witness is asked, before it signs; when the witness has signed, before the answer; and right behind the answer.
const (
	afterAppend   killPoint = "after an append"
	beforeWitness killPoint = "before the witness signs"
	beforeAnswer  killPoint = "before the witness answers"
	afterAnswer   killPoint = "after the witness has answered"
)

var killPoints = []killPoint{afterAppend, beforeWitness, beforeAnswer, afterAnswer}

// TestCheckpointsOutliveKills kills a service (SIGKILL) again and again while events are appended, added to the
// tree, signed, and signed by a witness. Every checkpoint that was kept, and every one that the witness was shown, fits
// the log, in which each is a continuation of the one before; the witness is never asked for a second history; and the
// views are what the events say, as far as they have come.
func TestCheckpointsOutliveKills(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		v := &victim{Instance: servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), append(args, "--checkpoint-every", "100ms")...)}
		v.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		v.Stop()
		folder := t.TempDir()
		var told bytes.Buffer
		w := &killingWitness{signs: witness.Handler(v.newWitness(t, folder), 1<<16, slog.New(slog.NewTextHandler(&told, nil))),
			kill: v.Kill}
		server := httptest.NewServer(w)
		t.Cleanup(server.Close)
		v.Args = append(v.Args, "--witness-policy", v.writePolicy(t, folder, server.URL))
		shown := filepath.Join(folder, "shown.txt")
		for round := range killRounds() {
			v.Start()
			c := v.SignIn("mira", "Str0ng-enough")
			dossiers := ""
			for i := range 1 + round%7 {
				dossiers = filepath.Dir(c.NewDossier(fmt.Sprintf("Round %d, %d", round, i)))
			}
			w.killNext(killPoints[round%len(killPoints)], func() {
				body := strings.NewReader(fmt.Sprintf(`{"name": "Last of round %d"}`, round))
				_, _ = c.AskUnchecked("POST", dossiers, body, http.Header{"Content-Type": {"application/json"}}) // it may meet the kill
			})
			if err := os.WriteFile(shown, w.allShown(), 0o600); err != nil {
				t.Fatal(err)
			}
			v.expectNothing(t, "--checkpoints", shown, "--views")
		}
		v.Start()
		v.Stop()
		server.Close()
		v.expectNothing(t, "--checkpoints", shown, "--checkpoints", filepath.Join(v.Data, "evidence", "witnessed.txt"))
		if strings.Contains(told.String(), "another history") {
			t.Error(told.String())
		}
	})
}

// A killingWitness answers as a witness does, and kills the service that asks it.
type killingWitness struct {
	signs http.Handler
	kill  func()

	mu     sync.Mutex
	point  killPoint // none before killNext
	killed chan struct{}
	shown  bytes.Buffer
}

// killNext calls do, which appends, and returns when the service was killed at a point.
func (w *killingWitness) killNext(p killPoint, do func()) {
	killed := make(chan struct{})
	if p == afterAppend {
		do()
		w.kill()
		return
	}
	w.mu.Lock()
	w.point, w.killed = p, killed
	w.mu.Unlock()
	do()
	<-killed
}

// allShown returns all checkpoints that the witness was shown.
func (w *killingWitness) allShown() []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	return bytes.Clone(w.shown.Bytes())
}

// ServeHTTP implements http.Handler.
func (w *killingWitness) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the service is gone
	}
	if ask, err := evidence.ParseWitnessRequest(string(body)); err == nil {
		w.shown.Write(append(ask.Note, '\n'))
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	if w.point == beforeWitness {
		w.killService()
		return
	}
	answer := httptest.NewRecorder()
	w.signs.ServeHTTP(answer, r)
	if w.point == beforeAnswer {
		w.killService()
		return
	}
	maps.Copy(rw.Header(), answer.Header())
	rw.WriteHeader(answer.Code)
	_, _ = answer.Body.WriteTo(rw)
	_ = http.NewResponseController(rw).Flush()
	if w.point == afterAnswer {
		w.killService()
	}
}

func (w *killingWitness) killService() {
	w.kill()
	w.point = ""
	close(w.killed)
}

// writePolicy writes a policy that asks for a witness in a folder with its key, and returns its file.
func (v *victim) writePolicy(t *testing.T, folder, address string) string {
	t.Helper()
	log := strings.TrimSpace(servicetest.RunDocket(t, v.audit("checkpoint", "--key")...))
	policy := filepath.Join(folder, "policy.txt")
	text := fmt.Sprintf("log %s\nwitness legal %s %s\nquorum legal\n", log,
		strings.TrimSpace(readText(t, filepath.Join(folder, "witness.key.pub"))), address)
	if err := os.WriteFile(policy, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return policy
}
