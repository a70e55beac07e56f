package processes

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/normalize"
	"github.com/seed-62a36931/docket/domain/signin"
	"github.com/seed-62a36931/docket/processes/report"
)

// newLogger returns a logger and what it has written.
func newLogger() (*slog.Logger, *bytes.Buffer) {
	var out bytes.Buffer
	return slog.New(slog.NewTextHandler(&out, nil)), &out
}

// published notes what is sent to the broker.
type published struct {
	sent  []string
	fails error
}

func (p *published) Publish(_ context.Context, topic, id string, payload []byte) error {
	p.sent = append(p.sent, fmt.Sprintf("%s %s %s", topic, id, payload))
	return p.fails
}

// The relay wants every event behind which work waits, and sends the stream's name to the topic of that work, under the id of
// the event, so that the broker drops repetitions.
func TestTheRelayWakesWorkers(t *testing.T) {
	t.Parallel()
	p := &published{}
	filter, handle := Relay(p)
	slices.Sort(filter.Types)
	want := []string{"bulk.started", "download.requested", "file.reanalysis-requested", "file.replaced", "file.restored", "file.uploaded"}
	if !slices.Equal(filter.Types, want) {
		t.Errorf("got %v, want %v", filter.Types, want)
	}
	id := uuid.New()
	for typ, topic := range map[string]string{"file.uploaded": "file-processing", "download.requested": "download-packaging"} {
		var r es.Recorded
		r.Type, r.ID, r.Stream = typ, id, "x-demo-1"
		p.sent = nil
		if err := handle(t.Context(), r); err != nil || len(p.sent) != 1 || p.sent[0] != fmt.Sprintf("%s %s x-demo-1", topic, id) {
			t.Errorf("%s: sent %v, %v; want a message to %s", typ, p.sent, err, topic)
		}
	}
	for operation, want := range map[string]int{"": 0, "deleteFiles": 1} { // somebody waits for the first, and carries it through
		p.sent = nil
		r := es.Recorded{Event: bulk.Started{Operation: operation}}
		r.Type = "bulk.started"
		if err := handle(t.Context(), r); err != nil || len(p.sent) != want {
			t.Errorf("a bulk of operation %q: sent %v, %v; want %d messages", operation, p.sent, err, want)
		}
	}
	p.fails = errStoreAway
	if err := handle(t.Context(), es.Recorded{}); !errors.Is(err, errStoreAway) {
		t.Errorf("a broker that is away: got %v, want %v", err, errStoreAway)
	}
}

// brokenYard is a yard of which one part fails.
type brokenYard struct {
	*yard
	noLeases, noBroker bool
}

func (y brokenYard) HeldKeys(ctx context.Context, prefix string) ([]string, error) {
	if y.noLeases {
		return nil, errStoreAway
	}
	return y.yard.HeldKeys(ctx, prefix)
}

func (y brokenYard) Publish(ctx context.Context, topic, id string, payload []byte) error {
	if y.noBroker {
		return errStoreAway
	}
	return y.yard.Publish(ctx, topic, id, payload)
}

// A sweep that fails anywhere tells so in the log, unless the service stops; what it could not send is sent by the next one.
func TestAFailureOfASweepIsTold(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for name, broken := range map[string]brokenYard{"leases": {noLeases: true}, "broker": {noBroker: true}} {
			broken.yard = &yard{now: time.Unix(1000, 0), waiting: []es.StreamID{"lost"}}
			log, out := newLogger()
			s := &Sweep{Backlog: broken, Leases: broken, Publish: broken, Now: time.Now, Every: time.Second, Logger: log}
			if err := s.sweepOnce(t.Context(), 0); !errors.Is(err, errStoreAway) {
				t.Errorf("%s: got %v, want the failure", name, err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() { ended <- s.Run(ctx) }()
			time.Sleep(1500 * time.Millisecond)
			cancel()
			if err := <-ended; !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			if n := strings.Count(out.String(), errStoreAway.Error()); n != 2 {
				t.Errorf("%s: told %d times in two sweeps:\n%s, want 2", name, n, out)
			}
			s.Publish, s.Leases = broken.yard, broken.yard
			if err := s.sweepOnce(t.Context(), 0); err != nil || !slices.Equal(broken.sent, []string{"lost"}) {
				t.Errorf("%s: then sent %v, %v; want what was lost", name, broken.sent, err)
			}
			out.Reset()
			stopped, stop := context.WithCancel(t.Context())
			stop()
			b := &failingBacklog{yard: broken.yard}
			s.Backlog = b
			if err := s.Run(stopped); !errors.Is(err, context.Canceled) || out.Len() > 0 || len(b.patience) != 1 {
				t.Errorf("%s: at a stop got %v after %d looks, told %s; want nothing told", name, err, len(b.patience), out)
			}
		}
	})
}

