package transfer

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/stored"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/service/engines"
)

// treeAudit compares a log with the tree that is stored of it, event by event, and with
// checkpoints.
type treeAudit struct {
	store  evidence.Store
	stored evidence.State
	known  []auditedCheckpoint // those that are ahead, the smallest first
	total  int
	newest int64
	given  map[string]bool // files of those that somebody else kept
	names  map[string]bool // of the log, in checkpoints that the installation keeps

	roots    evidence.Roots
	atStored tlog.Tree   // the tree when it was as large as the stored one
	tile     []byte      // the stored leaves around the last event
	good     int64       // events up to a checkpoint that fits
	suspect  es.Position // of the first event behind that
	changed  int64       // events that are not those of the stored tree
	first    es.Envelope // of these
	last     es.Position
	differ   int // checkpoints that do not fit
	forks    forkLabels
}

// An auditedCheckpoint is one that a log is compared with.
type auditedCheckpoint struct {
	evidence.KnownCheckpoint
	given bool // by whoever asks, and not kept by the installation
}

// newTreeAudit opens the comparison. Of checkpoints that say the same one is enough.
func newTreeAudit(ctx context.Context, store evidence.Store, kept, given []evidence.KnownCheckpoint) (*treeAudit, error) {
	var known []auditedCheckpoint
	for i, c := range slices.Concat(given, kept) {
		known = append(known, auditedCheckpoint{c, i < len(given)})
	}
	slices.SortStableFunc(known, func(a, b auditedCheckpoint) int {
		return cmp.Or(cmp.Compare(a.N, b.N), bytes.Compare(a.Hash[:], b.Hash[:]))
	})
	known = slices.CompactFunc(known, func(a, b auditedCheckpoint) bool { return a.Tree == b.Tree && a.Origin == b.Origin })
	a := &treeAudit{store: store, known: known, total: len(known), given: map[string]bool{}, names: map[string]bool{}}
	for _, c := range given {
		a.given[c.Source] = true
	}
	for _, c := range kept {
		a.names[c.Origin] = true
	}
	if len(known) > 0 {
		a.newest = known[len(known)-1].N
	}
	var err error
	a.stored, err = store.State(ctx)
	return a, err
}

// checkEvent compares the next event of the log, by the hash of its leaf.
func (a *treeAudit) checkEvent(ctx context.Context, f *Findings, env es.Envelope, leaf tlog.Hash) error {
	index := a.roots.Size()
	if index == a.good {
		a.suspect = env.Position
	}
	same, err := a.isStored(ctx, index, leaf)
	if err != nil {
		return err
	}
	if !same {
		if a.changed == 0 {
			a.first = env
		}
		a.changed++
		a.last = env.Position
	}
	a.roots.Add(leaf)
	if err := a.forks.note(env); err != nil {
		f.addProblem(env, "%v", err)
	}
	if index+1 == a.stored.Size {
		a.atStored = a.roots.Tree()
	}
	if len(a.known) > 0 && a.known[0].N == index+1 {
		a.compareCheckpoints(f, env, a.roots.Tree())
	}
	return nil
}

// isStored reports whether the stored tree has a leaf at an index, or does not go so far.
func (a *treeAudit) isStored(ctx context.Context, index int64, leaf tlog.Hash) (bool, error) {
	if index >= a.stored.Size {
		return true, nil
	}
	at := int(index%evidence.TileWidth) * tlog.HashSize
	if at == 0 {
		var err error
		if a.tile, err = a.store.Tile(ctx, 0, index/evidence.TileWidth); err != nil {
			return false, err
		}
	}
	return len(a.tile) >= at+tlog.HashSize && bytes.Equal(a.tile[at:at+tlog.HashSize], leaf[:]), nil
}

