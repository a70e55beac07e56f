package author

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
)

// TestWordsOfOfficeFilesAreAccountedFor reads office files of many makers, and wants every word of their paragraphs,
// cells and slides in the tree, or told as lost; and those told alone of which it is known. It takes every third file, among
// them the one of which words are lost, and all with DOCKET_TEST_FULL; TestCasesOfReading reads each kind of file.
func TestWordsOfOfficeFilesAreAccountedFor(t *testing.T) {
	dir := corpusFolder(t, "office")
	lossy := map[string]bool{
		"textbox.docx": true, // boxes that are smaller than their text
	}
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	full := os.Getenv("DOCKET_TEST_FULL") != ""
	var names []string
	for i, e := range all {
		if (full || i%3 == 1) && file.IsOffice(e.Name()) && !strings.HasPrefix(e.Name(), "~") {
			names = append(names, filepath.Join(dir, e.Name()))
		}
	}
	if len(names) == 0 {
		t.Fatal("no files")
	}
	in := Reading{Timeout: 5 * time.Minute, MaxPages: 5000, Cache: pdfCache(t)}.NewReader(template.Settings{})
	defer in.Close()
	in.forEachFile(names, func(i int) {
		name := filepath.Base(names[i])
		tree, err := in.ReadTree(t.Context(), names[i])
		if err != nil {
			t.Errorf("%s: %v, want no error", name, err)
			return
		}
		told := 0
		for _, f := range tree.Findings {
			if f.Kind == document.FindingTextLost {
				told += f.Count
			}
		}
		if (told > 0) != lossy[name] {
			t.Errorf("%s: got %d words told as lost, want it told: %t", name, told, lossy[name])
		}
	})
}
