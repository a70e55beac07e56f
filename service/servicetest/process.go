package servicetest

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/pdf"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/api/conform"
	"github.com/seed-62a36931/docket/cli/operate"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/internal/freeport"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/settings"
	"github.com/seed-62a36931/docket/templates"
)

// asBinary makes the test binary be docket itself, so that tests run it as the
// processes that users run, and kill it.
const asBinary = "DOCKET_TEST_AS_BINARY"

// clockAhead is an environment variable: by how much the clock of the trash goes ahead.
const clockAhead = "DOCKET_TEST_CLOCK_AHEAD"

// RunTests runs the tests of a package from the root of the module; where the program was carried
// to a machine without one, from a folder with the template that most tests use. When the test binary is
// started as docket, it is that: entry executes a command line.
func RunTests(m *testing.M, entry func(ctx context.Context, args []string, streams terminal.Streams) int) int {
	if os.Getenv(asBinary) != "" || isPDFWorker() {
		ctx, stop := signal.NotifyContext(settings.WithProgram(context.Background(), testProgram()), os.Interrupt, syscall.SIGTERM)
		defer stop()
		return entry(ctx, os.Args[1:], terminal.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
	}
	defer enterRoot()()
	debug.SetGCPercent(400) // of the tests and of services among them, not of processes that tests start
	Transport.Contract = Must(conform.Load())
	http.DefaultClient.Transport = Transport
	return max(pgtest.Main(m), brokenAnswers())
}

// RunWaitingTests is RunTests for tests that mostly wait for the services that they start: of those
// that are parallel, twice as many run at once as there are processors, unless -parallel is given.
func RunWaitingTests(m *testing.M, entry func(ctx context.Context, args []string, streams terminal.Streams) int) int {
	if os.Getenv(asBinary) == "" && !isPDFWorker() {
		given := false
		flag.Parse()
		flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
		if !given {
			mustDo(flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0))))
		}
	}
	return RunTests(m, entry)
}

// enterRoot goes to where templates are named from, and returns what leaves no trace of it.
func enterRoot() (leave func()) {
	for here := Must(os.Getwd()); ; here = filepath.Dir(here) {
		if _, err := os.Stat(filepath.Join(here, "go.mod")); err == nil {
			mustDo(os.Chdir(here))
			return func() {}
		}
		if here == filepath.Dir(here) {
			break
		}
	}
	carried := Must(os.MkdirTemp("", "docket-test-"))
	mustDo(os.CopyFS(filepath.Join(carried, "templates", "invoice"), templates.Invoice()))
	mustDo(os.Chdir(carried))
	return func() { _ = os.RemoveAll(carried) }
}

// commandTree is the part of docket that runs and operates a service.
type commandTree struct {
	Serve   operate.Serve    `cmd:""`
	Operate operate.Commands `embed:""`
	Worker  struct {
		PDF pdfWorker `cmd:"" name:"pdf"`
	} `cmd:"" hidden:""`
}

// pdfWorker works on PDFs, as docket worker pdf does.
type pdfWorker struct{}

// Run serves jobs until its standard input ends.
func (pdfWorker) Run(s terminal.Streams) error { return pdf.ServeWorker(s.In, s.Out) }

// RunCommand executes a command line of the service and its operators, and returns the exit
// code.
func RunCommand(ctx context.Context, args []string, streams terminal.Streams) int {
	return terminal.RunCommandLine(ctx, new(commandTree), args, streams, kong.Name("docket"))
}

// SparsePositions is an environment variable: where it is set, no position of the log
// follows from another, and the log refuses those that it never gave.
const SparsePositions = "DOCKET_TEST_SPARSE_POSITIONS"

