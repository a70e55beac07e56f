package bulks

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/user"
)

// CancelOperation stops what the caller has begun and does not wait for.
type CancelOperation struct {
	core.Request
	OperationID string
}

// CancelOperation leaves the files as they are that the operation has not come to. One that no worker has in
// hand is over when it returns, and one that is over stays as it is. Error: domain.ErrOperationNotFound.
func (c *Commands) CancelOperation(ctx context.Context, r CancelOperation) (core.Outcome, error) {
	if !user.MayCall(r.Caller, user.CancelOperation) {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	stream := bulk.StreamOf(r.Caller.Workspace, r.OperationID)
	b := &bulkRun{Commands: c}
	err := b.loadBulk(ctx, stream)
	if errors.Is(err, es.ErrNoStream) || err == nil && (b.s.Operation == "" || b.s.Expired || b.r.Caller.ID != r.Caller.ID) {
		err = domain.ErrOperationNotFound
	}
	if err != nil {
		return core.Outcome{}, err
	}
	done, err := es.Decide(ctx, c.Log, bulk.Decider, r.CommandOn(stream), bulk.Cancel)
	out := core.Outcome{ID: r.OperationID, Position: uint64(done.Position)}
	if err != nil {
		return out, core.ToCallerError(err)
	}
	err = c.runAlone(context.WithoutCancel(ctx), stream, func(ctx context.Context) error {
		ended, err := c.runBulk(ctx, stream, true, nil)
		out.Position = max(out.Position, ended.Position)
		return err
	})
	if errors.Is(err, core.ErrStillRunning) { // and whoever runs it sees that it is to end
		err = nil
	}
	return out, core.ToCallerError(err)
}

// ExpireOperation forgets an operation whose time is over. One that is forgotten, or not over, is no error.
func (c *Commands) ExpireOperation(ctx context.Context, r core.Expire) error {
	_, err := es.Decide(ctx, c.Log, bulk.Decider, r.CommandOn(bulk.StreamOf(r.Caller.Workspace, r.ID)), bulk.Expire)
	return err
}

// filesInPart is how many files a bulk with an operation deals with between two looks at whether it is cancelled.
const filesInPart = 4 * core.FilesAtOnce

// runInParts carries out what nobody waits for part by part, from where an earlier attempt has left it, and records
// what became of each. It ends between two parts when it is cancelled.
func (b *bulkRun) runInParts(ctx context.Context, plan filesPlan, deed fileDeed) error {
	left := len(plan.Skipped)
	for b.s.UpTo < left+len(plan.IDs) {
		if b.s.Cancelled {
			return b.leaveRest(ctx, plan.IDs[max(0, b.s.UpTo-left):])
		}
		b.out.FileIDs, b.out.Skipped, b.refused = nil, nil, nil
		upTo := min(b.s.UpTo+filesInPart, left+len(plan.IDs))
		if b.s.UpTo < left {
			upTo = min(upTo, left)
			b.out.Skipped = plan.Skipped[b.s.UpTo:upTo]
		} else if err := b.runOnEach(ctx, plan.IDs[b.s.UpTo-left:upTo-left], deed); err != nil {
			return err
		}
		if err := b.recordProgress(ctx, upTo); err != nil {
			return err
		}
	}
	return nil
}

// recordProgress records that a part is done, and reads whether the bulk is cancelled.
func (b *bulkRun) recordProgress(ctx context.Context, upTo int) error {
	subject := dossier.SubjectOf(b.r.Caller.Workspace, b.s.Dossier)
	cmd := b.r.SubCommand(fmt.Sprintf("progress\n%d", upTo), bulk.StreamOf(b.r.Caller.Workspace, b.r.CommandID.String()))
	found, err := es.Find(ctx, b.Log, bulk.Decider, cmd.Stream)
	if err != nil {
		return err
	}
	found, done, err := found.Decide(ctx, b.Log, bulk.Decider, cmd, bulk.Progress(bulk.Progressed{UpTo: upTo,
		Files: b.out.FileIDs, Skipped: es.Seal(subject, b.out.Skipped)}, b.refused, subject))
	b.notePosition(done.Position)
	b.s, b.refused = found.State, nil
	return err
}

// leaveRest gives back what was prepared for files that are left as they are: the names of those that were to be restored.
func (b *bulkRun) leaveRest(ctx context.Context, ids []string) error {
	if b.s.Action != bulk.Restore {
		return nil
	}
	for _, id := range ids {
		f, _, err := es.Load(ctx, b.Log, file.Decider, file.StreamOf(b.r.Caller.Workspace, id))
		if err == nil {
			err = b.ReleaseName(ctx, b.r.Request, naming.Hold{Key: f.Hold.Key, Claim: b.s.Claim})
		}
		if err != nil {
			return err
		}
	}
	return nil
}
