package queries

import (
	"context"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
)

// ReportUsage reports what the caller's workspace used. Times are cut to milliseconds,
// and both ends are included. Months are those of UTC.
func (q *Queries) ReportUsage(ctx context.Context, a AskUsage) (UsageReport, error) {
	if !user.MayCall(a.Caller, user.CreateUsageReport) {
		return UsageReport{}, domain.ErrAccessDenied
	}
	a.Start, a.End = a.Start.UTC().Truncate(time.Millisecond), a.End.UTC().Truncate(time.Millisecond)
	if err := a.Check(); err != nil {
		return UsageReport{}, err
	}
	months := calendarMonths(a.Start, a.End)
	sums, err := q.sumMovements(ctx, a.Caller.Workspace, months)
	if err != nil {
		return UsageReport{}, err
	}
	waiting, err := q.waitingStreams(ctx, "usage")
	for _, s := range waiting {
		if _, workspace, _ := es.StreamID(s).Parts(); workspace == a.Caller.Workspace {
			noteOmission(ctx, es.StreamID(s)) // its figures are missing
		}
	}
	return answerUnless(err, reportOf(a.Start, a.End, months, sums))
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
		out.AnalyzedFiles, out.OCRFiles = out.AnalyzedFiles+m.files, out.OCRFiles+m.ocrFiles
		out.AnalyzedPages, out.AnalyzedBytes = out.AnalyzedPages+m.pages, out.AnalyzedBytes+m.bytes
		out.OCRPages += m.ocrPages
	}
	last := out.Months[len(months)-1]
	out.TotalBytes, out.ActiveBytes = last.TotalBytes, last.ActiveBytes
	out.ArchivedBytes, out.TrashBytes = last.ArchivedBytes, last.TrashBytes
	out.Dossiers = level.dossiers
	return out
}
