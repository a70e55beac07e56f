package usage

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/queries/views"
)

// A movement is the sum of what happened in a stretch of time: amounts, and the
// differences of levels.
type movement struct {
	files, pages, bytes, ocrPages     int64
	ocrFiles                          int64 // each version of a file counts once in all periods together
	active, archived, trash, dossiers int64
}

// figureNames are the columns of figures, in the order of a movement.
var figureNames = []string{"files", "pages", "bytes", "ocr_pages", "ocr_files", "active", "archived", "trash",
	"dossiers"}

// sumMovements sums up everything before the first period, and then each period, in
// one statement, so that all figures are of the same moment. Periods follow each other
// without a gap.
func (q *Reports) sumMovements(ctx context.Context, workspace string, periods []period) ([]movement, error) {
	out := make([]movement, len(periods)+1)
	sql, args := movementsSQL(workspace, periods)
	err := q.views.EachRow(ctx, func(rows views.Rows) error {
		var n int64
		var m movement
		if err := rows.Scan(&n, &m.files, &m.pages, &m.bytes, &m.ocrPages, &m.ocrFiles, &m.active, &m.archived, &m.trash,
			&m.dossiers); err != nil {
			return err
		}
		out[n] = m
		return nil
	}, sql, args...)
	return out, err
}

// A spanned stretch is a numbered part of time, as days or as milliseconds since 1970,
// both ends included.
type spanned struct {
	n      int
	lo, hi int64
}

const dayMillis = int64(24 * time.Hour / time.Millisecond)

// splitDays cuts a stretch of milliseconds into whole days and what is left at its ends.
func splitDays(n int, lo, hi int64) (days []spanned, ends []spanned) {
	first, last := int64(math.MinInt64), floorDay(hi+1)-1
	if lo > math.MinInt64 {
		first = floorDay(lo + dayMillis - 1) // the first that lies in it as a whole
	}
	if first > last {
		return nil, []spanned{{n, lo, hi}}
	}
	if lo > math.MinInt64 && first*dayMillis > lo {
		ends = append(ends, spanned{n, lo, first*dayMillis - 1})
	}
	if rest := (last + 1) * dayMillis; rest <= hi {
		ends = append(ends, spanned{n, rest, hi})
	}
	return []spanned{{n, first, last}}, ends
}

// floorDay is the day of a moment, also before 1970.
func floorDay(millis int64) int64 {
	d := millis / dayMillis
	if millis%dayMillis < 0 {
		d--
	}
	return d
}

// movementsSQL writes the statement of movements: sums of whole days, of the rows of
// the days that are cut, and of versions of files whose pages were recognised in the
// periods again, but for the first time within them.
func movementsSQL(workspace string, periods []period) (sql string, args []any) {
	begin, end := periods[0].start.UnixMilli(), periods[len(periods)-1].end.UnixMilli()
	days, ends := splitDays(0, math.MinInt64, begin-1)
	for i, p := range periods {
		d, e := splitDays(i+1, p.start.UnixMilli(), p.end.UnixMilli())
		days, ends = append(days, d...), append(ends, e...)
	}
	args = []any{workspace}
	with := func(v int64) string {
		args = append(args, v)
		return fmt.Sprintf("CAST($%d AS bigint)", len(args))
	}
	sums, zeros := make([]string, len(figureNames)), make([]string, len(figureNames))
	for i, name := range figureNames {
		sums[i], zeros[i] = fmt.Sprintf("CAST(SUM(%s) AS bigint)", name), "0"
	}
	zeros[4] = "1"
	sql = "SELECT n, " + strings.Join(sums, ", ") + " FROM (" +
		spannedSQL("usage_days", "day", days, with) + " UNION ALL " + spannedSQL("usage_flows", "at", ends, with) +
		fmt.Sprintf(` UNION ALL SELECT CAST(1 AS bigint), %s FROM usage_again
			WHERE workspace = $1 AND at >= %s AND at <= %s AND before < %s`,
			strings.Join(zeros, ", "), with(begin), with(end), with(begin)) +
		") x GROUP BY n"
	return sql, args
}

// spannedSQL reads the rows of a table that lie in numbered stretches.
func spannedSQL(table, column string, all []spanned, with func(int64) string) string {
	if len(all) == 0 {
		all = []spanned{{0, 1, 0}} // holds nothing
	}
	var b strings.Builder
	b.WriteString("SELECT p.n AS n")
	for _, name := range figureNames {
		b.WriteString(", f." + name + " AS " + name)
	}
	b.WriteString(" FROM (")
	for i, s := range all {
		if i > 0 {
			b.WriteString(" UNION ALL ")
		}
		fmt.Fprintf(&b, "SELECT CAST(%d AS bigint) AS n, %s AS lo, %s AS hi", s.n, with(s.lo), with(s.hi))
	}
	fmt.Fprintf(&b, ") p CROSS JOIN %s f WHERE f.workspace = $1 AND f.%s >= p.lo AND f.%s <= p.hi", table, column, column)
	return b.String()
}
