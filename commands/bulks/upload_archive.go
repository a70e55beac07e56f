package bulks

import (
	"context"
	"errors"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/commands/parallel"
	"github.com/seed-62a36931/docket/commands/unzip"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

var errNothingInIt = domain.Refuse(domain.EmptyArchive, "The archive contains no supported file").At("file")

// storeUpload stores an upload that becomes something else, under the key of its dossier.
func (c *Commands) storeUpload(ctx context.Context, r UploadFile, up core.Upload) (es.BlobRef, error) {
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
func (c *Commands) uploadArchive(ctx context.Context, r UploadFile, up core.Upload) (UploadOutcome, error) {
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
		return UploadOutcome{}, errors.Join(err, c.DiscardBlobs(ctx, content))
	}
	return c.startBulk(ctx, r, content, plan, left)
}

// planArchive returns the plan for the entries of a zip, and the entries that are left
// out.
func (c *Commands) planArchive(ctx context.Context, r UploadFile,
	content es.BlobRef) (plan bulkPlan, left []bulk.Skipped, err error) {
	in := c.OpenAt(ctx, content)
	defer in.Close()
	a, err := unzip.Open(in, content.Size, c.archiveLimits())
	if err != nil {
		return plan, nil, err
	}
	if err := c.mayTakeAll(a); err != nil {
		return plan, nil, err
	}
	plan.Guessed = a.Guessed
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
		return plan, nil, explainNothing(a)
	}
	return plan, left, nil
}

// explainNothing says why nothing of an archive can be taken in.
func explainNothing(a *unzip.Archive) error {
	for i, f := range a.Files {
		if name, _, reason := classifyEntry(f, a.Names[i]); reason == "" && name != "" {
			if problem := unzip.FindProblem(f); problem != "" {
				return domain.Refuse(domain.InvalidArchive, "The archive cannot be read: it %s", problem).At("file").InEntry(a.Names[i])
			}
		}
	}
	return errNothingInIt
}

// mayReplaceAll refuses files of which one would replace the bytes of a file that is
// assigned to somebody else.
func (c *Commands) mayReplaceAll(ctx context.Context, r UploadFile, files []archiveEntry) error {
	return parallel.ForEach(files, core.FilesAtOnce, func(e archiveEntry) error {
		key, err := c.NameKey(ctx, r.Caller.Workspace, "file\n"+r.DossierID, e.Name)
		if err != nil {
			return err
		}
		holder, err := c.HolderOf(ctx, r.Request, key)
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
