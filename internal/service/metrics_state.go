package service

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/file"
)

// addStateGauges makes the gauges of what waits and of the room that is left.
func (m *metrics) addStateGauges() {
	m.open = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "docket_work_open",
		Help: "Files, packages and bulks that are not finished; 10000 stands for more."}, []string{"topic"})
	m.oldest = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "docket_work_oldest_seconds",
		Help: "For how long the oldest of them has been waiting or at work."}, []string{"topic"})
	m.free = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "docket_disk_free_bytes",
		Help: "Room that the service has left on the disk of a folder."}, []string{"folder"})
	m.size = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "docket_disk_size_bytes",
		Help: "Size of the disk of a folder."}, []string{"folder"})
	m.Registry.MustRegister(m.open, m.oldest, m.free, m.size)
}

// watchWork tells what is not finished.
func (a *App) watchWork(ctx context.Context) error {
	all, err := a.Queries.OpenWork(ctx, maxCounted)
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
		a.metrics.open.WithLabelValues(topic).Set(float64(count))
		a.metrics.oldest.WithLabelValues(topic).Set(age.Seconds())
	}
	return nil
}

// watchDisks tells how much room is left, and keeps a reserve of it.
func (a *App) watchDisks() error {
	for name, folder := range a.Config.dataFolders() {
		disk, err := diskSpaceOf(folder)
		if errors.Is(err, fs.ErrNotExist) { // nothing is kept there
			continue
		}
		if err != nil {
			return err
		}
		a.metrics.free.WithLabelValues(name).Set(float64(disk.free))
		a.metrics.size.WithLabelValues(name).Set(float64(disk.size))
		if name == "data" {
			if err := a.refillDiskReserve(disk); err != nil {
				return err
			}
		}
	}
	return nil
}
