package engine

import "container/heap"

// queueEntry is an entry of a queue. It is void when the match has a later one.
type queueEntry struct {
	act      *activation
	ticket   int32
	salience int32
}

// queue holds the matches of a rule that wait to fire. The one that has waited
// longest comes first. With computed salience it is the one with the highest
// salience and, among equal ones, the one that has waited shortest.
type queue struct {
	list    []queueEntry
	from    int // entries before it have been removed
	ranked  bool
	tickets int32
}

// Len returns the number of entries. Len, Less, Swap, Push and Pop implement a heap
// of the matches with computed salience.
func (q *queue) Len() int { return len(q.list) }

// Less reports whether the entry i comes before the entry j.
func (q *queue) Less(i, j int) bool {
	if a, b := q.list[i], q.list[j]; a.salience != b.salience {
		return a.salience > b.salience
	}
	return q.list[i].ticket > q.list[j].ticket
}

// Swap exchanges two entries.
func (q *queue) Swap(i, j int) { q.list[i], q.list[j] = q.list[j], q.list[i] }

// Push appends an entry.
func (q *queue) Push(x any) { q.list = append(q.list, x.(queueEntry)) }

// Pop removes the last entry and returns it.
func (q *queue) Pop() any {
	last := q.list[len(q.list)-1]
	q.list = q.list[:len(q.list)-1]
	return last
}

// pushMatch puts a match in the queue; a place that it had before is void.
func (q *queue) pushMatch(act *activation, salience int32) {
	q.tickets++
	act.ticket, act.salience = q.tickets, salience
	w := queueEntry{act, q.tickets, salience}
	if q.ranked {
		heap.Push(q, w)
		return
	}
	q.list = append(q.list, w)
}

// nextMatch returns the next match, or nil when none waits.
func (q *queue) nextMatch() *activation {
	for q.from < len(q.list) {
		if w := q.list[q.from]; w.ticket == w.act.ticket {
			return w.act
		}
		if q.ranked {
			heap.Pop(q)
			continue
		}
		q.list[q.from] = queueEntry{}
		if q.from++; q.from == len(q.list) {
			q.removeAll()
		}
	}
	return nil
}

// removeAll removes all matches.
func (q *queue) removeAll() {
	for _, w := range q.list[q.from:] {
		if w.ticket == w.act.ticket {
			w.act.leaveQueue()
		}
	}
	clear(q.list)
	q.list, q.from = q.list[:0], 0
}
