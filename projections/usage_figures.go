package projections

import (
	"context"
	"fmt"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
)

// figures are amounts of what happened, and differences of levels.
type figures struct {
	Files    int64 `json:"files"` // flows
	Pages    int64 `json:"pages"`
	Bytes    int64 `json:"bytes"`
	OCRPages int64 `json:"ocrPages"`
	OCRFiles int64 `json:"ocrFiles"` // versions of which a page was recognised for the first time

	Active   int64 `json:"active"` // levels, in bytes
	Archived int64 `json:"archived"`
	Trash    int64 `json:"trash"`
	Dossiers int64 `json:"dossiers"`
}

// addTimes adds other figures so many times.
func (f figures) addTimes(g figures, times int64) figures {
	return figures{f.Files + times*g.Files, f.Pages + times*g.Pages, f.Bytes + times*g.Bytes, f.OCRPages + times*g.OCRPages,
		f.OCRFiles + times*g.OCRFiles,
		f.Active + times*g.Active, f.Archived + times*g.Archived, f.Trash + times*g.Trash, f.Dossiers + times*g.Dossiers}
}

// columnValues are the figures in the order of figureColumns.
func (f figures) columnValues() []any {
	return []any{f.Files, f.Pages, f.Bytes, f.OCRPages, f.OCRFiles, f.Active, f.Archived, f.Trash, f.Dossiers}
}

var figureColumns = []Column{{"files", BigInt}, {"pages", BigInt}, {"bytes", BigInt}, {"ocr_pages", BigInt}, {"ocr_files", BigInt},
	{"active", BigInt}, {"archived", BigInt}, {"trash", BigInt}, {"dossiers", BigInt}}

// usageRows are what happened to the figures of a workspace, one row for each
// event that moved any: flows as amounts, levels as differences. Rows are never
// changed, so the report over a past period stays what it was.
var usageRows = Table{Name: "usage_flows", Columns: append([]Column{{"workspace", Text}, {"at", BigInt}}, figureColumns...),
	Indexes: [][]string{{"workspace", "at"}}}

// A day sums up the rows of one day (UTC) of a workspace, so that a report over years
// adds days up, and single rows at its two ends only.
type day struct {
	Workspace string `json:"workspace"`
	Day       int64  `json:"day"` // since 1970
	figures
}

var usageDays = Records[day]{
	Table: Table{Name: "usage_days", Columns: append([]Column{{"workspace", Text}, {"day", BigInt}}, figureColumns...),
		Indexes: [][]string{{"workspace", "day"}}},
	Index: func(d day) []any { return append([]any{d.Workspace, d.Day}, d.columnValues()...) },
}

// usageAgain notes versions of files of which pages were recognised not for the first
// time, and when they had been before: a report that begins between the two counts the
// version here.
var usageAgain = Table{Name: "usage_again", Columns: []Column{{"workspace", Text}, {"at", BigInt}, {"before", BigInt}},
	Indexes: [][]string{{"workspace", "at"}}}

// rowKey names what one event moved.
func rowKey(r es.Recorded) string { return fmt.Sprintf("%020d", r.Position) }

// countFigures notes how an event moves the figures, by itself and for its day.
func countFigures(ctx context.Context, w Writer, r es.Recorded, moved figures) error {
	if moved == (figures{}) {
		return nil
	}
	row := Row{Key: rowKey(r), Values: append([]any{r.Workspace, r.Time.UnixMilli()}, moved.columnValues()...)}
	if err := w.Put(ctx, usageRows.Name, row); err != nil {
		return err
	}
	today := day{Workspace: r.Workspace, Day: r.Time.Unix() / int64(24*time.Hour/time.Second)}
	key := fmt.Sprintf("%s/%d", today.Workspace, today.Day)
	d, ok, err := usageDays.Load(ctx, w, key)
	if err != nil {
		return err
	}
	if !ok {
		d = today
	}
	d.figures = d.addTimes(moved, 1)
	return usageDays.Save(ctx, w, key, d)
}
