package evidence_test

import (
	"testing"

	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/evidence"
)

// leafOf returns a leaf of test trees.
func leafOf(i int) tlog.Hash { return tlog.RecordHash([]byte{byte(i), byte(i >> 8)}) }

// referenceRoot computes the root of leaves as RFC 6962 defines it, with the hashes of another
// implementation.
func referenceRoot(leaves []tlog.Hash) []byte {
	h := rfc6962.DefaultHasher
	switch len(leaves) {
	case 0:
		return h.EmptyRoot()
	case 1:
		return leaves[0][:]
	}
	split := 1
	for split*2 < len(leaves) {
		split *= 2
	}
	return h.HashChildren(referenceRoot(leaves[:split]), referenceRoot(leaves[split:]))
}

// TestRootsAreThoseOfOthers compares the root at every size.
func TestRootsAreThoseOfOthers(t *testing.T) {
	var r evidence.Roots
	var leaves []tlog.Hash
	for i := range 700 {
		tree := r.Tree()
		if tree.N != int64(i) || string(tree.Hash[:]) != string(referenceRoot(leaves)) {
			t.Fatalf("at %d leaves: got %v, want the root of all %d", i, tree, i)
		}
		r.Add(leafOf(i))
		leaves = append(leaves, leafOf(i))
	}
}

func BenchmarkLeaves(b *testing.B) {
	e := goldenEvents()[0]
	e.Body = make([]byte, 600)
	var r evidence.Roots
	for b.Loop() {
		r.Add(evidence.LeafHash(e))
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "leaves/s")
}
