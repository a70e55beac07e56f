package pdf

import (
	"bytes"
	"context"
	"reflect"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/domain"
)

// FuzzDecodePage holds the parent against workers that send anything.
func FuzzDecodePage(f *testing.F) {
	page := layout.Page{
		Width: 200, Height: 100, Rotation: 90, Unmapped: 1, Layered: true, Note: "Too large",
		Glyphs: []layout.Glyph{{Rune: 'é', Tag: 2, Generated: true, Loose: layout.Box{X0: 1, Y0: 2, X1: 3, Y1: 4}}},
		Rules:  []layout.Rule{{X0: 1, Y0: 1, X1: 9, Y1: 1, Filled: true}},
		Images: []layout.Picture{{Box: layout.Box{X0: 1, Y0: 1, X1: 9, Y1: 9}, Transparent: true}},
	}
	more := news{
		styles: []layout.Style{{Font: "Helvetica", Size: 12, Weight: 700, Italic: true, Angle: 270, Direction: 268, Color: 0xFF8800}},
		tags:   []layout.Tag{{Role: "Table", Parent: -1}, {Role: "TD", Parent: 0}},
	}
	f.Add(encodePage(nil, &page, more))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		var doc layout.Document
		p, err := decodePage(data, &doc, base{})
		if err != nil {
			return
		}
		var again layout.Document
		q, err := decodePage(encodePage(nil, &p, news{doc.Styles, doc.Tags}), &again, base{})
		if err != nil || len(q.Glyphs) != len(p.Glyphs) || len(q.Rules) != len(p.Rules) || len(again.Styles) != len(doc.Styles) ||
			len(again.Tags) != len(doc.Tags) {
			t.Errorf("second round: %v, want the same page again", err)
		}
	})
}

func TestPagesSurviveTheWire(t *testing.T) {
	page := layout.Page{
		Width: 200, Height: 100, Rotation: 90, Unmapped: 1, Layered: true, Note: "Too large",
		Glyphs: []layout.Glyph{{Rune: 'é', Tag: 1, Generated: true, Tight: layout.Box{X0: 1, Y0: 1, X1: 2, Y1: 2},
			Loose: layout.Box{X0: 1, Y0: 2, X1: 3, Y1: 4}}},
		Rules:  []layout.Rule{{X0: 1, Y0: 1, X1: 9, Y1: 1, Filled: true}},
		Images: []layout.Picture{{Box: layout.Box{X0: 1, Y0: 1, X1: 9, Y1: 9}, Transparent: true}},
	}
	more := news{
		styles: []layout.Style{{Font: "Helvetica", Size: 12, Weight: 700, Italic: true, Angle: 270, Direction: 268, Color: 0xFF8800}},
		tags:   []layout.Tag{{Role: "Table", Parent: -1}, {Role: "TD", Parent: 0}},
	}
	var doc layout.Document
	got, err := decodePage(encodePage(nil, &page, more), &doc, base{})
	if err != nil || !reflect.DeepEqual(got, page) || !reflect.DeepEqual(news{doc.Styles, doc.Tags}, more) {
		t.Errorf("got %+v, %+v, %v, want %+v, %+v", got, doc, err, page, more)
	}
}

func TestOutlinesSurviveTheWire(t *testing.T) {
	want := []layout.Bookmark{{Title: "1 Größe", Level: 1, Page: 3, Y: 700}, {Title: "1.1", Level: 2}}
	got, err := decodeOutline(encodeOutline(want))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, want no error and %v", got, err, want)
	}
}