// A lease that cannot be given back is told: others wait until it runs out.
func TestALeaseThatIsNotGivenBackIsTold(t *testing.T) {
	t.Parallel()
	for _, away := range []bool{false, true} {
		s := &shelf{held: map[string]Fence{}}
		log, out := newLogger()
		w := &Worker{Leases: s, TTL: time.Minute, Logger: log, Do: func(context.Context, es.StreamID) error { s.goAway(away); return nil }}
		if err := w.Handle(t.Context(), "file-demo-1"); err != nil {
			t.Errorf("away %t: got %v, want the outcome of the work", away, err)
		}
		if told := strings.Contains(out.String(), "lease not released"); told != away || len(s.held) != map[bool]int{false: 0, true: 1}[away] {
			t.Errorf("away %t: held %v, told %q, want it told and held: %v", away, s.held, out, away)
		}
	}
}

// Work that ends by itself ends its task with its own outcome, and is no loss; whether its lease could be given back is told.
func TestATaskEndsWithItsWork(t *testing.T) {
	t.Parallel()
	done := errors.New("nothing is left to do")
	for _, away := range []bool{false, true} {
		s := &shelf{held: map[string]Fence{}}
		log, out := newLogger()
		tasks := &SingletonTasks{Leases: s, Holder: uuid.New(), TTL: time.Minute, Every: time.Hour, Logger: log}
		err := tasks.Run(t.Context(), "relay", func(context.Context) error { s.goAway(away); return done })
		if err != done { //nolint:errorlint // the very error: nothing is added to it
			t.Errorf("away %t: got %v, want %v", away, err, done)
		}
		if told := strings.Contains(out.String(), "a post was not given back"); told != away || strings.Contains(out.String(), "a post was lost") {
			t.Errorf("away %t: told %q, want told = %v and it without a post was lost", away, out, away)
		}
	}
}

// What is not busy is done at once, whatever fills the queue, and its failure is the handler's; so is that of a stream whose
// load cannot be told.
func TestWhatIsNotBusyPassesTheQueue(t *testing.T) {
	t.Parallel()
	q := &FairQueue{MaxLarge: 1, MaxPerTemplate: 1, Wake: func(context.Context, es.StreamID) error { return nil }}
	var done []es.StreamID
	q.Load = func(_ context.Context, s es.StreamID) (Load, error) {
		switch s {
		case "unknown":
			return Load{}, errStoreAway
		case "idle":
			return Load{}, nil
		}
		return Load{Busy: true, Large: true, Template: "t"}, nil
	}
	q.Do = func(ctx context.Context, s es.StreamID) error {
		done = append(done, s)
		if s == "first" { // while it is at work
			if err := q.Handle(ctx, "second"); err != nil {
				t.Errorf("put aside: %v, want no error", err)
			}
			if err := q.Handle(ctx, "idle"); !errors.Is(err, errStoreAway) {
				t.Errorf("idle: got %v, want the failure of its work", err)
			}
		}
		if s == "idle" {
			return errStoreAway
		}
		return nil
	}
	if err := q.Handle(t.Context(), "unknown"); !errors.Is(err, errStoreAway) {
		t.Errorf("unknown: got %v, want the failure", err)
	}
	if err := q.Handle(t.Context(), "first"); err != nil || !slices.Equal(done, []es.StreamID{"first", "idle"}) {
		t.Errorf("got %v, %v, want no error and %v", done, err, []es.StreamID{"first", "idle"})
	}
	if len(q.running.templates) > 0 || q.running.large != 0 {
		t.Errorf("after all is done the queue still counts %+v, want len(q.running.templates) = 0 and q.running.large = 0",
			q.running)
	}
}

