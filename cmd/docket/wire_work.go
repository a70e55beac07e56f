package main

import (
	"context"
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
	if !a.cfg.carries() {
		return nil
	}
	return a.openBroker(ctx)
}

func (a *App) openBroker(context.Context) (err error) {
	// A message of a worker that died comes again when its lease is over: a sign of life may
	// have been a third of either time ago.
	c := messaging.Config{Dir: a.cfg.path("jetstream"), Logger: a.logger, StopTimeout: a.cfg.StopTime, AckWait: a.cfg.LeaseTime * 3 / 2,
		Topics: map[string]int{file.Topic: inWork(a.cfg.Workers), download.Topic: a.cfg.Workers, bulk.Topic: a.cfg.Workers}}
	if a.cfg.NATS != "" {
		c.Guest = !a.cfg.carries() // a tool
		c.Dir, c.URL, c.Credentials, c.CA, c.Replicas = "", a.cfg.NATS, a.cfg.NATSCredentials, a.cfg.NATSCA, a.cfg.NATSReplicas
	}
	if a.broker, err = messaging.Open(c); err != nil {
		return err
	}
	a.closing(a.broker.Close)
	return nil
}

// buildCore makes what the roles of this process need beside the commands.
func (a *App) buildCore(context.Context) error {
	a.downloads = &commands.Downloads{Commands: a.commands, Contents: a.queries}
	a.first = &commands.FirstAnswers{Store: a.storage.answers, Alone: a.exclusive(), Vault: a.vault, Keys: derived{a.vault}, Now: time.Now}
	if !a.cfg.is(roleWorker) {
		return nil
	}
	return a.buildWorker()
}

// exclusive keeps other processes away from what one of them works on.
func (a *App) exclusive() commands.Exclusive {
	return (&processes.Worker{Leases: a.storage.leases, TTL: a.cfg.LeaseTime, Logger: a.logger}).Alone
}

// buildWorker gives each topic what handles its messages.
func (a *App) buildWorker() error {
	processor := &processes.Processor{Log: a.commands.Log, Blobs: a.commands.Blobs, Now: a.commands.Now,
		StepTime: a.cfg.StepTime, Documents: a.documents,
		Rules:  commands.NewAnalyser(a.commands, commands.AnalyserOptions{Limits: a.cfg.rules()}),
		Logger: a.logger, Observe: a.observe, Slots: processes.NewSlots(a.cfg.Workers), Away: unavailable}
	packager := &processes.Packager{Log: a.commands.Log, Blobs: a.commands.Blobs, Now: a.commands.Now, Previews: previews{a.pool},
		Reports: reports{}, Logger: a.logger}
	for topic, do := range map[string]func(context.Context, es.StreamID) error{file.Topic: processor.Process, download.Topic: packager.Pack, bulk.Topic: a.commands.FinishBulk} {
		w := &processes.Worker{Leases: a.storage.leases, TTL: a.cfg.LeaseTime, Logger: a.logger, Do: do}
		work := w.Handle
		if topic == file.Topic {
			queue := &processes.FairQueue{IsLarge: processor.IsLarge, Do: w.Handle, Wake: a.wakeFile, MaxLarge: a.cfg.Workers - 1}
			work = queue.Handle
		}
		handle := func(ctx context.Context, m messaging.Message) error {
			return a.telemetry.work(ctx, topic, m.Metadata[traceHeader], func(ctx context.Context) error { return work(ctx, es.StreamID(m.Payload)) })
		}
		if err := a.broker.Handle(topic, topic, handle); err != nil {
			return err
		}
	}
	return nil
}

// observe notes how long a stage took.
func (a *App) observe(ctx context.Context, stage string, took time.Duration, err error) {
	a.metrics.stage(stage, took, err)
	a.telemetry.stage(ctx, stage, took, err)
}

// inWork is how many files are in work at once: more than compute at once, because
// some wait for LibreOffice, which converts them together, or for Tesseract.
func inWork(workers int) int { return 4*workers + 8 }

// wakeFile has a file handled that was put aside.
func (a *App) wakeFile(ctx context.Context, stream es.StreamID) error {
	return a.broker.Publish(ctx, file.Topic, uuid.NewString(), []byte(stream), a.telemetry.metadata(ctx))
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
	return report.Check(filename, content)
}

// Fill implements processes.ReportFiller.
func (reports) Fill(filename string, content []byte, s domainreport.Scope) ([]byte, error) {
	return report.Fill(filename, content, s)
}
