package webhooks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/webhook"
)

// A world is everything that a dispatcher asks, in memory, with a clock that tests move.
type world struct {
	t       *testing.T
	mu      sync.Mutex
	now     time.Time
	record  webhook.Record
	deleted bool
	roles   []string
	events  []Event
	hidden  map[uint64]bool // positions of what the owner may not read
	kept    webhook.Progress
	answer  func(id string, n int) Answer // of the nth try of a message
	tries   map[string]int
	arrived []string // messages that were taken, each time
	keeping error    // what keeping fails with
	gone    bool     // the webhook was disabled
}

func newWorld(t *testing.T) *world {
	return &world{t: t, now: time.Unix(1_000_000, 0), roles: []string{user.RoleUser}, hidden: map[uint64]bool{}, tries: map[string]int{},
		record: webhook.Record{ID: "w", Workspace: "demo", Owner: "mira", Generation: 1, Format: webhook.Standard},
		answer: func(string, int) Answer { return Answer{Status: 204} }}
}

// happen adds an event of a file.
func (w *world) happen(file string) uint64 {
	at := uint64(len(w.events) + 1)
	id := uuid.NewSHA1(uuid.Nil, fmt.Append(nil, at)).String()
	w.events = append(w.events, Event{webhook.Notice{ID: id, Position: at, Type: "file.uploaded"}, file})
	return at
}

func (w *world) Head(context.Context) (uint64, error) { return uint64(len(w.events)), nil }

func (w *world) AwaitBeyond(ctx context.Context, _ uint64) error { <-ctx.Done(); return ctx.Err() }

func (w *world) ReadAfter(_ context.Context, _ user.Principal, _ webhook.Record, after uint64, limit int) (Batch, error) {
	if after > uint64(len(w.events)) { // as the service answers
		return Batch{Next: uint64(len(w.events))}, nil
	}
	b := Batch{Next: min(after+uint64(limit), uint64(len(w.events)))}
	for _, e := range w.events[after:b.Next] {
		if w.hidden[e.Notice.Position] {
			b.Withheld++
			continue
		}
		b.Events = append(b.Events, e)
	}
	b.More = b.Next < uint64(len(w.events))
	return b, nil
}

func (w *world) ReadOne(_ context.Context, _ user.Principal, at uint64) (Event, bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.events[at-1], !w.hidden[at], nil
}

func (w *world) ListWebhookRefs(context.Context) ([]webhook.Ref, error) {
	return []webhook.Ref{{Workspace: "demo", ID: "w"}}, nil
}

func (w *world) FindWebhook(context.Context, string, string) (webhook.Record, bool, error) {
	return w.record, !w.deleted, nil
}

func (w *world) FindOwner(context.Context, string, string) (user.Principal, error) {
	return user.Principal{Workspace: "demo", ID: "mira", Roles: w.roles}, nil
}

func (w *world) LoadProgress(context.Context, string, string) (webhook.Progress, bool, error) {
	return copyProgress(w.kept), true, nil
}

func (w *world) KeepProgress(_ context.Context, _, _ string, p webhook.Progress) error {
	if w.keeping == nil {
		w.kept = copyProgress(p)
	}
	return w.keeping
}

func (w *world) DropProgress(context.Context, string, string) error {
	w.kept = webhook.Progress{}
	return nil
}

func (w *world) DisableGone(context.Context, string, string) error {
	w.gone, w.record.Disabled = true, webhook.Gone
	return nil
}

func (w *world) SecretOf(_ context.Context, _, _ string, generation int) (webhook.Secret, error) {
	return webhook.Secret{byte(generation)}, nil
}

func (w *world) Send(_ context.Context, _ string, m Message) Answer {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tries[m.ID]++
	a := w.answer(m.ID, w.tries[m.ID])
	if a.isDelivered() {
		w.arrived = append(w.arrived, m.ID)
	}
	return a
}

// newRun returns a run over what was kept, as of a process that has just started.
func (w *world) newRun() *run {
	d := &Dispatcher{Events: w, Records: w, Accounts: w, Store: w, Sender: w, Changes: w, Logger: slog.New(slog.DiscardHandler),
		Now: func() time.Time { return w.now }, Jitter: func() float64 { return 0.5 },
		Settings: Settings{FirstPause: time.Second, MaxPause: time.Hour, RetryTime: 72 * time.Hour, AtOnce: 4,
			Limits: webhook.Limits{Waiting: 20, Dead: 3, Recent: 5}}}
	r := &run{Dispatcher: d, workspace: "demo", id: "w", progress: copyProgress(w.kept)}
	r.kept = copyProgress(w.kept)
	return r
}

