// Package stored tells from the log which of the blobs that events name must be in the store:
// all, but for those that later events removed on purpose.
package stored

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
)

// A Lost blob is one that an event names and whose bytes are missing or damaged.
type Lost struct {
	Ref      es.BlobRef
	Stream   es.StreamID // of the event that names it first
	Event    string      // wire name of that event
	Position es.Position // of that event
	Damaged  bool        // the bytes are there, and are not what was stored
}

// String tells which bytes are lost, for operators.
func (l Lost) String() string {
	state := "missing"
	if l.Damaged {
		state = "damaged"
	}
	return fmt.Sprintf("%s: blob %s of %s (%s at position %d)", state, l.Ref.ID, l.Stream, l.Event, l.Position)
}

// A Register collects blobs that were not found, and drops those that a later event removed on
// purpose: the former content of a file that was replaced, and all that belongs to what was
// deleted for good. The zero value is ready.
type Register struct {
	lost map[es.StreamID][]Lost
	gone map[es.Subject]bool // dossiers that were deleted for good
}

// Note takes in an event. All events must be noted in the order of their positions, each before
// the blobs that it names are added; behind the last one, those that were appended while the
// store was looked at.
func (r *Register) Note(e es.Envelope) {
	if e.Type == "dossier.permanently-deleted" {
		_, ws, id := e.Stream.Parts()
		if r.gone == nil {
			r.gone = map[es.Subject]bool{}
		}
		r.gone[dossier.SubjectOf(ws, id)] = true
		return
	}
	left := slices.DeleteFunc(r.lost[e.Stream], func(l Lost) bool { return removes(e.Type, l.Event) })
	if len(left) == 0 {
		delete(r.lost, e.Stream)
		return
	}
	r.lost[e.Stream] = left
}

// Add adds a blob that an event names and that was not found. What a bulk works on is left
// out: it goes before the event that ends the bulk.
func (r *Register) Add(e es.Envelope, ref es.BlobRef, damaged bool) {
	if e.Type == "bulk.started" {
		return
	}
	if r.lost == nil {
		r.lost = map[es.StreamID][]Lost{}
	}
	for _, l := range r.lost[e.Stream] {
		if l.Ref.ID == ref.ID { // several events name it
			return
		}
	}
	r.lost[e.Stream] = append(r.lost[e.Stream], Lost{ref, e.Stream, e.Type, e.Position, damaged})
}

// List returns what should be there, in the order of the log.
func (r *Register) List() []Lost {
	var out []Lost
	for _, all := range r.lost {
		for _, l := range all {
			if !r.isGone(l.Ref.Subject) {
				out = append(out, l)
			}
		}
	}
	slices.SortFunc(out, func(a, b Lost) int {
		return cmp.Or(cmp.Compare(a.Position, b.Position), strings.Compare(a.Ref.ID.String(), b.Ref.ID.String()))
	})
	return out
}

// isGone reports whether a subject, or one above it, was deleted for good.
func (r *Register) isGone(s es.Subject) bool {
	for ok := true; ok; s, ok = s.Parent() {
		if r.gone[s] {
			return true
		}
	}
	return false
}

// removes reports whether an event removes what an earlier one of its stream named.
func removes(event, earlier string) bool {
	switch event {
	case "file.replaced":
		return earlier == "file.uploaded" || earlier == "file.replaced"
	case "file.permanently-deleted", "download.deleted":
		return true
	}
	return false
}

// RemovalEvents chooses the events behind which bytes go on purpose.
func RemovalEvents() es.Filter {
	return es.Filter{Types: []string{"file.replaced", "file.permanently-deleted", "dossier.permanently-deleted", "download.deleted"}}
}

// WasRemoved reports whether the log tells that a blob, which an event names, was removed on
// purpose since. It reads the rest of that event's stream, and the streams of what its owner
// belongs to.
func WasRemoved(ctx context.Context, log es.Store, e es.Envelope, ref es.BlobRef) (bool, error) {
	var r Register
	r.Add(e, ref, false)
	if err := r.noteAll(log.Stream(ctx, e.Stream, e.Version)); err != nil {
		return false, err
	}
	_, ws, _ := e.Stream.Parts()
	for s, ok := ref.Subject.Parent(); ok; s, ok = s.Parent() {
		id, isDossier := strings.CutPrefix(string(s), string(dossier.SubjectOf(ws, "")))
		if !isDossier {
			continue
		}
		if err := r.noteAll(log.Stream(ctx, dossier.StreamOf(ws, id), 0)); err != nil {
			return false, err
		}
	}
	return len(r.List()) == 0, nil
}

func (r *Register) noteAll(events iter.Seq2[es.Envelope, error]) error {
	for e, err := range events {
		if err != nil {
			return err
		}
		r.Note(e)
	}
	return nil
}
