package queries_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/license"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// A ledger keeps apart, and simply, what the usage report is to find out.
type ledger struct {
	flows  []flow
	levels []level
}

type flow struct {
	at                  time.Time
	files, pages, bytes int64
	recognised          int64
	version             string // of which pages were recognised
}

type level struct {
	at                                time.Time
	active, archived, trash, dossiers int64
}

// A usedWorld is a random history with its ledger.
type usedWorld struct {
	*chronicle
	ledger
	admin    user.Principal
	archived map[string]bool
	size     map[string]int64
	analysed map[string]bool // the present version was
	version  map[string]int
}

func newUsedWorld(t testing.TB, views engine, seed uint64) *usedWorld {
	w := &usedWorld{chronicle: newChronicle(t, views, seed), archived: map[string]bool{}, size: map[string]int64{},
		analysed: map[string]bool{}, version: map[string]int{}}
	w.admin = w.account("anna", user.RoleAdmin)
	return w
}

// step does one random thing that may move figures, and writes the ledger.
func (w *usedWorld) step() {
	d := w.pick(w.dossiers, w.open)
	f := w.pick(w.files, func(id string) bool { return w.open(id) && w.open(w.home[id]) })
	switch n := w.r.IntN(20); {
	case d == "" || n == 0:
		w.dossiers = append(w.dossiers, w.dossier(w.owner, w.templateID, "D", dossier.Private))
	case f == "" || n <= 5:
		size := w.r.Int64N(10_000)
		id := w.upload(w.owner, w.templateID, d, "f.pdf", size)
		w.files, w.home[id], w.size[id] = append(w.files, id), d, size
	case n <= 9:
		w.analyseOnce(f)
	case n == 10:
		w.size[f], w.analysed[f] = w.r.Int64N(10_000), false
		w.version[f]++
		w.replace(w.owner, w.home[f], f, "f.pdf", w.size[f], false)
	case n == 11:
		w.trashed[f] = true
		decide(w.world, w.owner.ID, file.Decider, file.StreamOf(ws, f), file.SoftDelete(w.store.now))
	case n == 12:
		w.purgeFile()
	case n == 13:
		w.trashed[d] = true
		decide(w.world, w.owner.ID, dossier.Decider, dossier.StreamOf(ws, d), dossier.SoftDelete(w.store.now))
	case n == 15 && !w.archived[d]:
		w.archived[d] = true
		decide(w.world, w.owner.ID, dossier.Decider, dossier.StreamOf(ws, d), dossier.Archive())
	case n >= 16:
		w.bringBack(n)
	case n == 14:
		if id := w.pick(w.dossiers, func(id string) bool { return !w.gone[id] }); id != "" && w.r.IntN(2) == 0 {
			w.gone[id] = true
			decide(w.world, w.owner.ID, dossier.Decider, dossier.StreamOf(ws, id), dossier.DeletePermanently())
		}
	}
	if f != "" && w.open(f) && w.r.IntN(4) == 0 {
		w.recogniseSome(f)
	}
	w.levels = append(w.levels, w.levelNow())
}

// bringBack takes something out of the trash, if anything is there.
func (w *usedWorld) bringBack(n int) {
	inTrash := func(id string) bool { return w.trashed[id] && !w.gone[id] }
	if id := w.pick(w.dossiers, inTrash); id != "" && n < 18 {
		w.trashed[id] = false
		decide(w.world, w.owner.ID, dossier.Decider, dossier.StreamOf(ws, id), dossier.Restore())
		return
	}
	if id := w.pick(w.files, func(id string) bool { return inTrash(id) && w.open(w.home[id]) }); id != "" {
		w.trashed[id] = false
		decide(w.world, w.owner.ID, file.Decider, file.StreamOf(ws, id), file.Restore(naming.Hold{}))
	}
}

