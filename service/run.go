package service

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/seed-62a36931/docket/adapters/rest/traffic"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/internal/procs"
	"github.com/seed-62a36931/docket/internal/walls"
	"github.com/seed-62a36931/docket/projections/upkeep"
	"github.com/seed-62a36931/docket/service/host"
	"github.com/seed-62a36931/docket/service/observe"
	"github.com/seed-62a36931/docket/service/settings"
)

// unavailableMessage is the message for requests while the service starts and stops.
const unavailableMessage = "The service is not available"

// Run serves until ctx ends. started runs once the service answers. At the end
// requests are answered to their end before the background stops, because they
// wait for the views.
func (a *App) Run(ctx context.Context, started func(context.Context) error) error {
	listen, err := a.listenPublic(ctx)
	if err != nil {
		return err
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	parts, alive := errgroup.WithContext(background)
	a.progress.closed.Store(unavailableMessage)
	a.startParts(alive, parts)
	api := newServer(a.Config, a.metrics.MeasureHandler(a.telemetry.TraceRequests(a.handler)))
	api.RegisterOnShutdown(a.feed.EndFeed) // streams of events would not end by themselves
	if listen != nil {
		parts.Go(func() error { return ignoreServerClosed(api.Serve(listen)) })
	}
	admin, err := a.serveAdmin(ctx)
	if err != nil {
		return errors.Join(err, api.Close())
	}
	control, err := a.serveControl(ctx, alive)
	if err != nil {
		return errors.Join(err, api.Close())
	}
	defer control.Close()
	if err = a.prepareToServe(ctx); err == nil {
		if failed := a.health.watchViews(ctx); failed != nil { // figures are there from the start
			a.logger.Warn("the figures of views and work are not known yet", "error", failed)
		}
		a.announceReady(ctx, listen)
		err = started(ctx)
	}
	if err == nil {
		select {
		case <-ctx.Done():
		case <-alive.Done():
		}
	}
	a.logger.Info("stopping")
	a.progress.closed.Store(unavailableMessage)
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), a.Config.StopTime)
	defer cancel()
	err = errors.Join(err, api.Shutdown(grace))
	stop()
	ended := parts.Wait()
	if admin != nil {
		err = errors.Join(err, admin.Close())
	}
	if errors.Is(ended, context.Canceled) {
		ended = nil
	}
	return errors.Join(err, ended)
}

// newServer returns a server that cuts off clients which send headers or bodies too slowly.
func newServer(c settings.Config, h http.Handler) *http.Server {
	pace := traffic.Pace{Wait: c.BodyWait, Rate: c.BodyRate}
	return &http.Server{Handler: pace.Enforce(h), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute}
}

// listenPublic takes the public address, nil for a process without requests.
func (a *App) listenPublic(ctx context.Context) (net.Listener, error) {
	if !a.Config.HasRole(settings.RoleAPI) {
		return nil, nil
	}
	return listenOn(ctx, a.Config.Listen, addressFlag)
}

func (a *App) announceReady(ctx context.Context, listen net.Listener) {
	a.progress.ready.Store(true)
	go host.GiveBackStart()
	if a.pool != nil || a.viewer != nil {
		go a.walls.findWalls(ctx)
	}
	if a.Config.HasRole(settings.RoleWorker) {
		go logCapabilities(ctx, a.logger, a.documents)
	}
	if listen == nil {
		a.logger.Info("running", "roles", a.Config.Roles)
		return
	}
	warnOpenTransport(a.Config, a.logger)
	a.logger.Info("serving", "address", listen.Addr().String(), "public", a.Config.PublicURL, "roles", a.Config.Roles)
}

// prepareToServe does what comes before the first request: views are built that
// this version of the program sees otherwise than the one before. Without requests
// there is nothing to wait for.
func (a *App) prepareToServe(ctx context.Context) error {
	if !a.Config.HasRole(settings.RoleAPI) {
		a.progress.closed.Store("")
		return nil
	}
	defer a.progress.watchStart(ctx, slowStartNotice)()
	a.progress.stage.Store("views")
	if err := a.health.awaitViews(ctx); err != nil {
		return err
	}
	if err := a.health.awaitCaughtUp(ctx); err != nil {
		return err
	}
	// Keys that a restored vault brought back must be gone before anybody reads.
	a.progress.stage.Store("deletions")
	deleted := a.Deletions.replayDeletions(ctx)
	a.progress.stage.Store("workspace and templates")
	if err := errors.Join(deleted, newSetup(a).bootstrapWorkspace(ctx)); err != nil {
		return err
	}
	a.progress.closed.Store("")
	return nil
}

// slowStartNotice is how often a start that takes long says what it is at.
const slowStartNotice = 10 * time.Second

// watchStart logs what the start is at, as often as every, until the returned function is
// called.
func (p *progress) watchStart(ctx context.Context, every time.Duration) (stop func()) {
	ctx, stop = context.WithCancel(ctx)
	began := time.Now()
	go func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				p.logger.Info("still starting", "at", p.stage.Load(), "for", time.Since(began).Round(time.Second))
			}
		}
	}()
	return stop
}

