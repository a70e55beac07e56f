package projections

import (
	"context"
	"time"

	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// A task is the work on one stream, waiting or in the hands of a worker.
type task struct {
	Topic   string    `json:"topic"`
	Dossier string    `json:"dossier"`
	Open    bool      `json:"open"`
	Since   time.Time `json:"since"`
	Aside   bool      `json:"aside,omitzero"` // it waited when its file was put into the trash
}

var tasks = Records[task]{
	Table: Table{Name: "work", Columns: []Column{{"topic", Text}, {"dossier", Text}, {"pending", Bool}, {"since", BigInt}},
		Indexes: [][]string{{"pending", "since"}, {"dossier"}}},
	Index: func(t task) []any { return []any{t.Topic, t.Dossier, t.Open, t.Since.UnixMicro()} },
}

// Work knows of every file, package and bulk whether its work is done, so that what
// fell through is found again. Its keys are stream names.
func Work() View {
	p := &es.Projection[Writer]{Name: "work", Version: 2}
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, e file.Uploaded) error {
		return tasks.Save(ctx, w, string(r.Stream), task{Topic: file.Topic, Dossier: e.Dossier, Open: true, Since: r.Time})
	})
	es.OnEvent(p, setOpen[file.Replaced](true))
	es.OnEvent(p, setOpen[file.ReanalysisRequested](true))
	es.OnEvent(p, setOpen[file.Failed](false))
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, _ file.SoftDeleted) error {
		return tasks.Change(ctx, w, string(r.Stream), func(t task) task {
			t.Aside, t.Open = t.Open, false
			return t
		})
	})
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, _ file.Restored) error {
		return tasks.Change(ctx, w, string(r.Stream), func(t task) task {
			t.Open, t.Aside, t.Since = t.Aside, false, r.Time
			return t
		})
	})
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, e file.ProcessingChanged) error {
		return setOpen[file.ProcessingChanged](e.To != file.Processed)(ctx, w, r, e)
	})
	es.OnEvent(p, forgetTask[file.PermanentlyDeleted])
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, _ dossier.PermanentlyDeleted) error {
		return w.Delete(ctx, tasks.Name, "dossier", r.Stream.Key())
	})
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, e download.Requested) error {
		return tasks.Save(ctx, w, string(r.Stream), task{Topic: download.Topic, Dossier: e.Dossier, Open: true, Since: r.Time})
	})
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, e bulk.Started) error {
		return tasks.Save(ctx, w, string(r.Stream), task{Topic: bulk.Topic, Dossier: e.Dossier, Open: true, Since: r.Time})
	})
	es.OnEvent(p, forgetTask[bulk.Finished])
	es.OnEvent(p, forgetTask[download.Made])
	es.OnEvent(p, forgetTask[download.Broke])
	es.OnEvent(p, forgetTask[download.Deleted])
	return View{p, []Table{tasks.Table}}
}

// setOpen notes that work on a stream waits, or is done.
func setOpen[E any](open bool) func(context.Context, Writer, es.Recorded, E) error {
	return func(ctx context.Context, w Writer, r es.Recorded, _ E) error {
		return tasks.Change(ctx, w, string(r.Stream), func(t task) task {
			if open && !t.Open {
				t.Since = r.Time
			}
			t.Open = open
			return t
		})
	}
}

func forgetTask[E any](ctx context.Context, w Writer, r es.Recorded, _ E) error {
	return w.Delete(ctx, tasks.Name, "key", string(r.Stream))
}
