package identity_test

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
)

// workLog notes the calls that reach the stores of secrets.
type workLog struct {
	identity.Credentials
	identity.Brakes
	calls []string
}

func (l *workLog) PasswordHashes(ctx context.Context, ws, id string) ([]string, error) {
	l.calls = append(l.calls, "hashes")
	return l.Credentials.PasswordHashes(ctx, ws, id)
}

func (l *workLog) Brake(ctx context.Context, ws, id string) (identity.Brake, error) {
	l.calls = append(l.calls, "brake")
	return l.Brakes.Brake(ctx, ws, id)
}

func (l *workLog) ChangeBrake(ctx context.Context, ws, id string, change func(identity.Brake) identity.Brake) error {
	l.calls = append(l.calls, "change brake")
	return l.Brakes.ChangeBrake(ctx, ws, id, change)
}

// A failed sign-in does the same work whoever it is for and whatever was typed, so that its time
// does not tell which names have accounts.
func TestFailedSignInsDoTheSameWork(t *testing.T) {
	const memory = 8 << 20
	w := newWorld(t)
	hasher := identity.NewHasher(identity.Cost{Memory: memory >> 10, Time: 1, Threads: 1}, 1, time.Minute)
	phc, err := hasher.Hash(t.Context(), password)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.memory.AddPasswordHash(t.Context(), "demo", userID, phc); err != nil {
		t.Fatal(err)
	}
	ports := w.memory.Ports()
	log := &workLog{Credentials: ports.Credentials, Brakes: ports.Brakes}
	ports.Credentials, ports.Brakes = log, log
	w.server = identity.New(identity.Config{Public: "https://docket.example", Hasher: hasher, Now: w.clock}, ports)
	for name, typed := range map[string]string{"wrong": "wrong", "empty but for a blank": " ",
		"longer than any": strings.Repeat("x", 513)} {
		var first []string
		for _, login := range []string{"mira", "mira@example.com", "nobody", "gone"} {
			log.calls = nil
			before := countAllocated()
			w.want(w.from("192.0.2.1:1", login, typed, false), 400, "invalid_grant")
			if bytes := countAllocated() - before; bytes < memory {
				t.Errorf("%s, %s: %d bytes were taken, so nothing was hashed, want at least %v", login, name, bytes, memory)
			}
			if first == nil {
				first = log.calls
			}
			if !slices.Equal(log.calls, first) || len(log.calls) == 0 {
				t.Errorf("%s, %s: %v, with mira %v, want log.calls = %v and some log.calls", login, name, log.calls, first, first)
			}
			w.pass(time.Hour)
		}
	}
}

// countAllocated returns the bytes that were allocated since the process began.
func countAllocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}