func (w *usedWorld) analyseOnce(f string) {
	pages := int64(1 + w.r.IntN(30))
	decide(w.world, w.owner.ID, file.Decider, file.StreamOf(ws, f), file.RequestReanalysis(false))
	w.analyse(w.home[f], f, int(pages), document.Result{})
	if !w.analysed[f] {
		w.analysed[f] = true
		w.flows = append(w.flows, flow{at: w.store.now, files: 1, pages: pages, bytes: w.size[f]})
	}
}

// recogniseSome takes a file through a run in which some pages are recognised, not
// all of them for the first time.
func (w *usedWorld) recogniseSome(f string) {
	w.Helper()
	stream, subject, fresh := file.StreamOf(ws, f), file.SubjectOf(ws, w.home[f], f), w.r.IntN(3)
	plan := file.Plan{OCR: "engine"}
	decide(w.world, w.owner.ID, file.Decider, stream, file.RequestReanalysis(true))
	decide(w.world, user.SystemID, file.Decider, stream, file.BeginRun(plan))
	s, _, err := es.Load(w.Context(), w.q.Log, file.Decider, stream)
	if err != nil {
		w.Fatal(err)
	}
	made := file.Step{Text: es.BlobRef{Subject: subject, ID: uuid.New()},
		OCR: file.Recognition{Due: 5, Done: 4, New: fresh}}
	decide(w.world, user.SystemID, file.Decider, stream, file.FinishReading(s.Run, plan, 5))
	decide(w.world, user.SystemID, file.Decider, stream, file.FinishRecognition(s.Run, made))
	if fresh > 0 {
		w.flows = append(w.flows, flow{at: w.store.now, recognised: int64(fresh), version: fmt.Sprint(f, w.version[f])})
	}
	tree := es.BlobRef{Subject: subject, ID: uuid.New()}
	decide(w.world, user.SystemID, file.Decider, stream, file.FinishLayout(s.Run, file.Step{Tree: tree, Pages: 5,
		OCR: made.OCR}))
	decide(w.world, user.SystemID, file.Decider, stream, file.FinishRun(s.Run, file.Analysed{Result: w.keep(subject,
		document.Result{})}))
	if !w.analysed[f] {
		w.analysed[f] = true
		w.flows = append(w.flows, flow{at: w.store.now, files: 1, pages: 5, bytes: w.size[f]})
	}
}

func (w *usedWorld) purgeFile() {
	id := w.pick(w.files, func(id string) bool { return !w.gone[id] && !w.gone[w.home[id]] })
	if id == "" {
		return
	}
	w.gone[id] = true
	decide(w.world, w.owner.ID, file.Decider, file.StreamOf(ws, id), file.DeletePermanently())
}

func (w *usedWorld) levelNow() level {
	l := level{at: w.store.now}
	for _, d := range w.dossiers {
		if w.open(d) {
			l.dossiers++
		}
	}
	for _, f := range w.files {
		switch d := w.home[f]; {
		case w.gone[f] || w.gone[d]:
		case w.trashed[f] || w.trashed[d]:
			l.trash += w.size[f]
		case w.archived[d]:
			l.archived += w.size[f]
		default:
			l.active += w.size[f]
		}
	}
	return l
}

func (w *usedWorld) report(start, end time.Time) queries.UsageReport {
	w.Helper()
	r, err := w.q.ReportUsage(w.Context(), queries.AskUsage{Caller: w.admin, Start: start, End: end})
	if err != nil {
		w.Fatal(err)
	}
	return r
}

// expect compares a report with the ledger.
func (l ledger) expect(t testing.TB, r queries.UsageReport) {
	t.Helper()
	var files, pages, bytes, recognised int64
	versions := map[string]bool{}
	for _, f := range l.flows {
		if at := f.at.Truncate(time.Millisecond); !at.Before(r.Start) && !at.After(r.End) {
			files, pages, bytes, recognised = files+f.files, pages+f.pages, bytes+f.bytes, recognised+f.recognised
			if f.version != "" {
				versions[f.version] = true
			}
		}
	}
	var at level
	for _, v := range l.levels {
		if !v.at.Truncate(time.Millisecond).After(r.End) {
			at = v
		}
	}
	got := fmt.Sprint(r.OCRFiles, r.OCRPages, r.AnalyzedFiles, r.AnalyzedPages, r.AnalyzedBytes, r.ActiveBytes,
		r.ArchivedBytes, r.TrashBytes, r.TotalBytes, r.Dossiers)
	want := fmt.Sprint(len(versions), recognised, files, pages, bytes, at.active, at.archived, at.trash,
		at.active+at.archived+at.trash, at.dossiers)
	if got != want {
		t.Errorf("%v to %v:\ngot  %s\nwant %s", r.Start, r.End, got, want)
	}
}