func TestPagesPointOnlyToWhatIsThere(t *testing.T) {
	one := news{styles: make([]layout.Style, 1), tags: []layout.Tag{{Role: "P", Parent: -1}}}
	for name, tt := range map[string]struct {
		glyph layout.Glyph
		news  news
	}{
		"style":           {layout.Glyph{Style: 1}, one},
		"negative style":  {layout.Glyph{Style: -1}, one},
		"tag":             {layout.Glyph{Tag: 2}, one},
		"negative tag":    {layout.Glyph{Tag: -1}, one},
		"its own parent":  {layout.Glyph{}, news{one.styles, []layout.Tag{{Role: "P"}}}},
		"negative parent": {layout.Glyph{}, news{one.styles, []layout.Tag{{Role: "P", Parent: -2}}}},
	} {
		var doc layout.Document
		if _, err := decodePage(encodePage(nil, &layout.Page{Glyphs: []layout.Glyph{tt.glyph}}, tt.news), &doc, base{}); err == nil {
			t.Errorf("%s: accepted, want an error", name)
		}
	}
}

// FuzzDecodeOutline is FuzzDecodePage for bookmarks.
func FuzzDecodeOutline(f *testing.F) {
	f.Add(encodeOutline([]layout.Bookmark{{Title: "1", Level: 1, Page: 3, Y: 700}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := decodeOutline(data)
		if err == nil && !bytes.Equal(encodeOutline(list), data) {
			t.Errorf("%d bookmarks do not give the bytes that they were read from, want an error or the same bytes", len(list))
		}
	})
}

// FuzzReadFrame holds both sides against broken streams.
func FuzzReadFrame(f *testing.F) {
	var good bytes.Buffer
	if err := writeFrame(&good, frameJob, []byte("{}")); err != nil {
		f.Fatal(err)
	}
	f.Add(good.Bytes())
	f.Add([]byte{1, 255, 255, 255, 255})
	f.Add([]byte{1, 255, 255, 255, 0, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		kind, body, err := readFrame(bytes.NewReader(data))
		if err == nil && (kind != data[0] || len(body) > len(data)-5) {
			t.Errorf("frame of kind %d and %d bytes from %d bytes, want what the head says",
				kind, len(body), len(data))
		}
	})
}

// FuzzRead lets documents of any content through a worker. It takes a millisecond
// or so each; the pool must survive all of them.
func FuzzRead(f *testing.F) {
	f.Add(testPage())
	f.Add(manyPages(2))
	f.Add(bomb(2))
	pool := testPool(f, "serve", func(o *Options) { o.Timeout = time.Minute })
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := pool.Read(context.Background(), data, layout.ReadSettings{})
		if err != nil {
			if domain.KindOf(err) != domain.Unprocessable {
				t.Error(err)
			}
			return
		}
		layout.BuildTree(&doc)
	})
}

// FuzzStore holds the reading of objects to its limits: whatever the bytes are, it returns.
func FuzzStore(f *testing.F) {
	cii := "<CrossIndustryInvoice/>"
	for _, p := range []paper{drawLayers("x", ""), withNote("/Subtype/Widget/FT/Tx/V(a)", "/NeedAppearances true"),
		dynamicForm("/AcroForm<</XFA 10 0 R>>", "x", "<a>1</a>"),
		attachedBy("/AF[10 0 R]", "", attachedFile{"a", "/Filter[/ASCIIHexDecode/FlateDecode]", cii})} {
		f.Add(p.pdf())
		f.Add(p.packObjects())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := openStore(data)
		if err != nil {
			return
		}
		file := pdfFile{raw: data, looked: true, store: s, layers: s.readLayers(), pages: 3}
		for i := range file.pages {
			page := file.pageDict(i)
			if file.layers != nil {
				file.layers.hideSome(page.Get("Resources"), 0)
			}
			for k := range s.List(page.Get("Annots")) {
				if a := file.annotationDict(i, k); a != nil {
					file.isHiddenNote(a)
					s.textOfAnnotation(a)
				}
			}
		}
		formData(s.formXML(s.Dict(s.Catalog().Get("AcroForm")).Get("XFA")))
		for _, a := range file.likelyInvoicesFirst() {
			file.readInvoice(a.attachment)
		}
	})
}