// step refreshes and does a round.
func (w *world) step(r *run) (busy bool) {
	w.t.Helper()
	if _, err := r.refresh(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	busy, err := r.sendRound(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	return busy
}

// settle works until nothing is due, moving the clock to the next try, for at most so long.
func (w *world) settle(r *run, most time.Duration) {
	w.t.Helper()
	for end := w.now.Add(most); ; {
		for w.step(r) {
		}
		next, ok := r.progress.NextTry()
		if !ok || next.After(end) {
			return
		}
		w.now = next
	}
}

// TestKillsBetweenSendingAndKeeping kills the process again and again, before and after its progress is kept: each event
// arrives at least once, those of a file in their order.
func TestKillsBetweenSendingAndKeeping(t *testing.T) {
	w := newWorld(t)
	random := rand.New(rand.NewPCG(1, 2))
	w.answer = func(_ string, n int) Answer {
		if random.IntN(3) > 0 {
			return Answer{Status: 500, Failure: "no"}
		}
		return Answer{Status: 200}
	}
	again := 0
	for range 50 {
		r := w.newRun()
		for range 2 + random.IntN(4) {
			w.happen(fmt.Sprint("file ", random.IntN(3)))
			w.step(r)
			w.now = w.now.Add(time.Duration(random.IntN(5)) * time.Second)
		}
		w.keeping = errors.New("killed")
		if _, err := r.refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		had := len(w.arrived)
		if _, err := r.sendRound(t.Context()); err != nil {
			again += len(w.arrived) - had // arrived, and nobody knows
		}
		w.keeping = nil
	}
	w.settle(w.newRun(), 72*time.Hour)
	if again == 0 {
		t.Error("no kill fell between sending and keeping, want some")
	}
	first := map[string]int{}
	for i, id := range slices.Backward(w.arrived) {
		first[id] = i
	}
	last := map[string]int{}
	for _, e := range w.events {
		at, ok := first[e.Notice.ID]
		if !ok {
			t.Errorf("the event at %d did not arrive, want it once at least", e.Notice.Position)
		}
		if at < last[e.OrderKey] {
			t.Errorf("the event at %d arrived as number %d, before one of %s that happened earlier (%d), want them in order",
				e.Notice.Position, at, e.OrderKey, last[e.OrderKey])
		}
		last[e.OrderKey] = at
	}
}

// TestAPlaceBeyondTheLogIsTold has a webhook that knows more events than the log, as after a restore: it goes on, and says so.
func TestAPlaceBeyondTheLogIsTold(t *testing.T) {
	w := newWorld(t)
	w.happen("file")
	w.kept.Cursor = 9
	r := w.newRun()
	var log bytes.Buffer
	r.Logger = slog.New(slog.NewTextHandler(&log, nil))
	w.step(r)
	w.happen("file")
	w.step(r)
	if len(w.arrived) != 1 || w.arrived[0] != w.events[1].Notice.ID || strings.Count(log.String(), "beyond the event log") != 1 {
		t.Errorf("sent %v, and said %s, want the newer event alone and one warning", w.arrived, log.String())
	}
}

// TestOneFileHoldsBackNoOther has a message fail for three days: those of its file wait, others do not, and then it is a
// dead letter that can be sent again.
func TestOneFileHoldsBackNoOther(t *testing.T) {
	w := newWorld(t)
	w.happen("bad")
	bad := w.events[0].Notice.ID
	w.answer = func(id string, _ int) Answer {
		if id == bad {
			return Answer{Status: 500, Failure: "the receiver answered 500", RetryAfter: 90 * time.Second}
		}
		return Answer{Status: 200}
	}
	w.happen("good")
	w.happen("bad")
	r := w.newRun()
	for w.step(r) {
	}
	if len(w.arrived) != 1 || w.arrived[0] != w.events[1].Notice.ID {
		t.Errorf("got %v, want the event of the other file alone", w.arrived)
	}
	if next, _ := r.progress.NextTry(); next.Sub(w.now) < 90*time.Second || next.Sub(w.now) > 100*time.Second {
		t.Errorf("the next try is in %s, want that of Retry-After, 1m30s and a little", next.Sub(w.now))
	}
	began := w.now
	w.settle(r, 100*time.Hour)
	if took := w.now.Sub(began); took < 72*time.Hour || took > 75*time.Hour || w.tries[bad] < 60 || w.tries[bad] > 100 {
		t.Errorf("%d tries in %s, want tries for three days, at most an hour apart", w.tries[bad], took)
	}
	if len(r.progress.Dead) != 1 || r.progress.Dead[0].Message.String() != bad || len(w.arrived) != 2 || len(r.progress.Waiting) != 0 {
		t.Errorf("got %+v and %v, want one dead letter, and what waited behind it sent", r.progress.Dead, w.arrived)
	}
	w.answer = func(string, int) Answer { return Answer{Status: 200} }
	w.record.Asked = []webhook.Asked{{Position: 9, Message: r.progress.Dead[0].Message, Event: 1}}
	w.settle(w.newRun(), time.Hour)
	if len(w.kept.Dead) != 0 || w.arrived[len(w.arrived)-1] != bad || w.kept.Handled != 9 {
		t.Errorf("got %+v, want the dead letter sent again, once", w.kept)
	}
	had := len(w.arrived)
	w.settle(w.newRun(), time.Hour)
	if len(w.arrived) != had {
		t.Errorf("got %d messages, want %d: what was asked for once is sent once", len(w.arrived), had)
	}
}

// TestRightsAreJudgedAtEachTry withholds what the owner may not read any more, also of what was tried before, and stands
// still for an account that has ended.
func TestRightsAreJudgedAtEachTry(t *testing.T) {
	w := newWorld(t)
	w.answer = func(string, int) Answer { return Answer{Failure: "away"} }
	w.happen("a")
	w.happen("b")
	r := w.newRun()
	w.step(r)
	w.hidden[1] = true
	w.hidden[w.happen("c")] = true
	w.answer = func(string, int) Answer { return Answer{Status: 200} }
	w.settle(r, time.Hour)
	if len(w.arrived) != 1 || w.arrived[0] != w.events[1].Notice.ID || w.kept.Withheld != 2 {
		t.Errorf("got %v and %d withheld, want the readable event alone, and 2", w.arrived, w.kept.Withheld)
	}
	w.roles = nil
	w.happen("d")
	w.settle(r, time.Hour)
	if w.kept.Paused != webhook.AccountEnded || len(w.arrived) != 1 {
		t.Errorf("got %q and %v, want it paused", w.kept.Paused, w.arrived)
	}
	w.roles = []string{user.RoleAuditor}
	if w.settle(r, time.Hour); w.kept.Paused != webhook.AccessLost {
		t.Errorf("got %q, want %s", w.kept.Paused, webhook.AccessLost)
	}
	w.roles = []string{user.RoleUser}
	if w.settle(r, time.Hour); w.kept.Paused != "" || len(w.arrived) != 2 {
		t.Errorf("got %q and %v, want it to go on", w.kept.Paused, w.arrived)
	}
}

// TestGoneDisables makes dead letters of all that waits when the receiver says that it is gone, and begins anew when the
// webhook is enabled again.
func TestGoneDisables(t *testing.T) {
	w := newWorld(t)
	w.answer = func(string, int) Answer { return Answer{Status: 410, Failure: "the receiver answered 410"} }
	for range 5 {
		w.happen("a")
	}
	r := w.newRun()
	w.step(r)
	if !w.gone || len(w.kept.Waiting) != 0 || len(w.kept.Dead) != 3 || w.kept.Lost != 2 {
		t.Errorf("got %+v, want it disabled with three dead letters, and two that are not kept", w.kept)
	}
	w.happen("a")
	w.settle(r, time.Hour)
	w.answer = func(string, int) Answer { return Answer{Status: 200} }
	w.record.Disabled, w.record.Begin = "", 6
	last := w.happen("a")
	w.settle(r, time.Hour)
	if len(w.arrived) != 1 || w.arrived[0] != w.events[last-1].Notice.ID {
		t.Errorf("got %v, want what happened since alone", w.arrived)
	}
}

// TestFullQueuesHoldTheReader reads no more events than may wait.
func TestFullQueuesHoldTheReader(t *testing.T) {
	w := newWorld(t)
	w.answer = func(string, int) Answer { return Answer{Status: 500} }
	for range 60 {
		w.happen("a")
	}
	r := w.newRun()
	for range 10 {
		w.step(r)
	}
	if len(r.progress.Waiting) != 20 || r.progress.Cursor != 20 {
		t.Errorf("got %d that wait up to %d, want 20", len(r.progress.Waiting), r.progress.Cursor)
	}
	w.answer = func(string, int) Answer { return Answer{Status: 200} }
	w.settle(r, time.Hour)
	if len(w.arrived) != 60 || len(r.progress.Recent) != 5 {
		t.Errorf("got %d messages and %d kept, want 60 and 5", len(w.arrived), len(r.progress.Recent))
	}
}

// TestDeletedWebhooksEnd ends a run with its webhook, and drops its progress.
func TestDeletedWebhooksEnd(t *testing.T) {
	w := newWorld(t)
	w.happen("a")
	r := w.newRun()
	w.step(r)
	w.deleted = true
	if err := w.newRun().sendUntilDeleted(t.Context()); err != nil || w.kept.Cursor != 0 {
		t.Errorf("got %v and %+v, want the progress gone", err, w.kept)
	}
}