// viewPollInterval is how often the building of a view by another process is looked at.
const viewPollInterval = 100 * time.Millisecond

// awaitViews waits for views in this program's version, whoever builds them.
func (h *health) awaitViews(ctx context.Context) error {
	for told := ""; ; {
		view, err := h.upkeep.MissingView(ctx)
		if err != nil || view == "" {
			return err
		}
		if view != told {
			told = view
			h.closed.Store("Views are being built for this version of the program")
			h.logger.Info("requests wait for a view that this version of the program needs", "view", view)
		}
		err = h.upkeep.Wait(ctx, view)
		elsewhere := errors.Is(err, upkeep.ErrNoBuild) || errors.Is(err, context.Canceled)
		if err != nil && !elsewhere {
			return fmt.Errorf("build view %s: %w", view, err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(viewPollInterval):
		}
	}
}

// shortLagWait is how long requests wait at most for views that lack only little of
// the log.
const shortLagWait = 10 * time.Second

// awaitCaughtUp waits for views that lack something of the log, such as those of a
// database that was lost: what they do not hold yet would look as if it did not
// exist. It is waited for much of the log without end, for the last events briefly:
// one that cannot follow must not keep the others from being read.
func (h *health) awaitCaughtUp(ctx context.Context) error {
	all, err := h.upkeep.List(ctx)
	if err != nil {
		return err
	}
	for _, s := range all {
		b := s.ServedBuild()
		switch {
		case b.Lag == 0:
		case b.Lag.IsAtMost(h.config.RebuildLag):
			brief, cancel := context.WithTimeout(ctx, shortLagWait)
			err = h.storage.Views.Await(brief, uint64(s.Head), s.View)
			late := brief.Err() != nil && ctx.Err() == nil
			cancel()
			if late {
				h.logger.Warn("a view does not hold the last events yet", "view", s.View, "at", b.At, "head", s.Head, "events", b.Lag)
				err = nil
			}
		default:
			h.closed.Store("Views are being built")
			h.logger.Info("requests wait for a view that lacks much of the log", "view", s.View, "at", b.At, "head", s.Head, "events", b.Lag)
			err = h.storage.Views.Await(ctx, uint64(s.Head), s.View)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func ignoreServerClosed(err error) error {
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// serveAdmin serves health and metrics on an address of their own.
func (a *App) serveAdmin(ctx context.Context) (*http.Server, error) {
	if a.Config.AdminListen == "" {
		return nil, nil
	}
	listen, err := listenOn(ctx, a.Config.AdminListen, adminAddressFlag)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", a.metrics.NewHandler())
	mux.HandleFunc("GET /health/live", func(w http.ResponseWriter, _ *http.Request) { WriteHealth(w, nil, nil, nil) })
	mux.HandleFunc("GET /health/ready", func(w http.ResponseWriter, r *http.Request) {
		WriteHealth(w, a.health.Ready(r.Context()), a.health.healthWarnings(), a.walls.findings())
	})
	s := newServer(a.Config, mux)
	go func() {
		if err := ignoreServerClosed(s.Serve(listen)); err != nil {
			a.logger.Error("health and metrics ended", "error", err)
		}
	}()
	return s, nil
}

// WriteHealth answers a health check: UP, or what is down; and what is wrong beside that. A service whose log is signed no more
// answers requests, and is DEGRADED. Around says which walls stand around programs that read strangers' files, where that is known.
func WriteHealth(w http.ResponseWriter, down, warnings map[string]string, around *walls.Report) {
	w.Header().Set("Content-Type", "application/json")
	answer := map[string]any{"status": "UP"}
	if len(warnings) > 0 {
		answer["warnings"] = warnings
	}
	if around != nil {
		answer["walls"] = around
	}
	if warnings[unsignedPart] != "" {
		answer["status"] = "DEGRADED"
	}
	if len(down) > 0 {
		answer["status"], answer["checks"] = "DOWN", down
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(answer)
}

// openTelemetry opens what the environment asks for.
func (a *App) openTelemetry(ctx context.Context) error {
	exporter, err := observe.ExporterByEnvironment(ctx)
	if err != nil {
		return err
	}
	if a.telemetry, err = observe.NewTelemetry(ctx, a.Config.Program.Version, a.metrics.Registry, exporter); err != nil {
		return err
	}
	a.onClose(func() error {
		brief, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := a.telemetry.Flush(brief); err != nil {
			a.logger.Warn("the last traces were not exported", "error", err)
		}
		return nil
	})
	return nil
}

// CountEvents returns how many events stand behind a position and up to another one.
func (a *App) CountEvents(ctx context.Context, after, upTo es.Position) (upkeep.Count, error) {
	return a.upkeep.Count.CountEvents(ctx, after, upTo)
}

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
	host.TuneCollector(procs.MemoryLimit())
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
