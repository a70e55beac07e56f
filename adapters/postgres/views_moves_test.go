package postgres_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	models "github.com/seed-62a36931/docket/projections/store"
)

// TestCheckpointsMoveTogether moves many checkpoints at once, each against a rival in the
// same process and one in another: every step of each is taken once.
func TestCheckpointsMoveTogether(t *testing.T) {
	const views, steps = 6, 60
	dsn := pgtest.DSN(t)
	open := func() *postgres.Views {
		v, err := postgres.OpenViews(t.Context(), dsn, postgres.ViewsOptions{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = v.Close() })
		for i := range views {
			view := projections.View{Projection: &es.Projection[projections.Writer]{Name: fmt.Sprintf("empty%d", i), Version: 1}}
			if err := v.Prepare(t.Context(), view); err != nil {
				t.Fatal(err)
			}
		}
		return v
	}
	here, there := open(), open()
	var mu sync.Mutex
	taken := map[string]int{}
	var all sync.WaitGroup
	for i := range views {
		key := fmt.Sprintf("empty%d_v1", i)
		for _, v := range []*postgres.Views{here, here, there} {
			all.Go(func() {
				for {
					at, err := v.Checkpoint(t.Context(), key)
					if err != nil {
						t.Error(err)
						return
					}
					if at == steps {
						return
					}
					err = v.Update(t.Context(), key, at, at+1, func(projections.Writer) error { return nil })
					if err == nil {
						mu.Lock()
						taken[fmt.Sprintf("%s %d", key, at)]++
						mu.Unlock()
					} else if !errors.Is(err, models.ErrMoved) {
						t.Error(err)
						return
					}
				}
			})
		}
	}
	all.Wait()
	for step, n := range taken {
		if n != 1 {
			t.Errorf("%s was taken %d times, want 1", step, n)
		}
	}
	if len(taken) != views*steps {
		t.Errorf("%d steps were taken, of %d, want each step once", len(taken), views*steps)
	}
}