// Each kind of event of a sign-in is written as itself, with where it came from.
func TestKindsOfSignInEvents(t *testing.T) {
	t.Parallel()
	g, _, now := newRecorder()
	kinds := []string{"auth.signed-in", "auth.failed", "auth.locked", "auth.signed-out", "access.denied"}
	for _, kind := range kinds {
		g.Record(t.Context(), SignInEvent{Type: kind, Workspace: "demo", UserID: "mira", Client: "app", Address: "192.0.2.1",
			Operation: "createUser", Time: *now})
	}
	var got []string
	for e, err := range g.Log.All(t.Context(), 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, e.Type)
		switch v := e.Event.(type) {
		case signin.Locked:
			if v.Client != "app" || v.Address.Value != "192.0.2.1" || v.Times != 1 {
				t.Errorf("locked: %+v, want v.Client = app, v.Address.Value = 192.0.2.1 and v.Times = 1", v)
			}
		case signin.SignedOut:
			if v.Client != "app" || v.Times != 1 {
				t.Errorf("signed out: %+v, want v.Client = %q and v.Times = 1", v, "app")
			}
		case signin.Denied:
			if v.Operation != "createUser" || v.Times != 1 {
				t.Errorf("denied: %+v, want v.Operation = %q and v.Times = 1", v, "createUser")
			}
		}
		if e.Actor != "mira" || e.Workspace != "demo" {
			t.Errorf("%s is by %s in %s, want e.Actor = %q and e.Workspace = %q", e.Type, e.Actor, e.Workspace, "mira", "demo")
		}
	}
	if !slices.Equal(got, kinds) {
		t.Errorf("got %v, want %v", got, kinds)
	}
}

// An account that comes all the time has room for one more event every ten seconds, and never for more than a hundred.
func TestRoomOfAnAccountFillsAgain(t *testing.T) {
	t.Parallel()
	g, _, now := newRecorder()
	e := SignInEvent{Workspace: "demo", UserID: "mira"}
	take := func(most int) (n int) {
		for n < most && g.hasRoom(e) {
			n++
		}
		return n
	}
	for _, row := range []struct {
		after time.Duration
		want  int
	}{{0, 100}, {9 * time.Second, 0}, {time.Second, 1}, {30 * time.Second, 3}, {time.Hour, 100}, {24 * time.Hour, 100}} {
		*now = now.Add(row.after)
		if got := take(1000); got != row.want {
			t.Errorf("after %s more: room for %d, want %d", row.after, got, row.want)
		}
	}
	if other := (SignInEvent{Workspace: "demo", UserID: "olga"}); !g.hasRoom(other) {
		t.Error("another account has no room")
	}
}

// What was counted is written every ten seconds, and a failure ends the recorder's part, which is started again.
func TestCountedSignInsAreWrittenNowAndThen(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, store, now := newRecorder()
		g.countEvent(SignInEvent{Type: "auth.failed", Workspace: "demo", Time: *now}, 3)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- g.Run(ctx) }()
		time.Sleep(9 * time.Second)
		synctest.Wait()
		if got := listEvents(t, g); got != "" {
			t.Errorf("too early: %s, want nothing", got)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if got := listEvents(t, g); got != "unknown-20240531 auth.failed 3" {
			t.Errorf("got %q, want %q", got, "unknown-20240531 auth.failed 3")
		}
		store.gone = true
		g.countEvent(SignInEvent{Type: "auth.failed", Workspace: "demo", Time: *now}, 2)
		time.Sleep(10 * time.Second)
		if err := <-ended; !errors.Is(err, errAway) {
			t.Errorf("got %v, want the failure", err)
		}
		cancel()
		store.gone = false
		if err := g.Flush(t.Context()); err != nil || !strings.HasSuffix(listEvents(t, g), "auth.failed 2") {
			t.Errorf("what was not written: %v, %s, want no error and %q at its end", err, listEvents(t, g), "auth.failed 2")
		}
	})
}