// compareCheckpoints compares the log up to an event with all checkpoints of that size.
func (a *treeAudit) compareCheckpoints(f *Findings, env es.Envelope, tree tlog.Tree) {
	for ; len(a.known) > 0 && a.known[0].N == tree.N; a.known = a.known[1:] {
		switch c := a.known[0]; {
		case c.Tree == tree:
			a.good = tree.N
		case a.forks.take(c):
		case a.differ == 0:
			f.addProblem(env, "the log up to here is not the one of the checkpoint of %d events in %s: an event from position %d to %d "+
				"was changed, added, moved or removed%s", c.N, c.Source, a.suspect, env.Position, a.otherName(c))
			a.differ++
		default:
			a.differ++
		}
	}
}

// otherName is what is added where a checkpoint that somebody else kept names a log by a name that this one never had: "" elsewhere.
func (a *treeAudit) otherName(c auditedCheckpoint) string {
	if !c.given || len(a.names) == 0 || a.names[c.Origin] || a.forks.isNamed(c.Origin) {
		return ""
	}
	return fmt.Sprintf("; the checkpoint is of another log, %s, and this one is signed as %s: it was taken of "+
		"another installation, or this log was "+
		"put in its place", c.Origin, strings.Join(slices.Sorted(maps.Keys(a.names)), ", "))
}

// finish tells what could be told at the end of the log only.
func (a *treeAudit) finish(ctx context.Context, f *Findings) error {
	tree := a.roots.Tree()
	if a.changed > 0 {
		f.addProblem(a.first, "the event is not the one that the tree has in its place")
	}
	if a.changed > 1 {
		f.addProblem(f.last, "the events behind position %d differ from the tree too, up to position %d, %d in all: "+
			"they were changed, or moved since others are gone", a.first.Position, a.last, a.changed-1)
	}
	if a.stored.Size > tree.N {
		f.addProblem(f.last, "the log ends here with %d events, and the tree has %d: its end is cut off", tree.N, a.stored.Size)
	}
	if a.differ > 1 {
		f.addProblem(f.last, "%d later checkpoints do not fit the log either", a.differ-1)
	}
	for _, c := range a.known {
		if a.forks.take(c) {
			continue
		}
		f.addProblem(f.last, "the log ends here with %d events, and the checkpoint in %s has %d: its end is cut off%s",
			tree.N, c.Source, c.N, a.otherName(c))
	}
	a.forks.addProblems(f)
	if a.changed > 0 || a.stored.Size == 0 || a.stored.Size > tree.N {
		return nil
	}
	stored, err := evidence.TreeAt(ctx, a.store, a.stored.Size)
	if err != nil {
		return fmt.Errorf("the stored tree: %w", err)
	}
	if stored != a.atStored {
		f.addProblem(f.last, "the stored tree of %d events has another root than its leaves: docket audit checkpoint --rebuild builds it anew",
			a.stored.Size)
	}
	return nil
}

// describe tells what was compared.
func (a *treeAudit) describe(b *strings.Builder) {
	tree := a.roots.Tree()
	fmt.Fprintf(b, "tree: %d events, root %s\n", tree.N, tree.Hash)
	if a.total == 0 {
		fmt.Fprintln(b, "checkpoints: none to compare with")
	} else {
		fmt.Fprintf(b, "checkpoints: %d compared, the newest of %d events\n", a.total, a.newest)
	}
	if len(a.given) > 0 {
		fmt.Fprintf(b, "kept outside: %s\n", strings.Join(slices.Sorted(maps.Keys(a.given)), ", "))
	} else {
		fmt.Fprintln(b, "kept outside: nothing was compared. Who can change the database and has the key of the log could have changed all of "+
			"it together; docket audit checkpoint prints a checkpoint for somebody else to keep, --checkpoints compares it")
	}
	a.forks.describe(b)
}

// A deletionAudit compares keys that are destroyed, and those that are not, with the events that tell of deletions.
type deletionAudit struct {
	deleted map[string]es.Position // where subjects were deleted for good, by their last parts
	lost    map[string]bool        // subjects whose keys a restore gave up
}

