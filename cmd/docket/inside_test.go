package main

import (
	"bytes"
	"context"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/bundle"
	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/internal/service"
)

// A room is a service that runs in the process of the tests, so that they can look
// into its log and make accounts at once.
type room struct {
	*instance
	app *service.App
}

// inside runs a service in this process on a data folder of its own.
func inside(t *testing.T, args ...string) *room {
	t.Helper()
	listen := freePort(t)
	s := &instance{t: t, data: filepath.Join(t.TempDir(), "data"), origin: "http://" + listen, log: &bytes.Buffer{}, args: args}
	s.base = s.origin
	var cli CLI
	args = append([]string{"serve", "--data", s.data, "--listen", listen, "--admin-listen", "", "--request-rate", "0",
		"--sign-in-rate", "0", "--pdf-cache", pdfCache(t)}, args...)
	parser, err := kong.New(&cli, kong.BindTo(t.Context(), (*context.Context)(nil)))
	if err == nil {
		_, err = parser.Parse(args)
	}
	if err == nil {
		err = cli.Serve.Complete()
	}
	if err != nil {
		t.Fatal(err)
	}
	guarded := &lockedBuffer{to: s.log}
	cli.Serve.Program = testProgram()
	app, err := service.Open(t.Context(), cli.Serve.Config, slog.New(slog.NewTextHandler(guarded, nil)))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	started, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- app.Run(ctx, func(context.Context) error { close(started); return nil })
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if err := app.Close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Logf("log of the service:\n%s", tail(guarded.String(), 30))
		}
	})
	select {
	case <-started:
	case err := <-ended:
		t.Fatal(err)
	}
	s.validated()
	return &room{s, app}
}

// lockedBuffer is a log that is written and read at once.
type lockedBuffer struct {
	mu sync.Mutex
	to *bytes.Buffer
}

// Write implements io.Writer.
func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.to.Write(p)
}

// String is what was written.
func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.to.String()
}

// password is that of all accounts that account makes.
const password = "Str0ng-enough"

// account makes an account of a workspace and signs it in.
func (r *room) account(ws, name string, roles ...string) (*caller, string) {
	r.t.Helper()
	id, err := r.app.CreateUser(r.t.Context(), r.ours(ws),
		user.Person{Username: name}, roles, password)
	if err != nil {
		r.t.Fatal(err)
	}
	r.settled()
	return r.in(ws, name), id
}

// in signs an account of a workspace in.
func (r *room) in(ws, name string) *caller { return r.signIn(ws, name, password) }

// settled waits until the views hold the whole log.
func (r *room) settled() {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(r.t.Context(), 30*time.Second)
	defer cancel()
	if err := r.app.Await(ctx, r.head()); err != nil {
		r.t.Fatal(err)
	}
}

// head is the position of the last event.
func (r *room) head() uint64 {
	r.t.Helper()
	head, err := r.app.Log.Store.Head(r.t.Context())
	if err != nil {
		r.t.Fatal(err)
	}
	return uint64(head)
}

// another makes a second workspace.
func (r *room) another(ws string) {
	r.t.Helper()
	_, err := r.app.Commands.EnsureWorkspace(r.t.Context(), r.ours(ws), workspace.Settings{RetentionHours: 96})
	if err == nil {
		err = r.app.IdentityRecords.SetClient(r.t.Context(), ws, identity.Client{ID: "docket-cli", PasswordGrant: true})
	}
	if err != nil {
		r.t.Fatal(err)
	}
}

// ours is a request of the service itself in a workspace.
func (r *room) ours(ws string) commands.Request {
	return commands.Request{Caller: user.SystemPrincipal(ws), CommandID: uuid.New()}
}

// template imports the invoice template under a name, and gives its path.
func (r *room) template(ws, name, visibility string) string {
	r.t.Helper()
	b, problems, err := bundle.ReadDir(service.DemoTemplate)
	if err != nil || len(problems) > 0 {
		r.t.Fatal(err, problems)
	}
	b.Name, b.Visibility = name, visibility
	out, err := r.app.Commands.ImportTemplate(r.t.Context(), commands.ImportTemplate{Request: r.ours(ws), Bundle: b})
	if err != nil {
		r.t.Fatal(err)
	}
	r.settled()
	return "/api/dossier-templates/" + out.ID
}
