package office

import (
	"slices"
	"sync"
)

// A queue holds files until a process converts them. Owners are served in turn, one file each, so that one with many files
// does not keep those of others waiting. It is safe for concurrent use.
type queue struct {
	ready chan struct{} // holds one while files may wait

	mu     sync.Mutex
	closed bool
	owners []string // who have files waiting, in the order in which they are served
	files  map[string][]request
	slow   map[string]bool // owners whose last file took too long: their files go alone
}

func newQueue() *queue {
	return &queue{ready: make(chan struct{}, 1), files: map[string][]request{}, slow: map[string]bool{}}
}

// add has a file wait; it ends with ErrClosed when the queue is closed.
func (q *queue) add(r request) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		r.done <- outcome{err: ErrClosed}
		return
	}
	if len(q.files[r.owner]) == 0 {
		q.owners = append(q.owners, r.owner)
	}
	q.files[r.owner] = append(q.files[r.owner], r)
	q.wake()
}

// take returns up to n files that somebody still waits for. Together they have no more text than a file may have that shares
// a process, unless it is one alone. One that is to go alone does.
func (q *queue) take(n int) (batch []request) {
	q.mu.Lock()
	defer q.mu.Unlock()
	characters := 0.0
	for len(q.owners) > 0 && len(batch) < n {
		owner := q.owners[0]
		r := q.files[owner][0]
		if r.isAbandoned() {
			q.dropFirst(owner)
			continue
		}
		alone := r.alone || q.slow[owner]
		if characters += r.characters; len(batch) > 0 && (characters > smallText || alone) {
			break
		}
		q.dropFirst(owner)
		if batch = append(batch, r); alone {
			break
		}
	}
	if len(q.owners) > 0 {
		q.wake()
	}
	return batch
}

// noteEnd notes whether a file of an owner took too long. Such an owner is served behind all others then.
func (q *queue) noteEnd(owner string, slow bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !slow {
		delete(q.slow, owner)
		return
	}
	q.slow[owner] = true
	if i := slices.Index(q.owners, owner); i >= 0 {
		q.owners = append(slices.Delete(q.owners, i, i+1), owner)
	}
}

// dropFirst takes the first file of the first owner out, who is served last then.
func (q *queue) dropFirst(owner string) {
	q.files[owner] = slices.Delete(q.files[owner], 0, 1)
	q.owners = append(q.owners[1:], owner)
	if len(q.files[owner]) == 0 {
		delete(q.files, owner)
		q.owners = q.owners[:len(q.owners)-1]
	}
}

// wake tells a process that files wait.
func (q *queue) wake() {
	select {
	case q.ready <- struct{}{}:
	default:
	}
}

// close ends all files that wait.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	for _, waiting := range q.files {
		for _, r := range waiting {
			r.done <- outcome{err: ErrClosed}
		}
	}
	q.files, q.owners = map[string][]request{}, nil
}
