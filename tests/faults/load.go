package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/tests/faults/model"
)

// atOnce is the maximum number of commands under way; one that is due beyond it is not
// begun, so that an outage does not pile up work.
const atOnce = 24

// densePages is how many pages one in eleven files has where memory is short.
const densePages = 120

// A load runs the clients.
type load struct {
	*client
	journal  *journal
	template string // path
	samples  [][]byte

	mu       sync.Mutex
	rand     *rand.Rand
	dossiers []*testDossier
	burst    atomic.Int64 // uploads that are to be begun at once
	skipped  atomic.Int64 // commands that were due while too many were under way
}

// A testDossier is a dossier that clients use.
type testDossier struct {
	id, path string
	busy     int // commands under way on it and its files
	files    []*testFile
}

// A testFile is a file that clients use.
type testFile struct {
	id      string
	in      *testDossier
	busy    bool
	trashed bool
}

func newLoad(ctx context.Context, c *cluster, seed uint64) (*load, error) {
	j, err := openJournal(c.pathOf("journal.jsonl"))
	if err != nil {
		return nil, err
	}
	l := &load{client: newClient(c), journal: j, rand: rand.New(rand.NewPCG(seed, 2))}
	names, err := filepath.Glob(filepath.Join(c.root, "templates/invoice/samples/*.pdf"))
	if err != nil || len(names) == 0 {
		return nil, errors.Join(errors.New("no samples"), err)
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		l.samples = append(l.samples, b)
	}
	if c.memory != nil {
		l.samples = append(l.samples, append(l.samples, densePDF(densePages))...)
	}
	r := l.sendUntilKnown(ctx, request{method: "GET", path: "/api/dossier-templates"})
	var list struct {
		DossierTemplates []struct{ ID string }
	}
	if err := json.Unmarshal(r.body, &list); err != nil || len(list.DossierTemplates) == 0 {
		return nil, fmt.Errorf("no template: %d %.200s %w %w", r.status, r.body, err, r.failure)
	}
	l.template = "/api/dossier-templates/" + list.DossierTemplates[0].ID
	return l, nil
}

// runAtRate begins commands at a rate until ctx ends, and returns when all have ended.
func (l *load) runAtRate(ctx context.Context, rate float64) {
	slots := make(chan struct{}, atOnce)
	var under sync.WaitGroup
	tick := time.NewTicker(time.Duration(float64(time.Second) / rate))
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			under.Wait()
			return
		case <-tick.C:
		}
		l.beginCommand(ctx, slots, &under, l.nextOperation())
		for range l.burst.Swap(0) {
			l.beginCommand(ctx, slots, &under, l.uploadFile)
		}
	}
}

// beginCommand begins a command, unless too many are under way.
func (l *load) beginCommand(ctx context.Context, slots chan struct{}, under *sync.WaitGroup, deed func(context.Context)) {
	select {
	case slots <- struct{}{}:
		under.Go(func() {
			defer func() { <-slots }()
			deed(context.WithoutCancel(ctx)) // a command that has begun is waited for
		})
	default:
		l.skipped.Add(1)
	}
}

// runCommand sends one command and records its outcome.
func (l *load) runCommand(ctx context.Context, c model.Command, r request) (reply, model.Command) {
	c.Number = l.journal.nextNumber()
	if c.Keyed {
		r.key = fmt.Sprintf("faults-%d-%d", os.Getpid(), c.Number)
	}
	got := l.sendUntilKnown(ctx, r)
	c.Tries, c.Outcome, c.Position, c.Ended, c.Attempts = got.tries, got.outcome, got.at, time.Now().UTC(), got.sent
	if got.outcome != model.Acknowledged {
		c.Answer = fmt.Sprintf("%d %.200s %v", got.status, got.body, got.failure)
	}
	if c.Keyed && got.doubted && got.failure == nil && got.status < 500 && got.outcome == model.Unknown && !isTransient(got) {
		l.journal.noteViolation(model.Violation{
			Rule:  model.RuleCommands,
			What:  "a repetition with the same key was refused, though its first sending was not",
			Asked: []model.Command{c},
		})
	}
	return got, c
}

// chooseFile takes a dossier, and a file of it that fits, for an operation; nil when there is
// none.
func (l *load) chooseFile(fits func(*testFile) bool) *testFile {
	l.mu.Lock()
	defer l.mu.Unlock()
	for range 20 {
		if len(l.dossiers) == 0 {
			return nil
		}
		d := l.dossiers[l.rand.IntN(len(l.dossiers))]
		if len(d.files) == 0 {
			continue
		}
		if p := d.files[l.rand.IntN(len(d.files))]; !p.busy && fits(p) {
			p.busy = true
			d.busy++
			return p
		}
	}
	return nil
}

// giveBack returns a file to the load after an operation; one that is deleted, or whose state is unknown,
// is not used again.
func (l *load) giveBack(p *testFile, keep bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p.busy = !keep
	p.in.busy--
}

// chooseDossier takes any dossier for an operation; nil when there is none.
func (l *load) chooseDossier() *testDossier {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.dossiers) == 0 {
		return nil
	}
	d := l.dossiers[l.rand.IntN(len(l.dossiers))]
	d.busy++
	return d
}

func (l *load) giveBackDossier(d *testDossier, files ...string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	d.busy--
	for _, id := range files {
		d.files = append(d.files, &testFile{id: id, in: d})
	}
}

// takeDossier removes a dossier that nobody uses from the list, for good; nil when there
// are too few.
func (l *load) takeDossier() *testDossier {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.dossiers) < 8 {
		return nil
	}
	i := l.rand.IntN(len(l.dossiers))
	d := l.dossiers[i]
	if d.busy > 0 {
		return nil
	}
	l.dossiers = append(l.dossiers[:i], l.dossiers[i+1:]...)
	return d
}

// streamOf returns the stream of a file or dossier of the workspace.
func streamOf(category, id string) es.StreamID { return es.StreamOf(category, "demo", id) }
