package evidence_test

import (
	"testing"

	"github.com/seed-62a36931/docket/evidence"
)

// BenchmarkBundle makes and verifies a bundle of 10,000 events of a log of 50,000, without what the log itself
// costs: it is in memory.
func BenchmarkBundle(b *testing.B) {
	x := newBundler(b, 50_000)
	p, err := evidence.ParsePolicy(x.policy)
	if err != nil {
		b.Fatal(err)
	}
	var encoded []byte
	b.Run("make", func(b *testing.B) {
		for b.Loop() {
			if encoded, err = x.makeBundle(b, "file-demo-7").Encode(); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(len(encoded)), "B/bundle")
	})
	b.Run("verify", func(b *testing.B) {
		for b.Loop() {
			if r, err := evidence.VerifyBundle(encoded, p); err != nil || len(r.Events) < 10_000 {
				b.Fatal(err)
			}
		}
	})
}
