package servicetest

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/adapters/archive"
	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/internal/freeport"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// TrySignIn returns what a sign-in is answered, and the refresh token it gives.
func (s *Instance) TrySignIn(username, password string) (status int, refresh string) {
	s.T.Helper()
	return s.RequestToken(url.Values{"grant_type": {"password"}, "client_id": {"docket-cli"}, "username": {username},
		"password": {password}})
}

// RequestToken asks for tokens with a form, and returns the status and the refresh token.
func (s *Instance) RequestToken(form url.Values) (status int, refresh string) {
	s.T.Helper()
	r, err := http.PostForm(s.Base+"/auth/realms/demo/protocol/openid-connect/token", form)
	if err != nil {
		s.T.Fatal(err)
	}
	defer r.Body.Close()
	var body struct {
		Refresh string `json:"refresh_token"`
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		s.T.Fatal(err)
	}
	return r.StatusCode, body.Refresh
}

// TryRefresh uses a refresh token, and returns the status.
func (s *Instance) TryRefresh(token string) int {
	s.T.Helper()
	status, _ := s.RequestToken(url.Values{"grant_type": {"refresh_token"}, "client_id": {"docket-cli"}, "refresh_token": {token}})
	return status
}

// Operate runs a command of operators on the data of a service, and gives what it
// printed; failing reports whether it has to fail.
func (s *Instance) Operate(failing bool, in string, args ...string) string {
	s.T.Helper()
	command := append([]string{args[0], args[1], "--data", s.Data}, args[2:]...)
	for i, a := range s.Args {
		if a == "--postgres" || a == "--eventstore" || a == "--master-key-file" {
			command = append(command, a, s.Args[i+1])
		}
	}
	cmd := s.newCommand(s.T.Context(), command...)
	cmd.Stdin = strings.NewReader(in)
	out, err := cmd.CombinedOutput()
	if (err != nil) != failing {
		s.T.Fatalf("docket %s: %v %s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

// ExpectParts wants texts within what a command printed.
func (s *Instance) ExpectParts(out string, parts ...string) {
	s.T.Helper()
	for _, p := range parts {
		if !strings.Contains(out, p) {
			s.T.Errorf("no %q in %s", p, out)
		}
	}
}

// FetchToken asks for one at a workspace's endpoint.
func (s *Instance) FetchToken(ws string, form url.Values) (status int, body map[string]any) {
	s.T.Helper()
	r, err := http.PostForm(s.Base+"/auth/realms/"+ws+"/protocol/openid-connect/token", form)
	if err != nil {
		s.T.Fatal(err)
	}
	defer r.Body.Close()
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		s.T.Fatal(err)
	}
	return r.StatusCode, body
}

// DataFlags are the flags that name the data of a service.
func (s *Instance) DataFlags() []string {
	out := []string{"--data", s.Data}
	for i, a := range s.Args {
		if a == "--postgres" || a == "--eventstore" {
			out = append(out, a, s.Args[i+1])
		}
	}
	return out
}

// flag returns the value of a flag of a service, "" without it.
func (s *Instance) flag(name string) string {
	for i, a := range s.Args {
		if a == name {
			return s.Args[i+1]
		}
	}
	return ""
}

// withoutStores are the arguments of a service but those that name databases.
func (s *Instance) withoutStores() (out []string) {
	for i := 0; i < len(s.Args); i++ {
		if s.Args[i] == "--postgres" || s.Args[i] == "--eventstore" {
			i++
			continue
		}
		out = append(out, s.Args[i])
	}
	return out
}

// NewStore makes an empty database or namespace of an engine, and returns the flags that name it;
// none for sqlite. The event store may be that of a service, of which a new namespace is taken.
func (s *Instance) NewStore(engine string) []string {
	t := s.T.(*testing.T)
	t.Helper()
	switch engine {
	case "postgres":
		return []string{"--postgres", pgtest.DSN(t)}
	case "eventstoredb":
		address, _, _ := strings.Cut(s.flag("--eventstore"), "#")
		if address == "" {
			return []string{"--eventstore", EventStore(t)}
		}
		return []string{"--eventstore", fmt.Sprintf("%s#ns%s", address, uuid.NewString()[:8])}
	}
	return nil
}

// MasterKeyFlags is the flag of the master key of a service.
func (s *Instance) MasterKeyFlags() []string {
	for i, a := range s.Args {
		if a == "--master-key-file" {
			return s.Args[i : i+2]
		}
	}
	return nil
}

// Verify runs the full audit.
func (s *Instance) Verify() string {
	s.T.Helper()
	return RunDocket(s.T.(*testing.T), append(append([]string{"audit", "verify"}, s.DataFlags()...), s.MasterKeyFlags()...)...)
}

// Backup writes one beside the service.
func (s *Instance) Backup(flags ...string) (path string, m archive.Manifest) {
	t := s.T.(*testing.T)
	t.Helper()
	path = filepath.Join(t.TempDir(), "backup.tar")
	out := RunDocket(t, append(append([]string{"backup", "--to", path}, s.DataFlags()...), flags...)...)
	m, err := archive.ReadFile(t.Context(), path, archive.Sink{})
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("position %d", m.Position); !strings.Contains(out, want) {
		t.Errorf("%q does not tell of %s", out, want)
	}
	return path, m
}

// RestoreTo puts a backup into a new place of an engine and starts a service on it,
// with the master key and the settings of the first.
func (s *Instance) RestoreTo(path, engine string, flags ...string) *Instance {
	t := s.T.(*testing.T)
	t.Helper()
	next := &Instance{T: t, Data: filepath.Join(t.TempDir(), "restored"), Args: append(s.withoutStores(), s.NewStore(engine)...)}
	RunDocket(t, append(append([]string{"restore", "--from", path}, next.DataFlags()...), flags...)...)
	return Serve(t, next.Data, next.Args...)
}

// PublicURL is the address that the service calls itself by.
func (s *Instance) PublicURL() string { return strings.Replace(s.Base, "127.0.0.1", "localhost", 1) }

// OwnTasks are the parts that a process alone runs.
func (s *Instance) OwnTasks() []string {
	r, err := (&http.Client{Transport: &http.Transport{}}).Get(s.Admin + "/metrics")
	if err != nil {
		return nil
	}
	defer r.Body.Close()
	var out []string
	for lines := bufio.NewScanner(r.Body); lines.Scan(); {
		if post, ok := strings.CutPrefix(lines.Text(), `docket_lease_held{part="`); ok && strings.HasSuffix(post, `"} 1`) {
			out = append(out, strings.TrimSuffix(post, `"} 1`))
		}
	}
	return out
}

// AwaitAllTasks waits until a process alone runs everything, and tells how long that took. How soon a task is taken over
// by the clock is tested in processes, in a bubble.
func (s *Instance) AwaitAllTasks(what string) {
	s.T.Helper()
	began := time.Now()
	for len(s.OwnTasks()) < SingletonTasks {
		if time.Since(began) > 5*time.Minute {
			s.T.Fatalf("%s: of %d parts this process runs %v", what, SingletonTasks, s.OwnTasks())
		}
		time.Sleep(20 * time.Millisecond) // as a monitor looks
	}
	s.T.Logf("%s: taken over after %s", what, time.Since(began).Round(10*time.Millisecond))
}

// Signal sends a signal to the process.
func (s *Instance) Signal(sig syscall.Signal) {
	s.T.Helper()
	if err := s.Cmd.Process.Signal(sig); err != nil {
		s.T.Fatal(err)
	}
}

// Session signs somebody in, and gives the token that ends the session, too.
func (s *Instance) Session(username string) (c *Caller, refresh string) {
	s.T.Helper()
	form := url.Values{"grant_type": {"password"}, "client_id": {"docket-cli"}, "username": {username}, "password": {"Str0ng-enough"}}
	r, err := http.PostForm(s.Base+"/auth/realms/demo/protocol/openid-connect/token", form)
	if err != nil {
		s.T.Fatal(err)
	}
	defer r.Body.Close()
	var answer struct {
		Access  string `json:"access_token"`
		Refresh string `json:"refresh_token"`
	}
	if err := json.NewDecoder(r.Body).Decode(&answer); err != nil || answer.Refresh == "" {
		s.T.Fatal(err)
	}
	return &Caller{s.T, s, answer.Access}, answer.Refresh
}

// CheckMemory holds the memory of the service to what it was before.
func (s *Instance) CheckMemory(what string, do func()) {
	s.T.Helper()
	before := s.ReadMemory("VmRSS")
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", s.Cmd.Process.Pid), []byte("5"), 0); err != nil {
		s.T.Skip("the peak of a process cannot be reset here:", err)
	}
	do()
	peak := s.ReadMemory("VmHWM")
	s.T.Logf("%s: %s before, %s at most", what, terminal.FormatBytes(before), terminal.FormatBytes(peak))
	if peak-before > MaxMemoryGrowth {
		s.T.Errorf("%s took %s of memory", what, terminal.FormatBytes(peak-before))
	}
}

// ReadMemory reads one figure of the service's process, in bytes.
func (s *Instance) ReadMemory(name string) int64 {
	s.T.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.Cmd.Process.Pid))
	if err != nil {
		s.T.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		if text, ok := strings.CutPrefix(line, name+":"); ok {
			n, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(text), " kB"), 10, 64)
			if err != nil {
				s.T.Fatal(err)
			}
			return n << 10
		}
	}
	s.T.Fatalf("no %s", name)
	return 0
}

