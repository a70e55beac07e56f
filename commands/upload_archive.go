package commands

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/commands/parallel"
	"github.com/seed-62a36931/docket/commands/unzip"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

var errNothingInIt = domain.Faultf(domain.Invalid, "The archive contains no supported file")

// storeUpload stores an upload that becomes something else, under the key of its dossier.
func (c *Commands) storeUpload(ctx context.Context, r UploadFile, up Upload) (es.BlobRef, error) {
	format, _ := file.FormatOf(up.Name)
	in, err := startFormatCheck(format, up.Content)
	if err != nil {
		return es.BlobRef{}, formatError(up, err)
	}
	ref, _, err := c.Blobs.Put(ctx, dossier.SubjectOf(r.Caller.Workspace, r.DossierID), in)
	return ref, err
}

// uploadArchive stores the files in a zip and applies its csvs. Whatever can refuse
// it is looked for before anything is stored.
func (c *Commands) uploadArchive(ctx context.Context, r UploadFile, up Upload) (UploadOutcome, error) {
	content, err := c.storeUpload(ctx, r, up)
	if err != nil {
		return UploadOutcome{}, err
	}
	r = r.withLateFlags()
	plan, left, err := c.planArchive(ctx, r, content)
	if err == nil {
		err = c.mayReplaceAll(ctx, r, plan.Files)
	}
	if err != nil {
		return UploadOutcome{}, errors.Join(err, c.discardBlobs(ctx, content))
	}
	return c.startBulk(ctx, r, content, plan, left)
}

// planArchive returns the plan for the entries of a zip, and the entries that are left
// out.
func (c *Commands) planArchive(ctx context.Context, r UploadFile, content es.BlobRef) (plan bulkPlan, left []bulk.Skipped, err error) {
	in := c.openAt(ctx, content)
	defer in.Close()
	a, err := unzip.Open(in, content.Size, c.Limits.archiveLimits())
	if err != nil {
		return plan, nil, err
	}
	if err := c.mayTakeAll(a.Files); err != nil {
		return plan, nil, err
	}
	sound, left, err := checkEntries(ctx, a, c.progressLogger(r.DossierID, "an archive is being checked"))
	if err != nil {
		return plan, nil, err
	}
	if sound, err = nameApart(sound); err != nil {
		return plan, nil, err
	}
	for _, e := range sound {
		if f, _ := file.FormatOf(e.Name); f == file.CSV {
			plan.Tables = append(plan.Tables, e)
		} else {
			plan.Files = append(plan.Files, e)
		}
	}
	if len(sound) == 0 {
		return plan, nil, errNothingInIt
	}
	return plan, left, nil
}

// mayReplaceAll refuses files of which one would replace the bytes of a file that is
// assigned to somebody else.
func (c *Commands) mayReplaceAll(ctx context.Context, r UploadFile, files []archiveEntry) error {
	return parallel.ForEach(files, askedAtOnce, func(e archiveEntry) error {
		key, err := c.nameKey(ctx, r.Caller.Workspace, "file\n"+r.DossierID, e.Name)
		if err != nil {
			return err
		}
		holder, err := c.holderOf(ctx, r.Request, key)
		if err != nil || holder == "" {
			return err
		}
		s, _, err := es.Load(ctx, c.Log, file.Decider, holder)
		if err != nil {
			return err
		}
		return s.MayReplace(r.Caller.ID, r.members)
	})
}

// progressEvery is the interval at which the progress of a long upload is logged.
const progressEvery = 2 * time.Second

// progressLogger returns a function that logs the progress of a long operation, at most once
// per progressEvery; it is safe for concurrent use.
func (c *Commands) progressLogger(dossierID, what string) func(done, of int) {
	var mu sync.Mutex
	last := c.Now()
	return func(done, of int) {
		mu.Lock()
		defer mu.Unlock()
		if now := c.Now(); c.Logger != nil && now.Sub(last) >= progressEvery {
			last = now
			c.Logger.Info(what, slog.String("dossier", dossierID), slog.Int("done", done), slog.Int("of", of))
		}
	}
}

// archiveLimits returns the limits of zips, the default ones if none are set.
func (l Limits) archiveLimits() unzip.Limits {
	if l.Archive == (unzip.Limits{}) {
		return unzip.DefaultLimits()
	}
	return l.Archive
}
