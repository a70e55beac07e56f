package pdf

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document/layout"
)

// TestWordsAgreeWithPoppler compares the words of the tree, as a bag, with those that
// pdftotext finds. Only the text of the first documents of each corpus is compared
// unless DOCKET_SOAK is set.
func TestWordsAgreeWithPoppler(t *testing.T) {
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Skip("pdftotext is not installed")
	}
	pool := testPool(t, "serve", nil)
	for _, folder := range []string{"nda", "ad-buys"} {
		files := corpus(t, folder)
		if os.Getenv("DOCKET_SOAK") == "" {
			files = files[:12]
		}
		sum, n := 0.0, 0
		for _, f := range files {
			f1, ok := agreement(t, pool, f)
			if !ok {
				continue
			}
			if f1 < 0.9 {
				t.Logf("%s: %.3f", filepath.Base(f), f1)
			}
			sum += f1
			n++
		}
		t.Logf("%s: mean F1 of words %.4f over %d documents", folder, sum/float64(n), n)
		if sum < 0.97*float64(n) {
			t.Errorf("%s: mean F1 %.4f is less than 0.97, want 0.97", folder, sum/float64(n))
		}
	}
}

// agreement is the F1 of two bags of words; ok is false for documents without text.
func agreement(t *testing.T, pool *Pool, file string) (f1 float64, ok bool) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want, err := exec.Command("pdftotext", file, "-").Output()
	theirs := strings.Fields(string(want))
	if err != nil || len(theirs) < 20 {
		return 0, false
	}
	doc, err := pool.Read(context.Background(), data, layout.ReadSettings{})
	if err != nil {
		t.Errorf("%s: %v, want no error", filepath.Base(file), err)
		return 0, true
	}
	ours := strings.Fields(layout.BuildTree(&doc).Text)
	bag := map[string]int{}
	for _, w := range theirs {
		bag[w]++
	}
	same := 0
	for _, w := range ours {
		if bag[w] > 0 {
			bag[w]--
			same++
		}
	}
	return 2 * float64(same) / float64(len(ours)+len(theirs)), true
}
