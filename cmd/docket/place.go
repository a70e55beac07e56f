package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/seed-62a36931/docket/adapters/control"
	"github.com/seed-62a36931/docket/domain/workspace"
)

// Place says where the data is that a tool works on. A service that runs on it is
// asked to do the work; without one the tool does it itself.
type Place struct {
	Data          string `default:"data" env:"DOCKET_DATA" placeholder:"DIR" help:"Data folder. Default ${default}."`
	Postgres      string `env:"DOCKET_POSTGRES" placeholder:"URL" help:"PostgreSQL database, when the service uses one."`
	MasterKeyFile string `env:"DOCKET_MASTER_KEY_FILE" placeholder:"FILE" help:"File of the master key, needed when no service runs. Default: the data folder's name with .key appended."`
}

// config is the place as a configuration of the service.
func (p Place) config() (Serve, error) {
	cfg := Serve{Data: p.Data, Postgres: p.Postgres, MasterKeyFile: p.MasterKeyFile, UploadLimit: 1, MaxPages: 1,
		LeaseTime: 1e9, SweepEvery: 1e9, Retention: workspace.DefaultRetention}
	if err := cfg.complete(); err != nil {
		return cfg, err
	}
	if _, err := os.Stat(cfg.Data); errors.Is(err, os.ErrNotExist) {
		return cfg, fmt.Errorf("there is no data folder %s; name it with --data", cfg.Data)
	}
	return cfg, nil
}

// use gives f the tools of the running service, or those of this process.
func (p Place) use(ctx context.Context, io Streams, f func(*control.Client) error) (err error) {
	cfg, err := p.config()
	if err != nil {
		return err
	}
	if c, ok := control.Dial(ctx, cfg.Data); ok {
		return f(c)
	}
	a := newApp(cfg, slog.New(slog.NewTextHandler(io.Err, &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err := a.take(ctx, a.lock, a.openData, a.openVault); err != nil {
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
