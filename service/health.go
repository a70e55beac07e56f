package service

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/seed-62a36931/docket/adapters/messaging"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/projections/upkeep"
	"github.com/seed-62a36931/docket/queries"
	"github.com/seed-62a36931/docket/service/bytestore"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/keeper"
	"github.com/seed-62a36931/docket/service/observe"
	"github.com/seed-62a36931/docket/service/settings"
)

// A health tells what is down, what is wrong, and how far behind the log the views are.
type health struct {
	config   settings.Config
	logger   *slog.Logger
	storage  *engines.Storage
	log      *es.Log
	queries  *queries.Queries
	upkeep   *upkeep.Manager
	broker   *messaging.Broker
	metrics  *observe.Metrics
	evidence *keeper.Keeper
	place    *bytestore.Place
	reserve  *bytestore.DiskReserve

	viewCheck *viewCheck
	rowRepair *rowRepair
	clock     *logClock
	*progress
}

// Ready implements rest.Readiness.
func (h *health) Ready(ctx context.Context) map[string]string {
	down := map[string]string{}
	if h.progress.ClosedReason() != "" || !h.progress.ready.Load() {
		down["service"] = "DOWN"
	}
	if _, err := h.log.Store.Head(ctx); err != nil {
		down["database"] = "DOWN"
	}
	if h.upkeep.LogFault() != "" {
		down["eventLog"] = "DOWN"
	}
	for part := range h.damagedFiles() {
		down[part] = "DOWN"
	}
	if err := h.place.BytesReady(ctx); err != nil {
		down["bytes"] = "DOWN"
	}
	if err := h.reserve.DiskReady(); err != nil {
		down["disk"] = "DOWN"
	}
	// Requests are answered while the broker is away: the log keeps what is to be done.
	if h.broker != nil && !h.config.HasRole(settings.RoleAPI) && h.broker.AwayReason() != nil {
		down["broker"] = "DOWN"
	}
	if len(down) == 0 {
		return nil
	}
	return down
}

// damagedFiles says what SQLite has found damaged, and what to do, by the part that keeps it.
func (h *health) damagedFiles() map[string]string {
	out := map[string]string{}
	for part, store := range map[string]any{"eventLog": h.storage.Log, "vault": h.storage.Keys} {
		file, ok := store.(interface{ Damage() string })
		if !ok || file.Damage() == "" {
			continue
		}
		name := map[string]string{"eventLog": "events.db", "vault": "vault.db"}[part]
		out[part] = fmt.Sprintf("%s is damaged (%s): stop the service, keep a copy of the data folder as it is, look at the disk, and "+
			"restore the newest backup with docket restore", h.config.DataPath(name), file.Damage())
	}
	return out
}

// unsignedPart is the part of healthWarnings that tells why checkpoints of the log are signed no more.
const unsignedPart = "evidence"

// healthWarnings returns what is wrong and does not keep the service from its work, by its part.
func (h *health) healthWarnings() map[string]string {
	wrong := map[string]string{}
	if log, ok := h.storage.Log.(observe.CutLog); ok && log.CutStreams() > 0 {
		wrong["eventStore"] = fmt.Sprintf("%d streams were cut; docket audit verify names them", log.CutStreams())
	}
	if fault := h.upkeep.LogFault(); fault != "" {
		wrong["eventLog"] = fault
	}
	maps.Copy(wrong, h.damagedFiles())
	if fork := h.evidence.ForkedReason(); fork != "" {
		wrong[unsignedPart] = fork
	}
	if differ := h.viewCheck.warning(); differ != "" {
		wrong["views"] = differ
	}
	if behind := h.rowRepair.warning(); behind != "" {
		wrong["views"] = behind
	}
	if ahead := h.clock.warning(); ahead != "" {
		wrong["clock"] = ahead
	}
	if lost := h.place.LostCount(); lost > 0 {
		wrong["bytes"] = fmt.Sprintf("%d blobs are missing or damaged; docket audit verify --bytes names them", lost)
	}
	return wrong
}

// watchWork tells what is not finished.
func (h *health) watchWork(ctx context.Context) error {
	all, err := h.queries.OpenWork(ctx, maxCounted)
	if err != nil {
		return err
	}
	for _, topic := range []string{file.Topic, download.Topic, bulk.Topic} {
		count, age := 0, time.Duration(0)
		for _, o := range all {
			if o.Topic == topic {
				count, age = o.Count, max(0, time.Since(o.Since))
			}
		}
		h.metrics.Open.WithLabelValues(topic).Set(float64(count))
		h.metrics.Oldest.WithLabelValues(topic).Set(age.Seconds())
	}
	return nil
}

// watchDisks tells how much room is left, and keeps a reserve of it.
func (h *health) watchDisks() error {
	for name, folder := range h.config.DataFolders() {
		disk, err := bytestore.DiskSpaceOf(folder)
		if errors.Is(err, fs.ErrNotExist) { // nothing is kept there
			continue
		}
		if err != nil {
			return err
		}
		h.metrics.Free.WithLabelValues(name).Set(float64(disk.Free))
		h.metrics.Size.WithLabelValues(name).Set(float64(disk.Size))
		if name == "data" {
			if err := h.reserve.RefillDiskReserve(disk); err != nil {
				return err
			}
		}
	}
	return nil
}

// maxCounted is up to how many parked streams and dead letters are counted.
const maxCounted = 10_000

// setCount sets the gauge of a view to a number of events, and removes it while that is unknown.
func setCount(g *prometheus.GaugeVec, view string, n upkeep.Count) {
	if n == upkeep.Unknown {
		g.DeleteLabelValues(view)
		return
	}
	g.WithLabelValues(view).Set(float64(n))
}

// watchViews tells how far behind the log each view is, and what is parked.
func (h *health) watchViews(ctx context.Context) error {
	all, err := h.upkeep.List(ctx)
	if err != nil {
		return err
	}
	for _, s := range all {
		for _, b := range s.Builds {
			if b.Served {
				setCount(h.metrics.Lag, s.View, b.Lag)
			}
		}
		building := upkeep.Count(0)
		if p := s.Progress; p != nil && !p.State.HasEnded() {
			building = p.Lag
		}
		setCount(h.metrics.Building, s.View, building)
		streams, err := h.upkeep.ParkedStreams(ctx, s.View, maxCounted)
		if err != nil {
			return err
		}
		events := 0
		for _, p := range streams {
			events += p.Events
		}
		h.metrics.Streams.WithLabelValues(s.View).Set(float64(len(streams)))
		h.metrics.Parked.WithLabelValues(s.View).Set(float64(events))
	}
	if err := errors.Join(h.watchWork(ctx), h.watchDisks()); err != nil || h.broker == nil {
		return err
	}
	dead, err := h.broker.CountDeadLetters(ctx)
	for _, topic := range []string{file.Topic, download.Topic} {
		h.metrics.DeadLetters.WithLabelValues(topic).Set(float64(dead[topic]))
	}
	return err
}

// watchLag tells how far behind the log each view is.
func (h *health) watchLag(ctx context.Context) error {
	tick := time.NewTicker(5 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		if err := errors.Join(h.clock.look(ctx), h.watchViews(ctx)); err != nil {
			return err
		}
	}
}
