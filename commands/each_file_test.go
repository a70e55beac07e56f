package commands_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// noPackages holds nothing that must go with files.
type noPackages struct{}

func (noPackages) Holding(context.Context, string, string, string) ([]string, error) { return nil, nil }

// A drawer is a dossier with three files, and what was asked of them.
type drawer struct {
	*filing
	ids []string // of a.pdf, b.pdf, c.pdf
}

func newDrawer(t *testing.T) *drawer {
	t.Helper()
	c := &drawer{filing: newFiling(t)}
	c.Packages = noPackages{}
	for _, name := range []string{"a.pdf", "b.pdf", "c.pdf"} {
		c.ids = append(c.ids, c.storePDF(name))
	}
	return c
}

// deleting is a request to delete files.
func (c *drawer) deleting(p user.Principal, permanently bool, ids ...string) commands.DeleteFiles {
	return commands.DeleteFiles{Request: request(p), TemplateID: c.templateID, DossierID: c.dossierID, FileIDs: ids,
		Permanently: permanently}
}

func (c *drawer) restoring(p user.Principal, ids ...string) commands.RestoreFiles {
	return commands.RestoreFiles{Request: request(p), TemplateID: c.templateID, DossierID: c.dossierID, FileIDs: ids}
}

func (c *drawer) trashFiles(ids ...string) {
	c.t.Helper()
	if _, err := c.DeleteFiles(c.t.Context(), c.deleting(c.mira, false, ids...)); err != nil {
		c.t.Fatal(err)
	}
}

// phases are those of the three files.
func (c *drawer) phases() (out []file.Phase) {
	for _, id := range c.ids {
		out = append(out, c.file(id).Phase)
	}
	return out
}

// events counts the events of a type.
func (c *drawer) events(types ...string) (n int) {
	c.t.Helper()
	for _, err := range c.Log.All(c.t.Context(), 0, es.Filter{Types: types}) {
		if err != nil {
			c.t.Fatal(err)
		}
		n++
	}
	return n
}

// A feat is a deed on many files: how it is asked for, and what it does.
type feat struct {
	deed    bulk.Action
	prepare func(c *drawer)
	ask     func(c *drawer) (stream es.StreamID, err error)
	before  file.Phase
	after   file.Phase
	event   string // of each file, once
	least   int    // appends
}

func trashAll(c *drawer) { c.trashFiles(c.ids...) }

var feats = []feat{
	{bulk.Trash, nil, func(c *drawer) (es.StreamID, error) {
		r := c.deleting(c.mira, false, c.ids...)
		_, err := c.DeleteFiles(c.t.Context(), r)
		return bulk.StreamOf("demo", r.CommandID.String()), err
	}, file.Active, file.Trashed, "file.soft-deleted", 8},
	{bulk.End, nil, func(c *drawer) (es.StreamID, error) {
		r := c.deleting(c.mira, true, c.ids...)
		_, err := c.DeleteFiles(c.t.Context(), r)
		return bulk.StreamOf("demo", r.CommandID.String()), err
	}, file.Active, file.Gone, "file.permanently-deleted", 8},
	{bulk.Restore, trashAll, func(c *drawer) (es.StreamID, error) {
		r := c.restoring(c.olga, c.ids...)
		_, err := c.RestoreFiles(c.t.Context(), r)
		return bulk.StreamOf("demo", r.CommandID.String()), err
	}, file.Trashed, file.Active, "file.restored", 11},
	{bulk.Reanalyse, nil, func(c *drawer) (es.StreamID, error) {
		r := commands.ReanalyseDossier{Request: request(c.olga), TemplateID: c.templateID, DossierID: c.dossierID,
			OCR: true}
		_, err := c.ReanalyseDossier(c.t.Context(), r)
		return bulk.StreamOf("demo", r.CommandID.String()), err
	}, file.Active, file.Active, "file.reanalysis-requested", 5},
}

// TestWhatWasBegunOnManyFilesIsFinished kills the process at every append of each
// deed, before and behind it. As soon as it was begun, whoever goes on does it to
// every file once; before that, nothing has happened.
func TestWhatWasBegunOnManyFilesIsFinished(t *testing.T) {
	for _, f := range feats {
		for _, there := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s %v", f.deed, there), func(t *testing.T) {
				for n := 1; f.dies(t, n, there); n++ {
				}
			})
		}
	}
}

