package house

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	linkTarget  = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	fencedBlock = regexp.MustCompile("(?ms)^```.*?^```")
	headingText = regexp.MustCompile(`(?m)^#{1,6} (.*)$`)
	notInAnchor = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
	externalURL = regexp.MustCompile(`^[a-z]+:`)
)

// TestLinksOfPagesLeadSomewhere follows every link from a page to a file of the repository, and to a
// heading of a page.
func TestLinksOfPagesLeadSomewhere(t *testing.T) {
	followed := 0
	for _, page := range markdownPages(t) {
		text := fencedBlock.ReplaceAllString(readPage(t, page), "")
		for _, m := range linkTarget.FindAllStringSubmatch(text, -1) {
			if externalURL.MatchString(m[1]) {
				continue
			}
			followed++
			path, anchor, _ := strings.Cut(m[1], "#")
			target := page
			if path != "" {
				target = filepath.Join(filepath.Dir(page), path)
			}
			if _, err := os.Stat(filepath.Join("../..", target)); err != nil {
				t.Errorf("%s links to %s: got no file, want one", page, m[1])
				continue
			}
			if anchor != "" && !anchorsOf(readPage(t, target))[anchor] {
				t.Errorf("%s links to %s: got no such heading, want one", page, m[1])
			}
		}
	}
	if followed < 200 {
		t.Errorf("got %d links, want at least 200: the test looks in the wrong place", followed)
	}
}

// Pages that people look things up in. Every other page is read from its beginning.
var longPages = []string{"docs/rules-java.md", "docs/rules-reference.md", "docs/api.md"}

const mostWords = 4000

// TestPagesAreShort holds pages to a length that can be read in one sitting.
func TestPagesAreShort(t *testing.T) {
	for _, page := range markdownPages(t) {
		if n := len(strings.Fields(readPage(t, page))); n > mostWords && !slices.Contains(longPages, page) {
			t.Errorf("%s: got %d words, want at most %d", page, n, mostWords)
		}
	}
}

// anchorsOf returns the anchors of a page's headings, formed as GitHub forms them.
func anchorsOf(page string) map[string]bool {
	anchors := map[string]bool{}
	for _, m := range headingText.FindAllStringSubmatch(fencedBlock.ReplaceAllString(page, ""), -1) {
		anchors[strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")] = true
	}
	return anchors
}

// Folders without pages of their own. The pages of rules/reference are written into docs.
var unread = []string{".git", "testdata", "node_modules", "bin", "dist", "data", "reference"}

// markdownPages returns the paths of all pages of the repository, from its root.
func markdownPages(t *testing.T) []string {
	t.Helper()
	var pages []string
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && slices.Contains(unread, name) {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".md") {
			page, err := filepath.Rel("../..", path)
			pages = append(pages, page)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

func readPage(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../..", page))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
