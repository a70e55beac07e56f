package messaging

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Trap: a library that makes the consumer on the way deletes it at a graceful stop,
// and the next start gives everything again, or nothing.
func TestAGracefulStopForgetsNothingAndRepeatsNothing(t *testing.T) {
	dir := t.TempDir()
	b := openBroker(t, config(dir))
	for i := range 6 {
		publish(t, b, "a", fmt.Sprint(i))
	}
	got := make(chan Message) // no room: a handler waits for the test
	handle(t, b, "a", into(got))
	stop := run(t, b)
	for _, want := range []string{"0", "1", "2"} {
		if m := receive(t, got, want); m.ID != want {
			t.Fatalf("got %s, want %s", m.ID, want)
		}
	}
	go func() { // the fourth may be at work already; then the stop waits for it
		for range got {
		}
	}()
	stop()
	close(got)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}

	b = openBroker(t, config(dir))
	rest := make(chan Message, 10)
	handle(t, b, "a", into(rest))
	publish(t, b, "a", "last")
	defer run(t, b)()
	first := receive(t, rest, "the rest")
	if first.ID != "3" && first.ID != "4" && first.ID != "5" && first.ID != "last" || first.Delivery != 1 {
		t.Errorf("after the restart came %s for the %d. time, want 3, 4, 5 or last for the 1. time",
			first.ID, first.Delivery)
	}
	seen := first.ID
	for seen[len(seen)-1] != 't' {
		seen += " " + receive(t, rest, "the rest").ID
	}
	if !strings.HasSuffix("3 4 5 last", seen) {
		t.Errorf("after the restart came %s, want the end of 3 4 5 last", seen)
	}
}

func TestAStopWaitsForTheHandlerAtWork(t *testing.T) {
	dir := t.TempDir()
	b := openBroker(t, config(dir))
	entered, leave := make(chan struct{}), make(chan struct{})
	handle(t, b, "a", func(ctx context.Context, _ Message) error {
		close(entered)
		<-leave
		return ctx.Err()
	})
	publish(t, b, "a", "slow")
	stop := run(t, b)
	receive(t, entered, "the handler")
	time.AfterFunc(100*time.Millisecond, func() { close(leave) }) // while the stop waits
	stop()
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	b = openBroker(t, config(dir))
	got := make(chan Message, 10)
	handle(t, b, "a", into(got))
	publish(t, b, "a", "next")
	defer run(t, b)()
	if m := receive(t, got, "the next message"); m.ID != "next" {
		t.Errorf("%s was finished during the stop and came again, want %q", m.ID, "next")
	}
}

func TestARunIsStoppedAtAnyMomentOfItsStart(t *testing.T) {
	b := openBroker(t, config(t.TempDir()))
	handle(t, b, "a", func(context.Context, Message) error { return nil })
	handle(t, b, "b", func(context.Context, Message) error { return nil })
	var runs sync.WaitGroup
	for i := range 200 {
		runs.Go(func() {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Duration(i)*50*time.Microsecond, cancel)
			if err := b.Run(ctx); err != nil {
				t.Errorf("stopped after %d µs: %v, want no error", i*50, err)
			}
		})
	}
	runs.Wait()
}

// A listener is a log that hears what is told.
type listener func(told string)

func (l listener) Enabled(context.Context, slog.Level) bool { return true }
func (l listener) WithAttrs([]slog.Attr) slog.Handler       { return l }
func (l listener) WithGroup(string) slog.Handler            { return l }
func (l listener) Handle(_ context.Context, r slog.Record) error {
	l(r.Message)
	return nil
}

// Trap: a router that is closed while it starts waits for handlers that it then does
// not start, until its patience ends.
func TestAStopDoesNotOvertakeTheStart(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	starting, closing := false, make(chan struct{})
	c := config(t.TempDir())
	c.StopTimeout = 50 * time.Millisecond
	c.Logger = slog.New(listener(func(told string) {
		switch told {
		case "Loading plugins": // the first that the router does
			starting = true
			cancel()
			select { // a stop gets all the time it needs to come first
			case <-closing:
			case <-time.After(time.Second):
			}
		case "Running Close()":
			close(closing)
		}
	}))
	b := openBroker(t, c)
	handle(t, b, "a", func(context.Context, Message) error { return nil })
	if err := b.Run(ctx); err != nil {
		t.Error(err)
	}
	receive(t, closing, "the close")
	if !starting {
		t.Error("the router does not tell of its start any more: the test needs another moment to stop it")
	}
}

