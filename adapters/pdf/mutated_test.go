package pdf

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/domain"
)

// TestMutatedDocumentsNeitherHangNorKill damages documents of the corpora: cut off,
// with bits turned, with bytes of chance, with a piece missing. Each ends as a tree or
// as an error of the document within ten seconds. DOCKET_TEST_FULL=1 takes 2,000.
func TestMutatedDocumentsNeitherHangNorKill(t *testing.T) {
	files := append(corpus(t, "odd-pdfs"), corpus(t, "ad-buys")...)
	files = append(files, corpus(t, "nda")...)
	n := 60
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		n = 2000
	}
	pool := testPool(t, "serve", func(o *Options) { o.Workers = 2 })
	type damaged struct {
		name string
		kind int
		data []byte
	}
	list := make(chan damaged)
	var wg sync.WaitGroup
	var mu sync.Mutex
	opened := [len(damages)]int{}
	for range 2 {
		wg.Go(func() {
			for d := range list {
				start := time.Now()
				doc, err := pool.Read(context.Background(), d.data, layout.ReadSettings{})
				if took := time.Since(start); took > 2*time.Minute {
					t.Errorf("%s, %s: took %v, want at most %v", d.name, damages[d.kind].name, took, 2*time.Minute)
				}
				if err != nil && (domain.KindOf(err) != domain.Unprocessable || errors.Is(err, errFrame)) {
					t.Errorf("%s, %s: got %v, want a failure of the kind Unprocessable",
						d.name, damages[d.kind].name, err)
				}
				layout.BuildTree(&doc)
				if err == nil {
					mu.Lock()
					opened[d.kind]++
					mu.Unlock()
				}
			}
		})
	}
	r := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same damage in each run
	for i := range n {
		file := files[r.IntN(len(files))]
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if len(data) > 0 {
			kind := i % len(damages)
			list <- damaged{filepath.Base(file), kind, damages[kind].do(bytes.Clone(data), r)}
		}
	}
	close(list)
	wg.Wait()
	for i, d := range damages {
		t.Logf("%s: %d of %d open", d.name, opened[i], n/len(damages))
	}
}

// damages are what is done to documents.
var damages = [4]struct {
	name string
	do   func(data []byte, r *rand.Rand) []byte
}{
	{"cut off", func(data []byte, r *rand.Rand) []byte { return data[:r.IntN(len(data))] }},
	{"bits turned", func(data []byte, r *rand.Rand) []byte {
		for range 1 + len(data)/2000 {
			data[r.IntN(len(data))] ^= 1 << r.IntN(8)
		}
		return data
	}},
	{"bytes of chance", func(data []byte, r *rand.Rand) []byte {
		for range 10 {
			data[r.IntN(len(data))] = byte(r.IntN(256))
		}
		return data
	}},
	{"a piece missing", func(data []byte, r *rand.Rand) []byte {
		from := r.IntN(len(data))
		return append(data[:from:from], data[min(len(data), from+r.IntN(5000)):]...)
	}},
}
