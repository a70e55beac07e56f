package service

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/seed-62a36931/docket/projections/upkeep"
)

// unready is the message for requests while the service starts and stops.
const unready = "The service is not available"

// Run serves until ctx ends. started runs once the service answers. At the end
// requests are answered to their end before the background stops, because they
// wait for the views.
func (a *App) Run(ctx context.Context, started func(context.Context) error) error {
	listen, err := a.listen(ctx)
	if err != nil {
		return err
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	parts, alive := errgroup.WithContext(background)
	a.closed.Store(unready)
	a.startParts(alive, parts)
	api := &http.Server{Handler: a.metrics.watch(a.telemetry.requests(a.handler)), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute}
	api.RegisterOnShutdown(a.feed.End) // streams of events would not end by themselves
	if listen != nil {
		parts.Go(func() error { return served(api.Serve(listen)) })
	}
	admin, err := a.admin(ctx)
	if err != nil {
		return errors.Join(err, api.Close())
	}
	control, err := a.serveControl(ctx, alive)
	if err != nil {
		return errors.Join(err, api.Close())
	}
	defer control.Close()
	if err = a.prepareToServe(ctx); err == nil {
		a.tellReady(ctx, listen)
		err = started(ctx)
	}
	if err == nil {
		select {
		case <-ctx.Done():
		case <-alive.Done():
		}
	}
	a.logger.Info("stopping")
	a.closed.Store(unready)
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

// listen takes the public address, nil for a process without requests.
func (a *App) listen(ctx context.Context) (net.Listener, error) {
	if !a.Config.is(roleAPI) {
		return nil, nil
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", a.Config.Listen)
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	return l, nil
}

func (a *App) tellReady(ctx context.Context, listen net.Listener) {
	a.ready.Store(true)
	if a.Config.is(roleWorker) {
		go a.capabilities(ctx, a.documents)
	}
	if listen == nil {
		a.logger.Info("running", "roles", a.Config.Roles)
		return
	}
	a.logger.Info("serving", "address", listen.Addr().String(), "public", a.Config.PublicURL, "roles", a.Config.Roles)
}

// prepareToServe does what comes before the first request: views are built that
// this version of the program sees otherwise than the one before. Without requests
// there is nothing to wait for.
func (a *App) prepareToServe(ctx context.Context) error {
	if !a.Config.is(roleAPI) {
		a.closed.Store("")
		return nil
	}
	if err := a.awaitViews(ctx); err != nil {
		return err
	}
	if err := a.caughtUp(ctx); err != nil {
		return err
	}
	// Keys that a restored vault brought back must be gone before anybody reads.
	if err := errors.Join(a.replayDeletions(ctx), a.bootstrap(ctx)); err != nil {
		return err
	}
	a.closed.Store("")
	return nil
}

// lookAgain is how often the building of a view by another process is looked at.
const lookAgain = 100 * time.Millisecond

// awaitViews waits for views in this program's version, whoever builds them.
func (a *App) awaitViews(ctx context.Context) error {
	for told := ""; ; {
		view, err := a.upkeep.Missing(ctx)
		if err != nil || view == "" {
			return err
		}
		if view != told {
			told = view
			a.closed.Store("Views are being built for this version of the program")
			a.logger.Info("requests wait for a view that this version of the program needs", "view", view)
		}
		err = a.upkeep.Wait(ctx, view)
		elsewhere := errors.Is(err, upkeep.ErrNoBuild) || errors.Is(err, context.Canceled)
		if err != nil && !elsewhere {
			return fmt.Errorf("build view %s: %w", view, err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lookAgain):
		}
	}
}

// briefLag is how long requests wait at most for views that lack only little of
// the log.
const briefLag = 10 * time.Second

// caughtUp waits for views that lack something of the log, such as those of a
// database that was lost: what they do not hold yet would look as if it did not
// exist. It is waited for much of the log without end, for the last events briefly:
// one that cannot follow must not keep the others from being read.
func (a *App) caughtUp(ctx context.Context) error {
	all, err := a.upkeep.List(ctx)
	if err != nil {
		return err
	}
	for _, s := range all {
		behind := s.Lag(s.Served().At)
		switch {
		case behind <= 0:
		case behind <= float64(a.Config.RebuildLag):
			brief, cancel := context.WithTimeout(ctx, briefLag)
			err = a.Storage.Views.Await(brief, uint64(s.Head), s.View)
			late := brief.Err() != nil && ctx.Err() == nil
			cancel()
			if late {
				a.logger.Warn("a view does not hold the last events yet", "view", s.View, "at", s.Served().At, "head", s.Head)
				err = nil
			}
		default:
			a.closed.Store("Views are being built")
			a.logger.Info("requests wait for a view that lacks much of the log", "view", s.View, "at", s.Served().At, "head", s.Head)
			err = a.Storage.Views.Await(ctx, uint64(s.Head), s.View)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func served(err error) error {
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// admin serves health and metrics on an address of their own.
func (a *App) admin(ctx context.Context) (*http.Server, error) {
	if a.Config.AdminListen == "" {
		return nil, nil
	}
	listen, err := new(net.ListenConfig).Listen(ctx, "tcp", a.Config.AdminListen)
	if err != nil {
		return nil, fmt.Errorf("listen for health and metrics: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", a.metrics.handler())
	mux.HandleFunc("GET /health/live", func(w http.ResponseWriter, _ *http.Request) { Health(w, nil) })
	mux.HandleFunc("GET /health/ready", func(w http.ResponseWriter, r *http.Request) { Health(w, a.Ready(r.Context())) })
	s := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		if err := served(s.Serve(listen)); err != nil {
			a.logger.Error("health and metrics ended", "error", err)
		}
	}()
	return s, nil
}

// Health answers a health check: UP, or what is down.
func Health(w http.ResponseWriter, down map[string]string) {
	w.Header().Set("Content-Type", "application/json")
	answer := map[string]any{"status": "UP"}
	if len(down) > 0 {
		answer = map[string]any{"status": "DOWN", "checks": down}
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(answer)
}
