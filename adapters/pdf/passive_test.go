package pdf

import (
	"bytes"
	"compress/zlib"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/pdf/syntax"
)

const (
	script    = "<</S/JavaScript/JS(app.alert\\(1\\))>>"
	inTheFile = "<</Type/EmbeddedFile/Length 4>>stream\nevil\nendstream"
	ownForm   = "/Type/XObject/Subtype/Form/BBox[0 0 30 10]"
)

// linkTo is a page with one link.
func linkTo(action string) paper {
	return paper{content: plainDocket, page: "/Annots[10 0 R]", objects: map[int]string{
		10: "<</Type/Annot/Subtype/Link/Rect[20 50 60 70]/Border[0 0 1]/A " + action + ">>"}}
}

// drawAnnotated is a page with an annotation that is drawn.
func drawAnnotated(entries string, objects map[int]string) paper {
	all := map[int]string{10: "<</Type/Annot/Rect[100 20 130 30]/F 4/AP<</N 11 0 R>>" + entries + ">>"}
	for number, text := range objects {
		all[number] = text
	}
	return paper{content: plainDocket, page: "/Annots[10 0 R]", objects: all,
		streams: map[int][2]string{11: {ownForm, "1 0 0 rg 0 0 30 10 re f"}}}
}

// activePapers have one construct each that a viewer would run, start, open, fetch or send.
var activePapers = map[string]paper{
	"script at opening":        {content: plainDocket, catalog: "/OpenAction" + script},
	"script of another object": {content: plainDocket, catalog: "/OpenAction 10 0 R", objects: map[int]string{10: script}},
	"script in a stream": {content: plainDocket, catalog: "/OpenAction<</S/JavaScript/JS 10 0 R>>",
		streams: map[int][2]string{10: {"", "app.alert(1)"}}},
	"type behind a reference": {content: plainDocket, catalog: "/OpenAction<</S 10 0 R/JS(x)>>",
		objects: map[int]string{10: "/JavaScript"}},
	"escaped names": {content: plainDocket, catalog: "/Open#41ction<</S/Java#53cript/#4aS(x)>>"},
	"named scripts": {content: plainDocket, catalog: "/Names<</JavaScript<</Names[(a) 10 0 R]>>>>",
		objects: map[int]string{10: script}},
	"page that opens, closes":  {content: plainDocket, page: "/AA<</O" + script + "/C" + script + ">>"},
	"catalog that prints":      {content: plainDocket, catalog: "/AA<</WP" + script + "/DC" + script + ">>"},
	"steps of a page":          {content: plainDocket, page: "/PresSteps<</Type/NavNode/NA" + script + "/PA" + script + ">>"},
	"annotation under a mouse": drawAnnotated("/Subtype/Square/AA<</E"+script+">>", nil),
	"button": {content: plainDocket, page: "/Annots[10 0 R]", catalog: "/AcroForm<</Fields[10 0 R]/CO[10 0 R]>>", objects: map[int]string{
		10: "<</Type/Annot/Subtype/Widget/FT/Btn/T(b)/Rect[0 0 9 9]/A" + script + "/AA<</D" + script + ">>>>"}},
	"field that calculates": {content: plainDocket, page: "/Annots[10 0 R]", catalog: "/AcroForm<</Fields[11 0 R]>>",
		objects: map[int]string{
			10: "<</Type/Annot/Subtype/Widget/Parent 11 0 R/Rect[0 0 9 9]>>",
			11: "<</FT/Tx/T(t)/Kids[10 0 R]/AA<</C" + script + "/K" + script + ">>>>"}},
	"form of XML": {content: plainDocket, catalog: "/AcroForm<</Fields[]/XFA[(template)10 0 R]>>",
		streams: map[int][2]string{10: {"", "<xdp/>"}}},
	"launch":             linkTo("<</S/Launch/F(cmd.exe)/Win<</F(cmd.exe)>>>>"),
	"other file":         linkTo("<</S/GoToR/F(\\\\\\\\host\\\\share)/D[0/Fit]>>"),
	"embedded target":    linkTo("<</S/GoToE/T<</R/C/N(a)>>/D[0/Fit]>>"),
	"sends a form":       linkTo("<</S/SubmitForm/F(http://example.org)>>"),
	"takes data in":      linkTo("<</S/ImportData/F(a.fdf)>>"),
	"plays a rendition":  linkTo("<</S/Rendition/OP 0/JS(x)/R<</Type/Rendition/S/MR>>>>"),
	"plays a movie":      linkTo("<</S/Movie/T(m)>>"),
	"plays a sound":      linkTo("<</S/Sound/Sound 11 0 R>>"),
	"three dimensions":   linkTo("<</S/GoTo3DView/V/F>>"),
	"runs rich media":    linkTo("<</S/RichMediaExecute/CMD<</C(x)>>>>"),
	"hides":              linkTo("<</S/Hide/T(x)>>"),
	"named":              linkTo("<</S/Named/N/Print>>"),
	"second action":      linkTo("<</S/URI/URI(https://example.org)/Next" + script + ">>"),
	"address of script":  linkTo("<</S/URI/URI(javascript:alert)>>"),
	"address of a file":  linkTo("<</S/URI/URI(file:///etc/passwd)>>"),
	"address of mail":    linkTo("<</S/URI/URI<6D61696C746F3A61>>>"),
	"half an address":    linkTo("<</S/URI/URI(//host/path)>>"),
	"address that tries": linkTo("<</S/URI/URI(\\152avascript:x)/PA<</S/URI/URI(http://a)>>>>"),
	"unknown action":     linkTo("<</S/Anything/F(a)>>"),
	"action of a list":   linkTo("[" + script + "]"),
	"link with two": {content: plainDocket, page: "/Annots[10 0 R]",
		objects: map[int]string{10: "<</Subtype/Link/Rect[0 0 9 9]/PA" + script + ">>"}},
	"bookmark": {content: plainDocket, catalog: "/Outlines 10 0 R", objects: map[int]string{
		10: "<</First 11 0 R/Last 11 0 R/Count 1>>", 11: "<</Title(a)/Parent 10 0 R/A" + script + ">>"}},
	"embedded files": {content: plainDocket, catalog: "/Names<</EmbeddedFiles<</Names[(a)10 0 R]>>>>/AF[10 0 " +
		"R]/Collection<</View/D>>/PageMode/UseAttachments",
		objects: map[int]string{10: "<</Type/Filespec/F(a)/EF<</F 11 0 R>>>>", 11: inTheFile}},
	"attachment": drawAnnotated("/Subtype/FileAttachment/FS 12 0 R",
		map[int]string{12: "<</Type/Filespec/F(a)/EF<</F 13 0 R>>>>", 13: inTheFile}),
	"sound":  drawAnnotated("/Subtype/Sound/Sound 12 0 R", map[int]string{12: "<</R 1/Length 1>>stream\nx\nendstream"}),
	"movie":  drawAnnotated("/Subtype/Movie/Movie<</F(a.mpg)>>/A true", nil),
	"screen": drawAnnotated("/Subtype/Screen/AA<</PO<</S/Rendition/OP 0>>>>", nil),
	"rich media": drawAnnotated("/Subtype/RichMedia/RichMediaContent<</Assets<</Names[(a)12 0 R]>>>>/RichMediaSettings<<>>",
		map[int]string{12: "<</EF<</F 13 0 R>>>>", 13: inTheFile}),
	"a model": drawAnnotated("/Subtype/3D/3DD 12 0 R/3DV/Default",
		map[int]string{12: "<</Type/3D/Subtype/U3D/OnInstantiate 13 0 R/Length 1>>stream\nx\nendstream",
			13: "<</Length 1>>stream\nx\nendstream"}),
	"tags": {content: plainDocket, catalog: "/StructTreeRoot<</K<</S/JavaScript/JS(x)/A" + script + ">>>>"},
	"base": {content: plainDocket, catalog: "/URI<</Base(file:///)>>"},
	"other pages": {content: plainDocket, resources: "/XObject<</X 10 0 R>>",
		streams: map[int][2]string{10: {ownForm + "/Ref<</F(other.pdf)/Page 0>>", "0 0 9 9 re f"}}},
	"font that is an action": {content: plainDocket, resources: "/Pattern<</P 10 0 R>>", objects: map[int]string{
		10: "<</S/JavaScript/JS(x)>>"}},
	"private data": {content: plainDocket, page: "/PieceInfo<</X<</Private<</EF<</F 10 0 R>>>>>>>>",
		objects: map[int]string{10: inTheFile}},
}

