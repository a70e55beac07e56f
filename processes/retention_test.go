package processes_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/processes"
)

// A bin is a service with three files, and a clock of the test.
type bin struct {
	*service
	files []es.StreamID // of a.pdf, b.pdf, c.pdf
	alone commands.Exclusive
	now   time.Time
}

func newBin(t testing.TB) *bin {
	t.Helper()
	b := &bin{service: newService(t, template.Settings{}), now: time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)}
	b.Now = func() time.Time { return b.now }
	for _, name := range []string{"a.pdf", "b.pdf", "c.pdf"} {
		b.files = append(b.files, b.uploadPDF(name))
	}
	return b
}

// retention is a process that empties the trash.
func (b *bin) retention() *processes.Retention {
	return &processes.Retention{Commands: b.Commands, Trash: trashOf{b.Log}, Alone: b.alone, Clock: b.Now, Every: time.Hour,
		Logger: slog.New(slog.DiscardHandler)}
}

// empty empties the trash after a while.
func (b *bin) empty(after time.Duration) {
	b.t.Helper()
	b.now = b.now.Add(after)
	if err := b.retention().EmptyTrash(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// noTrash fails to tell what is in the trash.
type noTrash struct {
	trashOf
	err error
}

func (n noTrash) ExpiredPackages(context.Context, time.Time, int) ([]es.StreamID, error) {
	return nil, n.err
}

// TestPackagesThatCannotBeListedAreTold to whoever lets them be deleted.
func TestPackagesThatCannotBeListedAreTold(t *testing.T) {
	t.Parallel()
	b := newBin(t)
	r, down := b.retention(), errors.New("the views are down")
	r.Trash, r.PackageAge = noTrash{trashOf{b.Log}, down}, time.Hour
	if err := r.DeletePackages(t.Context()); !errors.Is(err, down) {
		t.Errorf("got %v, want %v", err, down)
	}
	if r.PackageAge = 0; r.DeletePackages(t.Context()) != nil {
		t.Error("packages that are kept for ever were looked for")
	}
}

// trash moves files to the trash.
func (b *bin) trash(files ...es.StreamID) {
	b.t.Helper()
	ids := make([]string, len(files))
	for i, f := range files {
		ids[i] = f.Key()
	}
	r := commands.DeleteFiles{Request: requestOf(b.member), TemplateID: b.template, DossierID: b.dossier, FileIDs: ids}
	if _, err := b.DeleteFiles(b.t.Context(), r); err != nil {
		b.t.Fatal(err)
	}
}

// restore takes a file out of the trash.
func (b *bin) restore(f es.StreamID) {
	b.t.Helper()
	r := commands.RestoreFile{Request: requestOf(b.owner), TemplateID: b.template, DossierID: b.dossier, FileID: f.Key()}
	if _, err := b.RestoreFile(b.t.Context(), r); err != nil {
		b.t.Fatal(err)
	}
}

// phases are those of the files.
func (b *bin) phases() (out []file.Phase) {
	for _, f := range b.files {
		out = append(out, b.file(f).Phase)
	}
	return out
}

// trashOf finds what is in the trash in the log itself.
type trashOf struct{ log *es.Log }

// ExpiredOperations finds those that ended before a moment.
func (o trashOf) ExpiredOperations(ctx context.Context, before time.Time, limit int) (out []es.StreamID, err error) {
	for e, err := range o.log.All(ctx, 0, es.Filter{Types: []string{"bulk.finished"}}) {
		if err != nil {
			return nil, err
		}
		s, _, err := es.Load(ctx, o.log, bulk.Decider, e.Stream)
		if err != nil {
			return nil, err
		}
		if e.Time.Before(before) && s.Operation != "" && !s.Expired && len(out) < limit {
			out = append(out, e.Stream)
		}
	}
	return out, nil
}

func (o trashOf) ExpiredPackages(ctx context.Context, before time.Time, limit int) (out []es.StreamID, err error) {
	for e, err := range o.log.All(ctx, 0, es.Filter{Types: []string{"download.requested"}}) {
		if err != nil {
			return nil, err
		}
		s, _, err := es.Load(ctx, o.log, download.Decider, e.Stream)
		if err != nil {
			return nil, err
		}
		if e.Time.Before(before) && !s.Gone && len(out) < limit {
			out = append(out, e.Stream)
		}
	}
	return out, nil
}

func (o trashOf) ExpiredStreams(ctx context.Context, by time.Time, limit int) (out []es.StreamID, err error) {
	until := map[es.StreamID]time.Time{}
	var order []es.StreamID
	for e, err := range o.log.All(ctx, 0, es.Filter{}) {
		if err != nil && !errors.Is(err, es.ErrUnreadable) {
			return nil, err
		}
		switch v := e.Event.(type) {
		case dossier.SoftDeleted:
			until[e.Stream], order = v.PurgeAt, append(order, e.Stream)
		case file.SoftDeleted:
			until[e.Stream], order = v.PurgeAt, append(order, e.Stream)
		case dossier.Restored, dossier.PermanentlyDeleted, file.Restored, file.PermanentlyDeleted:
			delete(until, e.Stream)
		}
	}
	for _, s := range order {
		if at, there := until[s]; there && !at.After(by) && len(out) < limit && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out, nil
}

// TestTheTrashIsEmptiedInTime neither before the retention is over nor later than it is
// looked for, by the retention that was in force when something was deleted.
func TestTheTrashIsEmptiedInTime(t *testing.T) {
	t.Parallel()
	hours := func(n int) *int { return &n }
	for name, row := range map[string]struct {
		workspace int
		template  *int
		keeps     time.Duration
	}{
		"stock":      {96, nil, 96 * time.Hour},
		"workspace":  {5, nil, 5 * time.Hour},
		"template":   {5, hours(200), 200 * time.Hour},
		"not at all": {96, hours(0), 0},
		"ten years":  {87_600, nil, 87_600 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBin(t)
			b.append(workspace.StreamOf("demo"), workspace.Created{Settings: workspace.Settings{RetentionHours: row.workspace}})
			b.changeTemplate(template.Settings{RetentionHours: row.template})
			b.trash(b.files[0])
			b.changeTemplate(template.Settings{RetentionHours: hours(1)}) // too late for what is in the trash
			if row.keeps > 0 {
				b.empty(row.keeps - time.Millisecond)
			}
			if got := b.phases(); row.keeps > 0 && !slices.Equal(got, []file.Phase{file.Trashed, file.Active, file.Active}) {
				t.Errorf("before the time: %v, want row.keeps at most 0 or %v", got, []file.Phase{file.Trashed, file.Active, file.Active})
			}
			b.empty(min(row.keeps, time.Millisecond))
			if got := b.phases(); !slices.Equal(got, []file.Phase{file.Gone, file.Active, file.Active}) {
				t.Errorf("in time: %v, want %v", got, []file.Phase{file.Gone, file.Active, file.Active})
			}
		})
	}
}

// TestWhatIsRestoredStays also when its time is over, and its next deletion begins a
// time of its own.
func TestWhatIsRestoredStays(t *testing.T) {
	t.Parallel()
	b := newBin(t)
	b.trash(b.files...)
	b.now = b.now.Add(95 * time.Hour)
	b.restore(b.files[0])
	b.restore(b.files[1])
	b.trash(b.files[1])
	b.empty(time.Hour)
	if got := b.phases(); !slices.Equal(got, []file.Phase{file.Active, file.Trashed, file.Gone}) {
		t.Errorf("%v, want %v", got, []file.Phase{file.Active, file.Trashed, file.Gone})
	}
	b.empty(95 * time.Hour)
	if got := b.phases(); !slices.Equal(got, []file.Phase{file.Active, file.Gone, file.Gone}) {
		t.Errorf("%v, want %v", got, []file.Phase{file.Active, file.Gone, file.Gone})
	}
}

// TestADossierGoesWithItsFiles and a file in its trash goes at its own time.
func TestADossierGoesWithItsFiles(t *testing.T) {
	t.Parallel()
	b := newBin(t)
	b.trash(b.files[0])
	b.now = b.now.Add(time.Hour)
	r := commands.DeleteDossier{Request: requestOf(b.owner), TemplateID: b.template, DossierID: b.dossier}
	if _, err := b.DeleteDossier(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	b.empty(95 * time.Hour)
	if got := b.phases(); b.dossierState().Phase != dossier.Trashed ||
		!slices.Equal(got, []file.Phase{file.Gone, file.Active, file.Active}) {
		t.Errorf("got %v, %v, want a dossier in the trash, whose first file is gone", b.dossierState().Phase, got)
	}
	b.empty(time.Hour)
	if b.dossierState().Phase != dossier.Gone {
		t.Errorf("%v, want %v", b.dossierState().Phase, dossier.Gone)
	}
	for id, of := range b.blobs.owners {
		if _, there := b.blobs.content[id]; there && strings.Contains(string(of), strings.ReplaceAll(b.dossier, "-", "")) {
			t.Errorf("bytes of %s are there, want none", of)
		}
	}
	if _, err := b.SaveDossier(t.Context(), commands.SaveDossier{Request: requestOf(b.owner), TemplateID: b.template,
		Name: "Claims"}); domain.KindOf(err) == domain.Conflict {
		t.Errorf("the name is not free: %v, want other than Conflict", err)
	}
}

// TestTheServiceItselfDeletes is told by the events: who, why, and of which request.
func TestTheServiceItselfDeletes(t *testing.T) {
	t.Parallel()
	b := newBin(t)
	pack := uuid.NewString()
	b.append(download.StreamOf("demo", pack), download.Requested{User: b.member.ID, Dossier: b.dossier})
	b.packages = []string{pack}
	b.trash(b.files[0])
	var cause es.Recorded
	for e, err := range b.Log.Stream(t.Context(), b.files[0], 0) {
		if err != nil {
			t.Fatal(err)
		}
		cause = e
	}
	b.empty(96 * time.Hour)
	kinds := map[string]bool{}
	for e, err := range b.Log.All(t.Context(), cause.Position, es.Filter{Types: []string{"file.permanently-deleted", "download.deleted"}}) {
		if err != nil {
			t.Fatal(err)
		}
		kinds[e.Type] = true
		if e.Actor != user.SystemID || e.Workspace != "demo" || e.Correlation != cause.Correlation {
			t.Errorf("%s: %+v, want e.Actor = SystemID, e.Workspace = demo and e.Correlation = %v", e.Type, e.Meta, cause.Correlation)
		}
		if e.Type == "file.permanently-deleted" && e.Causation != cause.Position {
			t.Errorf("caused by %d, not %d", e.Causation, cause.Position)
		}
	}
	if len(kinds) != 2 {
		t.Errorf("only %v, want 2", kinds)
	}
	before := len(b.events(""))
	b.empty(time.Hour)
	if len(b.events("")) != before {
		t.Error("something is deleted twice")
	}
}

// TestPackagesAreDeletedWhenTheirTimeIsOver and not before; without a time they stay.
func TestPackagesAreDeletedWhenTheirTimeIsOver(t *testing.T) {
	t.Parallel()
	b := newBin(t)
	pack := download.StreamOf("demo", uuid.NewString())
	b.append(pack, download.Requested{User: b.member.ID, Dossier: b.dossier})
	ref := b.blobs.put(t, download.SubjectOf("demo", pack.Key()), []byte("zip"))
	b.append(pack, download.Began{Run: 1}, download.Made{Run: 1, Blob: ref})
	asked := b.events(pack, "download.requested")[0].Time
	for _, step := range []struct {
		age  time.Duration
		now  time.Time
		gone bool
	}{{0, asked.AddDate(9, 0, 0), false}, {time.Hour, asked.Add(time.Hour), false}, {time.Hour, asked.Add(time.Hour + 1), true},
		{time.Hour, asked.Add(2 * time.Hour), true}} {
		b.now = step.now
		r := b.retention()
		r.PackageAge = step.age
		if err := r.DeletePackages(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := load(b.service, download.Decider, pack).Gone; got != step.gone {
			t.Errorf("kept for %s, after %s: gone is %v, want %v", step.age, step.now.Sub(asked), got, step.gone)
		}
	}
	if _, err := b.blobs.Open(t.Context(), ref); !errors.Is(err, es.ErrNoBlob) {
		t.Errorf("the bytes of the package: %v, want %v", err, es.ErrNoBlob)
	}
	if n := len(b.events(pack, "download.deleted")); n != 1 {
		t.Errorf("deleted %d times, want once", n)
	}
}

// TestOperationsExpireInTime keeps what an operation has done for its time from its end on, or for ever.
func TestOperationsExpireInTime(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		age, after time.Duration
		expired    bool
	}{
		"in time":  {30 * 24 * time.Hour, 30*24*time.Hour - time.Second, false},
		"late":     {30 * 24 * time.Hour, 30*24*time.Hour + time.Second, true},
		"for ever": {0, 30_000 * time.Hour, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBin(t)
			over, running := bulk.StreamOf("demo", uuid.NewString()), bulk.StreamOf("demo", uuid.NewString())
			b.append(over, bulk.Started{Dossier: b.dossier, Template: b.template, Operation: "deleteFiles"}, bulk.Finished{})
			b.append(running, bulk.Started{Dossier: b.dossier, Template: b.template, Operation: "deleteFiles"})
			for e, err := range b.Log.Stream(t.Context(), over, 0) {
				if err != nil {
					t.Fatal(err)
				}
				b.now = e.Time.Add(row.after)
			}
			r := b.retention()
			r.OperationAge = row.age
			if err := r.ExpireOperations(t.Context()); err != nil {
				t.Fatal(err)
			}
			for stream, want := range map[es.StreamID]bool{over: row.expired, running: false} {
				s, _, err := es.Load(t.Context(), b.Log, bulk.Decider, stream)
				if err != nil || s.Expired != want {
					t.Errorf("%s: expired %t, %v, want %t", stream, s.Expired, err, want)
				}
			}
		})
	}
}
