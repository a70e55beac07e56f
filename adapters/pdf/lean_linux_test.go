package pdf

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document/layout"
)

// TestWorkersGiveMemoryBack where it is little: after a large document a lean worker holds less than another one.
func TestWorkersGiveMemoryBack(t *testing.T) {
	large := densePages(60)
	held := map[bool]int{}
	for _, lean := range []bool{false, true} {
		pool := testPool(t, "serve", func(o *Options) { o.Lean = lean })
		if _, err := pool.Read(t.Context(), large, layout.ReadSettings{}); err != nil {
			t.Fatal(err)
		}
		c := <-pool.slots
		pool.slots <- c
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
		if err != nil {
			t.Fatal(err)
		}
		_, after, _ := strings.Cut(string(status), "RssAnon:")
		kib := 0
		if _, err := fmt.Sscan(after, &kib); err != nil {
			t.Fatalf("got the status %s, want RssAnon: %v", status, err)
		}
		held[lean] = kib
	}
	if most := held[false] * 3 / 4; held[true] > most {
		t.Errorf("got %d KiB, want %d at most, three quarters of what the other one holds", held[true], most)
	}
	t.Logf("%d KiB, the other one %d", held[true], held[false])
}

// densePages is a PDF with pages full of words.
func densePages(pages int) []byte {
	objects := []string{"<</Type/Catalog/Pages 2 0 R>>", "", "<</Type/Font/Subtype/Type1/BaseFont/Courier>>"}
	var kids strings.Builder
	for i := range pages {
		var text bytes.Buffer
		text.WriteString("BT /F 6 Tf 7 TL 30 810 Td\n")
		for line := range 110 {
			fmt.Fprintf(&text, "(page %d line %d: %s) Tj T*\n", i, line, strings.Repeat("some words of a long report ", 4))
		}
		text.WriteString("ET")
		at := len(objects)
		fmt.Fprintf(&kids, "%d 0 R ", at+1)
		objects = append(objects, fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents %d 0 R>>",
			at+2), fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", text.Len(), text.String()))
	}
	objects[1] = fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", kids.String(), pages)
	return assemblePDF(objects)
}