// forbiddenNames may stand nowhere in a preview, as a key or as a value.
var forbiddenNames = strings.Fields(
	`OpenAction AA PA NA JS JavaScript Launch GoToR GoToE SubmitForm ImportData Rendition Movie Sound Hide Named
	GoTo3DView RichMediaExecute EmbeddedFiles EmbeddedFile EF AF FS FileAttachment XFA RichMedia RichMediaContent 3D 3DD Screen Ref Collection
	ObjStm Encrypt PieceInfo PresSteps NavNode`)

var (
	anyStream  = regexp.MustCompile(`(?s)stream\r?\n.*?endstream`)
	anyName    = regexp.MustCompile(`/([^\s()<>\[\]{}/%]+)`)
	linkTarget = regexp.MustCompile(`/URI \(([^)]*)\)`)
)

// namesIn lists the names outside of the contents of streams, without their escapes.
func namesIn(pdf []byte) (names []string) {
	for _, m := range anyName.FindAllSubmatch(anyStream.ReplaceAll(pdf, nil), -1) {
		name, _ := syntax.NewValueReader(append([]byte("/"), m[1]...)).ReadValue() // a name is always read
		names = append(names, string(name.(syntax.Name)))
	}
	return names
}

// checkPassive looks for what no preview may have: in the objects, and in what streams hold.
func checkPassive(t *testing.T, pdf []byte) {
	t.Helper()
	names := namesIn(pdf)
	for _, bad := range forbiddenNames {
		if slices.Contains(names, bad) {
			t.Errorf("/%s is in the preview, want nothing active", bad)
		}
	}
	for _, m := range linkTarget.FindAllSubmatch(pdf, -1) {
		if !bytes.HasPrefix(m[1], []byte("http://")) && !bytes.HasPrefix(m[1], []byte("https://")) {
			t.Errorf("a link to %q is in the preview, want an address of http or https", m[1])
		}
	}
	for _, text := range append(plainStreams(pdf), pdf) {
		for _, bad := range []string{"app.alert", "evil", "cmd.exe", "file:", "<xdp"} {
			if bytes.Contains(text, []byte(bad)) {
				t.Errorf("%q is in the preview, want nothing active", bad)
			}
		}
	}
}

