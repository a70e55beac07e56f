package commands_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// newFullDrawer returns a drawer with so many files that an operation deals with them in three parts.
func newFullDrawer(t *testing.T) *drawer {
	t.Helper()
	c := newDrawer(t)
	for n := len(c.ids); n < 70; n++ {
		c.ids = append(c.ids, c.storePDF(fmt.Sprintf("%02d.pdf", n)))
	}
	return c
}

// result returns what an operation tells that it has done.
func (c *drawer) result(stream es.StreamID) (r bulk.Record, files, skipped []string) {
	c.t.Helper()
	for e, err := range c.Log.Stream(c.t.Context(), stream, 0) {
		if err != nil {
			c.t.Fatal(err)
		}
		r = bulk.FoldRecord(r, e)
		if p, ok := e.Event.(bulk.Progressed); ok {
			files = append(files, p.Files...)
			for _, s := range p.Skipped.Value {
				skipped = append(skipped, s.ID)
			}
		}
	}
	return r, files, skipped
}

// later is a request to delete files whose sender does not wait.
func (c *drawer) later(ids ...string) (commands.DeleteFiles, es.StreamID) {
	r := c.deleting(c.mira, false, ids...)
	r.Later = user.DeleteFiles
	return r, bulk.StreamOf("demo", r.CommandID.String())
}

func sorted(ids []string) []string { return slices.Sorted(slices.Values(ids)) }

// TestAnOperationIsBegunAndLeftToAWorker begins a deletion twice, and lets a worker carry it out.
func TestAnOperationIsBegunAndLeftToAWorker(t *testing.T) {
	c := newFullDrawer(t)
	r, stream := c.later(c.ids...)
	for range 2 {
		out, err := c.DeleteFiles(t.Context(), r)
		if err != nil || !out.Later || out.Position == 0 {
			t.Fatalf("got %+v, %v, want an operation", out, err)
		}
	}
	if got := c.phases(); slices.Contains(got, file.Trashed) || c.blobs.countBlobs("[\"") != 1 {
		t.Errorf("got phases %v, and %d plans, want no file in the trash, and one plan", got, c.blobs.countBlobs("[\""))
	}
	if err := c.FinishBulk(t.Context(), stream); err != nil {
		t.Fatal(err)
	}
	got, files, _ := c.result(stream)
	if got.State() != bulk.Done || got.UpTo != 70 || got.Total != 70 || !slices.Equal(sorted(files), sorted(c.ids)) {
		t.Errorf("got %+v and %d files, want it done and all 70 files, each once", got, len(files))
	}
}

