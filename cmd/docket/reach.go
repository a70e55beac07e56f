package main

import (
	"context"
	"errors"
	"log/slog"

	"github.com/seed-62a36931/docket/adapters/control"
	"github.com/seed-62a36931/docket/internal/cli/terminal"
)

// Reach says on which data a tool works. A service that runs on it is asked to do
// the work; without one the tool does it itself.
type Reach struct {
	Place
	Broker
	MasterKeyFile string `env:"DOCKET_MASTER_KEY_FILE" placeholder:"FILE" help:"File of the master key, needed when no service runs. Default: the data folder's name with .key appended."`
}

// use gives f the tools of the running service, or those of this process.
func (r Reach) use(ctx context.Context, io terminal.Streams, f func(*control.Client) error) (err error) {
	cfg, err := r.config(r.MasterKeyFile, "")
	if err != nil {
		return err
	}
	if cfg.Broker = r.Broker; r.NATS != "" {
		if err := cfg.Broker.check(); err != nil {
			return err
		}
	}
	if c, ok := control.Dial(ctx, cfg.Data); ok {
		return f(c)
	}
	a := newApp(cfg, slog.New(slog.NewTextHandler(io.Err, &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err := a.take(ctx, cfg.mustExist, a.lock, a.openData, a.openVault); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	c, err := a.toolbox(ctx)
	if err != nil {
		return err
	}
	return f(c)
}
