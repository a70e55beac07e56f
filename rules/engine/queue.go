package engine

import "container/heap"

// waiting is a place in a queue; it is void when the match has a later one.
type waiting struct {
	act      *activation
	ticket   int
	salience int
}

// A queue is the matches of a rule that wait to fire: the one that waits longest
// comes first. With computed salience it is the one of the highest salience and,
// among equal ones, the one that waits shortest.
type queue struct {
	list    []waiting
	from    int // those before it have been taken
	ranked  bool
	tickets int
}

// Len, Less, Swap, Push and Pop make a heap of the matches of computed salience.
func (q *queue) Len() int { return len(q.list) }

// Less says whether the place i comes before the place j.
func (q *queue) Less(i, j int) bool {
	if a, b := q.list[i], q.list[j]; a.salience != b.salience {
		return a.salience > b.salience
	}
	return q.list[i].ticket > q.list[j].ticket
}

// Swap exchanges two places.
func (q *queue) Swap(i, j int) { q.list[i], q.list[j] = q.list[j], q.list[i] }

// Push appends a place.
func (q *queue) Push(x any) { q.list = append(q.list, x.(waiting)) }

// Pop takes the last place away.
func (q *queue) Pop() any {
	last := q.list[len(q.list)-1]
	q.list = q.list[:len(q.list)-1]
	return last
}

// add puts a match in the queue; a place that it had before is void.
func (q *queue) add(act *activation, salience int) {
	q.tickets++
	act.queued, act.ticket, act.salience = true, q.tickets, salience
	w := waiting{act, q.tickets, salience}
	if q.ranked {
		heap.Push(q, w)
		return
	}
	q.list = append(q.list, w)
}

// head is the match that is next, nil when none waits.
func (q *queue) head() *activation {
	for q.from < len(q.list) {
		if w := q.list[q.from]; w.act.queued && w.ticket == w.act.ticket {
			return w.act
		}
		if q.ranked {
			heap.Pop(q)
			continue
		}
		q.list[q.from] = waiting{}
		if q.from++; q.from == len(q.list) {
			q.clear()
		}
	}
	return nil
}

// clear takes all matches out.
func (q *queue) clear() {
	for _, w := range q.list[q.from:] {
		if w.ticket == w.act.ticket {
			w.act.queued = false
		}
	}
	q.list, q.from = q.list[:0], 0
}
