package author

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/template"
)

// corpusFolder is a folder of documents with ground truth; the test is skipped where
// there is none.
func corpusFolder(t *testing.T, name string) string {
	t.Helper()
	root := os.Getenv("DOCKET_CORPORA")
	if root == "" {
		t.Skip("DOCKET_CORPORA is not set")
	}
	return filepath.Join(root, name)
}

// TestOddDocumentsAreReadInOrder looks for pieces of text one behind the other: on
// pages of two columns, turned pages, and in writing from right to left and of East
// Asia.
func TestOddDocumentsAreReadInOrder(t *testing.T) {
	dir := corpusFolder(t, "odd-pdfs")
	in := Reading{Timeout: 5 * time.Minute, MaxPages: 5000, Cache: pdfCache(t)}.NewReader(template.Settings{})
	defer in.Close()
	for name, want := range map[string][]string{
		"026-latex-multicolumn--multicolumn.pdf": {"Two-Column Document", "Your Name", "Abstract", "filled with Lorem Ipsum",
			"Nam dui ligula", "Nulla malesuada",
			"pellentesque ante", "Quisque ullamcorper", "Fusce mauris", "lacus vel est", "Suspendisse vel felis",
			"Morbi luctus", "luctus et ultrices", "Country", "Austria", "Belgium"},
		"nics-background-checks-2015-11-rotated.pdf": {"State / Territory", "Alabama", "18,870", "23,022", "71,137", "Alaska",
			"209", "3,062"},
		"015-arabic--habibi.pdf":         {"حبَيبي", "حبَيبي habibi"},
		"015-arabic--habibi-rotated.pdf": {"habibi", "habibi", "habibi", "habibi"},
		"issue-336-example.pdf": {"安徽省建设用地使用标准", "路段的交通量和大型车比例与基准值的编制条件不同时", "表 7.5 停车区用地指标基准值", "公路技术等级",
			"车道数", "编制条件"},
	} {
		tree, err := in.ReadTree(t.Context(), filepath.Join(dir, name))
		if err != nil {
			t.Errorf("%s: %v, want no error", name, err)
			continue
		}
		rest := tree.Text
		for _, piece := range want {
			_, after, ok := strings.Cut(rest, piece)
			if !ok {
				t.Errorf("%s: %q does not stand behind the pieces before it, want the pieces in order", name, piece)
				break
			}
			rest = after
		}
	}
}

// TestValuesStandInOneNode looks for the values that people have labelled, letter by
// letter, in the leaves and tables of the trees.
func TestValuesStandInOneNode(t *testing.T) {
	dir := corpusFolder(t, "ad-buys")
	f, err := os.Open(filepath.Join(dir, "truth.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil || len(records) < 2 {
		t.Fatalf("%d records: %v, want no error and len(records) at least 2", len(records), err)
	}
	records = records[1:]
	if os.Getenv("DOCKET_TEST_FULL") == "" {
		records = records[:min(len(records), 40)]
	}
	in := Reading{Timeout: 5 * time.Minute, MaxPages: 5000, Cache: pdfCache(t)}.NewReader(template.Settings{})
	defer in.Close()
	all, found := 0, 0
	for _, r := range records {
		tree, err := in.ReadTree(t.Context(), filepath.Join(dir, r[0]))
		if err != nil {
			t.Errorf("%s: %v, want no error", r[0], err)
			continue
		}
		for _, value := range r[1:] {
			if value == "" {
				continue
			}
			all++
			if inOneNode(tree, value) {
				found++
			} else {
				t.Logf("%s: %q is missing", r[0], value)
			}
		}
	}
	t.Logf("%d of %d values stand in one node: %.4f", found, all, float64(found)/float64(all))
	if found*100 < all*95 {
		t.Errorf("%d of %d values stand in one node, fewer than 95 %%, want found*100 at least %v", found, all, all*95)
	}
}

// inOneNode reports whether a leaf or a table holds the letters and digits of a value, a
// date in one of its dateSpellings.
func inOneNode(tree *document.Tree, value string) bool {
	for _, n := range tree.Nodes {
		if len(n.Children) > 0 && n.Kind != document.KindTable && n.Kind != document.KindTableCell {
			continue
		}
		text := lettersAndDigits(tree.TextOf(n.Span))
		for _, s := range dateSpellings(value) {
			if strings.Contains(text, s) {
				return true
			}
		}
	}
	return false
}

// dateSpellings are the ways to write a value: dates with and without leading zeros, with
// two and four digits of the year.
func dateSpellings(value string) []string {
	out := []string{lettersAndDigits(value)}
	p := strings.Split(strings.TrimSpace(value), "/")
	if len(p) != 3 {
		return out
	}
	for _, month := range []string{p[0], strings.TrimLeft(p[0], "0"), "0" + p[0]} {
		for _, day := range []string{p[1], strings.TrimLeft(p[1], "0"), "0" + p[1]} {
			for _, year := range []string{p[2], "20" + p[2], strings.TrimPrefix(p[2], "20")} {
				out = append(out, month+day+year)
			}
		}
	}
	return out
}

// lettersAndDigits is a text in small letters without anything else.
func lettersAndDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