// lastPart returns the part of a subject that names it below its parent.
func lastPart(subject string) string { return subject[strings.LastIndexByte(subject, '/')+1:] }

// checkEvent notes what an event deletes for good, or says to be lost.
func (d *deletionAudit) checkEvent(env es.Envelope) {
	var lost workspace.KeysLost
	if env.Type == workspace.KeysLostName && engines.UnmarshalBody(env.Body, &lost) == nil {
		for _, subject := range lost.Subjects {
			d.lost[string(subject)] = true
		}
		return
	}
	category, ws, id := env.Stream.Parts()
	d.deleted[lastPart(string(es.Subject(ws).Child(category, id)))] = env.Position
}

// isTold reports whether the end of a subject, or of one above it, is told.
func (d *deletionAudit) isTold(subject es.Subject) bool {
	for ok := true; ok; subject, ok = subject.Parent() {
		if d.lost[string(subject)] || d.deletedAt(subject) > 0 {
			return true
		}
	}
	return false
}

// deletedAt returns where the log says that a subject was deleted for good, 0 for nowhere.
func (d *deletionAudit) deletedAt(subject es.Subject) es.Position {
	return d.deleted[lastPart(string(subject))]
}

// AuditedKeys are the keys of an installation, as far as an audit asks for them.
type AuditedKeys interface {
	LiveSubjects(ctx context.Context) ([]string, error)
	// AwaitDeletions waits until a service has carried out the deletions up to a position, or is late with them.
	AwaitDeletions(ctx context.Context, at es.Position) error
}

// findUndoneDeletions adds the subjects that have a key although they, or what they lie in, were deleted for good:
// whoever puts a key back from a copy undoes the deletion. nil for keys that are not compared.
func (d *deletionAudit) findUndoneDeletions(ctx context.Context, f *Findings, keys AuditedKeys) error {
	if keys == nil {
		return nil
	}
	undone, err := d.listUndone(ctx, keys)
	if len(undone) > 0 {
		if err := keys.AwaitDeletions(ctx, slices.Max(slices.Collect(maps.Values(undone)))); err != nil {
			return err
		}
		undone, err = d.listUndone(ctx, keys)
	}
	for _, subject := range slices.Sorted(maps.Keys(undone)) {
		f.AddProblem(fmt.Sprintf("the key of %s is there, although position %d says that it was deleted for good: "+
			"the next start of docket serve destroys it; until then what was erased can be read", subject, undone[subject]))
	}
	return err
}

// listUndone returns the subjects that have a key, with the position at which the log says that they were deleted.
func (d *deletionAudit) listUndone(ctx context.Context, keys AuditedKeys) (map[string]es.Position, error) {
	live, err := keys.LiveSubjects(ctx)
	undone := map[string]es.Position{}
	for _, name := range live {
		at := es.Position(0)
		for subject, ok := es.Subject(name), true; ok && at == 0; subject, ok = subject.Parent() {
			at = d.deletedAt(subject)
		}
		if at > 0 {
			undone[name] = at
		}
	}
	return undone, err
}

// findHiddenDeletions adds the subjects whose keys are destroyed without an event that says so,
// although events are sealed under them.
func findHiddenDeletions(ctx context.Context, f *Findings, log es.Store, destroyed []string, told *deletionAudit) error {
	untold := map[es.Subject]bool{}
	for _, subject := range destroyed {
		if !told.isTold(es.Subject(subject)) {
			untold[es.Subject(subject)] = true
		}
	}
	if len(untold) == 0 {
		return nil
	}
	for env, err := range es.ReadToHead(ctx, log, 0, es.Filter{}) {
		if err != nil {
			return err
		}
		for _, subject := range stored.Subjects(env.Body) {
			if untold[subject] {
				f.addProblem(env, "the key of %s is destroyed, and no event says that it was deleted for good", subject)
				delete(untold, subject)
			}
		}
	}
	return nil
}
