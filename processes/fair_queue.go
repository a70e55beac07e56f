package processes

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// What makes a file a large one: bytes of the original, or pages.
const (
	largeBytes = 8 << 20
	largePages = 300
)

// Slots bound how many steps compute at once. Large files never have the last slot, so there
// is always one that is free soon for a small file; and there is one slot more than a template
// can have, so that rules of one template which do not come to an end leave a slot for the
// files of all others. Whoever waits is served in turn.
type Slots struct {
	all, large chan struct{}
	isolation  *isolation

	mu        sync.Mutex
	templates map[string]*templateSlots
}

// templateSlots are the slots of one template, while its files have or want any.
type templateSlots struct {
	taken chan struct{}
	users int
}

// NewSlots makes n slots for each template, at least two, and one more for all.
func NewSlots(n int) *Slots {
	n = max(n, 2)
	return &Slots{all: make(chan struct{}, n+1), large: make(chan struct{}, n-1), isolation: newIsolation(), templates: map[string]*templateSlots{}}
}

// takeSlot waits for a slot for a file; release frees it. Nil slots never wait.
func (s *Slots) takeSlot(ctx context.Context, f Load) (release func(), err error) {
	if s == nil {
		return func() {}, nil
	}
	own := s.enterTemplate(f.Template)
	queues := []chan struct{}{own.taken, s.all}
	if f.Large {
		queues = []chan struct{}{s.large, own.taken, s.all}
	}
	for i, q := range queues {
		if err := enterSlot(ctx, q); err != nil {
			leaveSlots(queues[:i])
			s.leaveTemplate(f.Template)
			return nil, err
		}
	}
	return func() { leaveSlots(queues); s.leaveTemplate(f.Template) }, nil
}

// enterRun waits until a run of a file may begin, beside others or alone; leave tells that it is over.
func (s *Slots) enterRun(ctx context.Context, alone bool) (leave func(), err error) {
	if s == nil {
		return func() {}, nil
	}
	return s.isolation.enter(ctx, alone)
}

func (s *Slots) enterTemplate(id string) *templateSlots {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.templates[id]
	if t == nil {
		t = &templateSlots{taken: make(chan struct{}, cap(s.all)-1)}
		s.templates[id] = t
	}
	t.users++
	return t
}

func (s *Slots) leaveTemplate(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.templates[id]; t.users > 1 {
		t.users--
		return
	}
	delete(s.templates, id)
}

func enterSlot(ctx context.Context, slots chan struct{}) error {
	select {
	case slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func leaveSlots(queues []chan struct{}) {
	for _, q := range queues {
		<-q
	}
}

// Load measures what a file in work takes from others.
type Load struct {
	Busy     bool   // it has work to be done
	Large    bool   // of many bytes or pages
	Template string // whose rules are run over it, with its workspace
}

// A FairQueue keeps large files and those of one template from filling up the queue of work:
// at most MaxLarge and MaxPerTemplate of them are in it at once. Another is put aside, and
// woken when there is room for it. What is put aside is forgotten with the process; the sweep
// finds it.
type FairQueue struct {
	Load           func(ctx context.Context, stream es.StreamID) (Load, error)
	Do             func(ctx context.Context, stream es.StreamID) error
	Wake           func(ctx context.Context, stream es.StreamID) error // have it handled soon
	MaxLarge       int                                                 // large files at once, at least 1
	MaxPerTemplate int                                                 // files of one template at once, at least 1

	mu      sync.Mutex
	running occupancy
	waiting []waitingFile
}

type waitingFile struct {
	stream es.StreamID
	load   Load
}

// occupancy counts the files in the queue of work.
type occupancy struct {
	large     int
	templates map[string]int
}

// add counts a file that comes (1) or goes (-1).
func (o *occupancy) add(f Load, n int) {
	if f.Large {
		o.large += n
	}
	if o.templates == nil {
		o.templates = map[string]int{}
	}
	if o.templates[f.Template] += n; o.templates[f.Template] == 0 {
		delete(o.templates, f.Template)
	}
}

// Handle does the work on a stream, or puts it aside.
func (q *FairQueue) Handle(ctx context.Context, stream es.StreamID) error {
	load, err := q.Load(ctx, stream)
	if err != nil {
		return err
	}
	if !load.Busy {
		return q.Do(ctx, stream)
	}
	if !q.enterQueue(waitingFile{stream, load}) {
		return nil
	}
	defer q.leaveQueue(ctx, load)
	return q.Do(ctx, stream)
}

func (q *FairQueue) enterQueue(f waitingFile) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.hasRoom(q.running, f.load) {
		q.running.add(f.load, 1)
		return true
	}
	if !slices.Contains(q.waiting, f) {
		q.waiting = append(q.waiting, f)
	}
	return false
}

// hasRoom reports whether a file may enter beside what is there.
func (q *FairQueue) hasRoom(o occupancy, f Load) bool {
	return (!f.Large || o.large < max(1, q.MaxLarge)) && o.templates[f.Template] < max(1, q.MaxPerTemplate)
}

// leaveQueue takes a file out of the queue and wakes those for which there is room now, in the
// order in which they came.
func (q *FairQueue) leaveQueue(ctx context.Context, load Load) {
	for _, f := range q.takeWaiting(load) {
		_ = q.Wake(context.WithoutCancel(ctx), f.stream) // else the sweep finds it
	}
}

func (q *FairQueue) takeWaiting(left Load) (woken []waitingFile) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running.add(left, -1)
	soon := occupancy{q.running.large, maps.Clone(q.running.templates)}
	q.waiting = slices.DeleteFunc(q.waiting, func(f waitingFile) bool {
		if !q.hasRoom(soon, f.load) {
			return false
		}
		soon.add(f.load, 1)
		woken = append(woken, f)
		return true
	})
	return woken
}

// Load returns what a file takes from others. Error: es.ErrNoStream for one that the log does not
// know, as when the message is another installation's, or older than a restored log.
func (p *Processor) Load(ctx context.Context, stream es.StreamID) (Load, error) {
	s, at, err := es.Load(ctx, p.Log, file.Decider, stream)
	if err == nil && at.Version == 0 {
		err = fmt.Errorf("%w: %s", es.ErrNoStream, stream)
	}
	_, workspace, _ := stream.Parts()
	return Load{Busy: s.Processing.IsBusy(), Large: takesLong(s), Template: workspace + "/" + s.Template}, err
}

// takesLong reports whether a file keeps behind the others: a large one, and one at which the service has ended.
func takesLong(s file.State) bool {
	return isLarge(s.Size, s.Pages) || s.Deaths > 0 || s.NeedsIsolation()
}

func isLarge(bytes int64, pages int) bool { return bytes > largeBytes || pages > largePages }
