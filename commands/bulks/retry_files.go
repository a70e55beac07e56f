package bulks

import (
	"context"
	"slices"
	"sync"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/commands/parallel"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// RetryFiles asks for one more analysis of files that could not be processed.
type RetryFiles struct {
	core.Request
	TemplateID, DossierID string
	FileIDs               []string // none: all of the dossier that are in ERROR
	Cause                 string   // "": whatever they failed for; else only those that failed for this
}

// RetryFiles asks for an analysis of the files that can be tried again, and tells why others are left out: those that were
// named, and where none is, those in ERROR that somebody else works on. It is refused where the caller may not have a file
// analysed that is named. Once a file is asked for it is not in ERROR any more, so that a repeated request asks for nothing
// twice.
func (c *Commands) RetryFiles(ctx context.Context, r RetryFiles) (FilesOutcome, error) {
	d, _, err := c.LoadDossier(ctx, r.Caller, r.TemplateID, r.DossierID, false)
	if err == nil {
		err = user.CheckAccess(r.Caller, user.RetryFiles, core.DossierObject(d))
	}
	if err == nil {
		err = c.RequireLicense()
	}
	if err == nil {
		err = d.CheckAcceptsFiles()
	}
	if err != nil {
		return FilesOutcome{}, err
	}
	ids := r.FileIDs
	if len(ids) == 0 {
		if ids, err = c.listFiles(ctx, r); err != nil {
			return FilesOutcome{}, core.ToCallerError(err)
		}
	}
	begun, err := c.hasBegun(ctx, r.Request)
	if err != nil {
		return FilesOutcome{}, err
	}
	failed, others := ids, []SkippedFile(nil)
	if !begun {
		if failed, others, err = c.chooseFailed(ctx, r, d, ids); err != nil {
			return FilesOutcome{}, err
		}
	}
	out := FilesOutcome{Outcome: core.Outcome{ID: r.DossierID}}
	if len(failed) > 0 {
		out, err = c.ChangeFiles(ctx, ChangeFiles{Request: r.Request, TemplateID: r.TemplateID, DossierID: r.DossierID, FileIDs: failed,
			SkipInvalid: true, Change: FilesChange{Action: bulk.Reanalyse}, others: others})
	}
	if begun && len(r.FileIDs) == 0 { // of all files of the dossier those that did not fail are none of the request
		out.Skipped = nil
	}
	out.Skipped = append(others, out.Skipped...)
	return out, err
}

// listFiles returns the active files of the dossier.
func (c *Commands) listFiles(ctx context.Context, r RetryFiles) ([]string, error) {
	named, err := c.DossierFiles.FilesIn(ctx, r.Caller.Workspace, r.DossierID)
	ids := make([]string, len(named))
	for i, f := range named {
		ids[i] = f.ID
	}
	return ids, err
}

// chooseFailed returns, each once and in their order, the files that failed for the cause of the request, and the others
// with the reason why they are left out. What the caller may not see is not found.
func (c *Commands) chooseFailed(
	ctx context.Context, r RetryFiles, d dossier.State, ids []string,
) (failed []string, others []SkippedFile, err error) {
	var mu sync.Mutex
	verdicts := map[string]error{}
	err = parallel.ForEach(slices.Compact(slices.Sorted(slices.Values(ids))), core.FilesAtOnce, func(id string) error {
		f, _, err := es.Load(ctx, c.Log, file.Decider, file.StreamOf(r.Caller.Workspace, id))
		if err != nil {
			return err
		}
		verdict := r.judgeFailed(d, f)
		if len(r.FileIDs) > 0 && domain.KindOf(verdict) == domain.Forbidden {
			return verdict
		}
		mu.Lock()
		defer mu.Unlock()
		if len(r.FileIDs) > 0 || verdict == nil || f.CheckFailed(r.Cause) == nil {
			verdicts[id] = verdict
		}
		return nil
	})
	for _, id := range ids {
		verdict, first := verdicts[id]
		switch {
		case !first:
		case verdict == nil:
			failed = append(failed, id)
		default:
			others = append(others, SkippedFile{ID: id, Reason: verdict.Error()})
		}
		delete(verdicts, id)
	}
	return failed, others, err
}

// judgeFailed returns why a file is not tried again, nil for one that is.
func (r RetryFiles) judgeFailed(d dossier.State, f file.State) error {
	if f.Dossier != r.DossierID || f.Phase != file.Active {
		return domain.ErrFileNotFound
	}
	if err := user.CheckAccess(r.Caller, user.RetryFiles, core.FileObject(d, f)); err != nil {
		return err
	}
	return f.CheckFailed(r.Cause)
}