// testProgram is docket with cheap passwords, whose workers are this binary.
func testProgram() settings.Program {
	p := settings.Program{Version: "development", HashCost: identity.Cost{Memory: 64, Time: 1, Threads: 1},
		WorkerEnv: []string{asBinary + "=1"}}
	if ahead, err := time.ParseDuration(os.Getenv(clockAhead)); err == nil {
		p.TrashClock = func() time.Time { return time.Now().Add(ahead) }
	}
	if os.Getenv(SparsePositions) != "" {
		p.WrapLog = func(log settings.ClosableLog) settings.ClosableLog { return estest.Sparse(log) }
	}
	if file := os.Getenv(hiddenAfter); file != "" {
		p.WrapLog = func(log settings.ClosableLog) settings.ClosableLog { return newBlindLog(log, file) }
	}
	return p
}

// isPDFWorker reports whether this process was started by a command of rule authors, to
// read PDFs for it.
func isPDFWorker() bool { return len(os.Args) == 3 && os.Args[1] == "worker" && os.Args[2] == "pdf" }

// Transport holds the answers to all requests of all tests against the contract.
var Transport = &conform.Transport{}

// brokenAnswers tells at the end of a run what broke the contract, and gives the
// code to exit with.
func brokenAnswers() int {
	broken, looked := Transport.BrokenAnswers()
	if len(broken) == 0 {
		return 0
	}
	fmt.Printf("--- FAIL: %d of %d answers break the contract; the first:\n%v\n", len(broken), looked, broken[0])
	return 1
}

// Must returns a value, and panics on an error.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func mustDo(err error) { Must(struct{}{}, err) }

