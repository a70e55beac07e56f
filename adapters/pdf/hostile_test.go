package pdf

import (
	"bytes"
	"compress/zlib"
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/domain"
)

// hostile are documents made to hang, to crash or to fill the memory of a reader. Each
// is made when it is needed.
var hostile = map[string]func() []byte{
	"zero bytes":    func() []byte { return nil },
	"only a header": func() []byte { return []byte("%PDF-1.7\n") },
	"nested arrays": func() []byte {
		return writePage("[" + strings.Repeat("[", 200_000) + strings.Repeat("]", 200_000) + "] TJ")
	},
	"nested dictionary": func() []byte {
		return odd("/X " + strings.Repeat("<</A ", 100_000) + "1" + strings.Repeat(">>", 100_000))
	},
	"nested array entry": func() []byte { return odd("/MediaBox " + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)) },
	"deep page tree":     func() []byte { return chain(20_000) },
	"cyclic page tree": func() []byte {
		return assemblePDF([]string{"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[2 0 R 3 0 R]/Count 2>>",
			"<</Type/Pages/Kids[2 0 R]/Count 1/Parent 2 0 R>>"})
	},
	"page is its own parent": func() []byte { return odd("/Parent 3 0 R") },
	"cyclic contents":        func() []byte { return paper{page: "/Contents[3 0 R 4 0 R]", content: "q"}.pdf() },
	"cyclic form": func() []byte {
		return paper{content: "/X Do", resources: "/XObject<</X 10 0 R>>",
			streams: map[int][2]string{10: {"/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 10 0 R>>>>", "/X Do /X Do"}}}.pdf()
	},
	"cyclic pattern": func() []byte {
		return paper{content: "/Pattern cs /P scn 0 0 100 100 re f", resources: "/Pattern<</P 10 0 R>>",
			streams: map[int][2]string{
				10: {"/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep 1/YStep 1/Resources<</Pattern<</P 10 0 R>>>>",
					"/Pattern cs /P scn 0 0 1 1 re f"}}}.pdf()
	},
	"cyclic outline": func() []byte {
		return paper{catalog: "/Outlines 10 0 R", objects: map[int]string{10: "<</First 11 0 R>>",
			11: "<</Title(a)/First 11 0 R/Next 11 0 R>>"}}.pdf()
	},
	"cyclic tags": func() []byte {
		p := tagged
		p.objects = map[int]string{10: "<</Type/StructTreeRoot/K 11 0 R/ParentTree<</Nums[0[11 0 R]]>>>>",
			11: "<</S/P/P 12 0 R/K[0 12 0 R]/Pg 3 0 R>>", 12: "<</S/P/P 11 0 R/K 11 0 R/Pg 3 0 R>>"}
		return p.pdf()
	},
	"cyclic fields": func() []byte {
		return paper{page: "/Annots[10 0 R]", catalog: "/AcroForm<</Fields[10 0 R]>>",
			objects: map[int]string{10: "<</Type/Annot/Subtype/Widget/FT/Tx/Parent 10 0 R/Kids[10 0 R]/Rect[0 0 9 " +
				"9]/AP<</N 10 0 R>>>>"}}.pdf()
	},
	"indirect length of itself": func() []byte { return bytes.Replace(testPage(), []byte("/Length 54"), []byte("/Length 4 0 R"), 1) },
	"wrong xref": func() []byte {
		return bytes.Replace(testPage(), []byte("startxref\n"), []byte("startxref\n9"), 1)
	},
	"no trailer":            func() []byte { d := testPage(); return d[:bytes.Index(d, []byte("xref"))] },
	"previous xref is this": func() []byte { return bytes.Replace(testPage(), []byte("/Size"), []byte("/Prev 453/Size"), 1) },
	"huge page":             func() []byte { return odd("/MediaBox[0 0 1e12 1e12]") },
	"inverted page":         func() []byte { return odd("/MediaBox[200 100 0 0]/CropBox[500 500 400 400]") },
	"no number":             func() []byte { return odd("/MediaBox[NaN Infinity 1e999 -1e999]/Rotate 45/UserUnit NaN") },
	"numbers that are none": func() []byte {
		return writePage("BT /F NaN Tf 1e999 -1e999 1e999 0 0 0 Tm (x) Tj ET 0 0 m inf nan l S")
	},
	"font of a metre":    func() []byte { return writePage("BT /F 2835 Tf 20 50 Td (large) Tj ET") },
	"font of no size":    func() []byte { return writePage("BT /F 0 Tf 20 50 Td (small) Tj ET") },
	"ten thousand pages": func() []byte { return manyPages(10_000) },
	"millions of glyphs": func() []byte {
		return writeCompressed(strings.Repeat("BT /F 1 Tf (aaaaaaaaaaaaaaaaaaaa) Tj ET ", 150_000))
	},
	"millions of paths": func() []byte { return writeCompressed(strings.Repeat("0 0 m 9 9 l 3 3 l h f ", 1_000_000)) },
	"one long path":     func() []byte { return writeCompressed("0 0 m " + strings.Repeat("9 9 l 1 1 l ", 1_000_000) + "S") },
	"a million clips": func() []byte {
		return writeCompressed(strings.Repeat("0 0 9 9 re W n ", 300_000) + "BT /F 9 Tf (x) Tj ET")
	},
	"deep graphics states": func() []byte { return writeCompressed(strings.Repeat("q ", 2_000_000) + "BT /F 9 Tf (x) Tj ET") },
	"zeros of a gigabyte":  func() []byte { return writeFiltered("/FlateDecode", deflate(zeros(1<<30))) },
	"filters in filters": func() []byte {
		return writeFiltered("["+strings.Repeat("/FlateDecode", 3)+"]", deflate(deflate(deflate(zeros(1<<30)))))
	},
	"a thousand filters": func() []byte { return writeFiltered("["+strings.Repeat("/ASCIIHexDecode", 1000)+"]", []byte("41>")) },
	"bomb of forms":      func() []byte { return bomb(10) },
	"image of gigapixels": func() []byte {
		return paper{content: plainDocket + upperHalf, resources: imageI,
			streams: map[int][2]string{
				10: {"/Subtype/Image/Width 100000/Height 100000/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode",
					string(deflate(zeros(1 << 20)))}}}.pdf()
	},
}

