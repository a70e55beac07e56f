package pdf

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/pdf/syntax"
)

// pack packs bytes several times over, the last time outermost.
func pack(t *testing.T, content []byte, times int) []byte {
	t.Helper()
	for range times {
		var b bytes.Buffer
		w, err := zlib.NewWriterLevel(&b, zlib.BestCompression)
		if err == nil {
			_, err = w.Write(content)
		}
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		content = b.Bytes()
	}
	return content
}

// Files of some hundred bytes that unpack to very much are refused before PDFium sees them, and those that pack a page
// twice are read.
func TestBombsAreRefused(t *testing.T) {
	much := bytes.Repeat([]byte("0 0 9 9 re f "), 6_000_000) // 78 MB
	deep := pack(t, much, 3)
	stream := func(filter string, body []byte) []byte {
		return assemblePDF([]string{"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
			"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R>>",
			fmt.Sprintf("<</Length %d/Filter%s>>\nstream\n%s\nendstream", len(body), filter, body)})
	}
	text := []byte("BT /F 12 Tf (x) Tj ET")
	for _, row := range []struct {
		name string
		file []byte
		bomb bool
	}{
		{"three times", stream("[/FlateDecode/FlateDecode/FlateDecode]", deep), true},
		{"with spaces", stream(" [ /FlateDecode\n/FlateDecode /FlateDecode ]", deep), true},
		{"by short names", stream("[/Fl/Fl/Fl]", deep), true},
		{"by numbers of characters", stream("[/Fl#61teDecode/Flate#44ecode/#46l]", deep), true},
		{"twice", stream("[/FlateDecode/FlateDecode]", pack(t, much, 2)), true},
		{"in hex", stream("[/ASCIIHexDecode/FlateDecode/FlateDecode/FlateDecode]", []byte(hex.EncodeToString(deep)+">")), true},
		{"before a picture's filter", stream("[/FlateDecode/FlateDecode/DCTDecode]", pack(t, much, 2)), true},
		{"that ends damaged", stream("[/FlateDecode/FlateDecode/FlateDecode]", deep[:len(deep)-4]), true},
		{"a page packed twice", stream("[/FlateDecode/FlateDecode]", pack(t, text, 2)), false},
		{"a page packed once", stream("[/FlateDecode]", pack(t, text, 1)), false},
		{"many filters and no content", stream("["+strings.Repeat("/FlateDecode", 20)+"]", []byte("nothing")), false},
		{"two filters that do not fit", stream("[/FlateDecode/FlateDecode]", pack(t, text, 1)), false},
		{"a plain page", testPage(), false},
	} {
		if got := syntax.IsBomb(row.file); got != row.bomb {
			t.Errorf("%s, %d bytes: got %t, want %t", row.name, len(row.file), got, row.bomb)
		}
	}
}
