package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/queries"
)

// unready is what requests are told while the service starts and stops.
const unready = "The service is not available"

// Run serves until ctx ends. started runs once the service answers. At the end
// requests are answered to their end before the background stops, because they
// wait for the views.
func (a *App) Run(ctx context.Context, started func(context.Context) error) error {
	listen, err := new(net.ListenConfig).Listen(ctx, "tcp", a.cfg.Listen)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	parts, alive := errgroup.WithContext(background)
	a.closed.Store(unready)
	a.startParts(alive, parts)
	api := &http.Server{Handler: a.metrics.watch(a.telemetry.requests(a.handler)), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute}
	api.RegisterOnShutdown(a.feed.End) // streams of events would not end by themselves
	parts.Go(func() error { return served(api.Serve(listen)) })
	admin, err := a.admin(ctx)
	if err != nil {
		return errors.Join(err, api.Close())
	}
	control, err := a.serveControl(ctx, alive)
	if err != nil {
		return errors.Join(err, api.Close())
	}
	defer control.Close()
	if err = a.prepareToServe(ctx, alive); err == nil {
		a.ready.Store(true)
		go a.capabilities(ctx, a.documents)
		a.logger.Info("serving", "address", listen.Addr().String(), "public", a.cfg.PublicURL)
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
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), a.cfg.StopTime)
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