// Pages that a document does not have are left out, when what was recognised is kept and when it is put back.
func TestRecognisedPagesOfAShorterDocument(t *testing.T) {
	t.Parallel()
	doc := &layout.Document{Pages: []layout.Page{{Width: 1}, {Width: 2, Examined: true, Note: "blank"}},
		Styles: []layout.Style{{Font: "a"}}}
	doc.Pages[0].Glyphs = []layout.Glyph{{Rune: 'x', Style: 0, Confidence: 90}}
	r, fresh := keepRecognised(doc, []int{0, 1, 2, 3}, []int{2})
	if !slices.Equal(r.Numbers, []int{1, 2}) || fresh != 1 || !slices.Equal(r.Ever, []int{2, 1}) || r.Notes[2] != "blank" ||
		len(r.Notes) != 1 {
		t.Fatalf("kept %+v, %d of them new, want r.Numbers = {1, 2}, fresh = 1, r.Ever = {2, 1}, r.Notes[2] = blank and "+
			"len(r.Notes) = 1", r, fresh)
	}
	r.Tried = []int{0, 1, 2, 3}
	short := &layout.Document{Pages: []layout.Page{{Width: 9}}, Styles: []layout.Style{{Font: "b"}, {Font: "c"}}}
	r.putInto(short)
	if len(short.Pages) != 1 || short.Pages[0].Width != 1 || len(short.Styles) != 3 || short.Pages[0].Glyphs[0].Style != 2 ||
		doc.Pages[0].Glyphs[0].Style != 0 {
		t.Errorf("got %+v, want the recognised page with its style behind those of the document", short)
	}
	same := &layout.Document{Pages: []layout.Page{{Width: 7}, {Width: 8}}}
	recognised{Tried: []int{2}, Notes: map[int]string{2: "blank"}}.putInto(same)
	if same.Pages[0].Examined || !same.Pages[1].Examined || same.Pages[1].Note != "blank" || same.Pages[1].Width != 8 {
		t.Errorf("got %+v, want the second page to be examined, with its note", same.Pages)
	}
	if !r.coversPages([]int{1, 3}) || r.coversPages([]int{1, 4}) {
		t.Error("pages that were tried are not told from others")
	}
}

// A look into the trash that another process has taken is nothing to tell; every other failure is.
func TestWhatIsToldOfTheTrash(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, fails := range []error{commands.ErrLeaseHeld, errStoreAway} {
			log, out := newLogger()
			ctx, stop := context.WithCancel(t.Context())
			r := &Retention{Every: time.Hour, Logger: log,
				Alone: func(context.Context, es.StreamID, func(context.Context) error) error { return fails }}
			ended := make(chan error, 1)
			go func() { ended <- r.Run(ctx) }()
			time.Sleep(90 * time.Minute)
			synctest.Wait()
			want := map[error]int{commands.ErrLeaseHeld: 0, errStoreAway: 2}[fails]
			if n := strings.Count(out.String(), "the trash could not be emptied"); n != want {
				t.Errorf("%v: told %d times in two looks, want %d:\n%s", fails, n, want, out)
			}
			stop()
			if err := <-ended; !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		}
	})
	log, _ := newLogger()
	r := &Retention{Logger: log}
	called := false
	if err := r.runAlone(t.Context(), "x", func(context.Context) error { called = true; return errStoreAway }); !called || !errors.Is(err, errStoreAway) {
		t.Errorf("without leases: called %t, %v; want the work to be done", called, err)
	}
}

// Work that still waits is published again a minute after it was, not before, and what is done is forgotten.
func TestWhenASweepRepeatsItself(t *testing.T) {
	t.Parallel()
	y := &yard{now: time.Unix(1000, 0), waiting: []es.StreamID{"a"}}
	s := &Sweep{Backlog: y, Leases: y, Publish: y, Now: func() time.Time { return y.now }, Logger: slog.New(slog.DiscardHandler)}
	for _, row := range []struct {
		after time.Duration
		want  int
	}{{0, 1}, {time.Minute - time.Nanosecond, 0}, {time.Nanosecond, 1}, {time.Minute, 1}} {
		y.now, y.sent = y.now.Add(row.after), nil
		if err := s.sweepOnce(t.Context(), 0); err != nil || len(y.sent) != row.want {
			t.Errorf("after %s more: sent %v, %v; want %d", row.after, y.sent, err, row.want)
		}
	}
	noLeases := brokenYard{yard: &yard{now: y.now}, noLeases: true}
	s.Backlog, s.Leases = noLeases, noLeases
	if err := s.sweepOnce(t.Context(), 0); err != nil {
		t.Errorf("nothing waits: got %v, want that no lease is asked for", err)
	}
}

