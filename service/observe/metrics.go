package observe

import (
	"net/http"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/seed-62a36931/docket/domain/webhook"
)

// Metrics holds the metrics of the service, which the admin address shows under /metrics.
type Metrics struct {
	Registry     *prometheus.Registry
	requests     *prometheus.HistogramVec
	stages       *prometheus.HistogramVec
	SignIns      *prometheus.CounterVec
	lostRaces    *prometheus.CounterVec
	Lag          *prometheus.GaugeVec
	WebhookTries *prometheus.CounterVec
	Failures     *prometheus.CounterVec
	Parked       *prometheus.GaugeVec
	Streams      *prometheus.GaugeVec
	Building     *prometheus.GaugeVec
	DeadLetters  *prometheus.GaugeVec
	leases       *prometheus.GaugeVec
	Open         *prometheus.GaugeVec
	Oldest       *prometheus.GaugeVec
	Free         *prometheus.GaugeVec
	Size         *prometheus.GaugeVec
	blobs        *prometheus.GaugeVec
	scrubbed     prometheus.Gauge
	viewRows     *prometheus.GaugeVec
	viewsEnd     prometheus.Gauge
	TreeSize     prometheus.Gauge
	SignedSize   prometheus.Gauge
	Forked       prometheus.Gauge
	RefusedRows  *prometheus.CounterVec // by view
}

