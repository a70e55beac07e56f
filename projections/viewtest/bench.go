package viewtest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
)

// Rebuilt is how many rows a round of Rebuild stores, and BatchSize how many go
// into one transaction, as es.CatchUp does.
const (
	Rebuilt   = 20_480
	BatchSize = 2048
)

// BenchRow is row i of a rebuild: a document of about 490 bytes, found by one index.
func BenchRow(i int) projections.Row {
	return projections.Row{Key: fmt.Sprintf("%08x%024x", uint32(i)*2654435761, i), Values: []any{fmt.Sprintf("owner%d", i%500), int64(i)},
		Doc: fmt.Appendf(nil, `{"id":%d,"name":"dossier %d","text":"%s"}`, i, i, benchText)}
}

var benchText = strings.Repeat("lorem ipsum ", 36)

// BenchView is the view that Rebuild stores.
func BenchView() projections.View {
	return projections.View{Projection: &es.Projection[projections.Writer]{Name: "bench", Version: 1},
		Tables: []projections.Table{{Name: "bench",
			Columns: []projections.Column{{Name: "owner", Type: projections.Text}, {Name: "size", Type: projections.BigInt}},
			Indexes: [][]string{{"owner", "size"}}}}}
}

// Rebuild resets the benchmark's view, which must be prepared, and builds it. Every
// row is put once; with touch each batch also reads and changes half of the rows
// of the batch before, as later events of the same things do.
func Rebuild(b *testing.B, e Engine, touch bool) {
	must(b, e.Reset(b.Context(), BenchView()))
	for from := 0; from < Rebuilt; from += BatchSize {
		err := e.Update(b.Context(), "bench_v1", es.Position(from), es.Position(from+BatchSize), func(w projections.Writer) error {
			for i := from; i < from+BatchSize; i++ {
				if err := w.Put(b.Context(), "bench", BenchRow(i)); err != nil {
					return err
				}
				if before := BenchRow(i - BatchSize); touch && i%2 == 0 && from > 0 {
					if _, ok, err := w.Get(b.Context(), "bench", before.Key); !ok || err != nil {
						return fmt.Errorf("row %d: there %v, %w", i-BatchSize, ok, err)
					}
					if err := w.Put(b.Context(), "bench", before); err != nil {
						return err
					}
				}
			}
			return nil
		})
		must(b, err)
	}
}

// ReadYourWrite projects one row at a time on a prepared view, waits for it as a
// reader does, and reads it.
func ReadYourWrite(b *testing.B, e Engine) {
	must(b, e.Reset(b.Context(), BenchView()))
	at := es.Position(0)
	for b.Loop() {
		row := BenchRow(int(at))
		must(b, e.Update(b.Context(), "bench_v1", at, at+1, func(w projections.Writer) error { return w.Put(b.Context(), "bench", row) }))
		at++
		e.NotifyReaders("bench_v1", at)
		must(b, e.Await(b.Context(), uint64(at), "bench"))
		rows, err := e.Query(b.Context(), "SELECT doc FROM bench WHERE key = $1", row.Key)
		must(b, err)
		if !rows.Next() {
			b.Fatalf("row %d is not there: %v", at, rows.Err())
		}
		rows.Close()
	}
}
