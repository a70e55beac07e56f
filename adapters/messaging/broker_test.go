package messaging

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// patience is how long a test waits for what must come. What must not come is
// never waited for: something sent later is, which comes behind it.
const patience = 2 * time.Minute

func config(dir string) Config {
	c := Config{
		Dir: dir, Topics: map[string]int{"a": 1, "b": 3}, Logger: slog.New(slog.DiscardHandler),
		AckWait: 300 * time.Millisecond, Installation: "test", Attempts: 3, Pause: time.Millisecond, StopTimeout: 20 * time.Second,
	}
	if abroad != nil && dir != "" {
		c.Dir, c.URL, c.Replicas = "", abroad(dir), 3
	}
	return c
}

// abroad, unless nil, puts brokers on servers elsewhere: it gives the address of what
// takes the place of a folder.
var abroad func(dir string) string

func openBroker(t testing.TB, c Config) *Broker {
	t.Helper()
	b, err := Open(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// run starts the handlers; the function it gives stops them and waits.
func run(t testing.TB, b *Broker) func() {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx) }()
	return func() {
		t.Helper()
		cancel()
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("run: %v, want no error", err)
			}
		case <-time.After(2 * patience):
			t.Fatal("the handlers do not stop")
		}
	}
}

func handle(t testing.TB, b *Broker, topic string, h Handler) {
	t.Helper()
	if err := b.Handle("test", topic, h); err != nil {
		t.Fatal(err)
	}
}

func publish(t testing.TB, b *Broker, topic, id string) {
	t.Helper()
	if err := b.Publish(t.Context(), topic, id, []byte("payload of "+id), map[string]string{"Key": "value"}); err != nil {
		t.Fatal(err)
	}
}

func receive[T any](t testing.TB, from <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(patience):
		t.Fatalf("%s did not come, want it within %v", what, patience)
		panic("unreachable")
	}
}

// into is a handler that passes messages on.
func into(got chan<- Message) Handler {
	return func(_ context.Context, m Message) error {
		got <- m
		return nil
	}
}

func TestAMessageComesAsItWasPublished(t *testing.T) {
	b := openBroker(t, config(t.TempDir()))
	got := make(chan Message, 10)
	handle(t, b, "a", into(got))
	defer run(t, b)()
	publish(t, b, "a", "1")
	m := receive(t, got, "the message")
	if m.ID != "1" || m.Topic != "a" || string(m.Payload) != "payload of 1" || m.Delivery != 1 {
		t.Errorf("got %+v, want m.ID = 1, m.Topic = a, string(m.Payload) = payload of 1 and m.Delivery = 1", m)
	}
	if !maps.Equal(m.Metadata, map[string]string{"Key": "value"}) {
		t.Errorf("metadata %v, want %v", m.Metadata, map[string]string{"Key": "value"})
	}
}

func TestAnIdPublishedTwiceComesOnce(t *testing.T) {
	b := openBroker(t, config(t.TempDir()))
	got := make(chan Message, 10)
	handle(t, b, "a", into(got))
	for _, id := range []string{"1", "1", "2", "1", "last"} {
		publish(t, b, "a", id)
	}
	defer run(t, b)()
	for _, want := range []string{"1", "2", "last"} {
		if m := receive(t, got, want); m.ID != want {
			t.Errorf("got %s, want %s", m.ID, want)
		}
	}
}

func TestAsManyHandlersWorkAtOnceAsAreAllowed(t *testing.T) {
	b := openBroker(t, config(t.TempDir()))
	var working, most atomic.Int32
	entered, leave := make(chan struct{}, 20), make(chan struct{})
	handle(t, b, "b", func(context.Context, Message) error {
		if n := working.Add(1); n > most.Load() {
			most.Store(n)
		}
		entered <- struct{}{}
		<-leave
		working.Add(-1)
		return nil
	})
	for i := range 9 {
		publish(t, b, "b", fmt.Sprint(i))
	}
	stop := run(t, b)
	for range 3 {
		receive(t, entered, "a handler")
	}
	for range 9 { // each that leaves lets one more in
		leave <- struct{}{}
	}
	for range 6 {
		receive(t, entered, "a handler")
	}
	stop()
	if most.Load() != 3 {
		t.Errorf("%d worked at once, want 3", most.Load())
	}
}

