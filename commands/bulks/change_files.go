package bulks

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/commands/parallel"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// ChangeFiles changes files of a dossier in the same way: all of them, or none when one cannot be
// changed. With SkipInvalid such files are left out, and the outcome tells why.
type ChangeFiles struct {
	core.Request
	TemplateID, DossierID string
	FileIDs               []string
	SkipInvalid           bool
	Change                FilesChange

	others []SkippedFile // of the request, that are left out without being judged
}

// A FilesChange is the same change to many files. Its action says which of the other fields count.
type FilesChange struct {
	Action   bulk.Action       `json:"action"`
	Assignee string            `json:"assignee,omitzero"` // bulk.Assign: "" takes the files from whoever has them
	To       file.Workflow     `json:"to,omitzero"`       // bulk.Move
	Approver string            `json:"approver,omitzero"` // bulk.Move: as in SetFileWorkflowStatus
	Values   map[string]string `json:"values,omitzero"`   // bulk.Describe: by id of the definition
	OCR      bool              `json:"ocr,omitzero"`      // bulk.Reanalyse
}

// FilesOutcome is the result of ChangeFiles. IDs are the files that are as they were asked to be.
type FilesOutcome struct {
	core.Outcome
	Skipped []SkippedFile // in the order in which they were named
}

// SkippedFile is a file that was left out, and why.
type SkippedFile = bulk.SkippedFile

// A filesPlan is what a bulk does to which files.
type filesPlan struct {
	IDs     []string      `json:"files"`
	Change  FilesChange   `json:"change"`
	Skipped []SkippedFile `json:"skipped,omitempty"` // that were left out before it began, where it has an operation
}

// changeOperations are the operations whose rights a change of many files takes for each of them.
var changeOperations = map[bulk.Action]user.Operation{bulk.Assign: user.AssignFiles,
	bulk.Move:     user.SetFilesWorkflowStatus,
	bulk.Describe: user.SetFilesAttributes, bulk.Reanalyse: user.ReanalyseFiles}

// ChangeFiles validates the change for every file, begins it, and carries it through. What becomes
// impossible for a file meanwhile is left out, with or without SkipInvalid.
func (c *Commands) ChangeFiles(ctx context.Context, r ChangeFiles) (FilesOutcome, error) {
	d, at, err := c.LoadDossier(ctx, r.Caller, r.TemplateID, r.DossierID, false)
	if err != nil {
		return FilesOutcome{}, err
	}
	if err := user.CheckAccess(r.Caller, changeOperations[r.Change.Action], core.DossierObject(d)); err != nil {
		return FilesOutcome{}, err
	}
	begun, err := c.hasBegun(ctx, r.Request)
	if err != nil {
		return FilesOutcome{}, err
	}
	var ids []string
	var skipped []refusedFile
	if begun {
		ids, skipped, err = c.filesOfRepetition(ctx, r)
	} else {
		ids, skipped, err = c.validateChange(ctx, &r, d, at)
	}
	if err != nil {
		return FilesOutcome{}, err
	}
	out := FilesOutcome{Outcome: core.Outcome{ID: r.DossierID}}
	for _, s := range skipped {
		out.Skipped = append(out.Skipped, s.SkippedFile)
	}
	if len(ids) == 0 {
		return out, nil
	}
	begin := bulk.Started{Action: r.Change.Action, Dossier: r.DossierID, Template: r.TemplateID, Files: len(ids),
		OCR: r.Change.OCR}
	plan := filesPlan{IDs: ids, Change: r.Change}
	if r.Later != "" {
		plan.Skipped = slices.Concat(r.others, out.Skipped)
		begin.Files += len(plan.Skipped)
	}
	done, err := c.startOnFiles(ctx, r.Request, begin, plan, nothingToUndo)
	out.IDs, out.Position, out.Skipped, out.Later = done.FileIDs, done.Position, append(out.Skipped, done.Skipped...), done.Later
	return out, core.ToCallerError(err)
}

// filesOfRepetition returns the files of a request that an earlier attempt has begun, each once. Of those of other
// dossiers no more is told than the first time.
func (c *Commands) filesOfRepetition(ctx context.Context, r ChangeFiles) (ids []string, others []refusedFile, err error) {
	seen := map[string]bool{}
	for _, id := range r.FileIDs {
		if seen[id] {
			continue
		}
		seen[id] = true
		f, _, err := es.Load(ctx, c.Log, file.Decider, file.StreamOf(r.Caller.Workspace, id))
		switch {
		case err != nil:
			return nil, nil, err
		case f.Dossier == r.DossierID:
			ids = append(ids, id)
		default:
			refusal := domain.ErrFileNotFound
			others = append(others, refusedFile{SkippedFile{ID: id, Reason: refusal.Error()}, refusal})
		}
	}
	return ids, others, nil
}

// validateChange returns the files that can be changed, and those that are left out. As for a single file it refuses
// what the caller may not see or do, then what is wrong with the request, then what the state of a file does not allow.
func (c *Commands) validateChange(
	ctx context.Context, r *ChangeFiles, d dossier.State, at es.Receipt,
) (ids []string, skipped []refusedFile, err error) {
	if ids, skipped, err = c.judgeFiles(ctx, *r, d); err != nil {
		return nil, nil, err
	}
	if i := slices.IndexFunc(skipped, refusedFile.isBarred); i >= 0 && !r.SkipInvalid {
		return nil, nil, skipped[i].err
	}
	if err := c.checkChange(ctx, r, d, at); err != nil {
		return nil, nil, err
	}
	if len(skipped) > 0 && !r.SkipInvalid {
		return nil, nil, skipped[0].err
	}
	return ids, skipped, nil
}

