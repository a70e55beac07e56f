package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/internal/cli/terminal"
)

// Admin is on which data a tool of operators works. It works beside a running
// service, by the log and the vault that both use.
type Admin struct {
	Place
	MasterKeyFile string `env:"DOCKET_MASTER_KEY_FILE" placeholder:"FILE" help:"File of the master key. Default: the data folder's name with .key appended."`
}

// InWorkspace is Admin for what belongs to one workspace.
type InWorkspace struct {
	Admin
	Workspace string `default:"demo" env:"DOCKET_WORKSPACE" placeholder:"NAME" help:"Workspace. Default ${default}."`
}

// open puts together what a tool needs; the workspace is who it acts for.
func (a Admin) open(ctx context.Context, io terminal.Streams, ws string, first ...func(Serve) error) (*App, error) {
	cfg, err := a.config(a.MasterKeyFile, ws)
	if err != nil {
		return nil, err
	}
	for _, check := range first {
		if err := check(cfg); err != nil {
			return nil, err
		}
	}
	return AssembleTools(ctx, cfg, slog.New(slog.NewTextHandler(io.Err, &slog.HandlerOptions{Level: slog.LevelWarn})))
}

// use runs f on an existing workspace, and returns when a running service knows
// what it did.
func (w InWorkspace) use(ctx context.Context, io terminal.Streams, f func(*App) error) error {
	app, err := w.open(ctx, io, w.Workspace, func(c Serve) error { return c.mustExist(ctx) })
	if err != nil {
		return err
	}
	_, err = app.workspace(ctx, w.Workspace)
	if err == nil {
		if err = f(app); err == nil {
			app.seenByService(ctx)
		}
	}
	return errors.Join(finished(err), app.Close())
}

// workspace reads the settings of a workspace from the log.
func (a *App) workspace(ctx context.Context, name string) (workspace.Settings, error) {
	s, _, err := es.Load(ctx, a.log, workspace.Decider, workspace.Stream(name))
	if err == nil && !s.Exists {
		err = fmt.Errorf("there is no workspace %s; make one with: docket workspace add %s", name, name)
	}
	return s.Settings, err
}

// byOperator is a request of the service itself, for an operator.
func byOperator(ws string) commands.Request {
	return commands.Request{Caller: user.System(ws), CommandID: uuid.New()}
}

// seenByService gives a service that runs on the same data a moment to take
// notice, so that the change counts when the command returns. Without one it
// counts from the next start on.
func (a *App) seenByService(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if head, err := a.log.Store.Head(ctx); err == nil {
		_ = a.storage.views.Await(ctx, uint64(head), "users")
	}
}

// passwordFrom reads the first line.
func passwordFrom(io terminal.Streams) (string, error) {
	line, err := bufio.NewReader(io.In).ReadString('\n')
	password := strings.TrimRight(line, "\r\n")
	if password == "" {
		return "", errors.Join(errors.New("the password is read from standard input, and nothing came"), err)
	}
	return password, nil
}

// orDash is a text, or a dash for none.
func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