// dies kills the process at append n; false says that there are not so many.
func (f feat) dies(t *testing.T, n int, there bool) bool {
	t.Helper()
	c := newDrawer(t)
	if f.prepare != nil {
		f.prepare(c)
	}
	living := c.Log
	m := &mortal{Store: living.Store, left: n, there: there}
	c.Commands.Log = &es.Log{Store: m, Codec: living.Codec}
	stream, err := f.ask(c)
	c.Commands.Log = living
	if m.dead == (err == nil) || !m.dead && n < f.least {
		t.Errorf("append %d of %s: dead %v, %v, want death at an append alone, and %d appends",
			n, f.deed, m.dead, err, f.least)
	}
	begun := c.hasBegun(stream)
	for range 2 { // the second time there is nothing left to do
		if err := c.FinishBulk(t.Context(), stream); errors.Is(err, es.ErrNoStream) == begun || begun && err != nil {
			t.Fatalf("killed at append %d, begun %v: %v, want ErrNoStream unless it has begun", n, begun, err)
		}
	}
	want, count := slices.Repeat([]file.Phase{f.before}, 3), 0
	if begun {
		want, count = slices.Repeat([]file.Phase{f.after}, 3), 3
	}
	if got := c.phases(); !slices.Equal(got, want) || c.events(f.event) != count {
		t.Errorf("killed at append %d, begun %v: phases %v, %d x %s, want %v and c.events(f.event) = %v", n, begun, got,
			c.events(f.event), f.event, want, count)
	}
	if begun && c.blobs.countBlobs("[\"")+c.blobs.countBlobs(`{"files":`) > 0 {
		t.Errorf("killed at append %d: the plan is still there, want none", n)
	}
	c.namesAreSound(n)
	return m.dead
}

// namesAreSound puts a new version under each name: it goes to the file that has the
// name, or makes a new one, and no name stays lost.
func (c *drawer) namesAreSound(n int) {
	c.t.Helper()
	for i, name := range []string{"a.pdf", "b.pdf", "c.pdf"} {
		was := c.file(c.ids[i])
		if id := c.storePDF(name); (id == c.ids[i]) != (was.Phase == file.Active) {
			c.t.Errorf("killed at append %d: %s went to %s in phase %d, want the active file to keep its ID",
				n, name, id, was.Phase)
		}
	}
	if got := c.names(); !slices.Equal(got, []string{"a.pdf", "b.pdf", "c.pdf"}) {
		c.t.Errorf("killed at append %d: the dossier holds %q, want %v", n, got, []string{"a.pdf", "b.pdf", "c.pdf"})
	}
}

// countBlobs counts the blobs that begin with a text when they are unpacked.
func (h *heap) countBlobs(prefix string) (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, b := range h.blobs {
		if plain := gunzip(b); strings.HasPrefix(plain, prefix) {
			n++
		}
	}
	return n
}

// gunzip unpacks what is packed.
func gunzip(b []byte) string {
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return ""
	}
	plain, _ := io.ReadAll(z)
	return string(plain)
}

func TestDeletionOfManyFilesIsValidatedWhole(t *testing.T) {
	other := newDrawer(t) // another dossier
	for name, row := range map[string]struct {
		who  func(c *drawer) user.Principal
		ids  func(c *drawer) []string
		good bool // permanently it is allowed
		want error
	}{
		"unknown":      {nil, func(c *drawer) []string { return append(c.ids[:2:2], uuid.NewString()) }, false, domain.ErrFileNotFound},
		"elsewhere":    {nil, func(c *drawer) []string { return append(c.ids[:2:2], other.ids[0]) }, false, domain.ErrFileNotFound},
		"in the trash": {nil, func(c *drawer) []string { c.trashFiles(c.ids[2]); return c.ids }, true, domain.ErrFileNotFound},
		"gone":         {nil, func(c *drawer) []string { c.deleteForGood(c.ids[2]); return c.ids }, false, domain.ErrFileNotFound},
		"not the caller": {nil, func(c *drawer) []string {
			c.happens(c.ids[1], file.Assigned{Assignee: c.olga.ID})
			return c.ids
		}, false, domain.ErrAccessDenied},
		"no member": {func(c *drawer) user.Principal { return manager() },
			func(c *drawer) []string { return c.ids }, false, domain.ErrAccessDenied},
		"nobody": {func(c *drawer) user.Principal {
			return user.Principal{Workspace: "demo", ID: uuid.NewString(), Roles: []string{user.RoleUser}}
		},
			func(c *drawer) []string { return c.ids }, false, domain.ErrDossierNotFound},
		"archived": {nil, func(c *drawer) []string { c.archiveDossier(); return c.ids }, false, domain.ErrArchived},
		"deleted":  {nil, func(c *drawer) []string { c.dossierTrashed(); return c.ids }, false, domain.ErrDossierNotFound},
	} {
		for _, permanently := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s %v", name, permanently), func(t *testing.T) {
				c := newDrawer(t)
				who, ids := c.mira, row.ids(c)
				if row.who != nil {
					who = row.who(c)
				}
				before := c.events()
				_, err := c.DeleteFiles(t.Context(), c.deleting(who, permanently, ids...))
				if permanently && row.good {
					if err != nil {
						t.Error(err)
					}
					return
				}
				if !errors.Is(err, row.want) || c.events() != before {
					t.Errorf("%v, and %d events, want the error %v and c.events() = %v", err, c.events()-before, row.want, before)
				}
			})
		}
	}
}

func manager() user.Principal {
	return user.Principal{Workspace: "demo", ID: uuid.NewString(), Roles: []string{user.RoleManager}}
}

