package service

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/bundle"
	"github.com/seed-62a36931/docket/adapters/messaging"
	"github.com/seed-62a36931/docket/adapters/pdf"
	"github.com/seed-62a36931/docket/adapters/report"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/cache"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/preview"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/procs"
	"github.com/seed-62a36931/docket/processes"
	domainreport "github.com/seed-62a36931/docket/processes/report"
	"github.com/seed-62a36931/docket/queries"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/keeper"
	"github.com/seed-62a36931/docket/service/observe"
	"github.com/seed-62a36931/docket/service/settings"
)

// openWork opens the broker, if this process needs one.
func (a *App) openWork(ctx context.Context) error {
	if !a.Config.NeedsBroker() {
		return nil
	}
	return a.openBroker(ctx)
}

func (a *App) openBroker(ctx context.Context) (err error) {
	// A message of a worker that died comes again when its lease is over: a sign of life may
	// have been a third of either time ago.
	c := messaging.Config{Dir: a.Config.DataPath("jetstream"), Logger: a.logger, StopTimeout: a.Config.StopTime,
		AckWait: a.Config.LeaseTime * 3 / 2, Outage: observe.IsUnavailable, Unknown: isUnknownWork,
		OwnTries: []string{file.Topic}, // a file has file.MaxRuns
		Topics: map[string]int{file.Topic: maxInWork(a.Config.WorkerCount()), download.Topic: a.Config.WorkerCount(),
			bulk.Topic: a.Config.WorkerCount()}}
	if a.Config.NATS != "" {
		c.Guest = !a.Config.NeedsBroker() // a tool
		c.Dir, c.URL, c.Credentials, c.CA, c.Replicas = "", a.Config.NATS, a.Config.NATSCredentials, a.Config.NATSCA, a.Config.NATSReplicas
	}
	if c.Installation, err = engines.InstallationName(ctx, a.Storage.Keys); err != nil {
		return err
	}
	// Streams that do not say whose they are can be this installation's only if it has relayed work.
	relayed, err := checkpoints{a.Storage.Views}.Load(ctx, "relay")
	if err != nil {
		return err
	}
	c.Upgraded = relayed > 0
	if a.broker, err = messaging.Open(c); err != nil && a.Config.NATS != "" {
		return a.Config.Blame("--nats", err)
	} else if err != nil {
		return err
	}
	a.onClose(a.broker.Close)
	return nil
}

// isUnknownWork reports whether work is not in the log: it is another installation's, or newer than
// the backup that the log was restored from.
func isUnknownWork(err error) bool { return errors.Is(err, es.ErrNoStream) }

// buildCore makes what the roles of this process need beside the commands.
func (a *App) buildCore(context.Context) error {
	a.Commands.Contents, a.Commands.Copies = a.Queries, copies{a}
	a.downloads = a.Commands.Downloads
	a.firstAnswers = &commands.FirstAnswers{Store: a.Storage.Answers, Alone: newExclusive(a), Vault: a.Vault,
		Keys: engines.DerivedKeys{Vault: a.Vault}, Now: time.Now}
	a.Deletions = newDeletions(a)
	a.viewCheck = &viewCheck{config: a.Config, logger: a.logger, metrics: a.metrics, stores: a.stores, views: a.Views}
	clock := &logClock{log: a.Storage.Log, logger: a.logger, now: time.Now}
	a.metrics.WatchClock(&clock.ahead)
	a.health = &health{clock: clock, config: a.Config, logger: a.logger, storage: a.Storage, log: a.Log, queries: a.Queries, upkeep: a.upkeep,
		broker: a.broker, metrics: a.metrics, evidence: a.Evidence, place: a.place, reserve: a.reserve, viewCheck: a.viewCheck,
		rowRepair: a.rowRepair,
		progress:  a.progress}
	if !a.Config.HasRole(settings.RoleWorker) {
		return nil
	}
	h := &fileWork{config: a.Config, logger: a.logger, storage: a.Storage, log: a.Log, commands: a.Commands, queries: a.Queries,
		broker: a.broker, telemetry: a.telemetry, metrics: a.metrics, documents: a.documents, pool: a.pool, bundles: a.Bundles}
	return h.buildWorker()
}

// newExclusive keeps other processes away from what one of them works on.
func newExclusive(a *App) commands.Exclusive {
	return (&processes.Worker{Leases: a.Storage.Leases, TTL: a.Config.LeaseTime, Logger: a.logger}).RunAlone
}

// A fileWork handles the messages of a worker.
type fileWork struct {
	config    settings.Config
	logger    *slog.Logger
	storage   *engines.Storage
	log       *es.Log
	commands  *commands.Commands
	queries   *queries.Queries
	broker    *messaging.Broker
	telemetry *observe.Telemetry
	metrics   *observe.Metrics
	documents processes.Documents
	pool      *pdf.Pool
	bundles   *keeper.Bundler
}