func TestTopicsAreCheckedAndHaveOneHandler(t *testing.T) {
	b := openBroker(t, config(t.TempDir()))
	nothing := func(context.Context, Message) error { return nil }
	if err := b.Handle("x", "none", nothing); !errors.Is(err, ErrUnknownTopic) {
		t.Errorf("handle an unknown topic: %v, want %v", err, ErrUnknownTopic)
	}
	handle(t, b, "a", nothing)
	if err := b.Handle("other", "a", nothing); !errors.Is(err, ErrHandled) {
		t.Errorf("handle a topic twice: %v, want %v", err, ErrHandled)
	}
	if err := b.Publish(t.Context(), "none", "1", nil, nil); !errors.Is(err, ErrUnknownTopic) {
		t.Errorf("publish to an unknown topic: %v, want %v", err, ErrUnknownTopic)
	}
}

func TestWhatCannotTravelIsRefused(t *testing.T) {
	b := openBroker(t, config(t.TempDir()))
	for name, c := range map[string]struct {
		id      string
		payload []byte
		meta    map[string]string
	}{
		"no id":              {id: ""},
		"a line break in id": {id: "1\r\nNats-Msg-Id: 2"},
		"payload too long":   {id: "1", payload: make([]byte, 64<<10+1)},
		"metadata too long":  {id: "1", meta: map[string]string{"k": strings.Repeat("v", 5000)}},
		"a header in a key":  {id: "1", meta: map[string]string{"a: b": "c"}},
		"a reserved key":     {id: "1", meta: map[string]string{"nats-msg-id": "c"}},
		"our own key":        {id: "1", meta: map[string]string{"Docket-Reason": "c"}},
		"a line break":       {id: "1", meta: map[string]string{"a": "b\nc"}},
	} {
		if err := b.Publish(t.Context(), "a", c.id, c.payload, c.meta); !errors.Is(err, ErrMessage) {
			t.Errorf("%s: %v, want %v", name, err, ErrMessage)
		}
	}
	if err := b.Publish(t.Context(), "a", "1", make([]byte, 64<<10), map[string]string{"k": strings.Repeat("v", 4000)}); err != nil {
		t.Errorf("the longest message: %v, want no error", err)
	}
}

func TestAFullBrokerSaysSoAndRecovers(t *testing.T) {
	c := config(t.TempDir())
	c.MaxMessageBytes, c.MaxBytes = 1000, 10_000
	b := openBroker(t, c)
	var err error
	stored := 0
	for ; err == nil && stored < 100; stored++ {
		err = b.Publish(t.Context(), "a", fmt.Sprint(stored), make([]byte, 1000), nil)
	}
	if !errors.Is(err, ErrFull) {
		t.Fatalf("after %d messages of 1000 bytes: %v, want %v", stored, err, ErrFull)
	}
	got := make(chan Message, 100)
	handle(t, b, "a", into(got))
	stop := run(t, b)
	receive(t, got, "the first message")
	stop()
	// Where several servers keep the messages, the room is there a moment later.
	for deadline := time.Now().Add(patience); ; {
		if err = b.Publish(t.Context(), "a", "again", make([]byte, 1000), nil); !errors.Is(err, ErrFull) || abroad == nil ||
			time.Now().After(deadline) {
			break
		}
	}
	if err != nil {
		t.Errorf("after room was made: %v, want no error", err)
	}
}

func TestAClosedBrokerSaysSo(t *testing.T) {
	b := openBroker(t, config(t.TempDir()))
	for range 2 {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := b.Publish(t.Context(), "a", "1", nil, nil); !errors.Is(err, ErrClosed) {
		t.Errorf("publish: %v, want %v", err, ErrClosed)
	}
	if err := b.Run(t.Context()); !errors.Is(err, ErrClosed) {
		t.Errorf("run: %v, want %v", err, ErrClosed)
	}
}

func TestALostFolderMeansAnEmptyBroker(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "jetstream")
	b := openBroker(t, config(dir))
	publish(t, b, "a", "lost")
	if err := errors.Join(b.Close(), os.RemoveAll(dir)); err != nil {
		t.Fatal(err)
	}
	works(t, openBroker(t, config(dir)))
}

