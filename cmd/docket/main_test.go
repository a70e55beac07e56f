package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/internal/conform"
	"github.com/seed-62a36931/docket/internal/service"
)

// asBinary makes the test binary be docket itself, so that tests run it as the
// processes that users run, and kill it.
const asBinary = "DOCKET_TEST_AS_BINARY"

// clockAhead is an environment variable: by how much the clock of the trash goes ahead.
const clockAhead = "DOCKET_TEST_CLOCK_AHEAD"

// sparsePositions is an environment variable: where it is set, no position of the log
// follows from another, and the log refuses those that it never gave.
const sparsePositions = "DOCKET_TEST_SPARSE_POSITIONS"

func TestMain(m *testing.M) {
	if os.Getenv(asBinary) != "" || isPDFWorker() {
		os.Exit(untilSignal(os.Args[1:], testProgram()))
	}
	if err := os.Chdir("../.."); err != nil { // templates are named from the root
		panic(err)
	}
	wire.Contract = must(conform.Load())
	http.DefaultClient.Transport = wire
	os.Exit(max(pgtest.Main(m), brokenAnswers()))
}

// testProgram is docket with cheap passwords, whose workers are this binary.
func testProgram() service.Program {
	p := service.Program{Version: version, HashCost: identity.Cost{Memory: 64, Time: 1, Threads: 1}, WorkerEnv: []string{asBinary + "=1"}}
	if ahead, err := time.ParseDuration(os.Getenv(clockAhead)); err == nil {
		p.TrashClock = func() time.Time { return time.Now().Add(ahead) }
	}
	if os.Getenv(sparsePositions) != "" {
		p.WrapLog = func(log service.ClosableLog) service.ClosableLog { return estest.Sparse(log) }
	}
	return p
}

// isPDFWorker reports whether this process was started by a command of rule authors, to
// read PDFs for it.
func isPDFWorker() bool { return len(os.Args) == 3 && os.Args[1] == "worker" && os.Args[2] == "pdf" }

// wire holds the answers to all requests of all tests against the contract.
var wire = &conform.Transport{}

