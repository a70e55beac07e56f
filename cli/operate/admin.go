package operate

import (
	"bufio"
	"context"
	"errors"
	"log/slog"
	"strings"

	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/settings"
)

// Admin is on which data a tool of operators works. It works beside a running
// service, by the log and the vault that both use.
type Admin struct {
	settings.Place
	MasterKeyFile string `env:"DOCKET_MASTER_KEY_FILE" placeholder:"FILE" help:"Master key. Default: the data folder's name plus .key."`
}

// InWorkspace is Admin for what belongs to one workspace.
type InWorkspace struct {
	Admin
	Workspace string `default:"demo" env:"DOCKET_WORKSPACE" help:"Workspace."`
}

// openApp puts together what a tool needs; the workspace is who it acts for. Each of first may refuse the
// configuration, or change it.
func (a Admin) openApp(
	ctx context.Context, io terminal.Streams, ws string, first ...func(*settings.Config) error,
) (*service.App, error) {
	cfg, err := a.ToolConfig(ctx, a.MasterKeyFile, ws)
	if err != nil {
		return nil, err
	}
	for _, prepare := range first {
		if err := prepare(&cfg); err != nil {
			return nil, err
		}
	}
	return service.OpenTools(ctx, cfg, slog.New(slog.NewTextHandler(io.Err, &slog.HandlerOptions{Level: slog.LevelWarn})))
}

// useWorkspace runs f on an existing workspace, and returns when a running service knows
// what it did. Each of first may change the configuration that the workspace is opened with.
func (w InWorkspace) useWorkspace(
	ctx context.Context, io terminal.Streams, f func(*service.App) error, first ...func(*settings.Config) error,
) error {
	exists := func(c *settings.Config) error { return c.MustExist(ctx) }
	app, err := w.openApp(ctx, io, w.Workspace, append(first, exists)...)
	if err != nil {
		return err
	}
	_, err = app.Accounts.WorkspaceSettings(ctx, w.Workspace)
	if err == nil {
		if err = f(app); err == nil {
			app.Accounts.AwaitNotice(ctx)
		}
	}
	return errors.Join(explainInterrupt(err), app.Close())
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

// explainInterrupt makes a failure of a command that was told to stop: what it was to do is
// not done.
func explainInterrupt(err error) error {
	if errors.Is(err, context.Canceled) {
		return errors.New("it was interrupted and is not done")
	}
	return err
}
