package engine

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

// Over begins a batch on a view that stands at a checkpoint.
func (r *Recent) Over(s Source, key string, at Progress) *Reading {
	r.mu.Lock()
	defer r.mu.Unlock()
	if k := r.views[key]; k == nil || k.at != at {
		r.views[key] = &kept{at: at, order: list.New(), docs: map[place]*list.Element{}}
	}
	return &Reading{s, r, key, at}
}

// Doc reads the document of a key.
func (r *Reading) Doc(ctx context.Context, t *Table, key string) ([]byte, bool, error) {
	p := place{t.Physical, key}
	if d, ok := r.recall(p); ok {
		return d.doc, !d.gone, nil
	}
	doc, ok, err := r.Source.Doc(ctx, t, key)
	if err == nil {
		r.recent.mu.Lock()
		defer r.recent.mu.Unlock()
		// Not if a second runner stored a batch meanwhile: this may be older.
		if k := r.recent.views[r.key]; k.at == r.at {
			k.keep(document{p, doc, !ok}, r.recent.limit)
		}
	}
	return doc, ok, err
}

func (r *Reading) recall(p place) (document, bool) {
	r.recent.mu.Lock()
	defer r.recent.mu.Unlock()
	k := r.recent.views[r.key]
	e, ok := k.docs[p]
	if !ok || k.at != r.at {
		return document{}, false
	}
	k.order.MoveToFront(e)
	return e.Value.(document), true
}

// Stored notes that the batch was committed with its checkpoint.
func (r *Reading) Stored(changes []Change, to es.Position) {
	r.recent.mu.Lock()
	defer r.recent.mu.Unlock()
	k := r.recent.views[r.key]
	if k.at != r.at {
		return
	}
	for _, c := range changes {
		for _, key := range c.Deletes {
			k.keep(document{place{c.Table.Physical, key}, nil, true}, r.recent.limit)
		}
		for _, row := range c.Puts {
			k.keep(document{place{c.Table.Physical, row.Key}, row.Doc, false}, r.recent.limit)
		}
	}
	k.at.At = to
}

func (k *kept) keep(d document, limit int) {
	if e, ok := k.docs[d.place]; ok {
		k.drop(e)
	}
	k.docs[d.place] = k.order.PushFront(d)
	k.bytes += d.size()
	for k.bytes > limit {
		k.drop(k.order.Back())
	}
}

func (k *kept) drop(e *list.Element) {
	d := k.order.Remove(e).(document)
	delete(k.docs, d.place)
	k.bytes -= d.size()
}

// size is about what a document takes in memory.
func (d document) size() int { return len(d.doc) + len(d.place.key) + 200 }