// plainStreams lists the contents of all streams that zlib can unpack.
func plainStreams(pdf []byte) (out [][]byte) {
	for _, s := range anyStream.FindAll(pdf, -1) {
		r, err := zlib.NewReader(bytes.NewReader(bytes.TrimLeft(bytes.TrimPrefix(s, []byte("stream")), "\r\n")))
		if err != nil {
			continue
		}
		text, _ := io.ReadAll(r) // as far as it goes
		out = append(out, text)
	}
	return out
}

// markPlain is a copy without marks.
func markPlain(t *testing.T, pool *Pool, pdf []byte) []byte {
	t.Helper()
	out, err := pool.Mark(context.Background(), pdf, nil, Meta{"a", "Docket"}, Cleaning{})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// checkSameLook compares the first page of two documents, dot by dot.
func checkSameLook(t *testing.T, pool *Pool, a, b []byte) {
	t.Helper()
	var looks [2][]byte
	for i, pdf := range [][]byte{a, b} {
		var err error
		if looks[i], err = pool.Render(context.Background(), pdf, 1, 72); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(looks[0], looks[1]) {
		t.Error("the preview looks different")
	}
}

func TestPreviewsHaveNoActiveContent(t *testing.T) {
	pool := testPool(t, "serve", nil)
	for name, p := range activePapers {
		for form, pdf := range map[string][]byte{"plain": p.pdf(), "packed": p.packObjects(), "encrypted": p.encryptFile()} {
			t.Run(name+", "+form, func(t *testing.T) {
				out := markPlain(t, pool, pdf)
				checkPassive(t, out)
				checkSameLook(t, pool, pdf, out)
				if doc, page := readPaper(t, pool, p, plainSettings); words(page) == "" || len(doc.Pages) != 1 {
					t.Errorf(`the test document reads as %q, want words(page) other than "" and len(doc.Pages) = 1`, words(page))
				}
				checkWithQPDF(t, out)
			})
		}
	}
}

func TestPreviewsKeepLinks(t *testing.T) {
	pool := testPool(t, "serve", nil)
	goTo := "<</S/GoTo/D[3 0 R/Fit]>>"
	tests := map[string]struct {
		paper paper
		wants []string
	}{
		"within the file": {linkTo(goTo), []string{"/A <</D [3 0 R /Fit]/S /GoTo>>"}},
		"http":            {linkTo("<</S/URI/URI(http://example.org/a?b=c)>>"), []string{"/URI (http://example.org/a?b=c)"}},
		"https": {linkTo("11 0 R").with(11, "<</Type/Action/S/URI/URI(HTTPS://example.org)>>"),
			[]string{"(HTTPS://example.org)"}},
		"destination": {paper{content: plainDocket, page: "/Annots[<</Subtype/Link/Rect[0 0 9 9]/Dest(there)>>]",
			catalog: "/Names<</Dests<</Names[(there)[3 0 R/Fit]]>>/JavaScript<</Names[(a)" + script + "]>>>>"},
			[]string{"/Dest (there)", "/Names <</Dests", "(there)"}},
		"old destinations": {paper{content: plainDocket, catalog: "/Dests<</AA[3 0 R/Fit]>>"}, []string{"/AA [3 0 R /Fit]"}},
		"bookmark": {paper{content: plainDocket, catalog: "/Outlines 10 0 R", objects: map[int]string{
			10: "<</First 11 0 R/Last 11 0 R/Count 1>>", 11: "<</Title(a)/Parent 10 0 R/A" + goTo + ">>"}},
			[]string{"/S /GoTo", "/Title (a)"}},
		"attributes of tags": {paper{content: plainDocket,
			catalog: "/StructTreeRoot<</K<</S/Table/A[<</O/Table/RowSpan 2>>0]>>>>"}, []string{"/RowSpan 2"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			out := markPlain(t, pool, tt.paper.pdf())
			for _, want := range tt.wants {
				if !bytes.Contains(out, []byte(want)) {
					t.Errorf("%q is not in the preview", want)
				}
			}
			checkSameLook(t, pool, tt.paper.pdf(), out)
		})
	}
}

// TestPreviewsKeepFreeNames: fonts, pictures and states of buttons may have any name.
func TestPreviewsKeepFreeNames(t *testing.T) {
	pool := testPool(t, "serve", nil)
	p := paper{content: "BT /AA 12 Tf 20 60 Td (upper) Tj ET q 1 0 0 1 100 50 cm /JS Do Q", page: "/Annots[12 0 R]",
		resources: "/Font<</AA 5 0 R>>/XObject<</JS 10 0 R>>",
		objects:   map[int]string{12: "<</Type/Annot/Subtype/Widget/FT/Btn/Rect[0 0 30 10]/AS/EF/AP<</N<</EF 11 0 R/Off 10 0 R>>>>>>"},
		streams:   map[int][2]string{10: {ownForm, "0 1 0 rg 0 0 30 10 re f"}, 11: {ownForm, "0 0 1 rg 0 0 30 10 re f"}}}
	p.resources = strings.Replace(p.resources, "/Font<</AA 5 0 R>>", "", 1)
	pdf := bytes.Replace(p.pdf(), []byte("/F 5 0 R"), []byte("/AA 5 0 R"), 1)
	checkSameLook(t, pool, pdf, markPlain(t, pool, pdf))
}

// TestPreviewsOfTheCorpusArePassive marks each odd document and looks at what comes out.
func TestPreviewsOfTheCorpusArePassive(t *testing.T) {
	files := corpus(t, "odd-pdfs")
	if os.Getenv("DOCKET_SOAK") == "" {
		files = files[:25]
	}
	pool := testPool(t, "serve", nil)
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		out, err := pool.Mark(context.Background(), data, nil, Meta{"a", "Docket"}, Cleaning{})
		if err != nil {
			continue
		}
		t.Run(filepath.Base(f), func(t *testing.T) {
			checkPassive(t, out)
			before, err := pool.Render(context.Background(), data, 1, 36)
			if err != nil {
				t.Skip("the original cannot be drawn")
			}
			after, err := pool.Render(context.Background(), out, 1, 36)
			if err != nil || !bytes.Equal(before, after) {
				t.Errorf("the preview looks different, %v, want no error and the same bytes", err)
			}
		})
	}
}

// FuzzRemoveActiveContent: whatever a saved file holds, the copy has none of the keys, and is
// the same when it is cleaned once more.
func FuzzRemoveActiveContent(f *testing.F) {
	for _, p := range activePapers {
		f.Add(asSaved(p.pdf()))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		out, err := syntax.RemoveActiveContent(data)
		if err != nil {
			return
		}
		again, err := syntax.RemoveActiveContent(out)
		if err != nil || !bytes.Equal(out, again) {
			t.Errorf("cleaned once more: %v, want no error and the same bytes", err)
		}
	})
}

// asSaved writes the end of a file as PDFium does.
func asSaved(pdf []byte) []byte {
	at := bytes.LastIndex(pdf, []byte("trailer"))
	xref := regexp.MustCompile(`startxref\s+(\d+)\s+%%EOF\s*$`).FindSubmatch(pdf)
	if at < 0 || xref == nil {
		return pdf
	}
	return fmt.Appendf(bytes.Clone(pdf[:at]), "trailer\n<</Root 1 0 R/Size 31>>\nstartxref\n%s\n%%%%EOF\n", xref[1])
}
