package evidence

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/domain/es"
)

// headFormat begins the record of a head.
const headFormat = "docket-head/1"

// A Head is the last event of a stream.
type Head struct {
	Stream  es.StreamID
	Version uint64
	Leaf    tlog.Hash // of the event in the tree over the log
}

// AppendBinary appends the record of the head: the name of the form, stream, version and leaf, each as in
// an entry.
func (h Head) AppendBinary(b []byte) []byte {
	b = appendField(b, headFormat)
	b = appendField(b, h.Stream)
	b = appendNumber(b, h.Version)
	return appendField(b, h.Leaf[:])
}

// leafHash returns the hash of the head's leaf in the tree over heads.
func (h Head) leafHash() tlog.Hash { return tlog.RecordHash(h.AppendBinary(nil)) }

// Heads are the heads of all streams of a log, in the order of their tree: by the SHA-256 of the
// streams' names.
type Heads struct {
	Position es.Position // of the last event that they take in
	heads    []Head
	hashes   []tlog.Hash // of the tree, as tlog stores them
}

// ReadHeads reads a log whole and returns the heads of its streams.
func ReadHeads(ctx context.Context, log es.Store) (*Heads, error) {
	h, last := &Heads{}, map[es.StreamID]Head{}
	for e, err := range es.ReadToHead(ctx, log, 0, es.Filter{}) {
		if err != nil {
			return nil, err
		}
		last[e.Stream] = Head{Stream: e.Stream, Version: e.Version, Leaf: LeafHash(e)}
		h.Position = e.Position
	}
	type sortable struct {
		key  [sha256.Size]byte
		head Head
	}
	sorted := make([]sortable, 0, len(last))
	for s, head := range last {
		sorted = append(sorted, sortable{key: sha256.Sum256([]byte(s)), head: head})
	}
	slices.SortFunc(sorted, func(a, b sortable) int { return bytes.Compare(a.key[:], b.key[:]) })
	for i, s := range sorted {
		hashes, err := tlog.StoredHashesForRecordHash(int64(i), s.head.leafHash(), h)
		if err != nil {
			return nil, err
		}
		h.heads, h.hashes = append(h.heads, s.head), append(h.hashes, hashes...)
	}
	return h, nil
}

// ReadHashes implements tlog.HashReader.
func (h *Heads) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, index := range indexes {
		if index >= int64(len(h.hashes)) {
			return nil, fmt.Errorf("the tree over %d heads has no hash %d", len(h.heads), index)
		}
		out[i] = h.hashes[index]
	}
	return out, nil
}

// Tree returns the tree over the heads.
func (h *Heads) Tree() (tlog.Tree, error) {
	n := int64(len(h.heads))
	root, err := tlog.TreeHash(n, h)
	return tlog.Tree{N: n, Hash: root}, err
}

// proveStreams returns the index of each of some streams in the tree, in the order of the tree, and the
// hashes that show them there. Errors: es.ErrNoEvent of a stream that has none.
func (h *Heads) proveStreams(streams []es.StreamID) (found []bundleHead, nodes []Node, err error) {
	for i, head := range h.heads {
		if slices.Contains(streams, head.Stream) {
			found = append(found, bundleHead{index: int64(i), stream: head.Stream})
		}
	}
	if len(found) != len(streams) {
		return nil, nil, fmt.Errorf("of %d streams %d are in the log: %w", len(streams), len(found), es.ErrNoEvent)
	}
	indexes := make([]int64, len(found))
	for i, f := range found {
		indexes[i] = f.index
	}
	nodes, err = ProveLeaves(h, int64(len(h.heads)), indexes)
	return found, nodes, err
}
