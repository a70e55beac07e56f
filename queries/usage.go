package queries

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
)

// Usage reports what the caller's workspace used. Times are cut to milliseconds,
// and both ends are included. Months are those of UTC.
func (q *Queries) Usage(ctx context.Context, a AskUsage) (UsageReport, error) {
	if !user.MayCall(a.Caller, user.CreateUsageReport) {
		return UsageReport{}, domain.ErrAccessDenied
	}
	a.Start, a.End = a.Start.UTC().Truncate(time.Millisecond), a.End.UTC().Truncate(time.Millisecond)
	if err := a.Check(); err != nil {
		return UsageReport{}, err
	}
	months := calendarMonths(a.Start, a.End)
	sums, err := q.movements(ctx, a.Caller.Workspace, months)
	if err != nil {
		return UsageReport{}, err
	}
	waiting, err := q.waiting(ctx, "usage")
	for _, s := range waiting {
		if _, workspace, _ := es.StreamID(s).Parts(); workspace == a.Caller.Workspace {
			withheld(ctx, es.StreamID(s)) // its figures are missing
		}
	}
	return reportOf(a.Start, a.End, months, sums), err
}

// A period is a stretch of time, both ends included.
type period struct{ start, end time.Time }

// calendarMonths cuts a period at the limits of months: the first part begins
// with it, the last ends with it, and nothing lies between two parts.
func calendarMonths(start, end time.Time) []period {
	var out []period
	for from := start; !from.After(end); {
		next := time.Date(from.Year(), from.Month()+1, 1, 0, 0, 0, 0, time.UTC)
		to := next.Add(-time.Millisecond)
		if to.After(end) {
			to = end
		}
		out = append(out, period{from, to})
		from = next
	}
	return out
}

// A movement is the sum of what happened in a stretch of time: amounts, and the
// differences of levels.
type movement struct {
	files, pages, bytes, ocrPages     int64
	ocrFiles                          int64 // of all periods: versions of files, each counted once
	active, archived, trash, dossiers int64
}

// movements sums up everything before the first period, and then each period, in
// one statement, so that all figures are of the same moment.
func (q *Queries) movements(ctx context.Context, workspace string, periods []period) ([]movement, error) {
	out := make([]movement, len(periods)+1)
	sql, args := movementsSQL(workspace, periods)
	err := q.rows(ctx, func(rows Rows) error {
		var n int64
		var m movement
		if err := rows.Scan(&n, &m.files, &m.pages, &m.bytes, &m.ocrPages, &m.active, &m.archived, &m.trash, &m.dossiers, &m.ocrFiles); err != nil {
			return err
		}
		out[n] = m
		return nil
	}, sql, args...)
	return out, err
}

// movementsSQL writes the statement of movements: a table of numbered stretches,
// joined with the rows that fall into each.
func movementsSQL(workspace string, periods []period) (sql string, args []any) {
	var b strings.Builder
	b.WriteString("SELECT p.n")
	for _, c := range []string{"files", "pages", "bytes", "ocr_pages", "active", "archived", "trash", "dossiers"} {
		fmt.Fprintf(&b, ", CAST(COALESCE(SUM(f.%s), 0) AS bigint)", c)
	}
	args = append(args, workspace, periods[0].start.UnixMilli(), periods[len(periods)-1].end.UnixMilli())
	b.WriteString(", (SELECT COUNT(DISTINCT recognised) FROM usage_flows WHERE workspace = $1 AND at >= $2 AND at <= $3 AND recognised <> '') FROM (")
	stretch := func(n int, from, to int64) {
		if n > 0 {
			b.WriteString(" UNION ALL ")
		}
		fmt.Fprintf(&b, "SELECT CAST(%d AS bigint) AS n, CAST($%d AS bigint) AS lo, CAST($%d AS bigint) AS hi", n, len(args)+1, len(args)+2)
		args = append(args, from, to)
	}
	stretch(0, math.MinInt64, periods[0].start.UnixMilli()-1)
	for i, p := range periods {
		stretch(i+1, p.start.UnixMilli(), p.end.UnixMilli())
	}
	b.WriteString(") p LEFT JOIN usage_flows f ON f.workspace = $1 AND f.at >= p.lo AND f.at <= p.hi GROUP BY p.n ORDER BY p.n")
	return b.String(), args
}

// reportOf adds movements up: the first is what was before the period, then
// there is one for each month.
func reportOf(start, end time.Time, months []period, sums []movement) UsageReport {
	out := UsageReport{Usage: Usage{Start: start, End: end}, Months: make([]Usage, len(months))}
	level := sums[0]
	for i, p := range months {
		m := sums[i+1]
		level.active, level.archived, level.trash = level.active+m.active, level.archived+m.archived, level.trash+m.trash
		level.dossiers += m.dossiers
		out.Months[i] = Usage{Start: p.start, End: p.end,
			AnalyzedPages: m.pages, AnalyzedBytes: m.bytes, OCRPages: m.ocrPages,
			TotalBytes:  level.active + level.archived + level.trash,
			ActiveBytes: level.active, ArchivedBytes: level.archived, TrashBytes: level.trash}
		out.AnalyzedFiles, out.OCRFiles = out.AnalyzedFiles+m.files, m.ocrFiles
		out.AnalyzedPages, out.AnalyzedBytes = out.AnalyzedPages+m.pages, out.AnalyzedBytes+m.bytes
		out.OCRPages += m.ocrPages
	}
	last := out.Months[len(months)-1]
	out.TotalBytes, out.ActiveBytes, out.ArchivedBytes, out.TrashBytes = last.TotalBytes, last.ActiveBytes, last.ArchivedBytes, last.TrashBytes
	out.Dossiers = level.dossiers
	return out
}
