package evidence

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"golang.org/x/mod/sumdb/tlog"
)

// A Node is the root of a perfect subtree: that over the leaves from Index·2^Level on, 2^Level of them.
type Node struct {
	Level int
	Index int64
	Hash  tlog.Hash
}

// ErrLeaves is the error of leaves and nodes that do not make a tree.
var ErrLeaves = errors.New("leaves and hashes do not make up the tree")

// ProveLeaves returns the nodes from which, with the hashes of some leaves, the root of a tree of a size
// can be computed: one proof for all of them, in which what they share stands once. indexes are ascending.
func ProveLeaves(r tlog.HashReader, size int64, indexes []int64) ([]Node, error) {
	var nodes []Node
	collectNodes(0, size, indexes, func(level int, index int64) {
		nodes = append(nodes, Node{Level: level, Index: index})
	})
	stored := make([]int64, len(nodes))
	for i, n := range nodes {
		stored[i] = tlog.StoredHashIndex(n.Level, n.Index)
	}
	hashes, err := r.ReadHashes(stored)
	if err != nil {
		return nil, err
	}
	for i := range nodes {
		nodes[i].Hash = hashes[i]
	}
	return nodes, nil
}

// collectNodes calls need with the perfect subtrees of the leaves from first on, n of them, that hold none
// of some leaves, from left to right.
func collectNodes(first, n int64, indexes []int64, need func(level int, index int64)) {
	switch perfect := n&(n-1) == 0; {
	case n == 0 || n == 1 && len(indexes) > 0:
		return
	case perfect && len(indexes) == 0:
		level := bits.TrailingZeros64(uint64(n))
		need(level, first>>level)
		return
	}
	left := largestPowerBelow(n)
	split, _ := slices.BinarySearch(indexes, first+left)
	collectNodes(first, left, indexes[:split], need)
	collectNodes(first+left, n-left, indexes[split:], need)
}

// largestPowerBelow returns the largest power of two that is less than n, which is at least 2.
func largestPowerBelow(n int64) int64 { return 1 << (bits.Len64(uint64(n-1)) - 1) }

// A leafSet computes a root from leaves and nodes.
type leafSet struct {
	indexes []int64 // ascending
	leaves  []tlog.Hash
	nodes   []Node // that are left
}

// RootOfLeaves computes the root of a tree of a size from the hashes of leaves, whose indexes are
// ascending, and the nodes that ProveLeaves returns for them: these, in its order, and no others.
// Errors: ErrLeaves.
func RootOfLeaves(size int64, indexes []int64, leaves []tlog.Hash, nodes []Node) (tlog.Hash, error) {
	last := int64(-1)
	for _, index := range indexes {
		if index <= last || index >= size {
			return tlog.Hash{}, fmt.Errorf("%w: index %d is out of order, or beyond %d", ErrLeaves, index, size)
		}
		last = index
	}
	if size < 1 || size > maxTreeSize || len(indexes) == 0 || len(indexes) != len(leaves) {
		return tlog.Hash{}, fmt.Errorf("%w: a tree of %d cannot hold %d", ErrLeaves, size, len(leaves))
	}
	s := leafSet{indexes: indexes, leaves: leaves, nodes: nodes}
	root, err := s.computeRoot(0, size)
	if err == nil && len(s.nodes) > 0 {
		err = fmt.Errorf("%w: %d hashes belong to nothing", ErrLeaves, len(s.nodes))
	}
	return root, err
}

// computeRoot computes the root over the leaves from first on, n of them.
func (s *leafSet) computeRoot(first, n int64) (tlog.Hash, error) {
	holds := len(s.indexes) > 0 && s.indexes[0] < first+n
	if n == 1 && holds {
		leaf := s.leaves[0]
		s.indexes, s.leaves = s.indexes[1:], s.leaves[1:]
		return leaf, nil
	}
	if level := bits.TrailingZeros64(uint64(n)); n == 1<<level && !holds {
		if len(s.nodes) == 0 || s.nodes[0].Level != level || s.nodes[0].Index != first>>level {
			return tlog.Hash{}, fmt.Errorf("%w: the hash of level %d, index %d is missing", ErrLeaves, level, first>>level)
		}
		hash := s.nodes[0].Hash
		s.nodes = s.nodes[1:]
		return hash, nil
	}
	left := largestPowerBelow(n)
	l, err := s.computeRoot(first, left)
	if err != nil {
		return l, err
	}
	r, err := s.computeRoot(first+left, n-left)
	return tlog.NodeHash(l, r), err
}
