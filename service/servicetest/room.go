package servicetest

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
	"github.com/seed-62a36931/docket/cli/operate"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/internal/freeport"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/templates"
)

// A Room is a service that runs in the process of the tests, so that they can look
// into its log and make accounts at once.
type Room struct {
	*Instance
	App *service.App
}

// ServeInside runs a service in this process on a data folder of its own.
func ServeInside(t *testing.T, args ...string) *Room {
	t.Helper()
	listen := freeport.Find(t)
	s := &Instance{T: t, Data: filepath.Join(t.TempDir(), "data"), Origin: "http://" + listen, Log: &bytes.Buffer{}, Args: args}
	s.Base = s.Origin
	var cli struct {
		Serve operate.Serve `cmd:""`
	}
	args = append([]string{"serve", "--data", s.Data, "--listen", listen, "--admin-listen", "", "--request-rate", "0",
		"--sign-in-rate", "0", "--password-grant", "--pdf-cache", PdfCache(t)}, args...)
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
	guarded := &lockedBuffer{to: s.Log}
	cli.Serve.Program = testProgram()
	app, err := service.Open(t.Context(), cli.Serve.Config, slog.New(slog.NewTextHandler(guarded, nil)))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	started, ended := make(chan struct{}), make(chan struct{})
	var outcome error
	go func() {
		defer close(ended)
		outcome = app.Run(ctx, func(context.Context) error { close(started); return nil })
	}()
	t.Cleanup(func() {
		stop()
		<-ended
		if outcome != nil {
			t.Error(outcome)
		}
		if err := app.Close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Logf("log of the service:\n%s", LastLines(guarded.String(), 30))
		}
	})
	select {
	case <-started:
	case <-ended:
		t.Fatal("the service ended before it was ready")
	}
	s.UsePrism()
	return &Room{s, app}
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

// String returns what was written.
func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.to.String()
}

// password is that of all accounts that account makes.
const password = "Str0ng-enough"

// AddAccount makes an account of a workspace and signs it in.
func (r *Room) AddAccount(ws, name string, roles ...string) (*Caller, string) {
	r.T.Helper()
	id, err := r.App.Accounts.CreateUser(r.T.Context(), r.NewRequest(ws),
		user.Person{Username: name}, roles, password)
	if err != nil {
		r.T.Fatal(err)
	}
	r.Settle()
	return r.SignInUser(ws, name), id
}

// SignInUser signs an account of a workspace in.
func (r *Room) SignInUser(ws, name string) *Caller { return r.SignInTo(ws, name, password) }

// Settle waits until the views hold the whole log.
func (r *Room) Settle() {
	r.T.Helper()
	ctx, cancel := context.WithTimeout(r.T.Context(), 2*time.Minute)
	defer cancel()
	if err := r.App.Await(ctx, r.Head()); err != nil {
		r.T.Fatal(err)
	}
}

// Head is the position of the last event.
func (r *Room) Head() uint64 {
	r.T.Helper()
	head, err := r.App.Log.Store.Head(r.T.Context())
	if err != nil {
		r.T.Fatal(err)
	}
	return uint64(head)
}

// AddWorkspace makes a second workspace.
func (r *Room) AddWorkspace(ws string) {
	r.T.Helper()
	_, err := r.App.Commands.EnsureWorkspace(r.T.Context(), r.NewRequest(ws), workspace.Settings{RetentionHours: 96, StrictNames: true})
	if err == nil {
		err = r.App.IdentityRecords.SetClient(r.T.Context(), ws, identity.Client{ID: "docket-cli", PasswordGrant: true})
	}
	if err != nil {
		r.T.Fatal(err)
	}
}

// NewRequest is a request of the service itself in a workspace.
func (r *Room) NewRequest(ws string) commands.Request {
	return commands.Request{Caller: user.SystemPrincipal(ws), CommandID: uuid.New()}
}

// ImportTemplate imports the invoice template under a name, and gives its path.
func (r *Room) ImportTemplate(ws, name, visibility string) string {
	r.T.Helper()
	b, problems, err := bundle.DefaultLimits().ReadFS(templates.Invoice())
	if err != nil || len(problems) > 0 {
		r.T.Fatal(err, problems)
	}
	b.Name, b.Visibility = name, visibility
	out, err := r.App.Commands.ImportTemplate(r.T.Context(), commands.ImportTemplate{Request: r.NewRequest(ws), Bundle: b})
	if err != nil {
		r.T.Fatal(err)
	}
	r.Settle()
	return "/api/dossier-templates/" + out.ID
}