// buildWorker gives each topic what handles its messages.
func (h *fileWork) buildWorker() error {
	model, err := h.config.LanguageModel.Open()
	if err != nil {
		return h.config.NameSettings(err)
	}
	slots := processes.NewSlots(h.config.WorkerCount())
	slots.Single = settings.PlanMemory(procs.MemoryLimit(), h.config.WorkerCount()).ShareDrawing
	processor := &processes.Processor{Log: h.commands.Log, Blobs: h.commands.Blobs, Now: h.commands.Now,
		StepTime: h.config.StepTime, Documents: h.documents,
		Rules: analysis.NewAnalyser(h.commands.Base, analysis.AnalyserOptions{Limits: h.config.RuleLimits(), Model: model,
			Approved: h.queries}),
		Logger: h.logger, Observe: h.observeStage, Slots: slots, Away: observe.IsUnavailable,
		Templates: &cache.States[template.State]{}}
	packager := &processes.Packager{Log: h.commands.Log, Blobs: h.commands.Blobs, Now: h.commands.Now, Previews: previews{h.pool},
		Reports: reports{}, Evidence: h.bundles, Wait: h.config.PackageWait, Logger: h.logger, Away: observe.IsUnavailable}
	for topic, do := range map[string]func(context.Context, es.StreamID) error{
		file.Topic: h.thenWakePackages(processor.Process), download.Topic: packager.Pack, bulk.Topic: h.commands.FinishBulk,
	} {
		w := &processes.Worker{Leases: h.storage.Leases, TTL: h.config.LeaseTime, Logger: h.logger, Do: do}
		work := w.Handle
		if topic == file.Topic {
			workers := h.config.WorkerCount()
			most := maxInWork(workers)
			queue := &processes.FairQueue{Load: processor.Load, Do: w.Handle, Wake: h.wakeFile, Max: most - 1, MaxLarge: workers - 1,
				MaxPerTemplate: most - workers - 2, MaxPerSpace: most - workers/2 - 3}
			work = queue.Handle
		}
		handle := func(ctx context.Context, m messaging.Message) error {
			return h.telemetry.TraceWork(ctx, topic, m.Metadata[observe.TraceHeader],
				func(ctx context.Context) error { return work(ctx, es.StreamID(m.Payload)) })
		}
		if err := h.broker.Handle(topic, topic, handle); err != nil {
			return err
		}
	}
	return nil
}

// packageWakeTime is how long a worker waits for the view of packages before it leaves the
// waking to the sweep.
const packageWakeTime = 5 * time.Second

// thenWakePackages wakes the packages that wait for a file when the work on it has ended. The
// sweep wakes what is missed here.
func (h *fileWork) thenWakePackages(process func(context.Context, es.StreamID) error) func(context.Context, es.StreamID) error {
	return func(ctx context.Context, stream es.StreamID) error {
		if err := process(ctx, stream); err != nil {
			return err
		}
		if err := h.wakePackages(ctx, stream); err != nil {
			h.logger.Debug("packages that wait for a file are left to the sweep", "file", stream.Key(), "error", err)
		}
		return nil
	}
}

func (h *fileWork) wakePackages(ctx context.Context, stream es.StreamID) error {
	ctx, cancel := context.WithTimeout(ctx, packageWakeTime)
	defer cancel()
	head, err := h.log.Store.Head(ctx)
	if err != nil {
		return err
	}
	if err := h.storage.Views.Await(ctx, uint64(head), "downloads"); err != nil {
		return err
	}
	_, ws, id := stream.Parts()
	waiting, err := h.queries.QueuedPackages(ctx, ws, id)
	for _, w := range waiting {
		err = errors.Join(err, h.broker.Publish(ctx, download.Topic, uuid.NewString(), []byte(w), h.telemetry.TraceMetadata(ctx)))
	}
	return err
}

// observeStage notes how long a stage took.
func (h *fileWork) observeStage(ctx context.Context, stage string, took time.Duration, err error) {
	h.metrics.ObserveStage(stage, took, err)
	h.telemetry.TraceStage(ctx, stage, took, err)
}

// maxInWork is how many files are in work at once: more than compute at once, because
// some wait for LibreOffice, which converts them together, or for Tesseract.
func maxInWork(workers int) int { return 4*workers + 8 }

// wakeFile has a file handled that was put aside.
func (h *fileWork) wakeFile(ctx context.Context, stream es.StreamID) error {
	return h.broker.Publish(ctx, file.Topic, uuid.NewString(), []byte(stream), h.telemetry.TraceMetadata(ctx))
}

// previews draws with the PDF workers.
type previews struct{ *pdf.Pool }

// Draw implements processes.Previewer.
func (p previews) Draw(ctx context.Context, content []byte, d preview.Drawing) ([]byte, error) {
	out := make([]pdf.Mark, len(d.Marks))
	for i, m := range d.Marks {
		out[i] = pdf.Mark{Page: m.Page, Box: m.Box, Angle: m.Angle, Color: m.Color, Note: m.Note}
	}
	return p.Mark(ctx, content, out, pdf.Meta{Title: d.Title, Producer: "Docket"},
		pdf.Cleaning{Watermarks: d.RemoveWatermarks, ImageMetadata: !d.KeepImageMetadata})
}

// bundles writes templates as zips.
type bundles struct{}

// WriteZip implements queries.BundleWriter.
func (bundles) WriteZip(w io.Writer, t template.State, open func(es.BlobRef) (io.ReadCloser, error)) error {
	return bundle.WriteZip(w, t, open)
}

// reports fills report templates.
type reports struct{}

// Check implements commands.ReportChecker.
func (reports) Check(filename string, content []byte) error {
	return report.CheckTemplate(filename, content)
}

// Fill implements processes.ReportFiller.
func (reports) Fill(filename string, content []byte, s domainreport.Scope) ([]byte, error) {
	return report.FillTemplate(filename, content, s)
}