// slowly are those that are read until a limit is reached.
var slowly = map[string]bool{
	"cyclic form": true, "bomb of forms": true, "zeros of a gigabyte": true, "filters in filters": true,
	"millions of glyphs": true, "millions of paths": true,
}

// writePage is a page with content, odd one with other entries.
func writePage(content string) []byte { return paper{content: content}.pdf() }
func odd(page string) []byte          { return paper{content: plainDocket, page: page}.pdf() }

// writeCompressed is a page with compressed content.
func writeCompressed(content string) []byte {
	return writeFiltered("/FlateDecode", deflate(strings.NewReader(content)))
}

// writeFiltered is a page whose content has gone through filters.
func writeFiltered(filter string, content []byte) []byte {
	p := paper{page: "/Contents 10 0 R", streams: map[int][2]string{10: {"/Filter " + filter, string(content)}}}
	return bytes.Replace(p.pdf(), []byte("/Contents 4 0 R"), nil, 1)
}

// chain is a page tree with so many levels.
func chain(depth int) []byte {
	objects := []string{"<</Type/Catalog/Pages 2 0 R>>"}
	for i := range depth {
		objects = append(objects, fmt.Sprintf("<</Type/Pages/Count 1/Kids[%d 0 R]>>", i+3))
	}
	return assemblePDF(append(objects, "<</Type/Page/MediaBox[0 0 100 100]>>"))
}

func TestHostileDocumentsAreBounded(t *testing.T) {
	pool := testPool(t, "serve", func(o *Options) { o.Timeout, o.MaxPages = time.Minute, 20_000 })
	for name, make := range hostile {
		t.Run(name, func(t *testing.T) {
			if slowly[name] && os.Getenv("DOCKET_TEST_FULL") == "" {
				t.Skip("takes seconds: DOCKET_TEST_FULL=1 runs it")
			}
			data := make()
			start := time.Now()
			doc, err := pool.Read(context.Background(), data, layout.ReadSettings{})
			took := time.Since(start)
			if err != nil && domain.KindOf(err) != domain.Unprocessable {
				t.Errorf("got %v, want nil or a failure of the kind Unprocessable", err)
			}
			if took > 2*time.Minute {
				t.Errorf("took %v, want at most %v", took, 2*time.Minute)
			}
			t.Logf("%v: %d pages, %s, %v", took.Round(time.Millisecond), len(doc.Pages), noteOf(doc), err)
			if peak := workerPeak(t, pool); peak > 700<<10 {
				t.Errorf("the worker used %d KiB, want at most %v", peak, 700<<10)
			}
			if doc, err := pool.Read(context.Background(), testPage(), layout.ReadSettings{}); err != nil || len(doc.Pages[0].Glyphs) != 6 {
				t.Errorf("the next document: %v, want no error and len(doc.Pages[0].Glyphs) = 6", err)
			}
			runtime.GC()
		})
	}
}

// noteOf is the first note of a document.
func noteOf(doc layout.Document) string {
	for _, p := range doc.Pages {
		if p.Note != "" {
			return p.Note
		}
	}
	return ""
}

// workerPeak is the most memory that the pool's worker had, in KiB; 0 when it is gone
// or the system does not tell.
func workerPeak(t *testing.T, pool *Pool) (peak int) {
	t.Helper()
	c := <-pool.slots
	pool.slots <- c
	if c == nil {
		return 0
	}
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	if _, rest, ok := strings.Cut(string(data), "VmHWM:"); ok {
		_, _ = fmt.Sscan(rest, &peak)
	}
	return peak
}

// A nothing is so many zeros to read.
type nothing struct{ left int }

func zeros(n int) *nothing { return &nothing{n} }

// deflate compresses what a reader gives.
func deflate(r any) []byte {
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	switch r := r.(type) {
	case *nothing:
		block := make([]byte, 1<<20)
		for ; r.left > 0; r.left -= len(block) {
			_, _ = w.Write(block)
		}
	case []byte:
		_, _ = w.Write(r)
	case *strings.Reader:
		_, _ = r.WriteTo(w)
	}
	_ = w.Close()
	return out.Bytes()
}