// prepareToServe does what comes before the first request: views are built that
// this version of the program sees otherwise than the one before.
func (a *App) prepareToServe(ctx, background context.Context) error {
	if err := a.upkeep.Resume(background); err != nil {
		return err
	}
	for {
		view, err := a.upkeep.Missing(ctx)
		if err != nil {
			return err
		}
		if view == "" {
			break
		}
		a.closed.Store("Views are being built for this version of the program")
		a.logger.Info("requests wait for a view that this version of the program needs", "view", view)
		if err := a.upkeep.Wait(ctx, view); err != nil {
			return fmt.Errorf("build view %s: %w", view, err)
		}
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
		behind := lag(s.Head, servedBuild(s).At)
		switch {
		case behind <= 0:
		case behind <= float64(a.cfg.RebuildLag):
			brief, cancel := context.WithTimeout(ctx, briefLag)
			err = a.storage.views.Await(brief, uint64(s.Head), s.View)
			late := brief.Err() != nil && ctx.Err() == nil
			cancel()
			if late {
				a.logger.Warn("a view does not hold the last events yet", "view", s.View, "at", servedBuild(s).At, "head", s.Head)
				err = nil
			}
		default:
			a.closed.Store("Views are being built")
			a.logger.Info("requests wait for a view that lacks much of the log", "view", s.View, "at", servedBuild(s).At, "head", s.Head)
			err = a.storage.views.Await(ctx, uint64(s.Head), s.View)
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

// startParts starts everything that runs beside the requests.
func (a *App) startParts(ctx context.Context, g *errgroup.Group) {
	for _, v := range a.views {
		a.supervise(ctx, g, "view "+v.Name, func(ctx context.Context) error {
			return a.upkeep.Follow(ctx, v.Name)
		})
	}
	marks := checkpoints{a.storage.views}
	filter, relay := commands.Relay(publisher{a.broker, a.telemetry})
	a.supervise(ctx, g, "relay", (&commands.Consumer{Name: "relay", Log: a.log, Filter: filter, Marks: marks,
		Handle: func(ctx context.Context, r es.Recorded) error { return relay(a.telemetry.behind(ctx, r.Trace), r) }}).Run)
	eraser := &commands.Eraser{Commands: a.commands}
	a.supervise(ctx, g, "eraser", (&commands.Consumer{Name: "eraser", Log: a.log, Filter: eraser.Filter(), Marks: marks,
		Settled: a.scrub,
		Handle:  func(ctx context.Context, r es.Recorded) error { return a.erased(ctx, eraser, r) }}).Run)
	again := &commands.Reanalysis{Commands: a.commands, Files: templateFiles{a}, Logger: a.logger}
	a.supervise(ctx, g, reanalysis, (&commands.Consumer{Name: reanalysis, Log: a.log, Filter: again.Filter(), Marks: marks, Stride: reanalysisStride, Handle: again.Handle}).Run)
	settle := &commands.Settlement{Commands: a.commands, Dossiers: templateDossiers{a}, Logger: a.logger}
	a.supervise(ctx, g, settlement, (&commands.Consumer{Name: settlement, Log: a.log, Filter: settle.Filter(), Marks: marks, Stride: reanalysisStride, Handle: settle.Handle}).Run)
	a.supervise(ctx, g, signOuts, (&commands.Consumer{Name: signOuts, Log: a.log, Filter: endsSessions, Marks: marks, Handle: a.endSessions}).Run)
	sweep := &commands.Sweep{Backlog: backlog{a.queries}, Leases: a.storage.leases, Publish: publisher{a.broker, a.telemetry}, Now: time.Now,
		Every: a.cfg.SweepEvery, Patience: a.cfg.LeaseTime, Logger: a.logger}
	a.supervise(ctx, g, "sweep", sweep.Run)
	a.supervise(ctx, g, "retention", a.retention().Run)
	a.supervise(ctx, g, "broker", a.broker.Run)
	a.supervise(ctx, g, "events", a.feed.Run)
	a.supervise(ctx, g, "lag", a.watchLag)
	a.supervise(ctx, g, "sessions", a.purgeSessions)
	a.supervise(ctx, g, "visits", a.visits.Run)
	a.supervise(ctx, g, "answers", a.sweepAnswers)
	a.supervise(ctx, g, "deletions", a.followDeletions)
}

// supervise runs a part until ctx ends; one that fails is started again, after a
// pause that grows to five seconds.
func (a *App) supervise(ctx context.Context, g *errgroup.Group, name string, run func(context.Context) error) {
	g.Go(func() error {
		for pause := 100 * time.Millisecond; ; pause = min(2*pause, 5*time.Second) {
			began := time.Now()
			err := run(ctx)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if time.Since(began) > time.Minute {
				pause = 100 * time.Millisecond
			}
			a.metrics.failures.WithLabelValues(name).Inc()
			a.logger.Error("a background part failed and is started again", "part", name, "after", pause, "error", err)
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(pause):
			}
		}
	})
}

// erased finishes a permanent deletion, when the views have forgotten too.
func (a *App) erased(ctx context.Context, e *commands.Eraser, r es.Recorded) error {
	all := make([]string, len(a.views))
	for i, v := range a.views {
		all[i] = v.Name
	}
	if err := a.storage.views.Await(ctx, uint64(r.Position), all...); err != nil {
		return err
	}
	if err := e.Handle(ctx, r); err != nil {
		return err
	}
	a.forget(r)
	return nil
}

// scrub tells the engine to leave nothing in its files of what was deleted for good.
func (a *App) scrub(ctx context.Context) error {
	if err := a.storage.views.Scrub(ctx); err != nil {
		return err
	}
	if k, ok := a.storage.keys.(interface{ Scrub(context.Context) error }); ok {
		return k.Scrub(ctx)
	}
	return nil
}

// forget drops from memory what another process may have erased.
func (a *App) forget(r es.Recorded) {
	var subject es.Subject
	category, ws, id := r.Stream.Parts()
	switch category {
	case dossier.Category:
		subject = dossier.Subject(ws, id)
	case download.Category:
		subject = download.Subject(ws, id)
	default: // a file's subject names its dossier, which its last event does not
		subject = es.Subject(ws)
	}
	a.vault.Forget(subject)
	a.queries.Results.Forget(subject)
	a.queries.Drawings.Forget(subject)
	a.feed.Forget()
}

// watchLag tells how far behind the log each view is.
func (a *App) watchLag(ctx context.Context) error {
	tick := time.NewTicker(5 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		if err := a.watchViews(ctx); err != nil {
			return err
		}
	}
}

// purgeSessions removes sign-ins that nobody can go on with, and keys that signed
// none that is left, in every workspace.
func (a *App) purgeSessions(ctx context.Context) error {
	tick := time.NewTicker(time.Hour)
	defer tick.Stop()
	for {
		all, err := a.queries.Workspaces(ctx)
		if err != nil {
			return err
		}
		for _, w := range all {
			if err := a.kept.Purge(ctx, w.Name, time.Now()); err != nil {
				return err
			}
			if err := a.identity.PruneKeys(ctx, w.Name); err != nil && !errors.Is(err, identity.ErrUnknown) {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// sweepAnswers removes answers that were kept for long enough.
func (a *App) sweepAnswers(ctx context.Context) error {
	tick := time.NewTicker(10 * time.Minute)
	defer tick.Stop()
	for {
		if _, err := a.first.Sweep(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// admin serves health and metrics on an address of their own.
func (a *App) admin(ctx context.Context) (*http.Server, error) {
	if a.cfg.AdminListen == "" {
		return nil, nil
	}
	listen, err := new(net.ListenConfig).Listen(ctx, "tcp", a.cfg.AdminListen)
	if err != nil {
		return nil, fmt.Errorf("listen for health and metrics: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", a.metrics.handler())
	mux.HandleFunc("GET /health/live", func(w http.ResponseWriter, _ *http.Request) { health(w, nil) })
	mux.HandleFunc("GET /health/ready", func(w http.ResponseWriter, r *http.Request) { health(w, a.Ready(r.Context())) })
	s := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		if err := served(s.Serve(listen)); err != nil {
			a.logger.Error("health and metrics ended", "error", err)
		}
	}()
	return s, nil
}

func health(w http.ResponseWriter, down map[string]string) {
	w.Header().Set("Content-Type", "application/json")
	answer := map[string]any{"status": "UP"}
	if len(down) > 0 {
		answer = map[string]any{"status": "DOWN", "checks": down}
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(answer)
}

// checkpoints keeps the places of consumers beside those of the views.
type checkpoints struct{ m es.Model[projections.Writer] }

// consumerNames are the consumers of the log beside the views.
var consumerNames = []string{"relay", "eraser", reanalysis, settlement, signOuts}

// reanalysis is the consumer that asks for another analysis of files when their
// template has changed.
const reanalysis = "reanalysis"

// consumers are the views without tables that keep the places of consumers.
func consumers(names ...string) []projections.View {
	var out []projections.View
	for _, name := range names {
		out = append(out, projections.View{Projection: &es.Projection[projections.Writer]{Name: "consumer_" + name, Version: 1}})
	}
	return out
}

// Load implements commands.Checkpoints.
func (c checkpoints) Load(ctx context.Context, consumer string) (es.Position, error) {
	return c.m.Checkpoint(ctx, consumers(consumer)[0].Key())
}

// Save implements commands.Checkpoints.
func (c checkpoints) Save(ctx context.Context, consumer string, from, to es.Position) error {
	return c.m.Update(ctx, consumers(consumer)[0].Key(), from, to, func(projections.Writer) error { return nil })
}

// publisher hands wake-ups to the broker.
type publisher struct {
	b interface {
		Publish(ctx context.Context, topic, id string, payload []byte, metadata map[string]string) error
	}
	telemetry *telemetry
}

// Publish implements commands.Publisher.
func (p publisher) Publish(ctx context.Context, topic, id string, payload []byte) error {
	return p.b.Publish(ctx, topic, id, payload, p.telemetry.metadata(ctx))
}

// backlog finds work that waits.
type backlog struct{ q *queries.Queries }

// Waiting implements commands.Backlog.
func (b backlog) Waiting(ctx context.Context, before time.Time, limit int) ([]commands.Pending, error) {
	rows, err := b.q.Waiting(ctx, before, limit)
	out := make([]commands.Pending, len(rows))
	for i, r := range rows {
		out[i] = commands.Pending{Topic: r.Topic, Stream: r.Stream}
	}
	return out, err
}

// packages finds the packages that hold what is deleted.
type packages struct{ a *App }

// Holding implements commands.Packages.
func (p packages) Holding(ctx context.Context, ws, dossierID, fileID string) ([]string, error) {
	head, err := p.a.log.Store.Head(ctx)
	if err != nil {
		return nil, err
	}
	if err := p.a.storage.views.Await(ctx, uint64(head), "downloads"); err != nil {
		return nil, err
	}
	return p.a.queries.PackagesHolding(ctx, ws, dossierID, fileID)
}
