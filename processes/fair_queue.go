package processes

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/internal/share"
)

// What makes a file a large one: bytes of the original, or pages.
const (
	largeBytes = 8 << 20
	largePages = 300
)

// Slots bound how many steps compute at once. Large files never have the last slot, so there
// is always one that is free soon for a small file. There is one slot more than a workspace can have, and one more
// in a workspace than a template can have, so that rules of one template which do not come to an end leave a slot for the
// files of all others, and the files of one workspace one for those of all others. Workspaces are served by the time for
// which they have had slots (share.Places), files of one of them in turn.
type Slots struct {
	// Single lets one file be processed at a time: there is no memory for two.
	Single bool

	all       *share.Places
	large     chan struct{}
	isolation *isolation

	mu          sync.Mutex
	perTemplate int
	templates   map[string]*templateSlots
}

// templateSlots are the slots of one template, while its files have or want any.
type templateSlots struct {
	taken chan struct{}
	users int
}

// NewSlots makes n slots for each template, at least two, one more for each workspace, and one more for all.
func NewSlots(n int) *Slots {
	n = max(n, 2)
	return &Slots{all: share.New(n+2, n+1), large: make(chan struct{}, n-1), isolation: newIsolation(), perTemplate: n,
		templates: map[string]*templateSlots{}}
}

// takeSlot waits for a slot for a file; release frees it. Nil slots never wait.
func (s *Slots) takeSlot(ctx context.Context, f Load) (release func(), err error) {
	if s == nil {
		return func() {}, nil
	}
	own := s.enterTemplate(f.Template)
	queues := []chan struct{}{own.taken}
	if f.Large {
		queues = []chan struct{}{s.large, own.taken}
	}
	for i, q := range queues {
		if err := enterSlot(ctx, q); err != nil {
			leaveSlots(queues[:i])
			s.leaveTemplate(f.Template)
			return nil, err
		}
	}
	leave, err := s.all.Take(ctx, f.workspace())
	if err != nil {
		leaveSlots(queues)
		s.leaveTemplate(f.Template)
		return nil, err
	}
	return func() { leave(); leaveSlots(queues); s.leaveTemplate(f.Template) }, nil
}

// enterRun waits until a run of a file may begin, beside others or alone; leave tells that it is over.
func (s *Slots) enterRun(ctx context.Context, alone bool) (leave func(), err error) {
	if s == nil {
		return func() {}, nil
	}
	return s.isolation.enter(ctx, alone || s.Single)
}

