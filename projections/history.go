package projections

import (
	"context"
	"fmt"

	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/heads"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/told"
)

// entries says where in the log the history of each object stands. It holds no
// content: that is read from the event itself, so erasure reaches it at once.
var entries = Table{Name: "history",
	Columns: []Column{{"position", BigInt}, {"workspace", Text}, {"at", BigInt}, {"type", Text}, {"actor", Text},
		{"template", Text}, {"dossier", Text}, {"file", Text}, {"stream", Text}, {"version", BigInt}},
	Indexes: [][]string{{"dossier", "position"}, {"file", "position"}, {"stream", "position"}, {"workspace", "position"},
		{"workspace", "type", "position"}, {"workspace", "actor", "position"}}}

// place holds what an object's stream name does not tell: what it belongs to.
type place struct {
	Template string `json:"template"`
	Dossier  string `json:"dossier"`
}

var places = Records[place]{
	Table: Table{Name: "history_places"},
	Index: func(place) []any { return nil },
}

// History is the index of the log by object, person and kind. Events of names and
// fences are bookkeeping and left out.
func History() View {
	p := &es.Projection[Writer]{Name: "history", Version: 2}
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, e dossier.Created) error {
		return indexWithPlace(ctx, w, r, place{e.Template, r.Stream.Key()})
	})
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, e file.Uploaded) error {
		return indexWithPlace(ctx, w, r, place{e.Template, e.Dossier})
	})
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, e download.Requested) error {
		return indexWithPlace(ctx, w, r, place{e.Template, e.Dossier})
	})
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, e bulk.EntriesSkipped) error {
		return indexEvent(ctx, w, r, place{e.Template, e.Dossier})
	})
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, e bulk.OperationCancelled) error {
		return indexEvent(ctx, w, r, place{e.Template, e.Dossier})
	})
	es.OnEvent(p, indexOpened)
	es.OnEvent(p, skipEvent[bulk.Started])
	es.OnEvent(p, skipEvent[bulk.Progressed])
	es.OnEvent(p, skipEvent[bulk.CancelRequested])
	es.OnEvent(p, skipEvent[bulk.OperationExpired])
	es.OnEvent(p, skipEvent[bulk.Finished])
	es.OnEvent(p, skipEvent[naming.Claimed])
	es.OnEvent(p, skipEvent[naming.Confirmed])
	es.OnEvent(p, skipEvent[naming.Passed])
	es.OnEvent(p, skipEvent[naming.Released])
	es.OnOtherEvents(p, func(ctx context.Context, w Writer, r es.Recorded) error {
		at, _, err := places.Load(ctx, w, string(r.Stream))
		if err != nil {
			return err
		}
		return indexEvent(ctx, w, r, at)
	})
	return View{p, []Table{entries, places.Table}}
}

func skipEvent[E any](context.Context, Writer, es.Recorded, E) error { return nil }

// indexOpened indexes that values were opened in the history of what they are of.
func indexOpened(ctx context.Context, w Writer, r es.Recorded, e heads.Opened) error {
	at, _, err := places.Load(ctx, w, string(e.For))
	if err != nil {
		return err
	}
	fileID := ""
	if category, _, key := e.For.Parts(); category == file.Category {
		fileID = key
	}
	return putEntry(ctx, w, r, at, fileID)
}

func indexWithPlace(ctx context.Context, w Writer, r es.Recorded, at place) error {
	if err := places.Save(ctx, w, string(r.Stream), at); err != nil {
		return err
	}
	return indexEvent(ctx, w, r, at)
}

// indexEvent indexes one event; internal ones have no reader.
func indexEvent(ctx context.Context, w Writer, r es.Recorded, at place) error {
	if !told.HasReaders(r.Type, r.Actor) {
		return nil
	}
	category, _, key := r.Stream.Parts()
	fileID := ""
	switch category {
	case "template":
		at.Template = key
	case file.Category:
		fileID = key
	}
	return putEntry(ctx, w, r, at, fileID)
}

// putEntry adds an event to the index.
func putEntry(ctx context.Context, w Writer, r es.Recorded, at place, fileID string) error {
	return w.Put(ctx, entries.Name, Row{Key: fmt.Sprintf("%020d", r.Position), Values: []any{int64(r.Position), r.Workspace,
		r.Time.UnixMicro(), r.Type, r.Actor, at.Template, at.Dossier, fileID, string(r.Stream), int64(r.Version)}})
}