// NewCommand is a command line of this binary as a process of its own.
func NewCommand(ctx context.Context, args ...string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Env = append(os.Environ(), asBinary+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return cmd
}

// newCommand is NewCommand in the environment of the service.
func (s *Instance) newCommand(ctx context.Context, args ...string) *exec.Cmd {
	cmd := NewCommand(ctx, args...)
	cmd.Env = append(cmd.Env, s.env...)
	return cmd
}

// PdfCache is shared by all tests, and kept between runs: compiling PDFium takes seconds.
func PdfCache(t testing.TB) string {
	t.Helper()
	base, err := os.UserCacheDir()
	if err != nil {
		base = os.TempDir()
	}
	dir := filepath.Join(base, "docket-pdf-test")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

// An Instance is a running docket process.
type Instance struct {
	T      testing.TB
	Cmd    *exec.Cmd
	Base   string // where tests send requests
	Origin string // the service itself
	Admin  string
	ready  string // where it says that it is ready
	health *http.Client
	Data   string
	Log    *bytes.Buffer
	done   chan error
	Args   []string
	env    []string // of its processes, beside that of the tests
}

// Serve starts a service on a data folder and waits until it is ready.
func Serve(t testing.TB, data string, args ...string) *Instance {
	t.Helper()
	s := Launch(t, data, args...)
	s.AwaitReady()
	s.UsePrism()
	return s
}

// Launch starts a service and does not wait for it.
func Launch(t testing.TB, data string, args ...string) *Instance {
	t.Helper()
	return launchWith(t, data, nil, args)
}

// launchWith is Launch with an environment beside that of the tests.
func launchWith(t testing.TB, data string, env, args []string) *Instance {
	t.Helper()
	s := &Instance{T: t, Data: data, Args: args, env: env}
	s.launch()
	t.Cleanup(func() {
		if s.Cmd != nil {
			s.Kill()
		}
		if t.Failed() {
			t.Logf("log of the service:\n%s", LastLines(s.Log.String(), 60))
		}
	})
	return s
}

// LastLines returns the last lines of a text.
func LastLines(s string, lines int) string {
	all := strings.Split(s, "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}

// Start starts the process again, and waits until it is ready.
func (s *Instance) Start() {
	s.T.Helper()
	s.launch()
	s.AwaitReady()
	s.UsePrism()
}

func (s *Instance) launch() {
	s.T.Helper()
	api, admin := freeport.Find(s.T), freeport.Find(s.T)
	s.Origin, s.Admin = "http://"+api, "http://"+admin
	s.Base, s.ready, s.health = s.Origin, s.Origin, http.DefaultClient
	if roles := slices.Index(s.Args, "--roles"); roles >= 0 && !strings.Contains(s.Args[roles+1], "api") {
		s.ready, s.health = s.Admin, &http.Client{Transport: &http.Transport{}} // not of the contract
	}
	args := append([]string{"serve", "--data", s.Data, "--listen", api, "--admin-listen", admin, "--request-rate", "0",
		"--sign-in-rate", "0", "--password-grant", "--lease-time", "2s", "--sweep-every", "500ms", "--pdf-cache", PdfCache(s.T)}, s.Args...)
	s.Cmd = s.newCommand(context.Background(), args...)
	s.Log = &bytes.Buffer{}
	s.Cmd.Stdout, s.Cmd.Stderr = s.Log, s.Log
	if err := s.Cmd.Start(); err != nil {
		s.T.Fatal(err)
	}
	s.done = make(chan error, 1)
	go func(c *exec.Cmd, done chan error) { done <- c.Wait() }(s.Cmd, s.done)
}

// AwaitReady waits until the process says that it is ready.
func (s *Instance) AwaitReady() {
	s.T.Helper()
	deadline := time.Now().Add(3 * time.Minute)
	for time.Now().Before(deadline) {
		select {
		case err := <-s.done:
			s.Cmd = nil
			s.T.Fatalf("the service ended: %v\n%s", err, s.Log)
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
	s.T.Fatalf("the service is not ready\n%s", s.Log)
}

// Kill ends the service the hard way.
func (s *Instance) Kill() {
	_ = s.Cmd.Process.Kill()
	<-s.done //nolint:errcheck // it was killed
	s.Cmd = nil
}

// Stop ends the service as an operator would.
func (s *Instance) Stop() {
	s.T.Helper()
	if err := s.Cmd.Process.Signal(syscall.SIGTERM); err != nil {
		s.T.Fatal(err)
	}
	select {
	case err := <-s.done:
		s.Cmd = nil
		if err != nil {
			s.T.Fatalf("the service stopped with %v\n%s", err, s.Log)
		}
	case <-time.After(5 * time.Minute):
		s.T.Fatalf("the service does not stop\n%s", s.Log)
	}
}

// A Caller sends requests with the token of one account.
type Caller struct {
	T       testing.TB
	Service *Instance
	Token   string
}

// SignIn signs an account in.
func (s *Instance) SignIn(username, password string) *Caller {
	s.T.Helper()
	return s.SignInTo("demo", username, password)
}

// SignInTo signs an account of a workspace in.
func (s *Instance) SignInTo(ws, username, password string) *Caller {
	s.T.Helper()
	form := url.Values{"grant_type": {"password"}, "client_id": {"docket-cli"}, "username": {username}, "password": {password},
		"scope": {"openid"}}
	r, err := http.PostForm(s.Origin+"/auth/realms/"+ws+"/protocol/openid-connect/token", form)
	if err != nil {
		s.T.Fatal(err)
	}
	defer r.Body.Close()
	var answer struct {
		Token string `json:"access_token"`
	}
	body, _ := io.ReadAll(r.Body)
	if err := json.Unmarshal(body, &answer); err != nil || answer.Token == "" {
		s.T.Fatalf("sign in: %d %s", r.StatusCode, body)
	}
	return &Caller{s.T, s, answer.Token}
}

// AddUser makes an account with the tool that operators use.
func (s *Instance) AddUser(username, password string, roles ...string) {
	s.T.Helper()
	args := []string{"user", "add", "--data", s.Data, "--roles", strings.Join(roles, ",")}
	for i, a := range s.Args {
		if a == "--postgres" || a == "--eventstore" || a == "--master-key-file" {
			args = append(args, a, s.Args[i+1])
		}
	}
	cmd := s.newCommand(s.T.Context(), append(args, username)...)
	cmd.Stdin = strings.NewReader(password + "\n")
	if out, err := cmd.CombinedOutput(); err != nil {
		s.T.Fatalf("user add: %v %s", err, out)
	}
}

// An Answer holds what came back.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Decode decodes the body.
func (a Answer) Decode(t testing.TB, v any) {
	t.Helper()
	if err := json.Unmarshal(a.Body, v); err != nil {
		t.Fatalf("%v: %s", err, a.Body)
	}
}

// Do sends a request with the token of the account.
func (c *Caller) Do(method, path, contentType string, body io.Reader) (Answer, error) {
	req, err := http.NewRequest(method, c.Service.URLFor(path, contentType)+path, body)
	if err != nil {
		return Answer{}, err
	}
	req.Header.Set("Authorization", "Bearer "+c.Token)
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	r, err := http.DefaultClient.Do(req)
	if err != nil {
		return Answer{}, err
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	return Answer{r.StatusCode, r.Header, b}, err
}

// Want sends a request and wants a status.
func (c *Caller) Want(status int, method, path string, body any) Answer {
	c.T.Helper()
	var in io.Reader
	contentType := ""
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			c.T.Fatal(err)
		}
		in, contentType = bytes.NewReader(b), "application/json"
	}
	a, err := c.Do(method, path, contentType, in)
	if err != nil {
		c.T.Fatal(err)
	}
	if a.Status != status {
		c.T.Fatalf("%s %s: %d %s, want %d", method, path, a.Status, a.Body, status)
	}
	return a
}

// NewMultipartFile is a form with one file.
func NewMultipartFile(name string, content []byte) (io.Reader, string) {
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

// Upload stores a file and gives its id.
func (c *Caller) Upload(dossier, name string, content []byte) string {
	c.T.Helper()
	body, contentType := NewMultipartFile(name, content)
	a, err := c.Do("POST", dossier+"/files", contentType, body)
	if err != nil || a.Status != http.StatusCreated {
		c.T.Fatalf("upload %s: %d %s %v", name, a.Status, a.Body, err)
	}
	var out struct{ FileIDs []string }
	a.Decode(c.T, &out)
	return out.FileIDs[0]
}

// FileStatus holds what a read of a file answers of its state.
type FileStatus struct {
	ID, Filename, ProcessingStatus string
	NumberOfPages                  int
	NumberOfAnalyses               int
	FileErrorInfo                  *struct{ Service, Cause string }
}

// AwaitDone waits until a file is PROCESSED or ERROR.
func (c *Caller) AwaitDone(path string) FileStatus {
	c.T.Helper()
	deadline := time.Now().Add(10 * time.Minute)
	for {
		var f FileStatus
		c.Want(200, "GET", path, nil).Decode(c.T, &f)
		if f.ProcessingStatus == "PROCESSED" || f.ProcessingStatus == "ERROR" {
			return f
		}
		if time.Now().After(deadline) {
			c.T.Fatalf("%s is still %s", path, f.ProcessingStatus)
		}
		time.Sleep(50 * time.Millisecond) // a client that polls, as clients do
	}
}

// NewDossier makes a dossier and gives its path.
func (c *Caller) NewDossier(name string) string {
	c.T.Helper()
	var list struct {
		DossierTemplates []struct{ ID, Name string }
	}
	c.Want(200, "GET", "/api/dossier-templates", nil).Decode(c.T, &list)
	t := "/api/dossier-templates/" + list.DossierTemplates[0].ID
	var d struct{ ID string }
	c.Want(201, "POST", t+"/dossiers", map[string]any{"name": name}).Decode(c.T, &d)
	return t + "/dossiers/" + d.ID
}

// SamplePDF is one of the template's sample invoices.
func SamplePDF(t testing.TB) []byte {
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

// NewMasterKey makes a key file and gives the flag for it.
func NewMasterKey(t testing.TB) []string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "master.key")
	if err := (operate.MasterKeyCreate{File: name}).Run(terminal.Streams{Out: io.Discard}); err != nil {
		t.Fatal(err)
	}
	return []string{"--master-key-file", name, "--import", "templates/invoice"}
}
