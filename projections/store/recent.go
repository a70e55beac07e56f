package store

import (
	"container/list"
	"context"
	"sync"

	"github.com/seed-62a36931/docket/domain/es"
)

// Recent keeps the documents that projections of this process wrote last, since
// events of one thing come close together. What it keeps of a view counts only
// while the stored checkpoint is where this process left it.
type Recent struct {
	mu    sync.Mutex
	limit int
	views map[string]*kept // by checkpoint key
}

// kept are the documents of one view at one checkpoint, the latest used in front.
type kept struct {
	at    Progress
	bytes int
	order *list.List
	docs  map[place]*list.Element
}

type place struct{ table, key string }

type document struct {
	place place
	doc   []byte
	gone  bool
}

// NewRecent keeps up to limit bytes for each view, 4 MiB for 0.
func NewRecent(limit int) *Recent {
	if limit <= 0 {
		limit = 4 << 20
	}
	return &Recent{limit: limit, views: map[string]*kept{}}
}

// A Reading is a Source that looks among the recent documents first.
type Reading struct {
	Source
	recent *Recent
	key    string
	at     Progress
}

// ProgressOf is where this process left a view, if it wrote to it. Another one may have moved it
// since.
func (r *Recent) ProgressOf(key string) (Progress, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k := r.views[key]
	if k == nil {
		return Progress{}, false
	}
	return k.at, true
}

// Forget drops what is kept of a view.
func (r *Recent) Forget(key string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.views, key)
}

// BeginReading begins a batch on a view that stands at a checkpoint.
func (r *Recent) BeginReading(s Source, key string, at Progress) *Reading {
	r.mu.Lock()
	defer r.mu.Unlock()
	if k := r.views[key]; k == nil || k.at != at {
		r.views[key] = &kept{at: at, order: list.New(), docs: map[place]*list.Element{}}
	}
	return &Reading{s, r, key, at}
}

// currentDocuments returns what is kept of the view, nil when it is of another checkpoint by now.
func (r *Reading) currentDocuments() *kept {
	if k := r.recent.views[r.key]; k != nil && k.at == r.at {
		return k
	}
	return nil
}

// Doc reads the document of a key.
func (r *Reading) Doc(ctx context.Context, t *Table, key string) ([]byte, bool, error) {
	p := place{t.Physical, key}
	if d, ok := r.recallDocument(p); ok {
		return d.doc, !d.gone, nil
	}
	doc, ok, err := r.Source.Doc(ctx, t, key)
	if err == nil {
		r.recent.mu.Lock()
		defer r.recent.mu.Unlock()
		// Not if a second runner stored a batch meanwhile: this may be older.
		if k := r.currentDocuments(); k != nil {
			k.keepDocument(document{p, doc, !ok}, r.recent.limit)
		}
	}
	return doc, ok, err
}

// nothingParked is where it is kept that no event of the view is parked.
var nothingParked = place{}

// HasParked reports whether an event of a stream is parked; of any for "".
func (r *Reading) HasParked(ctx context.Context, key string, stream es.StreamID) (bool, error) {
	if _, ok := r.recallDocument(nothingParked); ok {
		return false, nil
	}
	parked, err := r.Source.HasParked(ctx, key, stream)
	if err == nil && !parked && stream == "" {
		r.recent.mu.Lock()
		defer r.recent.mu.Unlock()
		if k := r.currentDocuments(); k != nil {
			k.keepDocument(document{nothingParked, nil, true}, r.recent.limit)
		}
	}
	return parked, err
}

func (r *Reading) recallDocument(p place) (document, bool) {
	r.recent.mu.Lock()
	defer r.recent.mu.Unlock()
	k := r.currentDocuments()
	if k == nil {
		return document{}, false
	}
	e, ok := k.docs[p]
	if !ok {
		return document{}, false
	}
	k.order.MoveToFront(e)
	return e.Value.(document), true
}

// NoteStored notes that the batch was committed with its checkpoint, and whether it parked
// events.
func (r *Reading) NoteStored(changes []Change, parks bool, to es.Position) {
	r.recent.mu.Lock()
	defer r.recent.mu.Unlock()
	k := r.currentDocuments()
	if k == nil {
		return
	}
	for _, c := range changes {
		for _, key := range c.Deletes {
			k.keepDocument(document{place{c.Table.Physical, key}, nil, true}, r.recent.limit)
		}
		for _, row := range c.Puts {
			k.keepDocument(document{place{c.Table.Physical, row.Key}, row.Doc, false}, r.recent.limit)
		}
	}
	if e, ok := k.docs[nothingParked]; ok && parks {
		k.dropDocument(e)
	}
	k.at = Progress{to, r.at.EpochAt(to)}
}

func (k *kept) keepDocument(d document, limit int) {
	if e, ok := k.docs[d.place]; ok {
		k.dropDocument(e)
	}
	k.docs[d.place] = k.order.PushFront(d)
	k.bytes += d.memorySize()
	for k.bytes > limit {
		k.dropDocument(k.order.Back())
	}
}

func (k *kept) dropDocument(e *list.Element) {
	d := k.order.Remove(e).(document)
	delete(k.docs, d.place)
	k.bytes -= d.memorySize()
}

// memorySize is about what a document takes in memory.
func (d document) memorySize() int { return len(d.doc) + len(d.place.key) + 200 }
