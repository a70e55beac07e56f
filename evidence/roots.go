package evidence

import (
	"golang.org/x/mod/sumdb/tlog"
)

// Roots gives the root of a tree while its leaves are added one by one. It holds the roots
// of the perfect subtrees that the leaves make, one per bit of their number, so that it
// takes no memory to speak of. The zero value is the empty tree.
type Roots struct {
	size     int64
	subtrees []tlog.Hash // the largest first
}

// Add adds a leaf by its hash.
func (r *Roots) Add(leaf tlog.Hash) {
	for n := r.size; n&1 == 1; n >>= 1 {
		last := len(r.subtrees) - 1
		leaf = tlog.NodeHash(r.subtrees[last], leaf)
		r.subtrees = r.subtrees[:last]
	}
	r.subtrees = append(r.subtrees, leaf)
	r.size++
}

// Size returns the number of leaves so far.
func (r *Roots) Size() int64 { return r.size }

// Tree returns the tree of all leaves so far: their number, and the root over them.
func (r *Roots) Tree() tlog.Tree {
	if r.size == 0 {
		return tlog.Tree{Hash: emptyRoot}
	}
	i := len(r.subtrees) - 1
	root := r.subtrees[i]
	for i--; i >= 0; i-- {
		root = tlog.NodeHash(r.subtrees[i], root)
	}
	return tlog.Tree{N: r.size, Hash: root}
}

// emptyRoot is the root of the empty tree, the SHA-256 of nothing.
var emptyRoot = mustTreeHash()

func mustTreeHash() tlog.Hash {
	h, err := tlog.TreeHash(0, nil)
	if err != nil {
		panic(err)
	}
	return h
}
