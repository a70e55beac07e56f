package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// tool runs a command line on the data of a service.
func (s *instance) tool(args ...string) (string, error) {
	s.t.Helper()
	args = append(args, "--data", s.data)
	for i, a := range s.args {
		if a == "--postgres" || a == "--master-key-file" {
			args = append(args, a, s.args[i+1])
		}
	}
	out, err := docket(s.t.Context(), args...).CombinedOutput()
	return string(out), err
}

func (s *instance) mustTool(args ...string) string {
	s.t.Helper()
	out, err := s.tool(args...)
	if err != nil {
		s.t.Fatalf("docket %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// metric is the sum of a metric over its labels.
func (s *instance) metric(name string) float64 {
	s.t.Helper()
	sum := 0.0
	for line := range strings.Lines(s.metricsText()) {
		var v float64
		if rest, ok := strings.CutPrefix(line, name); ok && strings.ContainsAny(rest[:1], "{ ") {
			if _, err := fmt.Sscan(rest[strings.LastIndexByte(rest, ' '):], &v); err != nil {
				s.t.Fatal(err)
			}
			sum += v
		}
	}
	return sum
}

// metricsText is what the service shows to Prometheus.
func (s *instance) metricsText() string {
	s.t.Helper()
	r, err := http.Get(s.admin + "/metrics")
	if err != nil {
		s.t.Fatal(err)
	}
	defer r.Body.Close()
	return readAll(s.t, r)
}

func readAll(t testing.TB, r *http.Response) string {
	t.Helper()
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Operators rebuild all views of a service in use: readers notice nothing, nothing
// is appended and no work is done again.
func TestRebuildOfAServiceInUse(t *testing.T) {
	engines(t, func(t *testing.T, args []string) {
		s := serve(t, path.Join(t.TempDir(), "data"), args...)
		s.user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		c := s.as("mira", "Str0ng-enough")
		dossier := c.newDossier("Claims 2024")
		file := dossier + "/files/" + c.upload(dossier, "first.pdf", sample(t))
		c.awaitDone(file)
		before := c.want(200, "GET", file, nil).body
		stages := s.metric("docket_processing_stage_seconds_count")
		if stages == 0 {
			t.Fatal("no stage of processing was measured")
		}

		ctx, cancel := context.WithCancel(t.Context())
		var busy sync.WaitGroup
		var reads atomic.Int64
		busy.Go(func() { poll(ctx, c, file, string(before), &reads) })
		busy.Go(func() {
			for i := 0; ctx.Err() == nil && !t.Failed(); i++ {
				c.newDossier(fmt.Sprintf("meanwhile %d", i))
			}
		})
		out := s.mustTool("projections", "rebuild", "--all")
		cancel()
		busy.Wait()
		for _, view := range []string{"templates", "dossiers", "files", "downloads", "users", "work", "history", "usage"} {
			if !strings.Contains(out, view+"  done") {
				t.Errorf("%s is not done:\n%s", view, out)
			}
		}
		if list := s.mustTool("projections", "list"); len(rebuiltView.FindAllString(list, -1)) != 8 {
			t.Errorf("read is:\n%s", list)
		}
		if reads.Load() == 0 || s.metric("docket_processing_stage_seconds_count") != stages {
			t.Errorf("%d reads, %v stages of processing, want %v", reads.Load(), s.metric("docket_processing_stage_seconds_count"), stages)
		}
		s.stop()
		for line := range strings.Lines(s.log.String()) {
			if strings.Contains(line, "level=ERROR") {
				t.Error(line)
			}
		}
		if out := s.mustTool("projections", "rebuild", "files"); !strings.Contains(out, "files  done") {
			t.Errorf("without a service:\n%s", out)
		}
		s.start()
		c = s.as("mira", "Str0ng-enough")
		if after := c.want(200, "GET", file, nil).body; string(after) != string(before) {
			t.Errorf("the file was\n%s\nand is\n%s", before, after)
		}
	})
}

// poll reads a file every 10 ms, and the list that it is in.
func poll(ctx context.Context, c *caller, file, want string, reads *atomic.Int64) {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for ; ctx.Err() == nil; <-tick.C {
		a, err := c.do("GET", file, "", nil)
		if err != nil || a.status != 200 || string(a.body) != want {
			c.t.Errorf("a reader got %d %s, %v, want %s", a.status, a.body, err, want)
			return
		}
		list, err := c.do("GET", path.Dir(file), "", nil)
		if err != nil || list.status != 200 || !strings.Contains(string(list.body), path.Base(file)) {
			c.t.Errorf("a reader of the list got %d %s, %v", list.status, list.body, err)
			return
		}
		reads.Add(1)
	}
}

// A damaged event takes one file away and no more. It can be seen, and applied once
// it is repaired.
func TestDamagedEventIsParkedAndRepaired(t *testing.T) {
	engines(t, func(t *testing.T, args []string) {
		s := serve(t, path.Join(t.TempDir(), "data"), args...)
		s.user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		c := s.as("mira", "Str0ng-enough")
		dossier := c.newDossier("Claims 2024")
		var files []string
		for i := range 3 {
			files = append(files, dossier+"/files/"+c.upload(dossier, fmt.Sprintf("%d.pdf", i), sample(t)))
		}
		for _, f := range files {
			c.awaitDone(f)
		}
		stream := file.StreamOf("demo", path.Base(files[1]))
		s.damage(stream)
		a := c.awaitStatus(503, files[1])
		if !strings.Contains(string(a.body), "file.soft-deleted") || a.header.Get("Retry-After") == "" {
			t.Errorf("the reason: %s", a.body)
		}
		for _, f := range []string{files[0], files[2]} {
			c.want(200, "GET", f, nil)
			c.want(200, "GET", f+"/components", nil)
		}
		c.want(503, "GET", files[1]+"/components", nil)
		list := c.want(200, "GET", dossier+"/files", nil)
		if strings.Contains(string(list.body), path.Base(files[1])) || list.header.Get("Docket-Parked") != path.Base(files[1]) {
			t.Errorf("the list: %v %s", list.header, list.body)
		}

		if out := s.mustTool("projections", "parked", "list", "files"); !strings.Contains(out, string(stream)) {
			t.Errorf("parked list:\n%s", out)
		}
		if out := s.mustTool("projections", "parked", "show", "files", string(stream)); strings.Count(out, "\n") != 2 || !strings.Contains(out, "cannot be read") {
			t.Errorf("parked show:\n%s", out)
		}
		if out, err := s.tool("projections", "parked", "retry", "files", string(stream)); err == nil || !strings.Contains(out, "1 event still parked") {
			t.Errorf("retry before the repair: %v\n%s", err, out)
		}
		s.repair()
		for _, view := range s.parkedViews(stream) {
			if out := s.mustTool("projections", "parked", "retry", view, string(stream)); !strings.Contains(out, "1 event applied") {
				t.Errorf("retry of %s:\n%s", view, out)
			}
		}
		if got := s.parkedViews(stream); len(got) != 0 {
			t.Errorf("still parked in %v", got)
		}
		c.want(404, "GET", files[1], nil) // it is in the trash, as the event says
		if out, err := s.tool("projections", "parked", "retry", "files", string(stream)); err == nil || !strings.Contains(out, "no event of the stream is parked") {
			t.Errorf("retry of nothing: %v\n%s", err, out)
		}
	})
}

// awaitStatus reads until the answer has a status.
func (c *caller) awaitStatus(status int, path string) answer {
	c.t.Helper()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		a, err := c.do("GET", path, "", nil)
		if err != nil {
			c.t.Fatal(err)
		}
		if a.status == status {
			return a
		}
		if time.Now().After(end) {
			c.t.Fatalf("GET %s: %d %s, want %d", path, a.status, a.body, status)
		}
	}
}

// parkedViews are the views in which events of a stream are parked.
func (s *instance) parkedViews(stream es.StreamID) []string {
	s.t.Helper()
	var found map[string][]struct{ Stream string }
	if err := json.Unmarshal([]byte(s.mustTool("projections", "parked", "list", "--json")), &found); err != nil {
		s.t.Fatal(err)
	}
	var out []string
	for view, streams := range found {
		for _, p := range streams {
			if p.Stream == string(stream) {
				out = append(out, view)
			}
		}
	}
	slices.Sort(out)
	return out
}

const (
	damaged = `{"PurgeAt":`
	sound   = `{"PurgeAt":"2030-01-01T00:00:00Z"}`
)

// damage appends an event that cannot be read, as a faulty program would.
func (s *instance) damage(stream es.StreamID) {
	s.t.Helper()
	var log interface {
		es.Store
		Close() error
	}
	var err error
	if i := slices.Index(s.args, "--postgres"); i >= 0 {
		log, err = postgres.OpenLog(s.t.Context(), s.args[i+1])
	} else {
		log, err = sqlite.OpenLog(s.t.Context(), filepath.Join(s.data, "events.db"))
	}
	if err != nil {
		s.t.Fatal(err)
	}
	defer log.Close()
	version := uint64(0)
	for e, err := range log.Stream(s.t.Context(), stream, 0) {
		if err != nil {
			s.t.Fatal(err)
		}
		version = e.Version
	}
	bad := es.Envelope{ID: uuid.New(), Stream: stream, Type: "file.soft-deleted", Schema: 1, Body: []byte(damaged),
		Meta: es.Meta{Actor: "somebody", Workspace: "demo", Command: uuid.New()}}
	if _, err := log.Append(s.t.Context(), stream, version, []es.Envelope{bad}); err != nil {
		s.t.Fatal(err)
	}
}

// repair corrects the damaged event in the database.
func (s *instance) repair() {
	s.t.Helper()
	var err error
	if i := slices.Index(s.args, "--postgres"); i >= 0 {
		var conn *pgx.Conn
		if conn, err = pgx.Connect(s.t.Context(), s.args[i+1]); err == nil {
			_, err = conn.Exec(s.t.Context(), "UPDATE log.events SET body = $1 WHERE body = $2", []byte(sound), []byte(damaged))
			_ = conn.Close(s.t.Context())
		}
	} else {
		var db *sql.DB
		if db, err = sql.Open("sqlite", "file:"+filepath.Join(s.data, "events.db")+"?_pragma=busy_timeout(10000)"); err == nil {
			_, err = db.ExecContext(s.t.Context(), "UPDATE events SET body = $1 WHERE body = $2", []byte(sound), []byte(damaged))
			_ = db.Close()
		}
	}
	if err != nil {
		s.t.Fatal(err)
	}
}
