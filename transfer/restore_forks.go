package transfer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/archive"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/lineage"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/keeper"
	"github.com/seed-62a36931/docket/service/settings"
)

// ErrFork is the error of a backup that is behind a checkpoint, or has another log than it.
var ErrFork = errors.New("the restored log would be a fork")

// A forkCheck compares the log of a backup with checkpoints, event by event.
type forkCheck struct {
	known      []evidence.KnownCheckpoint // that are ahead, the smallest first
	newest     map[string]evidence.KnownCheckpoint
	workspaces map[string]uint64 // with the version of the stream that tells what became of the log
	forks      forkLabels
	roots      evidence.Roots
	last       es.Envelope
	good       es.Position // up to where a checkpoint fits
	found      error
}

// newForkCheck begins a comparison.
func newForkCheck(known []evidence.KnownCheckpoint) *forkCheck {
	c := &forkCheck{newest: map[string]evidence.KnownCheckpoint{}, workspaces: map[string]uint64{}}
	for _, k := range known {
		c.take(k)
	}
	slices.SortStableFunc(c.known, func(a, b evidence.KnownCheckpoint) int { return cmp.Compare(a.N, b.N) })
	return c
}

func (c *forkCheck) take(k evidence.KnownCheckpoint) {
	c.known = append(c.known, k)
	if k.N > c.newest[k.Origin].N {
		c.newest[k.Origin] = k
	}
}

// addEvent takes in the next event.
func (c *forkCheck) addEvent(e es.Envelope) error {
	c.last = e
	if e.Stream == lineage.StreamOf(e.Workspace) {
		c.workspaces[e.Workspace] = e.Version
	} else if _, known := c.workspaces[e.Workspace]; !known && e.Workspace != "" {
		c.workspaces[e.Workspace] = 0
	}
	if err := c.forks.note(e); err != nil {
		return err
	}
	c.roots.Add(evidence.LeafHash(e))
	for ; len(c.known) > 0 && c.known[0].N == c.roots.Size(); c.known = c.known[1:] {
		switch k := c.known[0]; {
		case k.Tree == c.roots.Tree():
			c.good = e.Position
		case c.forks.take(auditedCheckpoint{KnownCheckpoint: k}) || c.found != nil:
		default:
			c.found = fmt.Errorf("%w: the backup's log is not that of %s, of which %s has a checkpoint of %d events: they differ between "+
				"position %d and %d", ErrFork, k.Origin, k.Source, k.N, c.good+1, e.Position)
		}
	}
	return nil
}

// finish returns what is wrong, ErrFork, at the end of the log.
func (c *forkCheck) finish() error {
	for _, k := range slices.Backward(c.known) {
		if c.found == nil && !c.forks.take(auditedCheckpoint{KnownCheckpoint: k}) {
			c.found = fmt.Errorf("%w: the backup's log ends with %d events, at position %d, and is behind the log of %s, of which %s has a "+
				"checkpoint of %d events", ErrFork, c.roots.Size(), c.last.Position, k.Origin, k.Source, k.N)
		}
	}
	return c.found
}

// makeLabel returns what says that the log is a fork, and the events that do, one for each workspace, to stand behind the last one.
func (c *forkCheck) makeLabel() (lineage.Restored, []es.Envelope, error) {
	say := lineage.Restored{Events: c.roots.Size(), Origin: evidence.NewOrigin()}
	var most int64
	for _, name := range slices.Sorted(maps.Keys(c.newest)) {
		k := c.newest[name]
		say.Former = append(say.Former, lineage.Former{Origin: k.Origin, Events: k.N, Root: k.Hash.String()})
		if k.N > most {
			most, say.Origin = k.N, evidence.RestoredOrigin(k.Origin)
		}
	}
	body, err := engines.MarshalBody(say)
	if err != nil {
		return say, nil, err
	}
	now := time.Now().UTC().Truncate(time.Microsecond)
	if now.Before(c.last.Time) {
		now = c.last.Time
	}
	command, at := uuid.New(), c.last.Position
	var out []es.Envelope
	for _, ws := range slices.Sorted(maps.Keys(c.workspaces)) {
		at++
		stream := lineage.StreamOf(ws)
		out = append(out, es.Envelope{ID: uuid.NewSHA1(command, []byte(stream)), Stream: stream, Version: c.workspaces[ws] + 1,
			Position: at, Time: now, Type: lineage.RestoredName, Schema: 1, Body: body,
			Meta: es.Meta{Actor: user.SystemID, Workspace: ws, Command: command, Correlation: command}})
	}
	return say, out, nil
}