// checkChange checks what is the same for all files.
func (c *Commands) checkChange(ctx context.Context, r *ChangeFiles, d dossier.State, at es.Receipt) (err error) {
	switch r.Change.Action {
	case bulk.Reanalyse:
		err = c.RequireLicense()
	case bulk.Describe:
		r.Change.Values, err = c.CheckSettable(ctx, r.Request, at, r.TemplateID, template.State.FileAttribute,
			r.Change.Values)
	case bulk.Assign:
		if who := r.Change.Assignee; who != "" && !slices.Contains(d.Members, who) {
			err = domain.NoSuch("user", "assigneeId", who)
		}
	case bulk.Move:
		if who := r.Change.Approver; r.Change.To == file.UnderApproval && who != "" && !slices.Contains(d.Approvers, who) {
			err = domain.NoSuch("approver", "approverId", who)
		}
	}
	if err != nil {
		return err
	}
	return d.CheckAcceptsFiles()
}

// A refusedFile is a file that cannot be changed.
type refusedFile struct {
	SkippedFile
	err error
}

// isBarred reports whether the caller may not see the file, or not change it.
func (f refusedFile) isBarred() bool {
	kind := domain.KindOf(f.err)
	return kind == domain.NotFound || kind == domain.Forbidden
}

// judgeFiles returns the files that can be changed, each once, and those that cannot, in the order
// in which they are named first.
func (c *Commands) judgeFiles(ctx context.Context, r ChangeFiles,
	d dossier.State) (ids []string, skipped []refusedFile, err error) {
	var mu sync.Mutex
	verdicts := map[string]error{}
	err = parallel.ForEach(slices.Compact(slices.Sorted(slices.Values(r.FileIDs))), core.FilesAtOnce, func(id string) error {
		f, _, err := es.Load(ctx, c.Log, file.Decider, file.StreamOf(r.Caller.Workspace, id))
		if err != nil {
			return err
		}
		verdict := judgeFile(r, d, f)
		if verdict != nil && domain.KindOf(verdict) == domain.Unexpected {
			return verdict
		}
		mu.Lock()
		defer mu.Unlock()
		verdicts[id] = verdict
		return nil
	})
	for _, id := range r.FileIDs {
		verdict, first := verdicts[id]
		switch {
		case !first:
		case verdict == nil:
			ids = append(ids, id)
		default:
			skipped = append(skipped, refusedFile{SkippedFile{ID: id, Reason: verdict.Error()}, verdict})
		}
		delete(verdicts, id)
	}
	return ids, skipped, err
}

// judgeFile returns why a file cannot be changed, nil for one that can.
func judgeFile(r ChangeFiles, d dossier.State, f file.State) error {
	if f.Dossier != r.DossierID || f.Phase != file.Active {
		return domain.ErrFileNotFound
	}
	if err := user.CheckAccess(r.Caller, changeOperations[r.Change.Action], core.FileObject(d, f)); err != nil {
		return err
	}
	_, err := r.Change.decide(r.Caller.ID, core.CircleOf(d))(f)
	return err
}

// decide returns the decision of the change on one file.
func (f FilesChange) decide(by string, in file.Circle) es.Decision[file.State] {
	switch f.Action {
	case bulk.Assign:
		return file.Assign(f.Assignee, in)
	case bulk.Move:
		return file.ChangeWorkflow(file.Move{To: f.To, Approver: f.Approver, By: by, In: in})
	case bulk.Describe:
		return file.SetAttributes(f.Values)
	case bulk.Reanalyse:
		return file.RequestReanalysis(f.OCR)
	}
	return func(file.State) ([]es.Event, error) { return nil, fmt.Errorf("no change of files: %q", f.Action) }
}

// changeFile makes the change to one file of a bulk. A file that refuses it now is left out.
func (b *bulkRun) changeFile(change FilesChange, in file.Circle) func(context.Context, string) (es.Position, error) {
	return func(ctx context.Context, id string) (es.Position, error) {
		cmd := b.r.SubCommand("change\n"+id, file.StreamOf(b.r.Caller.Workspace, id))
		decide := change.decide(b.r.Caller.ID, in)
		if b.end != nil || change.Action != bulk.Reanalyse { // which reads the file as it is now, and undoes nothing
			var err error
			if decide, err = b.guardItem(ctx, &cmd, decide); err != nil {
				return 0, err
			}
		}
		done, err := es.Decide(ctx, b.Log, file.Decider, cmd, decide)
		if err != nil && !errors.Is(err, es.ErrConflict) && domain.KindOf(err) != domain.Unexpected {
			return 0, b.leaveOutChange(ctx, id, err)
		}
		return done.Position, err
	}
}

// leaveOutChange notes a file that refuses the change. Where an earlier attempt has begun the bulk, nobody may be
// waiting for the answer that tells it, and the history does.
func (b *bulkRun) leaveOutChange(ctx context.Context, id string, refusal error) error {
	if b.resumed {
		reason := bulk.Refused
		if errors.Is(refusal, errChangedSince) {
			reason = bulk.Changed
		}
		return b.leaveOut(ctx, id, reason, refusal.Error())
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.out.Skipped = append(b.out.Skipped, SkippedFile{ID: id, Reason: refusal.Error()})
	return nil
}
