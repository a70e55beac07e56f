package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/tests/faults/model"
)

// errViolated reports that violations were found; they were printed.
var errViolated = errors.New("the model is violated")

// A game is a run with all its parts.
type game struct {
	*cluster
	*load
	w       *witness
	told    *listeners
	out     io.Writer
	rand    *rand.Rand
	folder  string
	longest service
	served  time.Duration // how long the cluster may take to serve again
}

// playGame runs the rounds under load, waits until all work is done, and judges.
func playGame(ctx context.Context, s options, c *cluster, out io.Writer) (err error) {
	l, err := newLoad(ctx, c, s.seed)
	if err != nil {
		return err
	}
	w, err := c.openWitness(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	g := &game{cluster: c, load: l, w: w, out: out, rand: rand.New(rand.NewPCG(s.seed, 1)), folder: s.folder, served: s.served}
	faults, skipped := c.possibleFaults(w)
	for _, why := range skipped {
		fmt.Fprintln(out, "skipped:", why)
	}
	if len(s.only) > 0 {
		faults = slices.DeleteFunc(faults, func(f fault) bool { return !slices.Contains(s.only, f.name) })
	}
	if len(faults) == 0 {
		return errors.New("there is no such fault")
	}
	if g.told, err = newListeners(ctx, l.client); err != nil {
		return err
	}
	defer g.told.close()
	working, rest := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() { l.runAtRate(working, s.rate); close(ended) }()
	first, err := g.awaitService(ctx)
	fmt.Fprintf(out, "the first file was processed after %.1f s\n", first.works.Seconds())
	begun := time.Now()
	rounds := s.rounds
	if err == nil && s.soak.last > 0 {
		rounds, err = 0, g.soakNodes(ctx, s.soak)
	} else if err == nil {
		err = g.playRounds(ctx, rounds, faults)
	}
	if rest(); err != nil {
		fmt.Fprintln(out, "it ends when all requests have an answer:", err)
	}
	<-ended
	if err != nil {
		return err
	}
	fmt.Fprintf(
		out, "%d rounds in %s; answered again after %.1f s at most, worked after %.1f s\n", rounds,
		time.Since(begun).Round(time.Second), g.longest.answers.Seconds(), g.longest.works.Seconds(),
	)
	return g.judgeRest(ctx)
}

// playRounds makes one thing fail after the other. Each fault comes once before any comes
// again.
func (g *game) playRounds(ctx context.Context, number int, faults []fault) error {
	var turn []int
	for n := 1; n <= number; n++ {
		if len(turn) == 0 {
			turn = g.rand.Perm(len(faults))
		}
		f := faults[turn[0]]
		turn = turn[1:]
		if err := g.playRound(ctx, n, f); err != nil {
			return fmt.Errorf("round %d, %s: %w", n, f.name, err)
		}
	}
	return nil
}

// playRound makes one thing fail and waits until the cluster serves again.
func (g *game) playRound(ctx context.Context, n int, f fault) error {
	sleepFor(ctx, time.Duration(500+g.rand.IntN(1000))*time.Millisecond) // any moment will do
	g.burst.Store(6)                                                     // so that there is something to break off
	sleepFor(ctx, time.Duration(150+g.rand.IntN(600))*time.Millisecond)
	begun := time.Now()
	var took service
	what, heal, err := f.begin(ctx, g.rand)
	if err != nil {
		return err
	}
	sleepFor(ctx, f.last)
	if f.late {
		took, err = g.awaitService(ctx)
		err = errors.Join(err, heal(ctx))
	} else if err = heal(ctx); err == nil {
		took, err = g.awaitService(ctx)
	}
	if err == nil {
		err = g.cluster.awaitReady(ctx, g.served)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	g.longest.answers, g.longest.works = max(g.longest.answers, took.answers), max(g.longest.works, took.works)
	counts := g.journal.countOutcomes()
	fmt.Fprintf(
		g.out,
		"round %3d  %-44s answers after %4.1f s, works after %4.1f s  (%.1f s; "+
			"%d acknowledged, %d refused, %d unknown, %d not begun)\n",
		n, what, took.answers.Seconds(), took.works.Seconds(), time.Since(begun).Seconds(),
		counts[model.Acknowledged], counts[model.Refused], counts[model.Unknown], g.skipped.Load(),
	)
	return g.judgeLog(ctx)
}

// A service is how long it took until a cluster served again: until a dossier was made and
// a file stored in it, and until that was processed, after all waiting work.
type service struct{ answers, works time.Duration }

// awaitService waits until the cluster serves again, and returns how long that took.
func (g *game) awaitService(ctx context.Context) (s service, _ error) {
	begun := time.Now()
	ctx, cancel := context.WithTimeout(ctx, g.served)
	defer cancel()
	d := g.makeProbe(ctx)
	if d == nil {
		return s, fmt.Errorf("no dossier could be made within %s", time.Since(begun))
	}
	name := fmt.Sprintf("probe %d.pdf", g.journal.nextNumber())
	ids, got, c := g.sendUpload(ctx, d, model.Command{Kind: "upload", Type: "file.uploaded", Mark: name, Keyed: true}, name, g.samples[0])
	g.journal.noteCommands(c)
	if len(ids) != 1 {
		return s, fmt.Errorf("no file could be uploaded within %s: %d %.200s %w", time.Since(begun), got.status, got.body, got.failure)
	}
	s.answers = time.Since(begun)
	for ctx.Err() == nil {
		var f struct{ ProcessingStatus file.Processing }
		got := g.sendUntilKnown(ctx, request{method: "GET", path: d.path + "/files/" + ids[0]})
		if json.Unmarshal(got.body, &f) == nil && got.outcome == model.Acknowledged && !f.ProcessingStatus.IsBusy() {
			s.works = time.Since(begun)
			return s, nil
		}
		sleepFor(ctx, 100*time.Millisecond)
	}
	return s, fmt.Errorf("file %s was not processed within %s", ids[0], time.Since(begun))
}

// makeProbe makes a dossier that no other command uses.
func (g *game) makeProbe(ctx context.Context) *testDossier {
	name := fmt.Sprintf("Probe %d", g.journal.nextNumber())
	body, _ := json.Marshal(map[string]string{"name": name}) // it is a plain map
	got, c := g.runCommand(ctx, model.Command{Kind: "create dossier", Type: "dossier.created", Mark: name, Keyed: true},
		request{method: "POST", path: g.template + "/dossiers", contentType: "application/json", body: body})
	g.journal.noteCommands(c)
	var d struct{ ID string }
	if json.Unmarshal(got.body, &d) != nil || got.outcome != model.Acknowledged {
		return nil
	}
	return &testDossier{id: d.ID, path: g.template + "/dossiers/" + d.ID}
}

// judgeLog judges what can be judged while work is under way: every answer before the log is
// read must be in it.
func (g *game) judgeLog(ctx context.Context) error {
	told, wrong := g.journal.copyEntries()
	if err := g.w.readLog(ctx); err != nil {
		return err
	}
	return g.reportViolations(append(wrong, model.CheckRunning(model.Facts{Events: g.w.events, Journal: told})...))
}

// reportViolations prints violations and returns an error for them.
func (g *game) reportViolations(found []model.Violation) error {
	if len(found) == 0 {
		return nil
	}
	for _, v := range found[:min(len(found), 20)] {
		fmt.Fprintln(g.out, "VIOLATED", v)
	}
	return fmt.Errorf("%w: %d times", errViolated, len(found))
}

// quietWithin is how long the remaining work may take when nothing fails any more.
const quietWithin = 10 * time.Minute

// judgeRest waits until all work is done, ends the processes and judges the final state.
func (g *game) judgeRest(ctx context.Context) error {
	begun := time.Now()
	if err := g.awaitQuiet(ctx); err != nil {
		return err
	}
	heard, err := g.told.awaitListeners(ctx, g.w.events[len(g.w.events)-1].Position)
	if err = errors.Join(err, g.stopNodes()); err != nil {
		return err
	}
	fmt.Fprintf(g.out, "at rest after %s\n", time.Since(begun).Round(100*time.Millisecond))
	if g.disk != nil {
		if err := verifyLog(ctx, g.cluster); err != nil {
			return err
		}
	}
	sleepFor(ctx, max(leaseTime, takeoverTime)) // a lease that its holder did not give back ends
	told, wrong := g.journal.copyEntries()
	f, err := g.w.gatherFacts(ctx, told)
	if err != nil {
		return err
	}
	f.Processable, f.Listeners = g.made.alone != "", heard
	counts := g.journal.countOutcomes()
	fmt.Fprintf(g.out, "%d events, %d commands acknowledged, %d refused, %d unknown; %s; %d blobs, %d rows\n", len(f.Events),
		counts[model.Acknowledged], counts[model.Refused], counts[model.Unknown], model.Tally(f), len(f.Stored), countRows(f.Rebuilt))
	for _, l := range heard {
		fmt.Fprintf(g.out, "%s was told %d times\n", l.Name, len(l.Heard))
	}
	if err := g.reportViolations(append(wrong, model.Check(f)...)); err != nil {
		return errors.Join(err, g.keepRows(f))
	}
	fmt.Fprintln(g.out, "the model is satisfied")
	return nil
}

// awaitQuiet waits until files, packages and bulks are complete, and no blob is left that
// nothing names.
func (g *game) awaitQuiet(ctx context.Context) error {
	var told time.Duration
	for begun := time.Now(); ; sleepFor(ctx, 500*time.Millisecond) {
		err := g.w.readAgain(ctx)
		if err != nil {
			return err
		}
		stored, err := g.w.findBlobs()
		if err != nil {
			return err
		}
		left := model.FindUnfinished(model.Facts{Events: g.w.events, Stored: stored})
		if len(left) == 0 || time.Since(begun) > quietWithin { // the model tells of what is left
			return nil
		}
		if waited := time.Since(begun); waited > told+20*time.Second {
			told = waited
			fmt.Fprintf(g.out, "after %s there is still: %s, and %d more\n", waited.Round(time.Second), left[0], len(left)-1)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

func countRows(tables map[string][]string) (sum int) {
	for _, t := range tables {
		sum += len(t)
	}
	return sum
}

// keepRows writes the rows of views next to the logs.
func (g *game) keepRows(f model.Facts) error {
	var failed error
	for name, v := range map[string]any{"served.json": f.Served, "rebuilt.json": f.Rebuilt} {
		b, err := json.MarshalIndent(v, "", " ")
		if err == nil {
			err = os.WriteFile(g.pathOf(name), b, 0o600)
		}
		failed = errors.Join(failed, err)
	}
	return failed
}