func (c *drawer) deleteForGood(ids ...string) {
	c.t.Helper()
	if _, err := c.DeleteFiles(c.t.Context(), c.deleting(c.mira, true, ids...)); err != nil {
		c.t.Fatal(err)
	}
}

func (c *drawer) archiveDossier() {
	c.t.Helper()
	if _, err := c.ArchiveDossier(c.t.Context(), commands.ArchiveDossier{Request: request(c.olga), TemplateID: c.templateID,
		DossierID: c.dossierID}); err != nil {
		c.t.Fatal(err)
	}
}

func (c *drawer) dossierTrashed() {
	c.t.Helper()
	if _, err := c.DeleteDossier(c.t.Context(), commands.DeleteDossier{Request: request(c.olga), TemplateID: c.templateID,
		DossierID: c.dossierID}); err != nil {
		c.t.Fatal(err)
	}
}

// TestAFileNamedTwiceIsDeletedOnce and all have the time that is in force at the
// moment.
func TestAFileNamedTwiceIsDeletedOnce(t *testing.T) {
	c := newDrawer(t)
	now := time.Date(2026, 5, 1, 8, 0, 0, 123_456_789, time.UTC)
	c.Now = func() time.Time { return now }
	c.trashFiles(c.ids[0], c.ids[1], c.ids[0])
	for _, id := range c.ids[:2] {
		if s := c.file(id); !s.PurgeAt.Equal(now.Add(96 * time.Hour).Truncate(time.Millisecond)) {
			t.Errorf("got %v, want s.PurgeAt.Equal(now.Add(96 * time.Hour).Truncate(time.Millisecond))", s.PurgeAt)
		}
	}
	if c.events("file.soft-deleted") != 2 || !slices.Equal(c.names(), []string{"c.pdf"}) {
		t.Errorf(`got %q, want c.events("file.soft-deleted") = 2 and c.names() = {"c.pdf"}`, c.names())
	}
}

// TestAFileThatIsGoneIsNoReasonToStop ends a file, and its dossier, behind the start.
func TestAFileThatIsGoneIsNoReasonToStop(t *testing.T) {
	for _, f := range feats {
		c := newDrawer(t)
		if f.prepare != nil {
			f.prepare(c)
		}
		living := c.Log
		c.Alone = func(ctx context.Context, _ es.StreamID, do func(context.Context) error) error {
			c.happens(c.ids[1], file.PermanentlyDeleted{})
			return do(ctx)
		}
		if _, err := f.ask(c); err != nil {
			t.Errorf("%s: got %v, want no failure", f.deed, err)
		}
		c.Commands.Log, c.Alone = living, nil
		if got := c.phases(); got[0] != f.after || got[1] != file.Gone || got[2] != f.after {
			t.Errorf("%s: %v, want got[0] = %v, got[1] = Gone and got[2] = %v", f.deed, got, f.after, f.after)
		}
	}
	c := newDrawer(t)
	c.Alone = func(ctx context.Context, _ es.StreamID, do func(context.Context) error) error {
		c.append(t, dossier.StreamOf("demo", c.dossierID), dossier.PermanentlyDeleted{})
		clear := c.blobs
		clear.mu.Lock()
		for id := range clear.blobs {
			delete(clear.blobs, id)
		}
		clear.mu.Unlock()
		return do(ctx)
	}
	if _, err := c.DeleteFiles(t.Context(), c.deleting(c.mira, false, c.ids...)); err != nil {
		t.Error(err)
	}
}

func TestReanalysisOfADossierTellsWhichFilesWait(t *testing.T) {
	c := newDrawer(t)
	c.analyseFile(c.ids[0])
	c.analyseFile(c.ids[1])
	c.happens(c.ids[1], file.WorkflowChanged{From: file.New, To: file.Approved})
	gone := c.storePDF("d.pdf")
	c.trashFiles(gone)
	r := commands.ReanalyseDossier{Request: request(c.olga), TemplateID: c.templateID, DossierID: c.dossierID}
	out, err := c.ReanalyseDossier(t.Context(), r)
	if err != nil || !slices.Equal(out.IDs, []string{c.ids[0], c.ids[2]}) || out.Position == 0 {
		t.Errorf("%+v, %v, want out.IDs = {c.ids[0], c.ids[2]}, out.Position other than 0 and no error", out, err)
	}
	if c.file(c.ids[0]).Processing != file.Reprocess || c.file(c.ids[1]).Processing != file.Processed {
		t.Error("statuses")
	}
	r.Request = request(c.mira)
	if _, err := c.ReanalyseDossier(t.Context(), r); !errors.Is(err, domain.ErrAccessDenied) {
		t.Errorf("a member who is no owner: got %v, want %v", err, domain.ErrAccessDenied)
	}
	c.archiveDossier()
	r.Request = request(c.olga)
	if _, err := c.ReanalyseDossier(t.Context(), r); !errors.Is(err, domain.ErrArchived) {
		t.Errorf("in an archived dossier: got %v, want %v", err, domain.ErrArchived)
	}
}