// consistent checks a report against itself.
func consistent(t testing.TB, r queries.UsageReport) {
	t.Helper()
	var pages, bytes, ocr int64
	for _, m := range r.Months {
		pages, bytes, ocr = pages+m.AnalyzedPages, bytes+m.AnalyzedBytes, ocr+m.OCRPages
		if m.TotalBytes != m.ActiveBytes+m.ArchivedBytes+m.TrashBytes ||
			min(m.ActiveBytes, m.ArchivedBytes, m.TrashBytes) < 0 {
			t.Errorf("levels of a month: %+v, want their sum", m)
		}
	}
	last := r.Months[len(r.Months)-1]
	last.Start, last.AnalyzedPages, last.AnalyzedBytes, last.OCRPages = r.Start, pages, bytes, ocr
	if last != r.Usage {
		t.Errorf("months sum up to %+v, the report says %+v, want %v", last, r.Usage, r.Usage)
	}
}

func usageCountsWhatHappened(t *testing.T, open opener) {
	w := newUsedWorld(t, open(t), 21)
	zero := w.store.now.Add(-time.Hour)
	asked := map[[2]time.Time]string{}
	moment := func() time.Time {
		if n := w.r.IntN(4); n < 3 { // at the very millisecond of a change, or beside it
			return w.levels[w.r.IntN(len(w.levels))].at.Truncate(time.Millisecond).Add(time.Duration(n-1) * time.Millisecond)
		}
		if n := w.r.IntN(3); n < 2 { // at the limit of a day, or of a month
			day := zero.AddDate(0, 0, w.r.IntN(1+int(w.store.now.Sub(zero).Hours()/24))).Truncate(24 * time.Hour)
			if n == 0 {
				day = day.AddDate(0, 0, 1-day.Day())
			}
			return day.Add(time.Duration(w.r.IntN(3)-1) * time.Millisecond)
		}
		span := w.store.now.Add(48 * time.Hour).Sub(zero)
		return zero.Add(time.Duration(w.r.Int64N(int64(span)))).Truncate(time.Millisecond)
	}
	for i := range 300 { // some five years, one of them a leap year
		w.pass(time.Duration(w.r.Int64N(int64(320*time.Hour))) + 1)
		w.step()
		if i%5 != 0 {
			continue
		}
		a, c := moment(), moment()
		if a.After(c) {
			a, c = c, a
		}
		r := w.report(a, c)
		w.expect(t, r)
		consistent(t, r)
		if b := a.Add(c.Sub(a) / 3).Truncate(time.Millisecond); b.Before(c) {
			x, y := w.report(a, b), w.report(b.Add(time.Millisecond), c)
			if x.AnalyzedFiles+y.AnalyzedFiles != r.AnalyzedFiles || x.AnalyzedPages+y.AnalyzedPages != r.AnalyzedPages ||
				x.AnalyzedBytes+y.AnalyzedBytes != r.AnalyzedBytes || x.OCRPages+y.OCRPages != r.OCRPages ||
				y.TotalBytes != r.TotalBytes {
				t.Errorf("%v to %v is not the sum of its parts at %v, want the sum", a, c, b)
			}
		}
		if here := fmt.Sprint(w.report(inBerlin(a), inBerlin(c))); here != fmt.Sprint(r) {
			t.Errorf("asked with the offsets of Berlin:\ngot  %s\nwant %v", here, r)
		}
		if c.Before(w.store.now.Truncate(time.Millisecond)) {
			asked[[2]time.Time{a, c}] = fmt.Sprint(r)
		}
	}
	for period, then := range asked {
		if again := fmt.Sprint(w.report(period[0], period[1])); again != then {
			t.Errorf("a report on the past changed, want no change:\nwas %s\nis  %s", then, again)
		}
	}
	w.expect(t, w.report(zero, w.store.now.Add(1000*time.Hour)))
	if r := w.report(zero, zero.Add(time.Minute)); r.Usage != (queries.Usage{Start: zero, End: zero.Add(time.Minute)}) ||
		r.Dossiers != 0 {
		t.Errorf("before the first event: %+v, want nothing", r)
	}
	if len(asked) < 10 || len(w.flows) < 30 || w.levelNow().trash == 0 || len(w.archived) == 0 {
		t.Errorf("too little happened: %d past reports, %d analyses, want at least 10 reports and 30 analyses",
			len(asked), len(w.flows))
	}
}

