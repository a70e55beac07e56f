// Package usage reports how much workspaces have used, and how the license stands.
package usage

import (
	"context"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/license"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/views"
)

// AskUsage reads the usage of the caller's workspace from Start to End.
type AskUsage struct {
	Caller     user.Principal
	Start, End time.Time
}

// maxMonths is how many calendar months (UTC) a usage report may touch.
const maxMonths = 120

// Check refuses a period that runs backwards or touches too many months.
func (a AskUsage) Check() error {
	start, end := a.Start.UTC(), a.End.UTC()
	if start.After(end) {
		return domain.Refuse(domain.WrongOrder, "startDate must not be after endDate").At("startDate")
	}
	months := (end.Year()-start.Year())*12 + int(end.Month()) - int(start.Month()) + 1
	if months > maxMonths {
		return domain.Refuse(domain.OutOfRange, "The period must not touch more than %d months", maxMonths).At("endDate")
	}
	return nil
}

// Report holds what a workspace used between two moments, both inclusive to
// the millisecond.
type Report struct {
	Usage
	Dossiers      int64 // active and archived ones at the end
	AnalyzedFiles int64
	OCRFiles      int64
	Months        []Usage // one for each calendar month touched, in order
}

// Usage is the figures of one period: flows within it, levels at its end.
// Storage counts bytes of originals.
type Usage struct {
	Start, End                                         time.Time
	AnalyzedPages, AnalyzedBytes, OCRPages             int64 // flows
	TotalBytes, ActiveBytes, ArchivedBytes, TrashBytes int64 // levels
}

// Reports tells how much workspaces have used, and what the license allows.
type Reports struct {
	views   *views.Views
	license *license.License
	now     func() time.Time
}

// New returns Reports that read through the given ports.
func New(views *views.Views, license *license.License, now func() time.Time) *Reports {
	return &Reports{views, license, now}
}

// ReportUsage reports what the caller's workspace used. Times are cut to milliseconds,
// and both ends are included. Months are those of UTC.
func (q *Reports) ReportUsage(ctx context.Context, a AskUsage) (Report, error) {
	if !user.MayCall(a.Caller, user.CreateUsageReport) {
		return Report{}, domain.ErrAccessDenied
	}
	a.Start, a.End = a.Start.UTC().Truncate(time.Millisecond), a.End.UTC().Truncate(time.Millisecond)
	if err := a.Check(); err != nil {
		return Report{}, err
	}
	months := calendarMonths(a.Start, a.End)
	sums, err := q.sumMovements(ctx, a.Caller.Workspace, months)
	if err != nil {
		return Report{}, err
	}
	waiting, err := q.views.WaitingStreams(ctx, "usage")
	for _, s := range waiting {
		if _, workspace, _ := es.StreamID(s).Parts(); workspace == a.Caller.Workspace {
			views.NoteOmission(ctx, es.StreamID(s)) // its figures are missing
		}
	}
	return views.AnswerUnless(err, reportOf(a.Start, a.End, months, sums))
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
func reportOf(start, end time.Time, months []period, sums []movement) Report {
	out := Report{Usage: Usage{Start: start, End: end}, Months: make([]Usage, len(months))}
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