// TestAnOperationGoesOnAfterDeaths kills the worker at appends from the first to the last. In the end every file is in
// the trash, and told once.
func TestAnOperationGoesOnAfterDeaths(t *testing.T) {
	for n, dead := 1, true; dead; n += 7 {
		c := newFullDrawer(t)
		r, stream := c.later(c.ids...)
		if _, err := c.DeleteFiles(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		living := c.Log
		m := &mortal{Store: living.Store, left: n, there: n%2 == 0}
		c.Commands.Log = &es.Log{Store: m, Codec: living.Codec}
		err := c.FinishBulk(t.Context(), stream)
		if dead = m.dead; dead == (err == nil) {
			t.Fatalf("append %d: dead %v, %v, want an error of a death alone", n, dead, err)
		}
		c.Commands.Log = living
		if err := c.FinishBulk(t.Context(), stream); err != nil {
			t.Fatal(err)
		}
		got, files, skipped := c.result(stream)
		if got.State() != bulk.Done || !slices.Equal(sorted(files), sorted(c.ids)) || len(skipped) > 0 {
			t.Errorf("killed at append %d: %s with %d files, %d left out, want all 70 once", n, got.State(), len(files), len(skipped))
		}
	}
}

// afterProgress lets something happen once an operation has told of its first part.
type afterProgress struct {
	es.Store
	happens func()
}

func (s *afterProgress) Append(ctx context.Context, stream es.StreamID, expect uint64, events []es.Envelope) (es.Receipt, error) {
	at, err := s.Store.Append(ctx, stream, expect, events)
	if err == nil && events[0].Type == "bulk.progressed" && s.happens != nil {
		happens := s.happens
		s.happens = nil
		happens()
	}
	return at, err
}

// TestACancelledOperationLeavesTheRest cancels operations after their first part, each way that one begins: what is done
// stays, the rest is as it was, and no name is lost.
func TestACancelledOperationLeavesTheRest(t *testing.T) {
	asks := map[string]func(*drawer, commands.Request) error{"deletion": askDelete(false),
		"restore": func(c *drawer, r commands.Request) error {
			of := c.restoring(c.olga, c.ids...)
			of.CommandID, of.Later = r.CommandID, user.RestoreFiles
			_, err := c.RestoreFiles(t.Context(), of)
			return err
		},
		"assignment": askChange(func(c *drawer) commands.FilesChange { return c.changes()["file.assigned"] })}
	for name, ask := range asks {
		c := newFullDrawer(t)
		if name == "restore" {
			trashAll(c)
		}
		r := request(c.mira)
		if name == "restore" {
			r.Caller = c.olga
		}
		r.Later = user.DeleteFiles
		if err := ask(c, r); err != nil {
			t.Fatal(err)
		}
		stream, living := bulk.StreamOf("demo", r.CommandID.String()), c.Log
		c.Alone = func(context.Context, es.StreamID, func(context.Context) error) error { return commands.ErrLeaseHeld }
		c.Commands.Log = &es.Log{Codec: living.Codec, Store: &afterProgress{living.Store, func() {
			cancel := commands.CancelOperation{Request: request(r.Caller), OperationID: r.CommandID.String()}
			if _, err := c.CancelOperation(t.Context(), cancel); err != nil {
				t.Error(err)
			}
		}}}
		if err := c.FinishBulk(t.Context(), stream); err != nil {
			t.Fatal(err)
		}
		c.Commands.Log = living
		got, files, _ := c.result(stream)
		if got.State() != bulk.Cancelled || got.UpTo == 0 || got.UpTo >= 70 || len(files) != got.UpTo {
			t.Errorf("%s: got %+v and %d files, want it cancelled in between", name, got, len(files))
		}
		c.Alone = nil
		var rest []string
		for _, id := range c.ids {
			if c.file(id).Phase == file.Trashed {
				rest = append(rest, id)
			}
		}
		if _, err := c.RestoreFiles(t.Context(), c.restoring(c.olga, rest...)); err != nil || (name == "assignment") != (len(rest) == 0) {
			t.Errorf("%s: the names of the rest are lost: %v, want them free", name, err)
		}
	}
}

// TestOnlyWhoBeganAnOperationCancelsIt lets another account, and names that are none of operations, be refused; a queued
// operation is over at once, and so is one that is over.
func TestOnlyWhoBeganAnOperationCancelsIt(t *testing.T) {
	c := newDrawer(t)
	r, stream := c.later(c.ids...)
	if _, err := c.DeleteFiles(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	waited := c.deleting(c.mira, false, c.storePDF("d.pdf"))
	if _, err := c.DeleteFiles(t.Context(), waited); err != nil {
		t.Fatal(err)
	}
	for name, cancel := range map[string]commands.CancelOperation{
		"of another":               {Request: request(c.olga), OperationID: r.CommandID.String()},
		"of nobody":                {Request: request(c.mira), OperationID: request(c.mira).CommandID.String()},
		"that somebody waited for": {Request: request(c.mira), OperationID: waited.CommandID.String()},
	} {
		if _, err := c.CancelOperation(t.Context(), cancel); !errors.Is(err, domain.ErrOperationNotFound) {
			t.Errorf("an operation %s: got %v, want %v", name, err, domain.ErrOperationNotFound)
		}
	}
	for range 2 {
		if _, err := c.CancelOperation(t.Context(), commands.CancelOperation{Request: request(c.mira),
			OperationID: r.CommandID.String()}); err != nil {
			t.Fatal(err)
		}
	}
	if got, _, _ := c.result(stream); got.State() != bulk.Cancelled || got.UpTo != 0 || c.file(c.ids[0]).Phase != file.Active {
		t.Errorf("got %+v, and the first file is %v, want it cancelled, and the file active", got, c.file(c.ids[0]).Phase)
	}
}

// TestAnOperationTellsWhatWasLeftOut leaves out more files than one part has before it begins.
func TestAnOperationTellsWhatWasLeftOut(t *testing.T) {
	c := newFullDrawer(t)
	for _, id := range c.ids[:40] {
		c.trashFiles(id)
	}
	r := c.changing(c.mira, commands.FilesChange{Action: bulk.Assign, Assignee: c.mira.ID}, c.ids...)
	r.Later, r.SkipInvalid = user.AssignFiles, true
	if out, err := c.ChangeFiles(t.Context(), r); err != nil || !out.Later {
		t.Fatalf("got %+v, %v, want an operation", out, err)
	}
	stream := bulk.StreamOf("demo", r.CommandID.String())
	if err := c.FinishBulk(t.Context(), stream); err != nil {
		t.Fatal(err)
	}
	got, files, skipped := c.result(stream)
	if got.State() != bulk.Done || got.Total != 70 || !slices.Equal(sorted(files), sorted(c.ids[40:])) ||
		!slices.Equal(skipped, c.ids[:40]) {
		t.Errorf("got %+v, %d files and %d left out, want 30 and 40", got, len(files), len(skipped))
	}
}

// TestAnOperationExpiresOnce forgets an operation that is over, and none that is not: it cannot be cancelled any more.
func TestAnOperationExpiresOnce(t *testing.T) {
	c := newFullDrawer(t)
	r, stream := c.later(c.ids...)
	expire := func() (expired int) {
		err := c.ExpireOperation(t.Context(), commands.Expire{ID: stream.Key(), Request: commands.Request{
			Caller: user.SystemPrincipal("demo"), CommandID: uuid.New()}})
		if err != nil {
			t.Fatal(err)
		}
		for e, err := range c.Log.Stream(t.Context(), stream, 0) {
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := e.Event.(bulk.OperationExpired); ok {
				expired++
			}
		}
		return expired
	}
	if _, err := c.DeleteFiles(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	cancel := commands.CancelOperation{Request: commands.Request{Caller: c.mira, CommandID: uuid.New()}, OperationID: stream.Key()}
	if n := expire(); n != 0 {
		t.Errorf("one that is not over expired %d times", n)
	}
	if err := c.FinishBulk(t.Context(), stream); err != nil {
		t.Fatal(err)
	}
	if _, err := c.CancelOperation(t.Context(), cancel); err != nil {
		t.Errorf("one that is over: got %v, want it to stay as it is", err)
	}
	for range 2 {
		if n := expire(); n != 1 {
			t.Errorf("expired %d times, want once", n)
		}
	}
	if _, err := c.CancelOperation(t.Context(), cancel); !errors.Is(err, domain.ErrOperationNotFound) {
		t.Errorf("an expired one: got %v, want %v", err, domain.ErrOperationNotFound)
	}
}
