package service

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/ocr"
	"github.com/seed-62a36931/docket/adapters/office"
	"github.com/seed-62a36931/docket/adapters/pdf"
	"github.com/seed-62a36931/docket/adapters/picture"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/internal/procs"
	"github.com/seed-62a36931/docket/queries"
	"github.com/seed-62a36931/docket/service/bytestore"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/keeper"
	"github.com/seed-62a36931/docket/service/settings"
)

// OpenStoredBytes opens the place of the bytes, for tools that need nothing else of them.
func (a *App) OpenStoredBytes() error {
	store, err := engines.OpenBytes(a.Config, engines.DerivedKeys{Vault: a.Vault}, a.logger)
	if err != nil {
		return err
	}
	a.Bytes = store
	a.onClose(store.Close)
	return nil
}

// openBytes opens the blobs, what works on documents, and what stands on both.
func (a *App) openBytes(context.Context) error {
	if err := a.OpenStoredBytes(); err != nil {
		return err
	}
	store := a.Bytes
	a.place = bytestore.NewPlace(a.Config, a.logger, a.Storage, a.Log, a.metrics, store)
	if err := a.openTools(); err != nil {
		return err
	}
	a.rowRepair = newRowRepair(a.logger, a.metrics, a.upkeep)
	next, _ := a.Storage.Log.(es.NextReader)
	a.Queries = queries.New(queries.Ports{Next: next, Behind: a.rowRepair.tellBehind,
		License: a.license, Views: a.Storage.Views, Vault: a.Vault, Log: a.Log, Blobs: store, Now: time.Now,
		Results: queries.NewResultCache(64 << 20), Names: queries.NewNameCache(32 << 20),
		Texts: queries.NewTextCache(32 << 20), Decoded: queries.NewTemplateCache(),
		Drawer: previews{a.viewer}, Drawings: queries.NewDrawingCache(a.Config.DrawingCache << 20),
		Trees: queries.NewTreeCache(32 << 20), Bundles: bundles{}, PackageAge: a.Config.PackageAge()})
	found := lookupsOf(a)
	a.Commands = commands.New(commands.Ports{Log: a.Log, Vault: a.Vault, Keys: engines.DerivedKeys{Vault: a.Vault},
		Blobs: store, Now: time.Now,
		Bundles: a.Config.BundleLimits(), Reports: reports{}, Logger: a.logger, Packages: packages{found}, Followers: followers{found},
		Files: dossierFiles{found}, Alone: newExclusive(a),
		Limits: commands.Limits{Archive: a.Config.ArchiveLimits(), Mapping: a.Config.MappingLimits()},
		Resumable: commands.ResumablePorts{Records: uploadRecords{records{a.Vault, a.Storage.Keys}}, Results: a.Storage.Answers,
			Limits: a.Config.ResumableLimits(a.Config.UploadLimit)}})
	a.Commands.License, a.documents.SkipOCR = a.license, a.license != nil && !a.license.Features.OCR
	a.Bundles = keeper.NewBundler(a.Evidence, a.Queries)
	a.feed = queries.NewFeed(a.Queries, a.tail.Store, func(ctx context.Context, at uint64) error { return a.Await(ctx, at) })
	connectWebhooks(a)
	return nil
}

// openTools opens what works on documents, as far as the roles of this process need
// it: processing for workers, and the drawing of pages that people look at, which
// does not wait behind files that are processed.
func (a *App) openTools() (err error) {
	a.walls = newWallCheck(a.Config, a.logger)
	var plan settings.MemoryPlan
	if a.Config.HasRole(settings.RoleWorker) {
		each := max(2, a.Config.WorkerCount()) // and one for the files of another workspace, which runs when it is needed
		plan = settings.PlanMemory(procs.MemoryLimit(), each+1)
		plan.Report(a.logger, each+1, pdf.IsCompiled(a.Config.PDFCache))
		options := newPDFOptions(a.Config)
		options.Workers, options.WorkersEach, options.Lean = plan.PDFProcesses, min(each, plan.PDFProcesses), plan.Lean
		if a.pool, err = pdf.NewPool(options); err != nil {
			return err
		}
		a.onClose(a.pool.Close)
		converter := office.New(officeOptions(a.Config.OfficeTools, max(1, a.Config.WorkerCount()/2), a.walls.policy))
		a.onClose(converter.Close)
		a.documents = documentsOf(a.pool, converter,
			ocr.New(a.pool, ocr.Settings{Command: a.Config.Tesseract, Models: ocr.FindModels(a.Config.OCRModels),
				Workers: a.Config.WorkerCount(), Logger: a.logger, MemoryMiB: a.Config.OCRMemory, Walls: a.walls.policy}),
			picture.Limits{Pixels: a.Config.PictureMegapixels * 1_000_000, Pages: a.Config.MaxPages})
	}
	switch {
	case !a.Config.HasRole(settings.RoleAPI):
	case plan.ShareDrawing:
		a.viewer = a.pool
	default:
		options := newPDFOptions(a.Config)
		options.Workers, options.Timeout = max(1, a.Config.DrawingWorkers), min(time.Minute, options.Timeout)
		if a.viewer, err = pdf.NewPool(options); err != nil {
			return err
		}
		a.onClose(a.viewer.Close)
	}
	return nil
}

// newPDFOptions are those of every pool: with little memory the one that reads files also draws what people look at.
func newPDFOptions(c settings.Config) pdf.Options {
	const mostPixels = 30_000_000 // of a page image; a larger one is drawn smaller
	return pdf.Options{CacheDir: c.PDFCache, Timeout: c.PDFTimeout, MemoryMiB: c.PDFMemory, MaxPages: c.MaxPages, MaxDrawn: mostPixels,
		Env: c.Program.WorkerEnv, DemandWalls: c.RequireWalls}
}

// uploadRecords keep uploads in progress among the sealed secrets.
type uploadRecords struct{ records }

// Get implements bulks.UploadRecords.
func (u uploadRecords) Get(ctx context.Context, ws, name string) ([]byte, error) {
	b, err := u.records.Get(ctx, ws, name)
	if errors.Is(err, identity.ErrUnknown) {
		return nil, nil
	}
	return b, err
}

// Update implements bulks.UploadRecords.
func (u uploadRecords) Update(ctx context.Context, ws, name string, change func([]byte) ([]byte, error)) error {
	err := u.records.Update(ctx, ws, name, change)
	if errors.Is(err, identity.ErrUnknown) {
		return commands.ErrNoUpload
	}
	return err
}

// copyWait is how long an upload waits for the views, unless they may be taken over.
const copyWait = 5 * time.Second

// copies finds files by their content, in views that have come to the end of the log.
type copies struct{ app *App }

// FindCopy implements commands.Copies.
func (c copies) FindCopy(ctx context.Context, caller user.Principal, digest, without string) (commands.FileCopy, error) {
	head, err := c.app.Log.Store.Head(ctx)
	if err != nil {
		return commands.FileCopy{}, err
	}
	waiting, cancel := context.WithTimeout(ctx, cmp.Or(c.app.Config.FreshnessTimeout(), copyWait))
	defer cancel()
	if err := c.app.Storage.Views.Await(waiting, uint64(head), "files", "dossiers"); err != nil {
		return commands.FileCopy{}, domain.Refuse(domain.Away, "The service is not available").Because(err)
	}
	found, err := c.app.Queries.FindContent(ctx, caller, digest, without)
	return commands.FileCopy{FileID: found.FileID, DossierID: found.DossierID}, err
}
