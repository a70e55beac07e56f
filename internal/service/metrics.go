package service

import (
	"net/http"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics holds the metrics of the service, which the admin address shows under /metrics.
type metrics struct {
	Registry    *prometheus.Registry
	requests    *prometheus.HistogramVec
	stages      *prometheus.HistogramVec
	signIns     *prometheus.CounterVec
	lostRaces   *prometheus.CounterVec
	lag         *prometheus.GaugeVec
	Failures    *prometheus.CounterVec
	parked      *prometheus.GaugeVec
	streams     *prometheus.GaugeVec
	building    *prometheus.GaugeVec
	deadLetters *prometheus.GaugeVec
	leases      *prometheus.GaugeVec
	open        *prometheus.GaugeVec
	oldest      *prometheus.GaugeVec
	free        *prometheus.GaugeVec
	size        *prometheus.GaugeVec
	blobs       *prometheus.GaugeVec
	scrubbed    prometheus.Gauge
	treeSize    prometheus.Gauge
	signedSize  prometheus.Gauge
	forked      prometheus.Gauge
}

// newMetrics returns metrics in a registry of their own.
func newMetrics() *metrics {
	m := &metrics{
		Registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "docket_http_request_seconds",
			Help: "Time to answer HTTP requests.", Buckets: prometheus.ExponentialBuckets(0.001, 3, 10)}, []string{"method", "code"}),
		stages: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "docket_processing_stage_seconds",
			Help:    "Time of one stage of processing a file.",
			Buckets: prometheus.ExponentialBuckets(0.01, 3, 10)}, []string{"stage", "outcome"}),
		signIns: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "docket_sign_in_events_total",
			Help: "Sign-ins, failures, locks and sign-outs."}, []string{"event"}),
		lostRaces: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "docket_write_conflicts_total",
			Help: "Writes that came behind another one to the same stream, and were tried again or given up."}, []string{"outcome"}),
		lag: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "docket_projection_lag_events",
			Help: "Events of the log that a view does not hold yet."}, []string{"view"}),
		parked: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "docket_projection_parked_events",
			Help: "Events that a view could not apply, and those that wait behind them."}, []string{"view"}),
		streams: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "docket_projection_parked_streams",
			Help: "Streams of which a view could not apply an event."}, []string{"view"}),
		building: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "docket_projection_rebuild_lag_events",
			Help: "Events that a build of a view, made beside the one that is read, does not hold yet."}, []string{"view"}),
		deadLetters: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "docket_dead_letters",
			Help: "Messages that no attempt could handle."}, []string{"topic"}),
		leases: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "docket_lease_held",
			Help: "1 for each part that this process alone of all runs, 0 for one that it has run before."}, []string{"part"}),
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
	m.addEvidenceGauges()
	m.addStateGauges()
	m.Registry.MustRegister(m.requests, m.stages, m.signIns, m.lostRaces, m.lag, m.Failures, m.parked, m.streams, m.building,
		m.deadLetters, m.leases, m.blobs, m.scrubbed,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// addEvidenceGauges adds what is told of the tree over the log.
func (m *metrics) addEvidenceGauges() {
	m.treeSize = prometheus.NewGauge(prometheus.GaugeOpts{Name: "docket_evidence_tree_events",
		Help: "Events in the tree over the log, as far as this process has built it."})
	m.signedSize = prometheus.NewGauge(prometheus.GaugeOpts{Name: "docket_evidence_signed_events",
		Help: "Events in the tree of the checkpoint that this process had signed last."})
	m.forked = prometheus.NewGauge(prometheus.GaugeOpts{Name: "docket_evidence_forked",
		Help: "1 while no checkpoint is signed because the log is no continuation of what was signed before."})
	m.Registry.MustRegister(m.treeSize, m.signedSize, m.forked)
}

// watchAnchors adds for how long checkpoints have waited for a notary that is a process of its own, for witnesses, and for
// a time stamp.
func (m *metrics) watchAnchors(unsigned, unwitnessed, unstamped *atomic.Int64) {
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

// A cutLog is a log on a server that can be told to cut streams.
type cutLog interface {
	// CutStreams returns how many streams were found cut since the log was opened.
	CutStreams() int
	// Resubscriptions returns how often the log was followed anew while the server answered.
	Resubscriptions() uint64
}

// watchEventStore adds what a log in EventStoreDB tells of itself.
func (m *metrics) watchEventStore(log any) {
	followed, ok := log.(cutLog)
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

// countLostRace counts a write that came behind another one to the same stream.
func (m *metrics) countLostRace(givenUp bool) {
	outcome := "retried"
	if givenUp {
		outcome = "given_up"
	}
	m.lostRaces.WithLabelValues(outcome).Inc()
}

// observeStage notes how long a stage took.
func (m *metrics) observeStage(name string, d time.Duration, err error) {
	outcome := "ok"
	if err != nil {
		outcome = "failed"
	}
	m.stages.WithLabelValues(name, outcome).Observe(d.Seconds())
}

// measureHandler measures a handler.
func (m *metrics) measureHandler(h http.Handler) http.Handler {
	return promhttp.InstrumentHandlerDuration(m.requests, h)
}

// newHandler shows the metrics.
func (m *metrics) newHandler() http.Handler {
	return promhttp.HandlerFor(m.Registry, promhttp.HandlerOpts{})
}

// setLeaseHeld notes that this process takes a part that one process runs at a time, or lets
// go of it.
func (m *metrics) setLeaseHeld(part string, held bool) {
	v := 0.
	if held {
		v = 1
	}
	m.leases.WithLabelValues(part).Set(v)
}

// observeBytes shows what a reading of all stored bytes found.
func (m *metrics) observeBytes(c BytesCheck) {
	m.blobs.WithLabelValues("checked").Set(float64(c.Checked))
	m.blobs.WithLabelValues("missing").Set(float64(c.Missing))
	m.blobs.WithLabelValues("damaged").Set(float64(c.Damaged))
	m.scrubbed.SetToCurrentTime()
}