// NewMetrics returns metrics in a registry of their own.
func NewMetrics() *Metrics {
	m := &Metrics{
		Registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "docket_http_request_seconds",
			Help: "Time to answer HTTP requests.", Buckets: prometheus.ExponentialBuckets(0.001, 3, 10)}, []string{"method", "code"}),
		stages: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "docket_processing_stage_seconds",
			Help:    "Time of one stage of processing a file.",
			Buckets: prometheus.ExponentialBuckets(0.01, 3, 10)}, []string{"stage", "outcome"}),
		SignIns: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "docket_sign_in_events_total",
			Help: "Sign-ins, failures, locks and sign-outs."}, []string{"event"}),
		lostRaces: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "docket_write_conflicts_total",
			Help: "Writes that came behind another one to the same stream, and were tried again or given up."}, []string{"outcome"}),
		Lag: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "docket_projection_lag_events",
			Help: "Events of the log that a view does not hold yet."}, []string{"view"}),
		Parked: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "docket_projection_parked_events",
			Help: "Events that a view could not apply, and those that wait behind them."}, []string{"view"}),
		Streams: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "docket_projection_parked_streams",
			Help: "Streams of which a view could not apply an event."}, []string{"view"}),
		Building: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "docket_projection_rebuild_lag_events",
			Help: "Events that a build of a view, made beside the one that is read, does not hold yet."}, []string{"view"}),
		DeadLetters: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "docket_dead_letters",
			Help: "Messages that no attempt could handle."}, []string{"topic"}),
		leases: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "docket_lease_held",
			Help: "1 for each part that this process alone of all runs, 0 for one that it has run before."}, []string{"part"}),
		WebhookTries: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "docket_webhook_tries_total",
			Help: "Tries to send a message of a webhook, by what became of it: DELIVERED, PENDING for one that failed and is tried again, DEAD."},
			[]string{"status"}),
		Failures: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "docket_background_failures_total",
			Help: "Failures of background parts, each of which was started again."}, []string{"part"}),
	}
	m.blobs = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "docket_scrub_blobs",
		Help: "Blobs that the last reading of all stored bytes found: checked in all, missing, damaged."}, []string{"state"})
	for _, state := range []string{"checked", "missing", "damaged"} {
		m.blobs.WithLabelValues(state)
	}
	m.scrubbed = prometheus.NewGauge(prometheus.GaugeOpts{Name: "docket_scrub_end_timestamp_seconds",
		Help: "When the last reading of all stored bytes ended, 0 for none since the start."})
	m.viewRows = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "docket_view_check_rows",
		Help: "Rows that queries read, as the last comparison with the events found them: checked in all, and differing."}, []string{"state"})
	for _, state := range []string{"checked", "differing"} {
		m.viewRows.WithLabelValues(state)
	}
	m.viewsEnd = prometheus.NewGauge(prometheus.GaugeOpts{Name: "docket_view_check_end_timestamp_seconds",
		Help: "When the last comparison of all rows with the events ended, 0 for none since the start."})
	m.RefusedRows = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "docket_view_rows_refused_total",
		Help: "Reads of records that were refused, or left out of a list, because the row was older " +
			"than what its view had come to."}, []string{"view"})
	m.startCounters()
	m.addEvidenceGauges()
	m.addStateGauges()
	m.Registry.MustRegister(m.requests, m.stages, m.SignIns, m.lostRaces, m.Lag, m.Failures, m.WebhookTries, m.Parked, m.Streams, m.Building,
		m.DeadLetters, m.leases, m.blobs, m.scrubbed, m.viewRows, m.viewsEnd, m.RefusedRows,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// startCounters shows counters of what is rare from the start, so that alerts see the first time.
func (m *Metrics) startCounters() {
	for _, view := range []string{"templates", "dossiers", "files", "downloads", "users", "webhooks", "operations"} {
		m.RefusedRows.WithLabelValues(view)
	}
	for _, status := range []string{webhook.Delivered, webhook.Pending, webhook.Dead} {
		m.WebhookTries.WithLabelValues(status)
	}
}

// addEvidenceGauges adds what is told of the tree over the log.
func (m *Metrics) addEvidenceGauges() {
	m.TreeSize = prometheus.NewGauge(prometheus.GaugeOpts{Name: "docket_evidence_tree_events",
		Help: "Events in the tree over the log, as far as this process has built it."})
	m.SignedSize = prometheus.NewGauge(prometheus.GaugeOpts{Name: "docket_evidence_signed_events",
		Help: "Events in the tree of the checkpoint that this process had signed last."})
	m.Forked = prometheus.NewGauge(prometheus.GaugeOpts{Name: "docket_evidence_forked",
		Help: "1 while no checkpoint is signed because the log is no continuation of what was signed before."})
	m.Registry.MustRegister(m.TreeSize, m.SignedSize, m.Forked)
}

// WatchTree adds whether the stored tree over the log is damaged.
func (m *Metrics) WatchTree(damaged *atomic.Bool) {
	m.Registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "docket_evidence_tree_damaged",
		Help: "1 while no checkpoint is signed because the stored tree is damaged, and the log is as it was signed."},
		func() float64 {
			if damaged.Load() {
				return 1
			}
			return 0
		}))
}

// WatchClock adds by how much the last event of the log is ahead of the clock, in nanoseconds.
func (m *Metrics) WatchClock(ahead *atomic.Int64) {
	m.Registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "docket_log_ahead_seconds",
		Help: "By how much the last event of the log is ahead of the clock of this machine; until then times of events stand still."},
		func() float64 { return time.Duration(ahead.Load()).Seconds() }))
}

// WatchAnchors adds for how long checkpoints have waited for a notary that is a process of its own, for witnesses, and for
// a time stamp.
func (m *Metrics) WatchAnchors(unsigned, unwitnessed, unstamped *atomic.Int64) {
	for _, g := range []struct {
		name, help string
		since      *atomic.Int64
	}{
		{"docket_evidence_unsigned_seconds", "For how long the notary of --notary has not signed checkpoints, 0 as long as it does.", unsigned},
		{"docket_evidence_unwitnessed_seconds", "For how long checkpoints have waited for the signatures of witnesses, 0 for none that waits.",
			unwitnessed},
		{"docket_evidence_unstamped_seconds", "For how long a checkpoint that is due has waited for a time stamp, 0 for none that waits.",
			unstamped},
	} {
		m.Registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: g.name, Help: g.help},
			func() float64 { return secondsSince(g.since) }))
	}
}

