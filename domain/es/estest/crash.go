package estest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

// Environment variables of a child process.
const (
	childPlace = "DOCKET_TEST_STORE_PLACE"
	childJob   = "DOCKET_TEST_STORE_JOB"
)

// A job is the work of a child process: so many writers and appends of each.
type job struct {
	name             string
	writers, appends int
}

// RunChild is the body of the test that Suite.Child names. It writes to the store of
// its parent's place; run on its own it is skipped.
func RunChild(t *testing.T, open func(ctx context.Context, place string) (Closer, error)) {
	place := os.Getenv(childPlace)
	if place == "" {
		t.Skip("runs as the child of the conformance suite")
	}
	var j job
	if _, err := fmt.Sscan(os.Getenv(childJob), &j.name, &j.writers, &j.appends); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), hangTimeout())
	defer cancel()
	s, err := open(ctx, place)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	acked := func(a ack) { // one write each, so that a kill cuts at most the last line
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintf(os.Stdout, "ack %s %d %s\n", a.stream, a.version, a.id)
	}
	var work sync.WaitGroup
	for w := range j.writers {
		work.Go(func() {
			if err := writeSome(ctx, s, fmt.Sprintf("%s%d", j.name, w), j.appends, acked); err != nil {
				t.Error(err)
			}
		})
	}
	work.Wait()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

type process struct {
	cmd *exec.Cmd
	out io.Reader
}

func (s Suite) startChild(t *testing.T, ctx context.Context, place string, j job) process {
	t.Helper()
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^"+s.Child+"$")
	cmd.Env = append(os.Environ(), childPlace+"="+place, fmt.Sprintf("%s=%s %d %d", childJob, j.name, j.writers, j.appends))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	return process{cmd, out}
}

// runBeside runs a child process to its end as one task of a wait group.
func (s Suite) runBeside(t *testing.T, ctx context.Context, place string, j job, work *sync.WaitGroup, acked func(ack)) {
	t.Helper()
	child := s.startChild(t, ctx, place, j)
	work.Go(func() {
		if err := child.readAnswers(acked); err != nil {
			t.Error(err)
		}
		if err := child.cmd.Wait(); err != nil {
			t.Errorf("the other process: %v", err)
		}
	})
}

// readAnswers reads the child's answered appends until its output ends.
func (p process) readAnswers(acked func(ack)) error {
	lines := bufio.NewScanner(p.out)
	for lines.Scan() {
		var a ack
		var id string
		if n, _ := fmt.Sscanf(lines.Text(), "ack %s %d %s", &a.stream, &a.version, &id); n < 3 {
			continue // the test's own output, or a line cut by a kill
		}
		var err error
		if a.id, err = uuid.Parse(id); err == nil && len(id) == 36 {
			acked(a)
		}
	}
	return lines.Err()
}

// testReopen finds again what an earlier store of the place was given.
func testReopen(t *testing.T, suite Suite) {
	if suite.Child == "" {
		t.Skip("the store is not durable")
	}
	place := suite.Place(t)
	s, ctx := suite.openAt(t, place)
	log := writeEvents(t, ctx, s, 600)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Append(ctx, "late-demo-1", 0, newEvents(1)); err == nil {
		t.Error("a closed store took an event")
	}
	s, ctx = suite.openAt(t, place)
	if got := mustCollect(t, s.All(ctx, 0, es.Filter{})); !slices.Equal(eventIDs(got), eventIDs(log)) {
		t.Errorf("%d events, want %d", len(got), len(log))
	}
	last := log[len(log)-1]
	if r := mustAppend(t, ctx, s, last.Stream, last.Version, newEvents(1)); suite.Dense && r.Position != last.Position+1 {
		t.Errorf("position %d, want %d", r.Position, last.Position+1)
	}
}

// testKill ends a writing process without warning, several times: each answered
// event is there, and no append in part.
func testKill(t *testing.T, suite Suite) {
	if suite.Child == "" {
		t.Skip("the store is not durable")
	}
	place := suite.Place(t)
	c := newChecker(suite.Dense)
	var acks []ack
	for round := range scaledSize(3, 12) {
		ctx, cancel := context.WithTimeout(t.Context(), hangTimeout())
		child := suite.startChild(t, ctx, place, job{fmt.Sprintf("round%d-", round), 16, 1 << 30})
		n, enough := 0, 100+150*round
		err := child.readAnswers(func(a ack) {
			acks = append(acks, a)
			if n++; n == enough {
				if err := child.cmd.Process.Kill(); err != nil {
					t.Error(err)
				}
			}
		})
		if waited := child.cmd.Wait(); n < enough || errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("the child ended after %d answers: %v, %v", n, err, waited)
		}
		s, _ := suite.openAt(t, place)
		if err := c.readToEnd(ctx, s); err != nil {
			t.Fatal(err)
		}
		c.compareAnswers(t, acks, false)
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		cancel()
	}
}
