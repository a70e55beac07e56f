package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "nats" { // the cluster starts this binary as its broker
		os.Exit(serveNATS(os.Args[2:]))
	}
	os.Exit(m.Run())
}

// TestAClusterSurvives a few faults; make faults has the long form.
func TestAClusterSurvives(t *testing.T) {
	if _, err := pgtest.FindPrograms(); errors.Is(err, pgtest.ErrNoServer) {
		t.Fatal(err)
	}
	binary := filepath.Join(t.TempDir(), "docket")
	if out, err := exec.Command("go", "build", "-trimpath", "-o", binary, "../../cmd/docket").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	s := settings{docket: binary, rounds: 2, seed: 3, rate: 6, only: []string{"kill-worker", "kill-projector"}}
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		s.rounds, s.only = 8, nil
	}
	s, err := prepareRun(t.Context(), s, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	if err := run(ctx, s, t.Output()); err != nil {
		t.Error(err)
	}
}