// A CutLog is a log on a server that can be told to cut streams.
type CutLog interface {
	// CutStreams returns how many streams were found cut since the log was opened.
	CutStreams() int
	// Resubscriptions returns how often the log was followed anew while the server answered.
	Resubscriptions() uint64
}

// WatchEventStore adds what a log in EventStoreDB tells of itself.
func (m *Metrics) WatchEventStore(log any) {
	followed, ok := log.(CutLog)
	if !ok {
		return
	}
	m.Registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "docket_eventstore_cut_streams",
		Help: "Streams that were found cut on the server since the start: events of them are hidden or gone."},
		func() float64 { return float64(followed.CutStreams()) }))
	m.Registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "docket_eventstore_resubscriptions_total",
		Help: "How often the subscription to the end of the log was taken up again while the server answered."},
		func() float64 { return float64(followed.Resubscriptions()) }))
}

// CountLostRace counts a write that came behind another one to the same stream.
func (m *Metrics) CountLostRace(givenUp bool) {
	outcome := "retried"
	if givenUp {
		outcome = "given_up"
	}
	m.lostRaces.WithLabelValues(outcome).Inc()
}

// ObserveStage notes how long a stage took.
func (m *Metrics) ObserveStage(name string, d time.Duration, err error) {
	outcome := "ok"
	if err != nil {
		outcome = "failed"
	}
	m.stages.WithLabelValues(name, outcome).Observe(d.Seconds())
}

// MeasureHandler measures a handler.
func (m *Metrics) MeasureHandler(h http.Handler) http.Handler {
	return promhttp.InstrumentHandlerDuration(m.requests, h)
}

// NewHandler shows the metrics.
func (m *Metrics) NewHandler() http.Handler {
	return promhttp.HandlerFor(m.Registry, promhttp.HandlerOpts{})
}

// SetLeaseHeld notes that this process takes a part that one process runs at a time, or lets
// go of it.
func (m *Metrics) SetLeaseHeld(part string, held bool) {
	v := 0.
	if held {
		v = 1
	}
	m.leases.WithLabelValues(part).Set(v)
}

// ObserveBytes shows how many blobs a reading of all stored bytes found checked, missing and damaged.
func (m *Metrics) ObserveBytes(checked, missing, damaged uint64) {
	m.blobs.WithLabelValues("checked").Set(float64(checked))
	m.blobs.WithLabelValues("missing").Set(float64(missing))
	m.blobs.WithLabelValues("damaged").Set(float64(damaged))
	m.scrubbed.SetToCurrentTime()
}

// ObserveViews tells what a comparison of all rows with the events found.
func (m *Metrics) ObserveViews(checked, differing int) {
	m.viewRows.WithLabelValues("checked").Set(float64(checked))
	m.viewRows.WithLabelValues("differing").Set(float64(differing))
	m.viewsEnd.SetToCurrentTime()
}

// secondsSince returns how long ago a time was, in nanoseconds of the clock; 0 for none.
func secondsSince(nanoseconds *atomic.Int64) float64 {
	since := nanoseconds.Load()
	if since == 0 {
		return 0
	}
	return time.Since(time.Unix(0, since)).Seconds()
}

// addStateGauges makes the gauges of what waits and of the room that is left.
func (m *Metrics) addStateGauges() {
	m.Open = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "docket_work_open",
		Help: "Files, packages and bulks that are not finished; 10000 stands for more."}, []string{"topic"})
	m.Oldest = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "docket_work_oldest_seconds",
		Help: "For how long the oldest of them has been waiting or at work."}, []string{"topic"})
	m.Free = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "docket_disk_free_bytes",
		Help: "Room that the service has left on the disk of a folder."}, []string{"folder"})
	m.Size = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "docket_disk_size_bytes",
		Help: "Size of the disk of a folder."}, []string{"folder"})
	m.Registry.MustRegister(m.Open, m.Oldest, m.Free, m.Size)
}
