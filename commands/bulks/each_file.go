package bulks

import (
	"context"
	"encoding/json"
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
	"github.com/seed-62a36931/docket/domain/user"
)

// A memberFile is a file of a dossier by its id.
type memberFile struct {
	id string
	file.State
}

func idsOf(files []memberFile) []string {
	ids := make([]string, len(files))
	for i, f := range files {
		ids[i] = f.id
	}
	return ids
}

// filesOf loads files of a dossier, each once, in the order in which they are named
// first. One that is not there, or in the trash unless trashed is set, is
// domain.ErrFileNotFound.
func (c *Commands) filesOf(ctx context.Context, p user.Principal, dossierID string, ids []string,
	trashed bool) ([]memberFile, error) {
	var mu sync.Mutex
	found := map[string]file.State{}
	err := parallel.ForEach(slices.Compact(slices.Sorted(slices.Values(ids))), core.FilesAtOnce, func(id string) error {
		f, _, err := es.Load(ctx, c.Log, file.Decider, file.StreamOf(p.Workspace, id))
		if err != nil {
			return err
		}
		if f.Dossier != dossierID || f.Phase != file.Active && (!trashed || f.Phase != file.Trashed) {
			return domain.ErrFileNotFound
		}
		mu.Lock()
		defer mu.Unlock()
		found[id] = f
		return nil
	})
	if err != nil {
		return nil, err
	}
	var out []memberFile
	for _, id := range ids {
		if f, first := found[id]; first {
			out = append(out, memberFile{id, f})
			delete(found, id)
		}
	}
	return out, nil
}

// startEach is startOnFiles for a plan that lists the files alone.
func (c *Commands) startEach(ctx context.Context, r core.Request, begin bulk.Started, ids []string,
	undo func() error) (core.Outcome, error) {
	done, err := c.startOnFiles(ctx, r, begin, ids, undo)
	return core.Outcome{ID: begin.Dossier, IDs: done.FileIDs, Later: done.Later, Position: done.Position}, err
}

// startOnFiles begins a deed on files that was validated as a whole, and carries it
// through, or leaves that to a worker when nobody waits for it. When the process dies meanwhile, a worker
// finishes it. undo takes back
// what was prepared, when the deed is known not to have begun.
func (c *Commands) startOnFiles(
	ctx context.Context, r core.Request, begin bulk.Started, of any, undo func() error,
) (done UploadOutcome, err error) {
	subject := dossier.SubjectOf(r.Caller.Workspace, begin.Dossier)
	plan, err := c.PutJSON(ctx, subject, of)
	if err != nil {
		return done, errors.Join(err, undo())
	}
	begin.Plan, begin.Operation = plan, string(r.Later)
	stream := bulk.StreamOf(r.Caller.Workspace, r.CommandID.String())
	begun := false
	// From here on it does not matter whether Anybody waits for the answer.
	err = c.runAlone(context.WithoutCancel(ctx), stream, func(ctx context.Context) error {
		cmd := r.CommandOn(stream)
		nothing := uint64(0)
		cmd.Expect = &nothing
		before, at, err := c.beginBulk(ctx, cmd, bulk.Start(begin, nil, subject))
		if err != nil {
			begun = !core.IsRefusal(err) // or nobody knows
			return err
		}
		begun = true
		switch {
		case !before.Begun && r.Later != "":
			done = UploadOutcome{Later: true, Position: uint64(at)}
			return nil
		case before.Operation != "":
			done = UploadOutcome{Later: true, Position: uint64(at)}
			return c.DiscardBlobs(ctx, plan)
		}
		done, err = c.runBulk(ctx, stream, before.Begun, &repetition{plan: plan})
		return err
	})
	if err != nil && !begun {
		err = errors.Join(core.ToCallerError(err), c.DiscardBlobs(ctx, plan), undo())
	}
	return done, err
}

// hasBegun reports whether an earlier attempt of the request has begun its bulk: what was validated then is not
// judged again by what the bulk has made of it.
func (c *Commands) hasBegun(ctx context.Context, r core.Request) (bool, error) {
	s, _, err := es.Load(ctx, c.Log, bulk.Decider, bulk.StreamOf(r.Caller.Workspace, r.CommandID.String()))
	return s.Begun, err
}

// runOnFiles carries out the bulk's action on each of its files, several at a time. What was
// done is not done again.
func (b *bulkRun) runOnFiles(ctx context.Context) error {
	plan, deed, err := b.openFilesPlan(ctx)
	if err != nil {
		return err
	}
	if b.s.Operation != "" {
		return b.runInParts(ctx, plan, deed)
	}
	return b.runOnEach(ctx, plan.IDs, deed)
}

// A fileDeed is what a bulk does to one of its files.
type fileDeed func(context.Context, string) (es.Position, error)

func (b *bulkRun) runOnEach(ctx context.Context, ids []string, deed fileDeed) error {
	note := b.progressLogger(b.s.Dossier, "a request on many files is being carried out")
	done := make([]bool, len(ids))
	order := make([]int, len(ids))
	for i := range order {
		order[i] = i
	}
	err := parallel.ForEach(order, core.FilesAtOnce, func(i int) error {
		at, err := retryConflicts(func() (es.Position, error) { return deed(ctx, ids[i]) })
		note(i, len(ids))
		b.mu.Lock()
		defer b.mu.Unlock()
		done[i] = err == nil && at > 0
		b.notePosition(at)
		return err
	})
	for i, id := range ids {
		if done[i] {
			b.out.FileIDs = append(b.out.FileIDs, id)
		}
	}
	return err
}

// openFilesPlan returns the files of the bulk, and what it does to each of them.
func (b *bulkRun) openFilesPlan(ctx context.Context) (plan filesPlan, deed fileDeed, err error) {
	var content json.RawMessage
	if err := b.GetJSON(ctx, b.s.Plan, &content); err != nil {
		return plan, nil, err
	}
	if err := json.Unmarshal(content, &plan.IDs); err == nil {
		return plan, map[bulk.Action]fileDeed{
			bulk.Trash: b.trashFile, bulk.End: b.deleteFile, bulk.Restore: b.restoreFile, bulk.Reanalyse: b.reanalyseFile}[b.s.Action], nil
	}
	if err := json.Unmarshal(content, &plan); err != nil {
		return plan, nil, fmt.Errorf("plan of a bulk: %w", err)
	}
	d, _, err := es.Load(ctx, b.Log, dossier.Decider, dossier.StreamOf(b.r.Caller.Workspace, b.s.Dossier))
	return plan, b.changeFile(plan.Change, core.CircleOf(d)), err
}

// eachTries is how often a deed is tried on a file that others write to.
const eachTries = 16

// retryConflicts repeats an action that lost a race, up to eachTries times.
func retryConflicts(deed func() (es.Position, error)) (at es.Position, err error) {
	for range eachTries {
		if at, err = deed(); !errors.Is(err, es.ErrConflict) {
			break
		}
	}
	return at, err
}

// nothingToUndo is for deeds that prepare nothing.
func nothingToUndo() error { return nil }
