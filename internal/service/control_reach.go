package service

import (
	"context"
	"errors"
	"log/slog"

	"github.com/seed-62a36931/docket/adapters/control"
)

// Control looks after the views and the dead letters of an installation.
type Control = control.Client

// UseControl gives f the control of the service that runs on the data of c. Without one this
// process does the work itself meanwhile, under the lock of the data folder.
func UseControl(ctx context.Context, c Config, logger *slog.Logger, f func(*Control) error) (err error) {
	if running, ok := control.DialService(ctx, c.Data); ok {
		return f(running)
	}
	a := newApp(c, logger)
	if err := a.runSteps(ctx, c.MustExist, a.lockDataFolder, a.openData, a.openVault); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if err := a.runSteps(ctx, a.openBroker); err != nil {
		return err
	}
	return f(control.NewLocalClient(control.NewHandler(ctx, a.upkeep, letters{a.broker})))
}
