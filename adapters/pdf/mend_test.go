package pdf

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/pdf/syntax"
	"github.com/seed-62a36931/docket/document/layout"
)

// packedObjects is a document whose catalog and pages stand in an object stream, with
// the table of its objects cut off.
func packedObjects() []byte {
	inside := []string{"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"}
	table, body := "", ""
	for i, number := range []int{1, 2, 3, 5} {
		table += fmt.Sprintf("%d %d ", number, len(body))
		body += inside[i] + "\n"
	}
	packed := deflate(strings.NewReader(table + body))
	return fmt.Appendf(nil, "%%PDF-1.5\n4 0 obj<</Length %d>>stream\n%s\nendstream endobj\n"+
		"6 0 obj<</Type/ObjStm/N 4/First %d/Filter/FlateDecode/Length %d>>stream\n%s\nendstream endobj\n",
		len(plainDocket), plainDocket, len(table), len(packed), packed)
}

func TestBrokenDocumentsAreMended(t *testing.T) {
	pool := testPool(t, "serve", nil)
	whole := writePage(plainDocket)
	cut := whole[:bytes.Index(whole, []byte("xref"))]
	swap := func(old, new string) []byte { return bytes.Replace(cut, []byte(old), []byte(new), 1) }
	for name, data := range map[string][]byte{
		"cut off in front of the table": cut,
		"without a catalog":             swap("/Type/Catalog", "/Type/Nothing"),
		"without a page tree":           swap("2 0 obj<</Type/Pages", "2 0 xxx<</Type/Xages"),
		"behind a letter":               append(bytes.Repeat([]byte("Dear reader,\r\n"), 200), whole...),
		"without its first line":        cut[bytes.IndexByte(cut, '\n')+1:],
		"packed":                        packedObjects(),
	} {
		doc, err := pool.Read(context.Background(), data, layout.ReadSettings{})
		if err != nil {
			t.Errorf("%s: %v, want no error", name, err)
		} else if got := words(doc.Pages[0]); got != "upper lower" {
			t.Errorf("%s: %q, want %q", name, got, "upper lower")
		}
	}
	for name, data := range map[string][]byte{
		"encrypted": append(cut, "trailer<</Encrypt 9 0 R>>"...), "no objects": []byte("%PDF-1.4 Catalog"),
	} {
		if m := syntax.Mend(data); m != nil {
			t.Errorf("%s: mended to %q, want m = nil", name, m)
		}
	}
}

// FuzzMend: whatever is left of a document, mending it ends and adds little.
func FuzzMend(f *testing.F) {
	f.Add(packedObjects())
	f.Add(testPage())
	f.Fuzz(func(t *testing.T, data []byte) {
		if out := syntax.Mend(data); len(out) > 2*len(data)+(65<<20) {
			t.Errorf("%d bytes became %d, want at most twice the file and what may be unpacked", len(data), len(out))
		}
	})
}
