package model

import (
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// A Listener is somebody outside who is told of events: by the feed, or by a webhook.
type Listener struct {
	Name  string
	After es.Position // it is told of what comes behind it
	Heard []Notice    // in the order in which they came; one may come more than once
}

// A Notice is what a listener is told of an event.
type Notice struct {
	ID       uuid.UUID // of the event
	Position es.Position
	Type     string
	File     string // "" for none
}

// toldTypes are events of files of which everybody is told who may read the file.
var toldTypes = []string{"file.uploaded", "file.analysed", "component.overridden", "file.soft-deleted", "file.restored"}

// checkListeners checks that each listener was told at least once of each event of files that are there at the end, of events
// that are in the log alone, and of those of one file in their order.
func checkListeners(f Facts) (out []Violation) {
	logged, kept := map[uuid.UUID]es.Recorded{}, keptFiles(f.Events)
	for _, e := range f.Events {
		logged[e.ID] = e
	}
	for _, l := range f.Listeners {
		broken := func(what string, events ...es.Recorded) {
			out = append(out, Violation{Rule: RuleListeners, What: l.Name + " " + what, Events: events})
		}
		heard, last := map[uuid.UUID]bool{}, map[string]Notice{}
		for _, n := range l.Heard {
			e, ok := logged[n.ID]
			switch {
			case !ok:
				broken(fmt.Sprintf("was told of %s at position %d, which is not in the log", n.Type, n.Position))
			case e.Position != n.Position || e.Type != n.Type:
				broken(fmt.Sprintf("was told of %s at position %d, which is another event", n.Type, n.Position), e)
			case !heard[n.ID] && n.File != "" && n.Position < last[n.File].Position:
				broken("was told of a file's events in another order", logged[last[n.File].ID], e)
			}
			if !heard[n.ID] {
				heard[n.ID], last[n.File] = true, n
			}
		}
		for _, e := range f.Events {
			if e.Position > l.After && slices.Contains(toldTypes, e.Type) && kept[e.Stream] && !heard[e.ID] {
				broken("was not told of an event", e)
			}
		}
	}
	return out
}

// keptFiles returns the streams of files that were not deleted for good, in dossiers that nobody took away.
func keptFiles(events []es.Recorded) map[es.StreamID]bool {
	dossiers, kept := map[es.StreamID]bool{}, map[es.StreamID]bool{}
	in := map[es.StreamID]es.StreamID{}
	for _, e := range events {
		switch what := e.Event.(type) {
		case dossier.SoftDeleted, dossier.PermanentlyDeleted:
			dossiers[e.Stream] = true
		case file.Uploaded:
			_, workspace, _ := e.Stream.Parts()
			in[e.Stream], kept[e.Stream] = dossier.StreamOf(workspace, what.Dossier), true
		case file.PermanentlyDeleted:
			delete(kept, e.Stream)
		}
	}
	for stream, of := range in {
		if dossiers[of] {
			delete(kept, stream)
		}
	}
	return kept
}