// Accounts of which it is known how many events there were lately are bounded: beyond that all are forgotten together.
func TestAccountsThatAreRememberedAreBounded(t *testing.T) {
	t.Parallel()
	g, _, _ := newRecorder()
	for i := range maxAccounts + 10 {
		if !g.hasRoom(SignInEvent{Workspace: "demo", UserID: fmt.Sprint(i)}) {
			t.Fatalf("account %d has no room, want room", i)
		}
	}
	if n := len(g.room); n > maxAccounts || n == 0 {
		t.Errorf("%d accounts are remembered, want at most %d", n, maxAccounts)
	}
}

// Reports tell values in their normalised form too, of tables those of each cell; and nothing where there is none.
func TestNormalisedValuesInReports(t *testing.T) {
	t.Parallel()
	amount := &component.Normalized{Type: "NUMBER", Value: normalize.Value{Text: "1200.50", Currency: "EUR"}}
	got := componentFacts(component.Detail{Values: []component.Value{{Value: "1.200,50 €", Normalized: amount,
		Cells: []component.Cell{{Column: "Price", Value: "1.200,50 €", Normalized: amount}, {Column: "Item", Value: "Chair"}}},
		{Value: "x"}}})
	want := report.Normalized{Type: "NUMBER", Text: "1200.50", Currency: "EUR"}
	if v := got.Values[0]; !reflect.DeepEqual(v.Normalized, want) || len(v.Cells) != 2 || v.Cells[0].Column != "Price" ||
		!reflect.DeepEqual(v.Cells[0].Normalized, want) ||
		v.Cells[1].Value != "Chair" || !reflect.DeepEqual(v.Cells[1].Normalized, report.Normalized{}) {
		t.Errorf("got %+v, want a row of two cells, the price normalised", v)
	}
	if !reflect.DeepEqual(got.Values[1].Normalized, report.Normalized{}) {
		t.Errorf("a value without: got %+v, want %v", got.Values[1].Normalized, report.Normalized{})
	}
}

// What is gone, or whose key is, ends the work on a package quietly; everything else is a failure.
func TestWhatEndsAPackageQuietly(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]error{es.ErrErased: nil, domain.ErrFileNotFound: nil, errStoreAway: errStoreAway, nil: nil} {
		if got := ignoreGone(err); !errors.Is(got, want) || (got == nil) != (want == nil) {
			t.Errorf("%v: got %v, want %v", err, got, want)
		}
	}
}

// Who runs a task is told when it is taken, and when it is given back.
func TestATaskTellsThatItIsHeld(t *testing.T) {
	t.Parallel()
	var told []string
	tasks := &SingletonTasks{Leases: &shelf{held: map[string]Fence{}}, Holder: uuid.New(), TTL: time.Minute, Every: time.Hour,
		Logger: slog.New(slog.DiscardHandler), Changed: func(task string, held bool) { told = append(told, fmt.Sprint(task, " ", held)) }}
	err := tasks.Run(t.Context(), "relay", func(context.Context) error { told = append(told, "work"); return errStoreAway })
	if want := []string{"relay true", "work", "relay false"}; !errors.Is(err, errStoreAway) || !slices.Equal(told, want) {
		t.Errorf("got %v, %v; want %v", told, err, want)
	}
}

// brokenInventory cannot remove what was never finished.
type brokenInventory struct{ BlobInventory }

func (brokenInventory) DropUnfinished(context.Context, time.Time) error { return errStoreAway }

// noMarks is a place of checkpoints without any.
type noMarks struct{ Checkpoints }

func (noMarks) Load(context.Context, string) (es.Position, error) { return 0, nil }

// A look for orphans that fails is told each time, and never ends the search.
func TestAFailedLookForOrphansIsTold(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log, out := newLogger()
		c := &OrphanCollector{Log: estest.NewStore(), Blobs: brokenInventory{}, Marks: noMarks{}, Age: time.Hour, Every: time.Hour,
			Now: time.Now, Logger: log}
		if err := c.Collect(t.Context()); !errors.Is(err, errStoreAway) {
			t.Errorf("got %v, want the failure", err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- c.Run(ctx) }()
		time.Sleep(90 * time.Minute)
		synctest.Wait()
		stop()
		if err := <-ended; !errors.Is(err, context.Canceled) || strings.Count(out.String(), "could not be looked for") != 2 {
			t.Errorf("got %v, told %s; want two failures told", err, out)
		}
	})
}