func TestAnUnusableFolderIsMovedAside(t *testing.T) {
	for name, spoil := range map[string]func(t *testing.T, dir string){
		"a file instead of a folder": func(t *testing.T, dir string) {
			if err := errors.Join(os.RemoveAll(dir), os.WriteFile(dir, []byte("x"), 0o600)); err != nil {
				t.Fatal(err)
			}
		},
		"a file in the way": func(t *testing.T, dir string) {
			inner := filepath.Join(dir, "jetstream")
			if err := errors.Join(os.RemoveAll(inner), os.WriteFile(inner, []byte("x"), 0o600)); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "broker")
			if err := openBroker(t, config(dir)).Close(); err != nil {
				t.Fatal(err)
			}
			spoil(t, dir)
			var log bytes.Buffer
			c := config(dir)
			c.Logger = slog.New(slog.NewTextHandler(&log, nil))
			works(t, openBroker(t, c))
			if aside, err := filepath.Glob(dir + ".unusable-*"); len(aside) != 1 || err != nil {
				t.Errorf("kept: %v, %v, want len(aside) = 1 and no error", aside, err)
			}
			if !strings.Contains(log.String(), "level=WARN") {
				t.Errorf("no warning in:\n%s, want %q in it", log.String(), "level=WARN")
			}
		})
	}
}

// A disk without room is no reason to throw the folder away, and no new one is begun.
func TestAFullDiskLeavesTheFolder(t *testing.T) {
	root := t.TempDir()
	if err := syscall.Mount("none", root, "tmpfs", 0, "size=2m"); err != nil {
		t.Skipf("mounting a small file system needs root: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(root, syscall.MNT_DETACH) })
	dir := filepath.Join(root, "broker")
	if err := errors.Join(os.WriteFile(dir, []byte("no folder"), 0o600), fillDisk(filepath.Join(root, "ballast"))); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if b, err := Open(config(dir)); err == nil {
			t.Fatal("it opens on a full disk", b.Close())
		}
	}
	aside, err := filepath.Glob(dir + ".unusable-*")
	if kept, readErr := os.ReadFile(dir); len(aside) > 0 || string(kept) != "no folder" || err != nil || readErr != nil {
		t.Errorf("got %v and %q, want the former folder alone: %v, %v", aside, kept, err, readErr)
	}
}

// fillDisk writes until there is no room.
func fillDisk(name string) error {
	f, err := os.Create(name)
	for err == nil {
		_, err = f.Write(make([]byte, 512))
	}
	if errors.Is(err, syscall.ENOSPC) {
		return f.Close()
	}
	return err
}

// TestFormerFoldersAreRemoved: all but the latest one when another is moved aside, and that one
// when it is old.
func TestFormerFoldersAreRemoved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "broker")
	folder := func(age time.Duration) string {
		name := dir + asideMark + time.Now().UTC().Add(-age).Format(asideFormat)
		if err := os.MkdirAll(filepath.Join(name, "inner"), 0o700); err != nil {
			t.Fatal(err)
		}
		return name
	}
	left := func() []string {
		list, err := filepath.Glob(dir + asideMark + "*")
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	folder(asideTime + time.Hour)
	recent, other := folder(time.Hour), dir+asideMark+"by-hand"
	if err := os.Mkdir(other, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := openBroker(t, config(dir)).Close(); err != nil {
		t.Fatal(err)
	}
	if got, want := left(), []string{recent, other}; !slices.Equal(got, want) {
		t.Errorf("after a start: got %v, want %v", got, want)
	}
	if err := errors.Join(os.RemoveAll(dir), os.WriteFile(dir, []byte("x"), 0o600)); err != nil {
		t.Fatal(err)
	}
	works(t, openBroker(t, config(dir)))
	if got := left(); len(got) != 2 || slices.Contains(got, recent) || !slices.Contains(got, other) {
		t.Errorf("after another was moved aside: got %v, want that one and %s", got, other)
	}
}

// Whatever stands in the files of the broker, the service must come up and work.
func TestGarbageInTheFolderDoesNotStopTheService(t *testing.T) {
	for name, garbage := range map[string]func(old []byte) []byte{
		"emptied":   func([]byte) []byte { return nil },
		"cut":       func(old []byte) []byte { return old[:len(old)/2] },
		"scrambled": func(old []byte) []byte { return bytes.Repeat([]byte{0xa5}, len(old)) },
		"extended":  func(old []byte) []byte { return append(old, "garbage"...) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "broker")
			b := openBroker(t, config(dir))
			for i := range 20 {
				publish(t, b, "a", fmt.Sprint(i))
			}
			if err := b.Close(); err != nil {
				t.Fatal(err)
			}
			spoiled := 0
			err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				old, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				spoiled++
				return os.WriteFile(path, garbage(old), 0o600)
			})
			if err != nil || spoiled == 0 {
				t.Fatalf("%d files spoiled, %v, want spoiled other than 0 and no error", spoiled, err)
			}
			works(t, openBroker(t, config(dir)))
		})
	}
}