func (s *Slots) enterTemplate(id string) *templateSlots {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.templates[id]
	if t == nil {
		t = &templateSlots{taken: make(chan struct{}, s.perTemplate)}
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

// workspace is that of the template.
func (f Load) workspace() string {
	workspace, _, _ := strings.Cut(f.Template, "/")
	return workspace
}

// A FairQueue keeps large files, those of one template and those of one workspace from filling up the queue of work:
// at most so many of them are in it at once as the limits say. Another is put aside, and woken when there is room for it:
// that of the workspace first whose files have had the least time at work. What is put aside is forgotten with the process;
// the sweep finds it.
type FairQueue struct {
	Load           func(ctx context.Context, stream es.StreamID) (Load, error)
	Do             func(ctx context.Context, stream es.StreamID) error
	Wake           func(ctx context.Context, stream es.StreamID) error // have it handled soon
	Max            int                                                 // files at once; 0: as many as come
	MaxLarge       int                                                 // large files at once, at least 1
	MaxPerTemplate int                                                 // files of one template at once, at least 1
	MaxPerSpace    int                                                 // files of one workspace at once; 0: as many as come

	mu      sync.Mutex
	running occupancy
	waiting map[string]*waitingFiles // by workspace, also of those that have files at work
}

// waitingFiles are files of a workspace that were put aside, in the order in which they came.
type waitingFiles struct {
	worked time.Duration // by files of the workspace, while any of them is at work or waits
	files  []waitingFile
	known  map[es.StreamID]bool
}

type waitingFile struct {
	stream es.StreamID
	load   Load
}

// occupancy counts the files in the queue of work.
type occupancy struct {
	all, large        int
	templates, spaces map[string]int
}

// add counts a file that comes (1) or goes (-1).
func (o *occupancy) add(f Load, n int) {
	o.all += n
	if f.Large {
		o.large += n
	}
	o.templates, o.spaces = countName(o.templates, f.Template, n), countName(o.spaces, f.workspace(), n)
}

// countName adds to the count of a name, and forgets one that has none.
func countName(counts map[string]int, name string, n int) map[string]int {
	if counts == nil {
		counts = map[string]int{}
	}
	if counts[name] += n; counts[name] == 0 {
		delete(counts, name)
	}
	return counts
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
	defer q.leaveQueue(ctx, load, time.Now())
	return q.Do(ctx, stream)
}

func (q *FairQueue) enterQueue(f waitingFile) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	of := q.filesOf(f.load.workspace())
	if q.hasRoom(q.running, f.load) {
		q.running.add(f.load, 1)
		return true
	}
	if !of.known[f.stream] {
		of.known[f.stream] = true
		of.files = append(of.files, f)
	}
	return false
}

// filesOf returns what is known of a workspace. One that comes anew has worked as long as that which has worked least.
func (q *FairQueue) filesOf(workspace string) *waitingFiles {
	if of := q.waiting[workspace]; of != nil {
		return of
	}
	of := &waitingFiles{known: map[es.StreamID]bool{}}
	for i, other := range slices.Collect(maps.Values(q.waiting)) {
		if i == 0 || other.worked < of.worked {
			of.worked = other.worked
		}
	}
	if q.waiting == nil {
		q.waiting = map[string]*waitingFiles{}
	}
	q.waiting[workspace] = of
	return of
}

// hasRoom reports whether a file may enter beside what is there.
func (q *FairQueue) hasRoom(o occupancy, f Load) bool {
	return (q.Max <= 0 || o.all < q.Max) && (!f.Large || o.large < max(1, q.MaxLarge)) &&
		o.templates[f.Template] < max(1, q.MaxPerTemplate) && (q.MaxPerSpace <= 0 || o.spaces[f.workspace()] < q.MaxPerSpace)
}

// leaveQueue takes a file out of the queue and wakes those for which there is room now.
func (q *FairQueue) leaveQueue(ctx context.Context, load Load, began time.Time) {
	for _, f := range q.takeWaiting(load, time.Since(began)) {
		_ = q.Wake(context.WithoutCancel(ctx), f.stream) // else the sweep finds it
	}
}

// takeWaiting returns the files for which there is room when one has left: of each workspace in the order in which
// they came, and of all workspaces one by one, from that on which the least time was spent.
func (q *FairQueue) takeWaiting(left Load, worked time.Duration) (woken []waitingFile) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running.add(left, -1)
	q.filesOf(left.workspace()).worked += worked
	soon := occupancy{q.running.all, q.running.large, maps.Clone(q.running.templates), maps.Clone(q.running.spaces)}
	order := slices.SortedFunc(maps.Keys(q.waiting), func(a, b string) int {
		return cmp.Or(cmp.Compare(q.waiting[a].worked, q.waiting[b].worked), cmp.Compare(a, b))
	})
	for found := true; found; {
		found = false
		for _, workspace := range order {
			of := q.waiting[workspace]
			i := slices.IndexFunc(of.files, func(f waitingFile) bool { return q.hasRoom(soon, f.load) })
			if i < 0 {
				continue
			}
			f := of.files[i]
			of.files, found = slices.Delete(of.files, i, i+1), true
			delete(of.known, f.stream)
			soon.add(f.load, 1)
			woken = append(woken, f)
		}
	}
	maps.DeleteFunc(q.waiting, func(workspace string, of *waitingFiles) bool {
		return len(of.files) == 0 && q.running.spaces[workspace] == 0
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
