package transfer

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/projections/upkeep"
	"github.com/seed-62a36931/docket/service/numbering"
)

// maxProblems is how many problems are told one by one.
const maxProblems = 100

// A eventVersion is a version of an event.
type eventVersion struct {
	name   string
	schema int
}

// Findings holds the results of a check of the log.
type Findings struct {
	numbers      numbering.Log
	count        upkeep.Counter
	seed         maphash.Seed
	versions     map[uint64]uint64 // last version, by the hash of the stream's name
	ids          map[uint64]bool   // hashes of the ids of events, and of their streams
	last         es.Envelope
	events       uint64
	kinds        map[eventVersion]uint64
	unknown      map[eventVersion]uint64
	open         uint64
	erased       uint64
	problems     []string
	problemCount uint64
	tree         *treeAudit
	deletions    deletionAudit
}

// An AuditScope says what the log is compared with.
type AuditScope struct {
	Numbers     numbering.Log              // nil where positions are not the numbers of events
	Count       upkeep.Counter             // how many events the log has, for telling how far the check is
	Tree        evidence.Store             // the tree that is stored of it
	Checkpoints []evidence.KnownCheckpoint // that the installation keeps
	Given       []evidence.KnownCheckpoint // that somebody else kept
	Destroyed   []string                   // subjects whose keys are destroyed
	Keys        AuditedKeys                // nil: they are not compared with deletions
}

// VerifyLog reads the whole log, up to where it ends now, and returns what is wrong with it. A log that cannot
// be read to its end is an error: es.ErrIncompleteRead.
func VerifyLog(ctx context.Context, log *es.Log, scope AuditScope, p *terminal.Progress) (*Findings, error) {
	f := newFindings(scope)
	var err error
	if f.tree, err = newTreeAudit(ctx, scope.Tree, scope.Checkpoints, scope.Given); err != nil {
		return f, err
	}
	if err := f.readLog(ctx, log, p); err != nil {
		return f, err
	}
	if err := f.tree.finish(ctx, f); err != nil {
		return f, err
	}
	if err := f.deletions.findUndoneDeletions(ctx, f, scope.Keys); err != nil {
		return f, err
	}
	return f, findHiddenDeletions(ctx, f, log.Store, scope.Destroyed, &f.deletions)
}

// AddProblem adds something that is wrong and was found elsewhere, a line.
func (f *Findings) AddProblem(text string) {
	if f.problemCount++; f.problemCount <= maxProblems {
		f.problems = append(f.problems, text)
	}
}

// AddCuts adds streams that were cut where they are stored: the log may still have what
// cannot be read in them.
func (f *Findings) AddCuts(cuts []string) {
	for _, c := range cuts {
		f.AddProblem(c)
	}
}

// ProblemCount is how many things are wrong.
func (f *Findings) ProblemCount() uint64 { return f.problemCount }

func newFindings(scope AuditScope) *Findings {
	return &Findings{numbers: scope.Numbers, count: scope.Count, seed: maphash.MakeSeed(), versions: map[uint64]uint64{},
		ids: map[uint64]bool{}, kinds: map[eventVersion]uint64{}, unknown: map[eventVersion]uint64{},
		deletions: deletionAudit{deleted: map[string]es.Position{}, lost: map[string]bool{}}}
}

// readLog takes in the whole log, up to where it ends now.
func (f *Findings) readLog(ctx context.Context, log *es.Log, p *terminal.Progress) error {
	head, err := log.Store.Head(ctx)
	if err != nil {
		return err
	}
	all, err := f.count.CountEvents(ctx, 0, head)
	if err != nil {
		return err
	}
	deleting := append(deletionEvents().Types, workspace.KeysLostName)
	for env, err := range readHashed(ctx, log.Store) {
		if err != nil {
			return err
		}
		f.checkPlace(env.Envelope)
		if err := f.tree.checkEvent(ctx, f, env.Envelope, env.leaf); err != nil {
			return err
		}
		if slices.Contains(deleting, env.Type) {
			f.deletions.checkEvent(env.Envelope)
		}
		f.checkContent(ctx, log.Codec, env.Envelope)
		if all == upkeep.Unknown {
			p.Report("%d events verified", f.events)
		} else {
			p.Report("%d of %d events verified", f.events, max(f.events, uint64(all)))
		}
	}
	return ctx.Err()
}

// hashedEvent is an event with the hash of its leaf.
type hashedEvent struct {
	es.Envelope
	leaf tlog.Hash
}

// hashedBatch is how many events are handed over at once.
const hashedBatch = 256