// brokenAnswers tells at the end of a run what broke the contract, and gives the
// code to exit with.
func brokenAnswers() int {
	broken, looked := wire.BrokenAnswers()
	if len(broken) == 0 {
		return 0
	}
	fmt.Printf("--- FAIL: %d of %d answers break the contract; the first:\n%v\n", len(broken), looked, broken[0])
	return 1
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// docket is a command line of this binary as a process of its own.
func docket(ctx context.Context, args ...string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Env = append(os.Environ(), asBinary+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return cmd
}

// pdfCache is shared by all tests: compiling PDFium takes seconds.
func pdfCache(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("docket-test-pdf-%d", os.Getuid()))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

// An instance is a running docket process.
type instance struct {
	t      testing.TB
	cmd    *exec.Cmd
	base   string // where tests send requests
	origin string // the service itself
	admin  string
	ready  string // where it says that it is ready
	health *http.Client
	data   string
	log    *bytes.Buffer
	done   chan error
	args   []string
}

// given are the ports that freePort gave before: the system may offer one again that
// nobody has begun to listen on.
var given sync.Map

// freePort is an address that nobody listens on, another one each time.
func freePort(t testing.TB) string {
	t.Helper()
	for {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		address := l.Addr().String()
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		if _, twice := given.LoadOrStore(address, true); !twice {
			return address
		}
	}
}

// serve starts a service on a data folder and waits until it is ready.
func serve(t testing.TB, data string, args ...string) *instance {
	t.Helper()
	s := launch(t, data, args...)
	s.awaitReady()
	s.validated()
	return s
}

// launch starts a service and does not wait for it.
func launch(t testing.TB, data string, args ...string) *instance {
	t.Helper()
	s := &instance{t: t, data: data, args: args}
	s.launch()
	t.Cleanup(func() {
		if s.cmd != nil {
			s.kill()
		}
		if t.Failed() {
			t.Logf("log of the service:\n%s", tail(s.log.String(), 60))
		}
	})
	return s
}

func tail(s string, lines int) string {
	all := strings.Split(s, "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}

func (s *instance) start() {
	s.t.Helper()
	s.launch()
	s.awaitReady()
	s.validated()
}

func (s *instance) launch() {
	s.t.Helper()
	api, admin := freePort(s.t), freePort(s.t)
	s.origin, s.admin = "http://"+api, "http://"+admin
	s.base, s.ready, s.health = s.origin, s.origin, http.DefaultClient
	if roles := slices.Index(s.args, "--roles"); roles >= 0 && !strings.Contains(s.args[roles+1], "api") {
		s.ready, s.health = s.admin, &http.Client{Transport: &http.Transport{}} // not of the contract
	}
	args := append([]string{"serve", "--data", s.data, "--listen", api, "--admin-listen", admin, "--request-rate", "0", "--sign-in-rate", "0",
		"--lease-time", "2s", "--sweep-every", "500ms", "--pdf-cache", pdfCache(s.t)}, s.args...)
	s.cmd = docket(context.Background(), args...)
	s.log = &bytes.Buffer{}
	s.cmd.Stdout, s.cmd.Stderr = s.log, s.log
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.done = make(chan error, 1)
	go func(c *exec.Cmd, done chan error) { done <- c.Wait() }(s.cmd, s.done)
}

func (s *instance) awaitReady() {
	s.t.Helper()
	deadline := time.Now().Add(60 * time.Second)
	for time.Now().Before(deadline) {
		select {
		case err := <-s.done:
			s.cmd = nil
			s.t.Fatalf("the service ended: %v\n%s", err, s.log)
		case <-time.After(20 * time.Millisecond):
		}
		r, err := s.health.Get(s.ready + "/health/ready")
		if err != nil {
			continue
		}
		r.Body.Close()
		if r.StatusCode == http.StatusOK {
			return
		}
	}
	s.t.Fatalf("the service is not ready\n%s", s.log)
}

// kill ends the service the hard way.
func (s *instance) kill() {
	_ = s.cmd.Process.Kill()
	<-s.done //nolint:errcheck // it was killed
	s.cmd = nil
}

// stop ends the service as an operator would.
func (s *instance) stop() {
	s.t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Fatal(err)
	}
	select {
	case err := <-s.done:
		s.cmd = nil
		if err != nil {
			s.t.Fatalf("the service stopped with %v\n%s", err, s.log)
		}
	case <-time.After(40 * time.Second):
		s.t.Fatalf("the service does not stop\n%s", s.log)
	}
}

// A caller sends requests with the token of one account.
type caller struct {
	t     testing.TB
	s     *instance
	token string
}

// as signs an account in.
func (s *instance) as(username, password string) *caller {
	s.t.Helper()
	return s.signIn("demo", username, password)
}

// signIn signs an account of a workspace in.
func (s *instance) signIn(ws, username, password string) *caller {
	s.t.Helper()
	form := url.Values{"grant_type": {"password"}, "client_id": {"docket-cli"}, "username": {username}, "password": {password}, "scope": {"openid"}}
	r, err := http.PostForm(s.origin+"/auth/realms/"+ws+"/protocol/openid-connect/token", form)
	if err != nil {
		s.t.Fatal(err)
	}
	defer r.Body.Close()
	var answer struct {
		Token string `json:"access_token"`
	}
	body, _ := io.ReadAll(r.Body)
	if err := json.Unmarshal(body, &answer); err != nil || answer.Token == "" {
		s.t.Fatalf("sign in: %d %s", r.StatusCode, body)
	}
	return &caller{s.t, s, answer.Token}
}

// user makes an account with the tool that operators use.
func (s *instance) user(username, password string, roles ...string) {
	s.t.Helper()
	args := []string{"user", "add", "--data", s.data, "--roles", strings.Join(roles, ",")}
	for i, a := range s.args {
		if a == "--postgres" || a == "--eventstore" || a == "--master-key-file" {
			args = append(args, a, s.args[i+1])
		}
	}
	cmd := docket(s.t.Context(), append(args, username)...)
	cmd.Stdin = strings.NewReader(password + "\n")
	if out, err := cmd.CombinedOutput(); err != nil {
		s.t.Fatalf("user add: %v %s", err, out)
	}
}

// An answer is what came back.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// into decodes the body.
func (a answer) into(t testing.TB, v any) {
	t.Helper()
	if err := json.Unmarshal(a.body, v); err != nil {
		t.Fatalf("%v: %s", err, a.body)
	}
}

func (c *caller) do(method, path, contentType string, body io.Reader) (answer, error) {
	req, err := http.NewRequest(method, c.s.at(path, contentType)+path, body)
	if err != nil {
		return answer{}, err
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	r, err := http.DefaultClient.Do(req)
	if err != nil {
		return answer{}, err
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	return answer{r.StatusCode, r.Header, b}, err
}

// want sends a request and wants a status.
func (c *caller) want(status int, method, path string, body any) answer {
	c.t.Helper()
	var in io.Reader
	contentType := ""
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			c.t.Fatal(err)
		}
		in, contentType = bytes.NewReader(b), "application/json"
	}
	a, err := c.do(method, path, contentType, in)
	if err != nil {
		c.t.Fatal(err)
	}
	if a.status != status {
		c.t.Fatalf("%s %s: %d %s, want %d", method, path, a.status, a.body, status)
	}
	return a
}

// multipartFile is a form with one file.
func multipartFile(name string, content []byte) (io.Reader, string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(content)
	}
	if err != nil || w.Close() != nil {
		panic(err)
	}
	return &b, w.FormDataContentType()
}

// upload stores a file and gives its id.
func (c *caller) upload(dossier, name string, content []byte) string {
	c.t.Helper()
	body, contentType := multipartFile(name, content)
	a, err := c.do("POST", dossier+"/files", contentType, body)
	if err != nil || a.status != http.StatusCreated {
		c.t.Fatalf("upload %s: %d %s %v", name, a.status, a.body, err)
	}
	var out struct{ FileIDs []string }
	a.into(c.t, &out)
	return out.FileIDs[0]
}

type fileStatus struct {
	ID, Filename, ProcessingStatus string
	NumberOfPages                  int
	NumberOfAnalyses               int
	FileErrorInfo                  *struct{ Service, Cause string }
}

// awaitDone waits until a file is PROCESSED or ERROR.
func (c *caller) awaitDone(path string) fileStatus {
	c.t.Helper()
	deadline := time.Now().Add(60 * time.Second)
	for {
		var f fileStatus
		c.want(200, "GET", path, nil).into(c.t, &f)
		if f.ProcessingStatus == "PROCESSED" || f.ProcessingStatus == "ERROR" {
			return f
		}
		if time.Now().After(deadline) {
			c.t.Fatalf("%s is still %s", path, f.ProcessingStatus)
		}
		time.Sleep(50 * time.Millisecond) // a client that polls, as clients do
	}
}

// newDossier makes a dossier and gives its path.
func (c *caller) newDossier(name string) string {
	c.t.Helper()
	var list struct {
		DossierTemplates []struct{ ID, Name string }
	}
	c.want(200, "GET", "/api/dossier-templates", nil).into(c.t, &list)
	t := "/api/dossier-templates/" + list.DossierTemplates[0].ID
	var d struct{ ID string }
	c.want(201, "POST", t+"/dossiers", map[string]any{"name": name}).into(c.t, &d)
	return t + "/dossiers/" + d.ID
}

// sample is one of the template's sample invoices.
func sample(t testing.TB) []byte {
	t.Helper()
	names, err := filepath.Glob("templates/invoice/samples/*.pdf")
	if err != nil || len(names) == 0 {
		t.Fatal("no samples", err)
	}
	b, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// masterKey makes a key file and gives the flag for it.
func masterKey(t testing.TB) []string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "master.key")
	if out, err := docket(t.Context(), "master-key", "create", name).CombinedOutput(); err != nil {
		t.Fatalf("master-key create: %v %s", err, out)
	}
	return []string{"--master-key-file", name, "--import", "templates/invoice"}
}