// works sends a message through; those of before may come first.
func works(t *testing.T, b *Broker) {
	t.Helper()
	got := make(chan Message, 100)
	handle(t, b, "a", into(got))
	defer run(t, b)()
	publish(t, b, "a", "new")
	for receive(t, got, "the new message").ID != "new" {
	}
}

func TestConfigurationsThatCannotWorkAreRefused(t *testing.T) {
	for name, spoil := range map[string]func(*Config){
		"Dir":             func(c *Config) { c.Dir = "" },
		"URL":             func(c *Config) { c.URL = "nats://localhost" },
		"replicas":        func(c *Config) { c.Replicas = 3 },
		"a.b":             func(c *Config) { c.Topics = map[string]int{"a.b": 1} },
		"0 handlers":      func(c *Config) { c.Topics = map[string]int{"a": 0} },
		"AckWait":         func(c *Config) { c.AckWait = time.Millisecond },
		"attempts":        func(c *Config) { c.Attempts = -1 },
		"pauses":          func(c *Config) { c.Pause = time.Hour },
		"StopTimeout":     func(c *Config) { c.StopTimeout = -1 },
		"MaxAge":          func(c *Config) { c.MaxAge = 96 * time.Hour },
		"Deduplicate":     func(c *Config) { c.Deduplicate = 100 * time.Hour },
		"MaxMessageBytes": func(c *Config) { c.MaxMessageBytes = -1 },
		"MaxBytes":        func(c *Config) { c.MaxBytes = 1 },
		"MaxDeadBytes":    func(c *Config) { c.MaxDeadBytes = 1 },
	} {
		c := config(t.TempDir())
		spoil(&c)
		if name == "Dir" {
			name = "folder"
		}
		if _, err := Open(c); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v, want an error and err.Error() with %v", name, err, name)
		}
	}
}

func TestPausesGrowToTheirLimit(t *testing.T) {
	c := Config{Pause: time.Second, MaxPause: 10 * time.Second}
	for delivery, want := range map[uint64]time.Duration{1: 1, 2: 2, 3: 4, 4: 8, 5: 10, 1000: 10} {
		if got := c.retryPause(delivery); got != want*time.Second {
			t.Errorf("after delivery %d: %s, want %d s", delivery, got, want)
		}
	}
}

// What Publish takes comes out as it went in.
func FuzzPublish(f *testing.F) {
	b := openBroker(f, config(f.TempDir()))
	got := make(chan Message, 1)
	handle(f, b, "a", into(got))
	f.Cleanup(run(f, b))
	f.Add("id", []byte("payload"), "Key", "value")
	f.Add("id\r\n", []byte{}, "a:b", "\x00")
	f.Add("x", []byte("0"), `"`, "0")
	f.Add("x", []byte("NATS/1.0\r\n\r\n"), "k k", " v ")
	n := 0
	f.Fuzz(func(t *testing.T, id string, payload []byte, key, value string) {
		n++
		id = fmt.Sprint(n, "-", id) // a repeated id would be dropped
		err := b.Publish(t.Context(), "a", id, payload, map[string]string{key: value})
		if errors.Is(err, ErrMessage) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		m := receive(t, got, "the message")
		if m.ID != id || !bytes.Equal(m.Payload, payload) || !maps.Equal(m.Metadata, map[string]string{key: value}) {
			t.Errorf("published %q %q %q=%q, got %+v, want m.ID = %v, m.Payload = %v and m.Metadata = {key: value}", id,
				payload, key, value, m, id, payload)
		}
	})
}