// readHashed yields all events of a log with the hashes of their leaves. Reading and hashing go on beside what is done with
// the events.
func readHashed(ctx context.Context, log es.Store) iter.Seq2[hashedEvent, error] {
	return func(yield func(hashedEvent, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		batches := make(chan []hashedEvent, 2)
		var failed error
		go func() {
			defer close(batches)
			failed = sendHashed(ctx, log, batches)
		}()
		defer func() {
			cancel()
			for range batches { // the reader has ended when this returns
			}
		}()
		for batch := range batches {
			for _, e := range batch {
				if !yield(e, nil) {
					return
				}
			}
		}
		if failed != nil {
			yield(hashedEvent{}, failed)
		}
	}
}

// sendHashed reads a log and sends its events in batches.
func sendHashed(ctx context.Context, log es.Store, to chan<- []hashedEvent) error {
	var batch []hashedEvent
	send := func() error {
		select {
		case to <- batch:
			batch = make([]hashedEvent, 0, hashedBatch)
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	for env, err := range es.ReadToHead(ctx, log, 0, es.Filter{}) {
		if err != nil {
			return errors.Join(send(), err)
		}
		batch = append(batch, hashedEvent{env, evidence.LeafHash(env)})
		if len(batch) == hashedBatch {
			if err := send(); err != nil {
				return err
			}
		}
	}
	return send()
}

// checkPlace checks where an event stands.
func (f *Findings) checkPlace(env es.Envelope) {
	f.events++
	if env.Position <= f.last.Position || f.isGap(f.last.Position, env.Position) {
		f.addProblem(env, "position %d follows %d", env.Position, f.last.Position)
	}
	if env.Time.Before(f.last.Time) {
		f.addProblem(env, "time %s is before that of the event before it, %s", env.Time, f.last.Time)
	}
	hash := maphash.String(f.seed, string(env.Stream))
	if before := f.versions[hash]; env.Version != before+1 {
		f.addProblem(env, "version %d of the stream follows %d", env.Version, before)
	}
	f.versions[hash], f.last = env.Version, env
	id := hash ^ maphash.Bytes(f.seed, env.ID[:])
	if f.ids[id] {
		f.addProblem(env, "an event of the same id stands in the stream already: it is a copy")
	}
	f.ids[id] = true
}

// isGap reports whether an event must have stood between two neighbours.
func (f *Findings) isGap(before, at es.Position) bool {
	return f.numbers != nil && f.numbers.NumberOf(at)-f.numbers.NumberOf(before) != 1
}

// sealed is a sealed field of an event.
type sealed interface {
	IsErased() bool
	IsMissing() bool
}

// checkContent decodes an event.
func (f *Findings) checkContent(ctx context.Context, c *es.Codec, env es.Envelope) {
	k := eventVersion{env.Type, env.Schema}
	e, err := c.Decode(ctx, env)
	if ctx.Err() != nil {
		return // it was interrupted, not wrong
	}
	f.kinds[k]++
	if err != nil {
		f.addProblem(env, "%v", err)
		return
	}
	if _, ok := e.(es.Unknown); ok {
		f.unknown[k]++
		return
	}
	v := reflect.ValueOf(e)
	for i := range v.NumField() {
		s, ok := v.Field(i).Interface().(sealed)
		switch {
		case !ok || s.IsMissing():
		case s.IsErased():
			f.erased++
		default:
			f.open++
		}
	}
}

func (f *Findings) addProblem(env es.Envelope, format string, args ...any) {
	if f.problemCount++; f.problemCount <= maxProblems {
		f.problems = append(f.problems, fmt.Sprintf("position %d, stream %s, version %d, %s: %s", env.Position, env.Stream, env.Version,
			env.Type, fmt.Sprintf(format, args...)))
	}
}

// PrintReport prints what was found.
func (f *Findings) PrintReport(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%d events in %d streams, up to position %d\n", f.events, len(f.versions), f.last.Position)
	all := slices.SortedFunc(maps.Keys(f.kinds), func(a, b eventVersion) int {
		if a.name == b.name {
			return a.schema - b.schema
		}
		return strings.Compare(a.name, b.name)
	})
	for _, k := range all {
		note := ""
		if f.unknown[k] > 0 {
			note = "  not known to this program, left out"
		}
		fmt.Fprintf(&b, "%10d  %s version %d%s\n", f.kinds[k], k.name, k.schema, note)
	}
	f.tree.describe(&b)
	fmt.Fprintf(&b, "sealed fields: %d open, %d are erased\n", f.open, f.erased)
	for _, p := range f.problems {
		fmt.Fprintln(&b, p)
	}
	fmt.Fprintf(&b, "problems: %d\n", f.problemCount)
	_, err := io.WriteString(w, b.String())
	return err
}
