package commands_test

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
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
)

// A bin is a drawer whose trash is emptied by a clock of the test.
type bin struct {
	*drawer
	now time.Time
}

func newBin(t *testing.T) *bin {
	t.Helper()
	b := &bin{drawer: newDrawer(t), now: time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)}
	b.Now = func() time.Time { return b.now }
	return b
}

// retention is a process that empties the trash.
func (b *bin) retention() *commands.Retention {
	return &commands.Retention{Commands: b.Commands, Trash: trashOf{b.Log}, Clock: b.Now, Every: time.Hour, Logger: slog.New(slog.DiscardHandler)}
}

// empty empties the trash after a while.
func (b *bin) empty(after time.Duration) {
	b.t.Helper()
	b.now = b.now.Add(after)
	if err := b.retention().Empty(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// phase is that of the dossier.
func (b *bin) phase() dossier.Phase {
	b.t.Helper()
	d, _, err := es.Load(b.t.Context(), b.Log, dossier.Decider, dossier.Stream("demo", b.dossierID))
	if err != nil {
		b.t.Fatal(err)
	}
	return d.Phase
}

// trashOf finds what is in the trash in the log itself.
type trashOf struct{ log *es.Log }

func (o trashOf) Expired(ctx context.Context, by time.Time, limit int) (out []es.StreamID, err error) {
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
			b.append(t, workspace.Stream("demo"), workspace.Created{Settings: workspace.Settings{RetentionHours: row.workspace}})
			b.retains(row.template)
			b.trashed(b.ids[0])
			b.retains(hours(1)) // too late for what is in the trash
			if row.keeps > 0 {
				b.empty(row.keeps - time.Millisecond)
			}
			if got := b.phases(); row.keeps > 0 && !slices.Equal(got, []file.Phase{file.Trashed, file.Active, file.Active}) {
				t.Errorf("before the time: %v", got)
			}
			b.empty(min(row.keeps, time.Millisecond))
			if got := b.phases(); !slices.Equal(got, []file.Phase{file.Gone, file.Active, file.Active}) {
				t.Errorf("in time: %v", got)
			}
		})
	}
}

// retains sets the template's own retention.
func (b *bin) retains(hours *int) {
	b.t.Helper()
	s := b.house.load(b.t, b.templateID)
	s.Settings.RetentionHours = hours
	b.append(b.t, template.Stream("demo", b.templateID), template.Created{Settings: s.Settings, Text: es.Seal("demo", s.Text)})
}

// TestWhatIsRestoredStays also when its time is over, and its next deletion begins a
// time of its own.
func TestWhatIsRestoredStays(t *testing.T) {
	b := newBin(t)
	b.trashed(b.ids...)
	b.now = b.now.Add(95 * time.Hour)
	b.restored(b.ids[0])
	b.restored(b.ids[1])
	b.trashed(b.ids[1])
	b.empty(time.Hour)
	if got := b.phases(); !slices.Equal(got, []file.Phase{file.Active, file.Trashed, file.Gone}) {
		t.Errorf("%v", got)
	}
	b.empty(95 * time.Hour)
	if got := b.phases(); !slices.Equal(got, []file.Phase{file.Active, file.Gone, file.Gone}) {
		t.Errorf("%v", got)
	}
}

// TestADossierGoesWithItsFiles and a file in its trash goes at its own time.
func TestADossierGoesWithItsFiles(t *testing.T) {
	b := newBin(t)
	b.trashed(b.ids[0])
	b.now = b.now.Add(time.Hour)
	b.dossierTrashed()
	b.empty(95 * time.Hour)
	if got := b.phases(); b.phase() != dossier.Trashed || !slices.Equal(got, []file.Phase{file.Gone, file.Active, file.Active}) {
		t.Errorf("%v, %v", b.phase(), got)
	}
	b.empty(time.Hour)
	if b.phase() != dossier.Gone {
		t.Errorf("%v", b.phase())
	}
	for id, of := range b.blobs.owners {
		if _, there := b.blobs.blobs[id]; there && strings.Contains(string(of), strings.ReplaceAll(b.dossierID, "-", "")) {
			t.Errorf("bytes of %s are there", of)
		}
	}
	if _, err := b.SaveDossier(t.Context(), commands.SaveDossier{Request: request(b.olga), TemplateID: b.templateID, Name: "D"}); domain.KindOf(err) == domain.Conflict {
		t.Errorf("the name is not free: %v", err)
	}
}

// packagesOf are the packages that hold something.
type packagesOf []string

func (p packagesOf) Holding(context.Context, string, string, string) ([]string, error) { return p, nil }

// TestTheServiceItselfDeletes is told by the events: who, why, and of which request.
func TestTheServiceItselfDeletes(t *testing.T) {
	b := newBin(t)
	pack := uuid.NewString()
	b.append(t, download.Stream("demo", pack), download.Requested{User: b.mira.ID, Dossier: b.dossierID, Files: b.ids})
	b.Commands.Packages = packagesOf{pack}
	b.trashed(b.ids[0])
	var cause es.Recorded
	for e, err := range b.Log.Stream(t.Context(), file.Stream("demo", b.ids[0]), 0) {
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
			t.Errorf("%s: %+v", e.Type, e.Meta)
		}
		if e.Type == "file.permanently-deleted" && e.Causation != cause.Position {
			t.Errorf("caused by %d, not %d", e.Causation, cause.Position)
		}
	}
	if len(kinds) != 2 {
		t.Errorf("only %v", kinds)
	}
	before := b.events()
	b.empty(time.Hour)
	if b.events() != before {
		t.Error("something is deleted twice")
	}
}
