package transfer

import (
	"context"
	"errors"
	"io"

	"github.com/seed-62a36931/docket/adapters/archive"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/numbering"
	"github.com/seed-62a36931/docket/service/settings"
)

// restoreChunk is how many events, keys or rows are written at once; restoreBytes
// ends a chunk of large ones earlier.
const (
	restoreChunk = 1000
	restoreBytes = 8 << 20
)

// archiveSink is where a backup goes.
func (w *restoreRun) archiveSink(ctx context.Context, c *importBuffer) archive.Sink {
	s := archive.Sink{Key: c.addKey, Box: c.addBox, Event: func(e es.Envelope) error {
		return errors.Join(w.forks.addEvent(e), c.addEvent(e))
	}}
	s.Blob = func(path string, _ int64, sealed io.Reader) error {
		w.progress.Report("%d of %d events, %s", c.last, w.m.Position, path)
		if w.remote != nil {
			return w.remote.Restore(ctx, path, sealed)
		}
		return engines.RestoreBlob(w.blobFolder(), path, sealed)
	}
	if w.keepLog {
		s.Event = nil
	}
	if w.keepKeys {
		s.Key, s.Box = nil, nil
	}
	if w.views != nil {
		s.Row = func(view, table string, row projections.Row) error { return w.views.addRow(ctx, view, table, row) }
	}
	return s
}

// importBuffer gather events, keys and secrets for writing.
type importBuffer struct {
	ctx      context.Context
	into     engines.Importer
	events   []es.Envelope
	size     int
	last     es.Position
	subjects []string
	wrapped  [][]byte
	names    []string
	boxes    [][]byte
}

func (c *importBuffer) addEvent(e es.Envelope) error {
	c.events, c.size, c.last = append(c.events, e), c.size+len(e.Body), e.Position
	return c.flushIfFull(len(c.events))
}

func (c *importBuffer) addKey(subject string, wrapped []byte) error {
	c.subjects, c.wrapped = append(c.subjects, subject), append(c.wrapped, wrapped)
	return c.flushIfFull(len(c.subjects))
}

func (c *importBuffer) addBox(name string, box []byte) error {
	c.names, c.boxes = append(c.names, name), append(c.boxes, box)
	return c.flushIfFull(len(c.names))
}

func (c *importBuffer) flushIfFull(n int) error {
	if n < restoreChunk && c.size < restoreBytes {
		return nil
	}
	return c.flush()
}

// flush writes what was gathered.
func (c *importBuffer) flush() error {
	var err error
	if len(c.subjects) > 0 {
		err = c.into.AddKeys(c.ctx, c.subjects, c.wrapped)
	}
	if err == nil && len(c.names) > 0 {
		err = c.into.AddBoxes(c.ctx, c.names, c.boxes)
	}
	if err == nil && len(c.events) > 0 {
		err = c.into.AddEvents(c.ctx, c.events)
	}
	*c = importBuffer{ctx: c.ctx, into: c.into, last: c.last}
	return err
}

// viewImporter take the rows of views that this program has in the same form; the
// others are built from the log.
type viewImporter struct {
	views  engines.Views
	at     map[string]es.Position // by key, of the views that are taken
	key    string
	rows   []tableRow
	size   int
	closed bool
}

type tableRow struct {
	table string
	row   projections.Row
}

// openViews opens read models beside the other new files, or in the database.
func (w *restoreRun) openViews(ctx context.Context) (*viewImporter, error) {
	cfg := w.cfg
	cfg.Data = w.scratch
	v, err := openEmptyViews(ctx, cfg)
	if err != nil {
		return nil, err
	}
	for _, view := range service.AllViews() {
		set, err := store.NewSet(view)
		if err != nil {
			return nil, errors.Join(err, v.close())
		}
		if !service.KeepsPlaceOnly(view) && !engines.NumberingOf(w.into).IsDense() {
			continue // its rows hold positions
		}
		for _, had := range w.m.Views {
			if had.Key == set.Key && had.At <= w.m.Position && len(had.Tables) == len(set.Tables) && set.CheckStanding(had.Tables) == nil {
				v.at[set.Key] = had.At
			}
		}
	}
	return v, nil
}

// openEmptyViews opens read models in which nothing stands, also when a database held
// those of another log.
func openEmptyViews(ctx context.Context, cfg settings.Config) (*viewImporter, error) {
	opened, err := engines.OpenViews(ctx, cfg)
	if err != nil {
		return nil, err
	}
	v := &viewImporter{views: opened, at: map[string]es.Position{}}
	all := service.AllViews()
	if err := v.views.Prepare(ctx, all...); err != nil {
		return nil, errors.Join(err, v.close())
	}
	for _, view := range all {
		if err := v.views.Reset(ctx, view); err != nil {
			return nil, errors.Join(err, v.close())
		}
	}
	return v, nil
}

// addRow takes a row; those of one view come one behind the other.
func (v *viewImporter) addRow(ctx context.Context, key, table string, row projections.Row) error {
	if _, taken := v.at[key]; !taken {
		return nil
	}
	if key != v.key || len(v.rows) >= restoreChunk || v.size >= restoreBytes {
		if err := v.flushRows(ctx); err != nil {
			return err
		}
	}
	v.key, v.rows, v.size = key, append(v.rows, tableRow{table, row}), v.size+len(row.Doc)
	return nil
}

// unfinishedView is the checkpoint of a view whose rows are not all there.
const unfinishedView = 1

// flushRows writes rows; the checkpoint stays at the beginning until all are there.
func (v *viewImporter) flushRows(ctx context.Context) error {
	if len(v.rows) == 0 {
		return nil
	}
	m := es.Model[projections.Writer](v.views)
	at, err := m.Checkpoint(ctx, v.key)
	if err == nil {
		err = m.Update(ctx, v.key, at, unfinishedView, func(w projections.Writer) error {
			for _, r := range v.rows {
				if err := w.Put(ctx, r.table, r.row); err != nil {
					return err
				}
			}
			return nil
		})
	}
	v.rows, v.size = nil, 0
	return err
}

// moveCheckpoints moves the checkpoints to where the rows were taken. They are numbers of events,
// which have these positions now.
func (v *viewImporter) moveCheckpoints(ctx context.Context, numbers *numbering.Numbering) error {
	if err := v.flushRows(ctx); err != nil {
		return err
	}
	m := es.Model[projections.Writer](v.views)
	for key, to := range v.at {
		at, err := m.Checkpoint(ctx, key)
		if err == nil {
			err = m.Update(ctx, key, at, numbers.PositionOf(to), func(projections.Writer) error { return nil })
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (v *viewImporter) close() error {
	if v.closed {
		return nil
	}
	v.closed = true
	return v.views.Close()
}