// end returns the flags of migrate copy for one end, which begin with --from or --to.
func (s *Instance) end(flag string) []string {
	pg, log := s.flag("--postgres"), s.flag("--eventstore")
	switch {
	case log != "" && pg != "":
		return []string{flag, log, flag + "-postgres", pg, flag + "-data", s.Data}
	case log != "":
		return []string{flag, log, flag + "-data", s.Data}
	case pg != "":
		return []string{flag, "postgres:" + pg, flag + "-data", s.Data}
	}
	return []string{flag, "sqlite:" + s.Data}
}

// CopyElsewhere is a service to come on another engine, and the command that copies
// this one there.
func (s *Instance) CopyElsewhere(t *testing.T, engine string) (next *Instance, copying []string) {
	t.Helper()
	next = &Instance{T: t, Data: filepath.Join(t.TempDir(), "copy"), Args: append(s.withoutStores(), s.NewStore(engine)...)}
	copying = slices.Concat([]string{"migrate", "copy", "--follow"}, s.end("--from"), next.end("--to"))
	t.Cleanup(func() {
		if next.Cmd != nil {
			next.Kill()
		}
	})
	return next, copying
}

// RefusesToStart wants no service on half an installation.
func (s *Instance) RefusesToStart(t *testing.T) {
	t.Helper()
	ExpectFailure(t, "is not finished", append(append([]string{"audit", "verify"}, s.DataFlags()...), s.MasterKeyFlags()...)...)
	ExpectFailure(t, "is not finished",
		append([]string{"serve", "--data", s.Data, "--listen", "127.0.0.1:0", "--admin-listen", ""}, s.Args...)...)
}

