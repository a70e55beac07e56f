package processes_test

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/commands/blob"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/processes"
)

// recogniser writes a word on each page that has none.
type recogniser struct {
	version string
	times   int
	fails   error
}

func (r *recogniser) Version() string { return r.version }

func (r *recogniser) ExaminePictures(context.Context, []byte, *layout.Document) error { return nil }

func (r *recogniser) Recognise(_ context.Context, _ []byte, doc *layout.Document, languages []string) (due, done []int, err error) {
	if r.fails != nil {
		return nil, nil, r.fails
	}
	r.times++
	style := int32(len(doc.Styles))
	doc.Styles = append(doc.Styles, layout.Style{Font: "OCR", Size: 12})
	for i := range doc.Pages {
		if len(doc.Pages[i].Glyphs) > 0 {
			continue
		}
		for n, c := range "found by " + strings.Join(languages, "+") {
			x := float32(10 + 6*n)
			doc.Pages[i].Glyphs = append(doc.Pages[i].Glyphs,
				layout.Glyph{Rune: c, Style: style, Confidence: 90, Loose: layout.Box{X0: x, Y0: 50, X1: x + 6, Y1: 62}})
		}
		due, done = append(due, i+1), append(done, i+1)
	}
	return due, done, nil
}

// converter makes a PDF that says whose it is.
type converter struct {
	version  string
	times    int
	findings []document.Finding
}

func (c *converter) Version() string { return c.version }

func (c *converter) Convert(_ context.Context, name string, office []byte) ([]byte, []document.Finding, error) {
	c.times++
	return []byte("%PDF-1.7 of " + name), c.findings, nil
}

// scans is a reader of documents of two pages that are pictures.
type scans struct{ read []string }

func (s *scans) Read(_ context.Context, pdf []byte, _ layout.ReadSettings) (layout.Document, error) {
	s.read = append(s.read, string(pdf))
	page := layout.Page{Width: 600, Height: 800, Images: []layout.Picture{{Box: layout.Box{X1: 600, Y1: 800}}}}
	return layout.Document{Pages: []layout.Page{page, page}, Styles: []layout.Style{{Font: "own"}}}, nil
}

// scanDesk is a desk whose template wants recognition, or not.
func scanDesk(t *testing.T, byDefault bool) (*desk, *scans, *recogniser, *converter) {
	t.Helper()
	d := newDeskWith(t, template.Settings{OCRByDefault: byDefault, OCRLanguages: []string{"deu"}})
	s, r, c := &scans{}, &recogniser{version: "r1"}, &converter{version: "c1"}
	d.processor.Documents = processes.Documents{PDF: s, OCR: r, Office: c}
	return d, s, r, c
}

func (d *desk) process(t *testing.T, upload string) file.State {
	t.Helper()
	content := "%PDF-1.4 " + upload
	if strings.HasSuffix(upload, ".docx") {
		content = docx(t)
	}
	if strings.HasSuffix(upload, ".png") {
		content = "\x89PNG\r\n\x1a\n"
	}
	d.last = d.upload(upload, content)
	if err := d.processor.Process(t.Context(), d.last); err != nil {
		t.Fatal(err)
	}
	return d.file(d.last)
}