// Trap: a router whose stop overtakes its start ends the context of a subscription and
// closes nothing. What goes on then takes messages for a router that is gone, and the
// stop fails after all its patience.
func TestTheEndOfASubscriptionIsAStop(t *testing.T) {
	b := openBroker(t, config(t.TempDir()))
	publish(t, b, "b", "at work")
	consumer, err := b.js.Consumer(t.Context(), b.streams().work, "b")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	s := newSubscriber(consumer, b.config, 3, b.log)
	messages, err := s.Subscribe(ctx, "b")
	if err != nil {
		t.Fatal(err)
	}
	m := receive(t, messages, "the message")
	cancel()
	receive(t, s.fetching.Done(), "the end")
	if err := m.Context().Err(); err != nil {
		t.Errorf("the message at work was not waited for: %v, want no error", err)
	}
	m.Ack()
	if m := receive(t, messages, "the end of messages"); m != nil {
		t.Errorf("behind the end came %s, want m = nil", m.UUID)
	}
	if info, err := consumer.Info(t.Context()); err != nil || info.NumAckPending != 0 || info.NumPending != 0 {
		t.Errorf("left on the broker: %+v, %v, want info.NumAckPending = 0, info.NumPending = 0 and no error", info, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestAHandlerThatDoesNotStopHandsItsMessageBack(t *testing.T) {
	c := config(t.TempDir())
	c.StopTimeout = 50 * time.Millisecond
	c.AckWait = time.Hour // it must come because it was handed back
	b := openBroker(t, c)
	entered, got := make(chan struct{}), make(chan Message, 10)
	handle(t, b, "a", func(ctx context.Context, m Message) error {
		if m.Delivery == 1 {
			close(entered)
			<-ctx.Done()
			return ctx.Err()
		}
		got <- m
		return nil
	})
	publish(t, b, "a", "endless")
	stop := run(t, b)
	receive(t, entered, "the handler")
	stop()
	defer run(t, b)()
	if m := receive(t, got, "the message"); m.ID != "endless" || m.Delivery != 2 {
		t.Errorf("got %+v, want m.ID = %q and m.Delivery = 2", m, "endless")
	}
}

// Trap: a handler slower than the broker's patience loses its message, or has it
// worked on twice at once.
func TestASlowHandlerKeepsItsMessage(t *testing.T) {
	c := config(t.TempDir())
	c.Topics["a"] = 2 // somebody else is free to take it
	b := openBroker(t, c)
	var calls atomic.Int32
	done := make(chan string, 10)
	handle(t, b, "a", func(ctx context.Context, m Message) error {
		if m.ID == "slow" {
			calls.Add(1)
			timer := time.NewTimer(4 * c.AckWait)
			defer timer.Stop()
			select {
			case <-timer.C:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		done <- m.ID
		return nil
	})
	publish(t, b, "a", "slow")
	stop := run(t, b)
	if id := receive(t, done, "the slow message"); id != "slow" || calls.Load() != 1 {
		t.Errorf("%s was handled, the slow one %d times, want id = slow and calls.Load() = 1", id, calls.Load())
	}
	publish(t, b, "a", "next")
	if id := receive(t, done, "the next message"); id != "next" {
		t.Errorf("%s came again, want %q", id, "next")
	}
	stop()
	awaitEmptyStream(t, b)
}

// awaitEmptyStream waits until the broker keeps no work: where several servers keep the
// messages, they remove one a moment after its acknowledgement is confirmed.
func awaitEmptyStream(t *testing.T, b *Broker) {
	t.Helper()
	for deadline := time.Now().Add(patience); ; {
		stream, err := b.js.Stream(t.Context(), b.streams().work)
		if err != nil {
			t.Fatal(err)
		}
		state := stream.CachedInfo().State
		if state.Msgs == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("left on the broker: %+v, want nothing", state)
		}
	}
}

// Trap: in one stream a dead letter has the id of its message and is dropped as its
// duplicate, while the message is acknowledged.
func TestAPoisonousMessageBecomesADeadLetter(t *testing.T) {
	b := openBroker(t, config(t.TempDir()))
	var calls atomic.Int32
	var healed atomic.Bool
	got := make(chan Message, 10)
	handle(t, b, "a", func(_ context.Context, m Message) error {
		if m.ID == "poison" && !healed.Load() {
			calls.Add(1)
			return errors.New("cannot\nbe read")
		}
		got <- m
		return nil
	})
	defer run(t, b)()
	publish(t, b, "a", "poison")
	dead := awaitDead(t, b, 1)[0]
	if dead.ID != "poison" || dead.Topic != "a" || dead.Handler != "test" || dead.Reason != "cannot be read" ||
		string(dead.Payload) != "payload of poison" || dead.Metadata["Key"] != "value" || dead.Delivery != 3 {
		t.Errorf("the dead letter is %+v, want that of poison, with its topic, handler, reason, payload, metadata and 3 deliveries",
			dead)
	}
	if calls.Load() != 3 {
		t.Errorf("%d attempts, want 3", calls.Load())
	}

	// Retried while the ids of both are remembered, it dies and is stored again.
	if err := b.RetryDeadLetter(t.Context(), dead.Number); err != nil {
		t.Fatal(err)
	}
	again := awaitDead(t, b, 1)[0]
	if again.Number == dead.Number || again.ID != "poison" || calls.Load() != 6 {
		t.Errorf("after a retry that failed: %+v, %d attempts, want again.Number other than %v, again.ID = poison and "+
			"calls.Load() = 6", again, calls.Load(), dead.Number)
	}

	healed.Store(true)
	if err := b.RetryDeadLetter(t.Context(), again.Number); err != nil {
		t.Fatal(err)
	}
	m := receive(t, got, "the healed message")
	if m.ID != "poison" || m.Delivery != 1 || m.Metadata["Key"] != "value" || len(m.Metadata) != 1 {
		t.Errorf(`retried as %+v, want m.ID = poison, m.Delivery = 1, m.Metadata["Key"] = value and len(m.Metadata) = 1`, m)
	}
	if list, err := b.DeadLetters(t.Context(), "", 0, 10); len(list) != 0 || err != nil {
		t.Errorf("left: %+v, %v, want len(list) = 0 and no error", list, err)
	}
}

// awaitDead waits for n dead letters behind the last one retried or dropped.
func awaitDead(t *testing.T, b *Broker, n int) []DeadLetter {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		list, err := b.DeadLetters(t.Context(), "", 0, 100)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == n {
			return list
		}
	}
	t.Fatalf("there are not %d dead letters", n)
	return nil
}

func TestAPanicIsAFailure(t *testing.T) {
	b := openBroker(t, config(t.TempDir()))
	handle(t, b, "a", func(context.Context, Message) error { panic("boom") })
	defer run(t, b)()
	publish(t, b, "a", "1")
	if dead := awaitDead(t, b, 1)[0]; !strings.Contains(dead.Reason, "boom") {
		t.Errorf("reason %q, want %q in it", dead.Reason, "boom")
	}
}

func TestDeadLettersAreListedShownAndDropped(t *testing.T) {
	b := openBroker(t, config(t.TempDir()))
	fail := func(context.Context, Message) error { return errors.New(strings.Repeat("ä", 2000)) }
	handle(t, b, "a", fail)
	handle(t, b, "b", fail)
	defer run(t, b)()
	for i := range 5 {
		publish(t, b, "a", fmt.Sprint("a", i))
		publish(t, b, "b", fmt.Sprint("b", i))
	}
	all := awaitDead(t, b, 10)
	onlyA, err := b.DeadLetters(t.Context(), "a", 0, 3)
	if err != nil || len(onlyA) != 3 || onlyA[2].ID != "a2" {
		t.Errorf("the first three of one topic: %+v, %v, want len(onlyA) = 3, onlyA[2].ID = a2 and no error", onlyA, err)
	}
	next, err := b.DeadLetters(t.Context(), "a", onlyA[2].Number, 10)
	if err != nil || len(next) != 2 || next[0].ID != "a3" {
		t.Errorf("the ones behind: %+v, %v, want len(next) = 2, next[0].ID = a3 and no error", next, err)
	}
	one, err := b.DeadLetter(t.Context(), all[4].Number)
	if err != nil || one.ID != all[4].ID || len(one.Reason) > maxReason || one.Died.IsZero() {
		t.Errorf("shown: %+v, %v, want %s with a short reason and a time", one, err, all[4].ID)
	}
	if err := b.DropDeadLetter(t.Context(), one.Number); err != nil {
		t.Error(err)
	}
	for _, number := range []uint64{0, one.Number, 1000} {
		_, err := b.DeadLetter(t.Context(), number)
		for _, err := range []error{err, b.DropDeadLetter(t.Context(), number), b.RetryDeadLetter(t.Context(), number)} {
			if !errors.Is(err, ErrNoDeadLetter) {
				t.Errorf("number %d: %v, want %v", number, err, ErrNoDeadLetter)
			}
		}
	}
	if left, err := b.DeadLetters(t.Context(), "", 0, 100); len(left) != 9 || err != nil {
		t.Errorf("%d are left, %v, want len(left) = 9 and no error", len(left), err)
	}
}

// dieIn names the folder of a test process that is to die in its handler.
const dieIn = "DOCKET_TEST_DIE_IN"

// ownTries names the topic whose handler there counts the tries itself.
const ownTries = "DOCKET_TEST_OWN_TRIES"

// The message of a process that dies comes again; one that kills every process is
// a dead letter in the end. The broker writes its counts down a moment after a
// delivery, so that a death in that moment is not counted.
func TestAMessageThatKillsItsProcessIsNotLost(t *testing.T) {
	if dir := os.Getenv(dieIn); dir != "" {
		waitToBeKilled(t, dir)
	}
	dir := t.TempDir()
	b := openBroker(t, config(dir))
	publish(t, b, "a", "killer")
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	deaths := 0
	for said := ""; said != "dead"; deaths++ {
		said = killWhenItSpeaks(t, dir)
		switch said {
		case "delivery 1", "delivery 2", "delivery 3", "dead":
		default:
			t.Fatalf("after %d deaths a child says %q", deaths, said)
		}
		if deaths > 50 {
			t.Fatal("it is given again for ever")
		}
	}
	if deaths < 3 {
		t.Errorf("dead after %d attempts, want at least 3", deaths)
	}
	b = openBroker(t, config(dir))
	if dead := awaitDead(t, b, 1)[0]; dead.ID != "killer" || !strings.Contains(dead.Reason, "3 times") {
		t.Errorf("the dead letter is %+v, want dead.ID = %q and %q in dead.Reason", dead, "killer", "3 times")
	}
}

// A message whose handler counts its tries itself comes again however often its process died.
func TestAMessageOfOwnTriesComesAgain(t *testing.T) {
	dir := t.TempDir()
	b := openBroker(t, config(dir))
	publish(t, b, "a", "waits")
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	t.Setenv(ownTries, "a")
	for deaths, said := 0, ""; said != "delivery 4"; deaths++ { // the limit is 3
		if said = killWhenItSpeaks(t, dir); said == "dead" || deaths > 50 {
			t.Fatalf("after %d deaths a child says %q, want said other than dead and deaths at most 50", deaths, said)
		}
	}
}

// waitToBeKilled runs a broker until its handler has a message or there is a dead
// letter, tells its parent, and goes no further.
func waitToBeKilled(t *testing.T, dir string) {
	c := config(dir)
	c.OwnTries = []string{os.Getenv(ownTries)}
	b := openBroker(t, c)
	handle(t, b, "a", func(_ context.Context, m Message) error {
		fmt.Println("delivery", m.Delivery)
		select {}
	})
	run(t, b)
	awaitDead(t, b, 1)
	fmt.Println("dead")
	select {}
}

// killWhenItSpeaks starts a child on the folder, reads one line of it, and kills it
// as hard as can be.
func killWhenItSpeaks(t *testing.T, dir string) string {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run=^TestAMessageThatKillsItsProcessIsNotLost$")
	child.Env = append(os.Environ(), dieIn+"="+dir)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	watchdog := time.AfterFunc(patience, func() { _ = child.Process.Kill() })
	defer watchdog.Stop()
	line, _ := bufio.NewReader(out).ReadString('\n') // "" when it died without a word
	_ = child.Process.Kill()
	_ = child.Wait() // killed
	return strings.TrimSpace(line)
}