// RaiseVersions changes the table of versions of one store.
func (s *Instance) RaiseVersions(t *testing.T, store, statement string) {
	t.Helper()
	if dsn := s.flag("--postgres"); dsn != "" {
		schema := map[string]string{"leases": "work"}[store]
		if schema == "" {
			schema = store
		}
		conn, err := pgx.Connect(t.Context(), dsn)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		if _, err := conn.Exec(t.Context(), "SET search_path TO docket_"+schema); err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(store, err)
		}
		return
	}
	if store == "log" {
		store = "events"
	}
	db, err := sql.Open("sqlite", filepath.Join(s.Data, store+".db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(store, err)
	}
}

// RunTool runs a command line on the data of a service.
func (s *Instance) RunTool(args ...string) (string, error) {
	s.T.Helper()
	args = append(args, "--data", s.Data)
	for i, a := range s.Args {
		if a == "--postgres" || a == "--eventstore" || a == "--master-key-file" {
			args = append(args, a, s.Args[i+1])
		}
	}
	out, err := s.newCommand(s.T.Context(), args...).CombinedOutput()
	return string(out), err
}

// MustRunTool runs a command line on the data of a service, which must succeed.
func (s *Instance) MustRunTool(args ...string) string {
	s.T.Helper()
	out, err := s.RunTool(args...)
	if err != nil {
		s.T.Fatalf("docket %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// Metric is the sum of a metric over its labels.
func (s *Instance) Metric(name string) float64 {
	s.T.Helper()
	sum := 0.0
	for line := range strings.Lines(s.MetricsText()) {
		var v float64
		if rest, ok := strings.CutPrefix(line, name); ok && strings.ContainsAny(rest[:1], "{ ") {
			if _, err := fmt.Sscan(rest[strings.LastIndexByte(rest, ' '):], &v); err != nil {
				s.T.Fatal(err)
			}
			sum += v
		}
	}
	return sum
}

// MetricsText returns what the service shows to Prometheus.
func (s *Instance) MetricsText() string {
	s.T.Helper()
	r, err := http.Get(s.Admin + "/metrics")
	if err != nil {
		s.T.Fatal(err)
	}
	defer r.Body.Close()
	return readAll(s.T, r)
}

// ParkedViews are the views in which events of a stream are parked.
func (s *Instance) ParkedViews(stream es.StreamID) []string {
	s.T.Helper()
	var found map[string][]struct{ Stream string }
	if err := json.Unmarshal([]byte(s.MustRunTool("projections", "parked", "list", "--json")), &found); err != nil {
		s.T.Fatal(err)
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

// DamageView appends an event that cannot be read, as a faulty program would.
func (s *Instance) DamageView(stream es.StreamID) {
	s.T.Helper()
	var log interface {
		es.Store
		Close() error
	}
	var err error
	if i := slices.Index(s.Args, "--postgres"); i >= 0 {
		log, err = postgres.OpenLog(s.T.Context(), s.Args[i+1])
	} else {
		log, err = sqlite.OpenLog(s.T.Context(), filepath.Join(s.Data, "events.db"))
	}
	if err != nil {
		s.T.Fatal(err)
	}
	defer log.Close()
	version := uint64(0)
	for e, err := range log.Stream(s.T.Context(), stream, 0) {
		if err != nil {
			s.T.Fatal(err)
		}
		version = e.Version
	}
	bad := es.Envelope{ID: uuid.New(), Stream: stream, Type: "file.soft-deleted", Schema: 1, Body: []byte(DamagedFile),
		Meta: es.Meta{Actor: "somebody", Workspace: "demo", Command: uuid.New()}}
	if _, err := log.Append(s.T.Context(), stream, version, []es.Envelope{bad}); err != nil {
		s.T.Fatal(err)
	}
}

// RepairView corrects the damaged event in the database.
func (s *Instance) RepairView() {
	s.T.Helper()
	var err error
	if i := slices.Index(s.Args, "--postgres"); i >= 0 {
		var conn *pgx.Conn
		if conn, err = pgx.Connect(s.T.Context(), s.Args[i+1]); err == nil {
			_, err = conn.Exec(s.T.Context(), "UPDATE docket_log.events SET body = $1 WHERE body = $2", []byte(sound), []byte(DamagedFile))
			_ = conn.Close(s.T.Context())
		}
	} else {
		var db *sql.DB
		if db, err = sql.Open("sqlite", "file:"+filepath.Join(s.Data, "events.db")+"?_pragma=busy_timeout(10000)"); err == nil {
			_, err = db.ExecContext(s.T.Context(), "UPDATE events SET body = $1 WHERE body = $2", []byte(sound), []byte(DamagedFile))
			_ = db.Close()
		}
	}
	if err != nil {
		s.T.Fatal(err)
	}
}

// ExpectRefusal wants a start that ends with a reason.
func (s *Instance) ExpectRefusal(what, reason string) {
	s.T.Helper()
	args := append([]string{"serve", "--data", s.Data, "--listen", freeport.Find(s.T), "--admin-listen", "",
		"--pdf-cache", PdfCache(s.T)}, s.Args...)
	out, err := s.newCommand(s.T.Context(), args...).CombinedOutput()
	if err == nil || !bytes.Contains(out, []byte(reason)) || bytes.Contains(out, []byte("panic")) {
		s.T.Errorf("%s: %v %s", what, err, LastLines(string(out), 4))
	}
}

// UsePrism puts a proxy that knows the contract and nothing of Docket between the
// tests and a service: DOCKET_TEST_PRISM names the program. It answers in place of
// the service when that breaks the contract. Requests may break it: tests do.
func (s *Instance) UsePrism() {
	s.T.Helper()
	prism := os.Getenv("DOCKET_TEST_PRISM")
	if prism == "" {
		return
	}
	listen := freeport.Find(s.T)
	_, port, _ := strings.Cut(listen, ":")
	cmd := exec.CommandContext(context.Background(), prism, "proxy", "api/openapi.yaml", s.Origin,
		"--errors", "--validate-request", "false", "--cors", "false", "--port", port, "--verboseLevel", "warn")
	cmd.Stdout, cmd.Stderr = s.Log, s.Log
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		s.T.Fatal(err)
	}
	s.T.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	s.Base = "http://" + listen
	Await(s.T, 3*time.Minute, func() bool {
		r, err := http.Get(s.Base + "/health/ready")
		if err == nil {
			_ = r.Body.Close()
		}
		return err == nil && r.StatusCode == http.StatusOK
	})
}

// URLFor is where a request is sent: bytes go to and come from the service itself,
// since the proxy reads everything as text.
func (s *Instance) URLFor(path, contentType string) string {
	if strings.HasPrefix(contentType, "multipart/") {
		return s.Origin
	}
	path, _, _ = strings.Cut(path, "?")
	for _, end := range []string{"/content", ".png", "/bundle"} {
		if strings.HasSuffix(path, end) {
			return s.Origin
		}
	}
	if strings.Contains(path, "/report-templates/") || strings.HasPrefix(path, "/api/events") {
		return s.Origin
	}
	return s.Base
}

// RunBeside executes a command line on the data of a service, and gives what it prints.
func (s *Instance) RunBeside(t *testing.T, want int, args ...string) string {
	t.Helper()
	args = append(args, "--data", s.Data)
	for i, a := range s.Args {
		if a == "--postgres" || a == "--eventstore" || a == "--master-key-file" {
			args = append(args, a, s.Args[i+1])
		}
	}
	var out, errs bytes.Buffer
	if code := RunCommand(t.Context(), args, terminal.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}); code != want {
		t.Fatalf("%v: exit code %d, %s", args, code, errs.String())
	}
	return out.String() + errs.String()
}

// RestartAhead restarts a service with the clock of the trash ahead.
func (s *Instance) RestartAhead(by time.Duration) {
	s.T.Helper()
	s.Stop()
	s.env = append(s.env, clockAhead+"="+by.String())
	s.Start()
}

// PostForm sends a form and wants a status.
func (s *Instance) PostForm(t *testing.T, address string, f url.Values, want int) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(f.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	if a.StatusCode != want {
		t.Errorf("%s %q: %s, want %d", address, f, a.Status, want)
	}
}
