package sqlite_test

import (
	"errors"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/processes"
	"github.com/seed-62a36931/docket/processes/leasetest"
)

func TestLeases(t *testing.T) {
	leasetest.Run(t, func(t testing.TB) leasetest.Place {
		path := filepath.Join(t.TempDir(), "leases.db")
		var passed atomic.Int64
		began := time.Now()
		// The clock steps a microsecond by itself, as a real one would.
		clock := func() time.Time { return began.Add(time.Duration(passed.Add(int64(time.Microsecond)))) }
		return leasetest.Place{
			Pass: func(d time.Duration) { passed.Add(int64(d)) },
			Open: func(t testing.TB) processes.Leases {
				l, err := sqlite.OpenLeases(t.Context(), path, clock)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = l.Close() })
				return l
			},
		}
	})
}

func TestLeasesOfProcesses(t *testing.T) {
	leasetest.RunProcesses(t, filepath.Join(t.TempDir(), "leases.db"), func(t testing.TB, path string) processes.Leases {
		l, err := sqlite.OpenLeases(t.Context(), path, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = l.Close() })
		return l
	})
}

// TestLeasesOfADeadProcessAreReleased at once by who is alone on the folder.
func TestLeasesOfADeadProcessAreReleased(t *testing.T) {
	l, err := sqlite.OpenLeases(t.Context(), filepath.Join(t.TempDir(), "leases.db"), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := l.Take(t.Context(), "file", uuid.New(), time.Hour); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Take(t.Context(), "file", uuid.New(), time.Hour); !errors.Is(err, processes.ErrLeaseHeld) {
		t.Fatalf("a lease that is held: %v, want %v", err, processes.ErrLeaseHeld)
	}
	if err := l.ReleaseAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Take(t.Context(), "file", uuid.New(), time.Hour); err != nil {
		t.Errorf("after all were released: %v, want no error", err)
	}
}