// beginForkCheck begins the comparison of what is restored with all checkpoints that are shown: those that others keep, those that
// stand where the log goes, and that in the manifest.
func (w *restoreRun) beginForkCheck(ctx context.Context, known []evidence.KnownCheckpoint) error {
	standing, err := StandingCheckpoints(w.cfg)
	if err != nil {
		return err
	}
	stored, err := keeper.StandingCheckpoints(ctx, w.cfg)
	if err != nil {
		return err
	}
	known = slices.Concat(known, standing, stored)
	found := checkComparable(w.cfg, w.m, known)
	if w.cfg.EventStore == "" && w.m.Checkpoint != "" {
		c, err := evidence.ParseCheckpoint(w.m.Checkpoint)
		if err != nil {
			return fmt.Errorf("the manifest of the backup: %w", err)
		}
		known = append(known, evidence.KnownCheckpoint{Checkpoint: c, Source: "the manifest of the backup"})
	}
	w.forks = newForkCheck(known)
	w.forks.found = found
	return nil
}

// finishForkCheck refuses a log that is a fork, or labels it.
func (w *restoreRun) finishForkCheck(to *importBuffer) error {
	if w.forks == nil {
		return nil
	}
	if err := w.forks.finish(); !w.asFork {
		return err
	}
	say, events, err := w.forks.makeLabel()
	if err != nil {
		return err
	}
	w.label = &say
	for _, e := range events {
		if err := to.addEvent(e); err != nil {
			return err
		}
	}
	return nil
}

// CompareBackup reads a backup from its first byte to its last, and compares its log with checkpoints that others keep. It returns
// what the backup holds, also beside ErrFork.
func CompareBackup(ctx context.Context, file string, known []evidence.KnownCheckpoint) (archive.Manifest, error) {
	c := newForkCheck(known)
	m, err := archive.ReadFile(ctx, file, archive.Sink{Event: c.addEvent})
	if err != nil {
		return m, err
	}
	if err := checkComparable(settings.Config{}, m, known); err != nil {
		return m, err
	}
	return m, c.finish()
}

// checkComparable returns ErrFork where there are checkpoints, and the log has, or gets, other positions than they are of.
func checkComparable(to settings.Config, m archive.Manifest, known []evidence.KnownCheckpoint) error {
	sparse := settings.Config{EventStore: "esdb:"}.EngineName()
	if len(known) == 0 || to.EngineName() != sparse && m.Engine != sparse {
		return nil
	}
	return fmt.Errorf("%w: events in EventStoreDB have other positions than in a backup, so the checkpoint of %s in %s does not fit it",
		ErrFork, known[0].Origin, known[0].Source)
}

// StandingCheckpoints returns the checkpoints of a notary whose memory stands in the data folder to which a log is restored.
func StandingCheckpoints(cfg settings.Config) (known []evidence.KnownCheckpoint, err error) {
	memories, err := evidence.RetiredMemories(cfg.CheckpointsPath())
	if err != nil {
		return nil, err
	}
	for _, file := range append(memories, cfg.CheckpointsPath(), cfg.WitnessedPath()) {
		text, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		kept, _, err := evidence.ReadCheckpoints(string(text), file)
		if err != nil {
			return nil, err
		}
		known = append(known, kept...)
	}
	return known, nil
}