// berlin has an offset that changes twice a year.
var berlin = func() *time.Location {
	l, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		panic(err)
	}
	return l
}()

// inBerlin is a moment as a request from there writes it.
func inBerlin(at time.Time) time.Time {
	t, err := time.Parse(time.RFC3339Nano, at.In(berlin).Format(time.RFC3339Nano))
	if err != nil {
		panic(err)
	}
	return t
}

func licenseTellsWhatIsUsed(t *testing.T, open opener) {
	w := newUsedWorld(t, open(t), 22)
	for range 60 {
		w.pass(7 * time.Hour)
		w.step()
	}
	from := w.flows[len(w.flows)/2].at.Truncate(time.Millisecond)
	var ever, since int64
	for _, f := range w.flows {
		if ever += f.pages; !f.at.Truncate(time.Millisecond).Before(from) {
			since += f.pages
		}
	}
	l := w.levelNow()
	for _, c := range []struct {
		license *license.License
		pages   int64
		status  string
	}{{nil, ever, license.Valid}, {&license.License{ID: "L", ValidFrom: &from}, since, license.Valid},
		{&license.License{ValidTo: &from}, ever, license.Expired}} {
		w.changePorts(func(p *queries.Ports) { p.License = c.license })
		got, err := w.q.LicenseStatus(t.Context(), w.admin)
		if err != nil || got.AnalyzedPages != c.pages || got.UploadedBytes != l.active+l.archived+l.trash ||
			got.Status != c.status {
			t.Errorf("%+v, %v; want %d pages of %d, %s", got, err, c.pages, ever, c.status)
		}
	}
	if _, err := w.q.LicenseStatus(t.Context(), w.owner); !errors.Is(err, domain.ErrAccessDenied) {
		t.Error(err)
	}
	if since == 0 || since == ever {
		t.Error("too little happened")
	}
}

func usageRefuses(t *testing.T, open opener) {
	w := newWorld(t, open(t))
	admin, manager := w.account("anna", user.RoleAdmin), w.account("olga", user.RoleManager)
	start := time.Date(2020, 1, 31, 23, 59, 59, 0, time.UTC)
	for _, c := range []struct {
		who        user.Principal
		start, end time.Time
		want       error
	}{
		{manager, start, start, domain.ErrAccessDenied},
		{admin, start, start.Add(-time.Millisecond), domain.Faultf(domain.Invalid, "startDate must not be after endDate")},
		{admin, start, time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC),
			domain.Faultf(domain.Invalid, "The period must not touch more than 120 months")},
		{admin, start, time.Date(2029, 12, 31, 23, 59, 59, 999_000_000, time.UTC), nil},
	} {
		if _, err := w.q.ReportUsage(t.Context(), queries.AskUsage{Caller: c.who, Start: c.start,
			End: c.end}); !errors.Is(err, c.want) {
			t.Errorf("%v to %v: %v, want %v", c.start, c.end, err, c.want)
		}
	}
}
