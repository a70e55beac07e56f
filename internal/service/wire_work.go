package service

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/bundle"
	"github.com/seed-62a36931/docket/adapters/messaging"
	"github.com/seed-62a36931/docket/adapters/pdf"
	"github.com/seed-62a36931/docket/adapters/report"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/preview"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/processes"
	domainreport "github.com/seed-62a36931/docket/processes/report"
)

// openWork opens the broker, if this process needs one.
func (a *App) openWork(ctx context.Context) error {
	if !a.Config.needsBroker() {
		return nil
	}
	return a.openBroker(ctx)
}

func (a *App) openBroker(ctx context.Context) (err error) {
	// A message of a worker that died comes again when its lease is over: a sign of life may
	// have been a third of either time ago.
	c := messaging.Config{Dir: a.Config.DataPath("jetstream"), Logger: a.logger, StopTimeout: a.Config.StopTime,
		AckWait: a.Config.LeaseTime * 3 / 2, Outage: isUnavailable, Unknown: isUnknownWork,
		OwnTries: []string{file.Topic}, // a file has file.MaxRuns
		Topics: map[string]int{file.Topic: maxInWork(a.Config.workerCount()), download.Topic: a.Config.workerCount(),
			bulk.Topic: a.Config.workerCount()}}
	if a.Config.NATS != "" {
		c.Guest = !a.Config.needsBroker() // a tool
		c.Dir, c.URL, c.Credentials, c.CA, c.Replicas = "", a.Config.NATS, a.Config.NATSCredentials, a.Config.NATSCA, a.Config.NATSReplicas
	}
	if c.Installation, err = InstallationName(ctx, a.Storage.Keys); err != nil {
		return err
	}
	// Streams that do not say whose they are can be this installation's only if it has relayed work.
	relayed, err := checkpoints{a.Storage.Views}.Load(ctx, "relay")
	if err != nil {
		return err
	}
	c.Upgraded = relayed > 0
	if a.broker, err = messaging.Open(c); err != nil && a.Config.NATS != "" {
		return a.Config.blame("--nats", err)
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
	a.downloads = &commands.Downloads{Commands: a.Commands, Contents: a.Queries}
	a.firstAnswers = &commands.FirstAnswers{Store: a.Storage.Answers, Alone: a.newExclusive(), Vault: a.Vault, Keys: derivedKeys{a.Vault},
		Now: time.Now}
	if !a.Config.hasRole(roleWorker) {
		return nil
	}
	return a.buildWorker()
}

// newExclusive keeps other processes away from what one of them works on.
func (a *App) newExclusive() commands.Exclusive {
	return (&processes.Worker{Leases: a.Storage.leases, TTL: a.Config.LeaseTime, Logger: a.logger}).RunAlone
}

// buildWorker gives each topic what handles its messages.
func (a *App) buildWorker() error {
	model, err := a.Config.LanguageModel.Open()
	if err != nil {
		return a.Config.nameSettings(err)
	}
	processor := &processes.Processor{Log: a.Commands.Log, Blobs: a.Commands.Blobs, Now: a.Commands.Now,
		StepTime: a.Config.StepTime, Documents: a.documents,
		Rules:  commands.NewAnalyser(a.Commands, commands.AnalyserOptions{Limits: a.Config.RuleLimits(), Model: model}),
		Logger: a.logger, Observe: a.observeStage, Slots: processes.NewSlots(a.Config.workerCount()), Away: isUnavailable}
	packager := &processes.Packager{Log: a.Commands.Log, Blobs: a.Commands.Blobs, Now: a.Commands.Now, Previews: previews{a.pool},
		Reports: reports{}, Evidence: a, Wait: a.Config.PackageWait, Logger: a.logger, Away: isUnavailable}
	for topic, do := range map[string]func(context.Context, es.StreamID) error{
		file.Topic: a.thenWakePackages(processor.Process), download.Topic: packager.Pack, bulk.Topic: a.Commands.FinishBulk,
	} {
		w := &processes.Worker{Leases: a.Storage.leases, TTL: a.Config.LeaseTime, Logger: a.logger, Do: do}
		work := w.Handle
		if topic == file.Topic {
			workers := a.Config.workerCount()
			queue := &processes.FairQueue{Load: processor.Load, Do: w.Handle, Wake: a.wakeFile, MaxLarge: workers - 1,
				MaxPerTemplate: maxInWork(workers) - workers - 2}
			work = queue.Handle
		}
		handle := func(ctx context.Context, m messaging.Message) error {
			return a.telemetry.traceWork(ctx, topic, m.Metadata[traceHeader],
				func(ctx context.Context) error { return work(ctx, es.StreamID(m.Payload)) })
		}
		if err := a.broker.Handle(topic, topic, handle); err != nil {
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
func (a *App) thenWakePackages(process func(context.Context, es.StreamID) error) func(context.Context, es.StreamID) error {
	return func(ctx context.Context, stream es.StreamID) error {
		if err := process(ctx, stream); err != nil {
			return err
		}
		if err := a.wakePackages(ctx, stream); err != nil {
			a.logger.Debug("packages that wait for a file are left to the sweep", "file", stream.Key(), "error", err)
		}
		return nil
	}
}

func (a *App) wakePackages(ctx context.Context, stream es.StreamID) error {
	ctx, cancel := context.WithTimeout(ctx, packageWakeTime)
	defer cancel()
	head, err := a.Log.Store.Head(ctx)
	if err != nil {
		return err
	}
	if err := a.Storage.Views.Await(ctx, uint64(head), "downloads"); err != nil {
		return err
	}
	_, ws, id := stream.Parts()
	waiting, err := a.Queries.QueuedPackages(ctx, ws, id)
	for _, w := range waiting {
		err = errors.Join(err, a.broker.Publish(ctx, download.Topic, uuid.NewString(), []byte(w), a.telemetry.TraceMetadata(ctx)))
	}
	return err
}

// observeStage notes how long a stage took.
func (a *App) observeStage(ctx context.Context, stage string, took time.Duration, err error) {
	a.metrics.observeStage(stage, took, err)
	a.telemetry.traceStage(ctx, stage, took, err)
}

// maxInWork is how many files are in work at once: more than compute at once, because
// some wait for LibreOffice, which converts them together, or for Tesseract.
func maxInWork(workers int) int { return 4*workers + 8 }

// wakeFile has a file handled that was put aside.
func (a *App) wakeFile(ctx context.Context, stream es.StreamID) error {
	return a.broker.Publish(ctx, file.Topic, uuid.NewString(), []byte(stream), a.telemetry.TraceMetadata(ctx))
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
