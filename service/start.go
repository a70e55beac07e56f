package service

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"

	"github.com/seed-62a36931/docket/service/host"
	"github.com/seed-62a36931/docket/service/observe"
	"github.com/seed-62a36931/docket/service/settings"
)

// Run opens a service and serves until ctx ends. It logs to logTo, and prints to out what a
// demo has to say.
func Run(ctx context.Context, s settings.Config, out, logTo io.Writer) error {
	log := observe.NewLogger(s, logTo)
	if len(s.Roles) == 0 {
		return s.NameSettings(errors.New("--roles: name at least one of " + strings.Join(settings.ProcessRoles, ", ")))
	}
	if err := s.Complete(); err != nil {
		return err
	}
	host.DisableCoreDumps(log)
	log.Info("configuration", s.ListMainSettings()...)
	log.Debug("all settings", s.ListSettings()...)
	first, err := beginFirstStart(ctx, s)
	if err != nil {
		return err
	}
	if len(first.made) > 0 && !s.Demo && s.Workspace == settings.DemoWorkspace {
		log.Warn("the first workspace is called demo, since nothing names another: "+
			"stop, remove what was made, and start with --workspace (DOCKET_WORKSPACE), if that is not meant",
			"data", s.Data)
	}
	if s.Demo {
		tellProgress(logTo, "starting a demo in %s", s.Data)
	}
	defer host.HoldBallast()()
	err = serve(ctx, s, log, out, logTo)
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		err = nil
	}
	return first.describeLeftovers(err)
}

// serve opens a service and serves until ctx ends.
func serve(ctx context.Context, s settings.Config, log *slog.Logger, out, progress io.Writer) error {
	app, err := Open(ctx, s, log)
	if err != nil {
		return err
	}
	err = app.Run(ctx, func(ctx context.Context) error {
		if !s.Demo {
			return nil
		}
		return newDemo(app).setUpDemo(ctx, out, progress)
	})
	return errors.Join(err, app.Close())
}
