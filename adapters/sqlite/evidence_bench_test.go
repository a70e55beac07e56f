package sqlite_test

import (
	"context"
	"iter"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
)

// A madeUpLog has as many events as it is long, all alike but for their positions.
type madeUpLog struct {
	es.Store
	length es.Position
}

// At implements es.Store.
func (m madeUpLog) At(_ context.Context, at es.Position) (es.Envelope, error) {
	return es.Envelope{Stream: "file-demo-9a11b6de6c1f4a8e9b592f5a6f2f7c02", Position: at, Type: "file.analysed", Schema: 1,
		Body: make([]byte, 490)}, nil
}

// Head implements es.Store.
func (m madeUpLog) Head(context.Context) (es.Position, error) { return m.length, nil }

// All implements es.Store.
func (m madeUpLog) All(ctx context.Context, after es.Position, _ es.Filter) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		for at := after + 1; at <= m.length; at++ {
			if !yield(m.At(ctx, at)) {
				return
			}
		}
	}
}

// BenchmarkProof builds the tree of a large log, and proves events in it: "leaves/s" is the rate of
// the tree with its tiles stored, "ms/proof" the time of one proof, tiles read from the disk.
func BenchmarkProof(b *testing.B) {
	log := madeUpLog{length: 1_000_000}
	if os.Getenv("DOCKET_BENCH_FULL") != "" {
		log.length = 10_000_000
	}
	s, err := sqlite.OpenEvidence(b.Context(), filepath.Join(b.TempDir(), "evidence.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	tree, err := evidence.NewBuilder(b.Context(), s)
	if err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	if err := tree.CatchUp(b.Context(), log); err != nil {
		b.Fatal(err)
	}
	rate := float64(log.length) / b.Elapsed().Seconds()
	root, err := evidence.TreeAt(b.Context(), s, tree.State().Size)
	if err == nil {
		err = s.KeepCheckpoint(b.Context(), root.N, []byte(evidence.Checkpoint{Origin: "bench", Tree: root}.String()))
	}
	if err != nil {
		b.Fatal(err)
	}
	proofs := 0
	for b.Loop() {
		at := es.Position(uint64(proofs)*7919%uint64(log.length) + 1)
		if _, err := evidence.ProveEvent(b.Context(), s, log, at); err != nil {
			b.Fatal(err)
		}
		proofs++
	}
	b.ReportMetric(b.Elapsed().Seconds()*1000/float64(proofs), "ms/proof")
	b.ReportMetric(rate, "leaves/s")
}
