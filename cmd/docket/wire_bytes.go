package main

import (
	"context"
	"time"

	"github.com/seed-62a36931/docket/adapters/ocr"
	"github.com/seed-62a36931/docket/adapters/office"
	"github.com/seed-62a36931/docket/adapters/pdf"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/queries"
)

// openBytes opens the blobs, what works on documents, and what stands on both.
func (a *App) openBytes(context.Context) error {
	store, err := a.cfg.openBytes(derived{a.vault}, a.logger)
	if err != nil {
		return err
	}
	a.bytes = store
	a.closing(store.Close)
	if err := a.openTools(); err != nil {
		return err
	}
	a.commands = &commands.Commands{Log: a.log, Vault: a.vault, Keys: derived{a.vault}, Blobs: store, Now: time.Now, Bundles: a.cfg.bundles(), Reports: reports{}, Logger: a.logger, Packages: packages{a}, Followers: followers{a},
		Files: dossierFiles{a}, Alone: a.exclusive(),
		Limits: commands.Limits{UploadBytes: a.cfg.UploadLimit, Archive: a.cfg.archiveLimits(), Mapping: a.cfg.mapping()}}
	a.commands.License, a.documents.SkipOCR = a.license, a.license != nil && !a.license.Features.OCR
	a.queries = &queries.Queries{License: a.license, Views: a.storage.views, Vault: a.vault, Log: a.log, Blobs: store, Now: time.Now, Results: queries.NewResultCache(64 << 20), Decoded: queries.NewTemplateCache(),
		Drawer: previews{a.viewer}, Drawings: queries.NewDrawingCache(a.cfg.DrawingCache << 20), Bundles: bundles{}}
	a.feed = queries.NewFeed(a.queries, a.tail.Store, func(ctx context.Context, at uint64) error { return a.Await(ctx, at) })
	return nil
}

// openTools opens what works on documents, as far as the roles of this process need
// it: processing for workers, and the drawing of pages that people look at, which
// does not wait behind files that are processed.
func (a *App) openTools() (err error) {
	if a.cfg.is(roleWorker) {
		a.pool, err = pdf.NewPool(pdf.Options{Workers: max(2, a.cfg.Workers), CacheDir: a.cfg.PDFCache, Timeout: a.cfg.PDFTimeout,
			MemoryMiB: a.cfg.PDFMemory, MaxPages: a.cfg.MaxPages, Env: workerEnv})
		if err != nil {
			return err
		}
		a.closing(a.pool.Close)
		converter := office.New(a.cfg.converting(max(1, a.cfg.Workers/2)))
		a.closing(converter.Close)
		a.documents = documentsOf(a.pool, converter, ocr.New(a.pool, ocr.Settings{Command: a.cfg.Tesseract, Workers: a.cfg.Workers, Logger: a.logger}))
	}
	if a.cfg.is(roleAPI) {
		a.viewer, err = pdf.NewPool(pdf.Options{Workers: 1, CacheDir: a.cfg.PDFCache, Timeout: min(time.Minute, a.cfg.PDFTimeout),
			MemoryMiB: a.cfg.PDFMemory, MaxPages: a.cfg.MaxPages, MaxPixels: mostPixels, Env: workerEnv})
		if err != nil {
			return err
		}
		a.closing(a.viewer.Close)
	}
	return nil
}

// mostPixels is how many a page image has at most; a larger one is drawn smaller.
const mostPixels = 30_000_000

// workerEnv is the environment of worker processes: nothing, but in tests, where
// it tells the test binary to be docket.
var workerEnv []string
