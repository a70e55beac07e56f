package bulks

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/user"
)

// errChangedSince refuses an item of a bulk that goes on, whose file another command has changed since
// the bulk began: that command was answered, and the bulk would undo it.
var errChangedSince = domain.Faultf(domain.Conflict, "%s", bulk.Skipped{Reason: bulk.Changed}.Sentence())

// An itemState is what the stream of a file tells of an item of a bulk.
type itemState struct {
	version uint64     // of the stream
	done    es.Receipt // of the item's own events, zero when it was not done
	changed bool       // another command has changed the file since the bulk began
}

// readItem reads what became of an item since the bulk began. What the service does by itself, such
// as the steps of a run, is no change, and neither is what other items of the bulk did.
func (b *bulkRun) readItem(ctx context.Context, stream es.StreamID, command uuid.UUID) (s itemState, err error) {
	for e, err := range b.Log.Stream(ctx, stream, 0) {
		if err != nil {
			return s, fmt.Errorf("read %s: %w", stream, err)
		}
		s.version = e.Version
		if e.Command == command {
			s.done = es.Receipt{Version: e.Version, Position: e.Position}
			continue
		}
		_, fence := e.Event.(file.ClaimFenced)
		s.changed = s.changed || e.Position > b.started && e.Actor != user.SystemID && !fence && !b.isOwnCommand(e.Command, stream.Key())
	}
	return s, nil
}

// isOwnCommand reports whether a command on a file is an item of the upload.
func (b *bulkRun) isOwnCommand(command uuid.UUID, fileID string) bool {
	return b.entryCommands[command] || slices.ContainsFunc(b.plan.Tables, func(e archiveEntry) bool {
		return b.tableCommand(e, fileID).Command == command
	})
}

// guardItem returns the decision of an item such that it is errChangedSince, instead of events, once
// another command has changed the file. The command is bound to the version that this was seen at:
// es.ErrConflict means that it is to be seen anew. In a bulk that nobody left both stay as they are. In one that is
// over the decision never has events.
func (b *bulkRun) guardItem(ctx context.Context, cmd *es.Command,
	decide es.Decision[file.State]) (es.Decision[file.State], error) {
	if b.end != nil {
		return refuseEvents(decide), nil
	}
	if !b.resumed {
		return decide, nil
	}
	item, err := b.readItem(ctx, cmd.Stream, cmd.Command)
	if err != nil {
		return nil, err
	}
	cmd.Expect = &item.version
	return func(s file.State) ([]es.Event, error) {
		events, err := decide(s)
		if err == nil && len(events) > 0 && item.changed {
			return nil, errChangedSince
		}
		return events, err
	}, nil
}

// refuseEvents returns a decision that is errChangedSince where another one has events.
func refuseEvents(decide es.Decision[file.State]) es.Decision[file.State] {
	return func(s file.State) ([]es.Event, error) {
		events, err := decide(s)
		if err == nil && len(events) > 0 {
			err = errChangedSince
		}
		return nil, err
	}
}

// leaveOut notes a file that the bulk leaves as it is, for the answer and for the history.
func (b *bulkRun) leaveOut(ctx context.Context, id string, reason bulk.Reason, detail string) error {
	f, _, err := es.Load(ctx, b.Log, file.Decider, file.StreamOf(b.r.Caller.Workspace, id))
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	left := bulk.Skipped{Name: f.Filename, Reason: reason, Detail: detail}
	b.refused = append(b.refused, left)
	b.out.Skipped = append(b.out.Skipped, SkippedFile{ID: id, Reason: left.Sentence()})
	return nil
}

// placeEntry stores an entry of an upload under its name. In a bulk that goes on it looks at each file that
// has had the name since the bulk began: the entry may have become one of them before, and errChangedSince
// refuses what another command has changed, deleted or uploaded.
func (b *bulkRun) placeEntry(ctx context.Context, r UploadFile, up core.Upload) (storedDocument, error) {
	if !b.resumed {
		return b.documents().storeDocument(ctx, r, up)
	}
	changed := func(ctx context.Context) (stream es.StreamID, done es.Receipt, err error) {
		holders, err := b.holdersOf(ctx, up.Name)
		refusal := error(nil)
		for _, stream := range holders {
			item, err := b.readItem(ctx, stream, r.CommandID)
			if err != nil || item.done.Version > 0 {
				return stream, item.done, err
			}
			if item.changed {
				refusal = errChangedSince
			}
		}
		return "", es.Receipt{}, errors.Join(err, refusal)
	}
	stream, done, err := changed(ctx)
	if err != nil {
		return storedDocument{}, err
	}
	if done.Version > 0 {
		return b.documents().describeStored(ctx, r, stream, done)
	}
	if b.end != nil {
		return storedDocument{}, errChangedSince
	}
	r.mayPlace = func(ctx context.Context) error {
		_, _, err := changed(ctx)
		return err
	}
	return b.documents().storeDocument(ctx, r, up)
}

// holdersOf returns the files that a name of the dossier has belonged to since the bulk began, the first
// before.
func (b *bulkRun) holdersOf(ctx context.Context, name string) (holders []es.StreamID, err error) {
	key, err := b.NameKey(ctx, b.r.Caller.Workspace, "file\n"+b.s.Dossier, name)
	if err != nil {
		return nil, err
	}
	var s naming.State
	stream := core.NameStream(b.r.Caller.Workspace, key)
	for e, err := range b.Log.Stream(ctx, stream, 0) {
		if err == nil {
			s, err = naming.Decider.Fold(s, e.Event)
		}
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", stream, err)
		}
		if e.Position <= b.started {
			holders = nil
		}
		category, _, _ := s.Holder.Parts()
		if s.Status != naming.Free && category == file.Category && !slices.Contains(holders, s.Holder) {
			holders = append(holders, s.Holder)
		}
	}
	return holders, nil
}