func docx(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range []string{"[Content_Types].xml", "_rels/.rels", "word/document.xml"} {
		p, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(p, "<a/>")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// again asks for another analysis and does it.
func (d *desk) again(t *testing.T, f file.State, ocr bool) file.State {
	t.Helper()
	stream := d.last
	if _, err := d.ReanalyseFile(t.Context(), commands.ReanalyseFile{Request: requestOf(d.owner), TemplateID: d.template,
		DossierID: f.Dossier, FileID: stream.Key(), OCR: ocr}); err != nil {
		t.Fatal(err)
	}
	if err := d.processor.Process(t.Context(), stream); err != nil {
		t.Fatal(err)
	}
	return d.file(stream)
}

// steps are the statuses that the file went through.
func (d *desk) steps(t *testing.T) string {
	t.Helper()
	var out []string
	for e, err := range d.Log.Stream(t.Context(), d.last, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if c, ok := e.Event.(file.ProcessingChanged); ok {
			out = append(out, string(c.To))
		}
	}
	return strings.Join(out, " ")
}

// text returns the text of a file's tree.
func (d *desk) text(t *testing.T, f file.State) string {
	t.Helper()
	var tree document.Tree
	if err := blob.GetJSON(t.Context(), d.blobs, f.Tree, &tree); err != nil {
		t.Fatal(err)
	}
	return tree.Text
}

func TestAnOfficeFileOfScansGoesAllTheWay(t *testing.T) {
	t.Parallel()
	d, s, r, c := scanDesk(t, true)
	f := d.process(t, "a.docx")
	if got := d.steps(t); got != "CONVERT OCR LAYOUT ANALYSE INDEX PROCESSED" {
		t.Error(got)
	}
	if !slices.Equal(s.read, []string{"%PDF-1.7 of a.docx"}) || r.times != 1 || c.times != 1 {
		t.Errorf(`read %q, recognised %d and converted %d times, want s.read = {"%%PDF-1.7 of a.docx"}, r.times = 1 and c.times `+
			`= 1`, s.read, r.times, c.times)
	}
	if text := d.text(t, f); strings.Count(text, "found by deu") != 2 || f.Made.Pages != (file.Recognition{Due: 2, Done: 2}) {
		t.Errorf("got %q, %+v, want both pages recognised", text, f.Made.Pages)
	}
	f = d.again(t, f, false)
	if got := d.steps(t); !strings.HasSuffix(got, "PROCESSED REPROCESS ANALYSE INDEX PROCESSED") &&
		!strings.HasSuffix(got, "PROCESSED ANALYSE INDEX PROCESSED") {
		t.Error("with nothing changed:", got)
	}
	if r.times != 1 || c.times != 1 || len(s.read) != 1 {
		t.Errorf("with nothing changed: read %d, recognised %d, converted %d times, want r.times = 1, c.times = 1 and "+
			"len(s.read) = 1", len(s.read), r.times, c.times)
	}
	r.version = "r2"
	f = d.again(t, f, false)
	if r.times != 2 || c.times != 1 || f.Made.Pages.Done != 2 {
		t.Errorf("with another engine: recognised %d, converted %d times, want r.times = 2, c.times = 1 and f.Made.Pages.Done = "+
			"2", r.times, c.times)
	}
	if r.version, c.version = "", ""; d.again(t, f, true).Processing != file.Processed || c.times != 1 {
		t.Error("without the tools what they made is lost")
	}
	if n := d.blobs.count(); n < d.countNamed(d.last) {
		t.Errorf("%d blobs, %d named, want no fewer blobs", n, d.countNamed(d.last))
	}
}

// layers is a reader of scans with a layer of text.
type layers struct{ scans }

func (l *layers) Read(ctx context.Context, pdf []byte, s layout.ReadSettings) (layout.Document, error) {
	doc, err := l.scans.Read(ctx, pdf, s)
	for i := range doc.Pages {
		doc.Pages[i].Layered = true
		doc.Pages[i].Glyphs = []layout.Glyph{{Rune: 'x', Loose: layout.Box{X0: 10, Y0: 50, X1: 16, Y1: 62}}}
	}
	return doc, err
}

// replacer replaces the layers that it is to distrust.
type replacer struct{ recogniser }

func (r *replacer) Recognise(ctx context.Context, pdf []byte, doc *layout.Document, languages []string) (due, done []int, err error) {
	for i := range doc.Pages {
		if doc.Pages[i].Distrusted {
			doc.Pages[i].Glyphs, doc.Pages[i].Layered = nil, false
		}
	}
	return r.recogniser.Recognise(ctx, pdf, doc, languages)
}

// TestRecognitionThatIsAskedForReplacesLayers wants the layer of scans to stay until people ask for recognition,
// what is recognised then to last, and pages to be counted when it is used.
func TestRecognitionThatIsAskedForReplacesLayers(t *testing.T) {
	t.Parallel()
	d, _, _, _ := scanDesk(t, true)
	r := &replacer{recogniser{version: "r1"}}
	d.processor.Documents = processes.Documents{PDF: &layers{}, OCR: r}
	f := d.process(t, "a.pdf")
	if text := d.text(t, f); strings.Contains(text, "found") || f.Made.Pages != (file.Recognition{}) {
		t.Errorf("a layer that is not distrusted: %q, %+v; want it to stay and no page to count", text, f.Made.Pages)
	}
	f = d.again(t, f, true)
	if text := d.text(t, f); strings.Count(text, "found by deu") != 2 || f.Made.Pages != (file.Recognition{Due: 2, Done: 2}) {
		t.Errorf("asked for: %q, %+v; want what was recognised on two pages", text, f.Made.Pages)
	}
	times := r.times
	f = d.again(t, f, true)
	if text := d.text(t, f); strings.Count(text, "found by deu") != 2 || r.times != times {
		t.Errorf("asked for again: %q, recognised %d times; want the same, %d times", text, r.times, times)
	}
	r.version = "r2"
	f = d.again(t, f, false)
	if text := d.text(t, f); strings.Count(text, "found by deu") != 2 || r.times != times+1 {
		t.Errorf("with another engine: %q, recognised %d times; want it recognised again", text, r.times)
	}
}

// TestAPictureIsConvertedWithoutOfficeTools wants a photo to become a PDF, and to become one anew when what
// makes it has changed and people ask.
func TestAPictureIsConvertedWithoutOfficeTools(t *testing.T) {
	t.Parallel()
	d, s, r, c := scanDesk(t, true)
	pictures := &converter{version: "p1"}
	d.processor.Documents.Pictures, c.version = pictures, ""
	f := d.process(t, "a.png")
	if got := d.steps(t); got != "CONVERT OCR LAYOUT ANALYSE INDEX PROCESSED" || f.Made.PDFKey != "p1" {
		t.Errorf("%s by %s, want got = %q and f.Made.PDFKey = %q", got, f.Made.PDFKey, "CONVERT OCR LAYOUT ANALYSE INDEX PROCESSED", "p1")
	}
	if !slices.Equal(s.read, []string{"%PDF-1.7 of a.png"}) || c.times != 0 || pictures.times != 1 {
		t.Errorf(`read %q, %d and %d conversions, want s.read = {"%%PDF-1.7 of a.png"}, c.times = 0 and pictures.times = 1`,
			s.read, c.times, pictures.times)
	}
	if f = d.again(t, f, false); pictures.times != 1 {
		t.Errorf("with nothing changed: %d conversions, want 1", pictures.times)
	}
	if pictures.version = "p2"; d.again(t, f, false).Processing != file.Processed || pictures.times != 2 || r.times != 2 {
		t.Errorf("with another converter: %d conversions, %d times recognised, want 2 of each",
			pictures.times, r.times)
	}
}

// TestRecognitionOnRequest wants pages to wait for somebody to ask, to be kept for
// later layouts, and not to be recognised twice with the same engine.
func TestRecognitionOnRequest(t *testing.T) {
	t.Parallel()
	d, s, r, _ := scanDesk(t, false)
	f := d.process(t, "a.pdf")
	if got := d.steps(t); got != "LAYOUT ANALYSE INDEX PROCESSED" || r.times != 0 || f.Made.Pages.Due != 0 {
		t.Errorf("%s, recognised %d times, %+v, want LAYOUT ANALYSE INDEX PROCESSED, r.times = 0 and f.Made.Pages.Due = 0", got,
			r.times, f.Made.Pages)
	}
	f = d.again(t, f, true)
	if got := d.steps(t); !strings.HasSuffix(got, "OCR LAYOUT ANALYSE INDEX PROCESSED") || !strings.Contains(d.text(t, f), "found by deu") {
		t.Error(got)
	}
	f = d.again(t, f, true)
	if r.times != 1 || strings.Count(d.text(t, f), "found by deu") != 2 || f.Made.Pages.Done != 2 || len(s.read) != 3 {
		t.Errorf("recognised %d times, read %d times, %+v: %q, want 1, 3 and 2 pages done",
			r.times, len(s.read), f.Made.Pages, d.text(t, f))
	}
	var fresh []int // pages that each recognition counts as recognised for the first time
	for _, e := range d.events(d.last, "file.processing-changed") {
		if c := e.Event.(file.ProcessingChanged); c.From == file.OCR {
			fresh = append(fresh, c.OCR.New)
		}
	}
	if !slices.Equal(fresh, []int{2, 0}) {
		t.Errorf("newly recognised pages %v, want them counted once", fresh)
	}
}

// TestWithoutTools wants the sentences of missing tools, and files to go on after
// their installation.
func TestWithoutTools(t *testing.T) {
	t.Parallel()
	d, _, r, c := scanDesk(t, true)
	r.version, c.version = "", ""
	d.process(t, "a.docx")
	d.wantFailure(t, "conversion", "Office conversion is not installed")
	c.version = "c1"
	f := d.again(t, d.file(d.last), false)
	d.wantFailure(t, "ocr", "OCR is not installed")
	r.version = "r1"
	if f = d.again(t, f, false); f.Processing != file.Processed || c.times != 1 || f.Made.Pages.Done != 2 {
		t.Errorf("%s after %d conversions, %+v, want f.Processing = Processed, c.times = 1 and f.Made.Pages.Done = 2",
			f.Processing, c.times, f.Made.Pages)
	}
	r.version = "r2"
	r.fails = domain.Faultf(domain.Unprocessable, "The pages cannot be drawn")
	d.process(t, "b.pdf")
	d.wantFailure(t, "ocr", "The pages cannot be drawn")
}

func (d *desk) wantFailure(t *testing.T, service, sentence string) {
	t.Helper()
	var last file.Failed
	for e, err := range d.Log.Stream(t.Context(), d.last, 0) {
		if f, ok := e.Event.(file.Failed); ok && err == nil {
			last = f
		}
	}
	if s := d.file(d.last); s.Processing != file.Error || last.Service != service || last.Cause.Value.Sentence != sentence {
		t.Errorf("%s: %q of %q, want s.Processing = Error, last.Service = %v and last.Cause.Value.Sentence = %v", s.Processing,
			last.Cause.Value.Sentence, last.Service, service, sentence)
	}
}

// TestAStepEndsWhenItsTimeIsOver, which the file tells.
func TestAStepEndsWhenItsTimeIsOver(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.last, d.processor.StepTime = d.storeFile("a.pdf"), 1
	if err := d.processor.Process(t.Context(), d.last); err != nil {
		t.Fatal(err)
	}
	d.wantFailure(t, "layout", "The file took longer than 1ns")
}

// noReader reads no PDF.
type noReader struct{}

func (noReader) Read(context.Context, []byte, layout.ReadSettings) (layout.Document, error) {
	return layout.Document{}, domain.Faultf(domain.Unprocessable, "The PDF is damaged")
}

// TestAConversionThatCannotBeReadFails, and its PDF is not kept.
func TestAConversionThatCannotBeReadFails(t *testing.T) {
	t.Parallel()
	d, _, _, c := scanDesk(t, true)
	d.processor.Documents.PDF = noReader{}
	d.process(t, "a.docx")
	d.wantFailure(t, "layout", "The PDF is damaged")
	if n := d.blobs.count(); c.times != 1 || n != 1 {
		t.Errorf("%d conversions, %d blobs, want the original alone", c.times, n)
	}
}

// erasedBlobs are blobs whose subjects are erased.
type erasedBlobs struct{ es.Blobs }

func (erasedBlobs) Open(context.Context, es.BlobRef) (io.ReadSeekCloser, error) {
	return nil, es.ErrErased
}

// TestAFileThatIsErasedAtWorkIsLeft without a failure: nobody is there to be told.
func TestAFileThatIsErasedAtWorkIsLeft(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	s := d.storeFile("a.pdf")
	d.processor.Blobs = erasedBlobs{d.blobs}
	if err := d.processor.Process(t.Context(), s); err != nil || d.file(s).Processing == file.Error {
		t.Errorf("got %v, %v, want no ERROR", err, typesOf(d.events(s)))
	}
}

// TestAStopCostsNoTry interrupts runs more often than a file may fail.
func TestAStopCostsNoTry(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	s := d.storeFile("a.pdf")
	for range 5 {
		ctx, stop := context.WithCancel(t.Context())
		d.reader.instead = func() error { stop(); return ctx.Err() }
		if err := d.processor.Process(ctx, s); err == nil {
			t.Fatal("an interrupted run is done")
		}
	}
	d.reader.instead = nil
	if err := d.processor.Process(t.Context(), s); err != nil || d.file(s).Processing != file.Processed {
		t.Errorf("got %v, %s, want PROCESSED", err, d.file(s).Processing)
	}
}

func TestRecognitionNeedsALicense(t *testing.T) {
	t.Parallel()
	d, _, r, _ := scanDesk(t, true)
	d.processor.Documents.SkipOCR = true
	f := d.process(t, "scan.pdf")
	if f.Processing != file.Processed || r.times != 0 || f.Made.Pages.Due != 2 || f.Made.Pages.Done != 0 {
		t.Errorf("%s after %d recognitions, pages %+v, want PROCESSED after none, with 2 pages due",
			f.Processing, r.times, f.Made.Pages)
	}
	if f = d.again(t, f, true); f.Processing != file.Processed || r.times != 0 {
		t.Errorf("asked for: %s after %d recognitions, want f.Processing = %v and r.times = 0", f.Processing, r.times, file.Processed)
	}
	d.processor.Documents.SkipOCR = false
	if f = d.again(t, f, true); f.Processing != file.Processed || r.times != 1 || f.Made.Pages.Done != 2 {
		t.Errorf("with a license: %s after %d recognitions, pages %+v, want PROCESSED after 1, with 2 pages done",
			f.Processing, r.times, f.Made.Pages)
	}
}
