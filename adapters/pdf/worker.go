package pdf

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/seed-62a36931/docket/domain/layout"
)

// ServeWorker is the whole life of a worker process: it takes jobs from in and
// answers on out until in ends. The process holds one PDFium; whatever a hostile
// document does to it stays in here.
func ServeWorker(in io.Reader, out io.Writer) error {
	w := worker{in: bufio.NewReaderSize(in, 64<<10), out: bufio.NewWriterSize(out, 256<<10)}
	if err := w.start(context.Background()); err != nil {
		return errors.Join(err, w.end(outcomeBroken, err))
	}
	for {
		if err := w.serve(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// A worker is the state of a worker process.
type worker struct {
	in      *bufio.Reader
	out     *bufio.Writer
	machine *machine
	reader  *instance // kept from document to document, nil when the next needs a new one
}

// start compiles PDFium as the settings say and tests it.
func (w *worker) start(ctx context.Context) error {
	kind, data, err := readFrame(w.in)
	if err != nil {
		return err
	}
	var s settings
	if kind != frameSettings || json.Unmarshal(data, &s) != nil || s.MemoryMiB < 1 {
		return errFrame
	}
	if w.machine, err = newMachine(ctx, s.CacheDir, s.MemoryMiB); err != nil {
		return err
	}
	if err := selfTest(ctx, w.machine); err != nil {
		return err
	}
	if err := writeFrame(w.out, frameReady, nil); err != nil {
		return err
	}
	return w.out.Flush()
}

// serve does one job; an error ends the worker.
func (w *worker) serve() error {
	kind, data, err := readFrame(w.in)
	if err != nil {
		return err
	}
	var j job
	if kind != frameJob || json.Unmarshal(data, &j) != nil {
		return errFrame
	}
	kind, data, err = readFrame(w.in)
	if err != nil {
		return unexpected(err)
	}
	if kind != frameBytes {
		return errFrame
	}
	err = w.attempt(j, data)
	return w.end(outcomeOf(err), err)
}

// end sends the outcome of a job.
func (w *worker) end(code outcome, cause error) error {
	msg := []byte{byte(code)}
	if cause != nil {
		msg = append(msg, cause.Error()...)
	}
	if err := writeFrame(w.out, frameEnd, msg); err != nil {
		return err
	}
	return w.out.Flush()
}

// attempt runs a job in an instance; a trap costs the instance, not the worker.
func (w *worker) attempt(j job, data []byte) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case trap:
			w.drop()
			err = fmt.Errorf("pdf: %w", p.err)
		default:
			panic(p)
		}
	}()
	if j.Do == "mark" {
		w.drop() // a fresh instance writes the same bytes for the same job
	}
	if w.reader == nil {
		if w.reader, err = w.machine.newInstance(context.Background()); err != nil {
			return err
		}
	}
	f, err := w.reader.open(data, j.MaxPages)
	if err != nil {
		return err
	}
	err = w.do(f, j, data)
	f.close()
	if w.reader.worn() {
		w.drop()
	}
	return err
}

// drop closes the instance.
func (w *worker) drop() {
	if w.reader != nil {
		w.reader.close()
		w.reader = nil
	}
}

// do runs the job on an open document.
func (w *worker) do(f *pdfFile, j job, data []byte) error {
	switch j.Do {
	case "read":
		return w.read(f, j.MaxGlyphs)
	case "render":
		png, err := f.render(j.Page, j.DPI, j.MaxPixels)
		if err != nil {
			return err
		}
		return writeFrame(w.out, frameBytes, png)
	case "mark":
		pdf, err := f.mark(j.Marks, j.Meta)
		if err != nil {
			return err
		}
		return writeFrame(w.out, frameBytes, pdf)
	}
	return fmt.Errorf("pdf: unknown job %q", j.Do)
}

// read sends the pages one by one, so that this process never holds more than one.
func (w *worker) read(f *pdfFile, maxGlyphs int) error {
	styles := &styleTable{ids: map[layout.Style]int32{}}
	for i := range f.pages {
		p := f.readPage(i, styles, maxGlyphs)
		maxGlyphs -= len(p.Glyphs)
		if maxGlyphs <= 0 {
			return ErrUnreadable
		}
		if err := writeFrame(w.out, framePage, encodePage(p, styles.news())); err != nil {
			return err
		}
	}
	return nil
}

// news are the styles that were registered since the last call.
func (t *styleTable) news() []layout.Style {
	out := t.list[t.sent:]
	t.sent = len(t.list)
	return out
}

// selfTest reads a small PDF: it fails when the WebAssembly module does not take
// the calls that this package makes.
func selfTest(ctx context.Context, m *machine) (err error) {
	in, err := m.newInstance(ctx)
	if err != nil {
		return err
	}
	defer in.close()
	defer func() {
		if t, ok := recover().(trap); ok {
			err = fmt.Errorf("pdf: self-test: %w", t.err)
		}
	}()
	f, err := in.open(testPage(), 1)
	if err != nil {
		return fmt.Errorf("pdf: self-test: %w", err)
	}
	defer f.close()
	p := f.readPage(0, &styleTable{ids: map[layout.Style]int32{}}, 1000)
	var text []rune
	for _, g := range p.Glyphs {
		text = append(text, g.Rune)
	}
	if string(text) != "Docket" || len(p.Rules) != 1 || p.Width != 200 {
		return fmt.Errorf("pdf: self-test: read %q and %d rules", string(text), len(p.Rules))
	}
	if first := p.Glyphs[0].Loose; first.X0 < 19 || first.X0 > 21 {
		return fmt.Errorf("pdf: self-test: the first glyph is at %v", first)
	}
	return nil
}

// testPage is a PDF with one word and one line.
func testPage() []byte {
	content := "BT /F 12 Tf 20 50 Td (Docket) Tj ET 20 40 m 100 40 l S"
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
		fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(content), content),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
	}
	return assemble(objects)
}

// assemble writes numbered objects, the first of which is the catalog, as a PDF.
func assemble(objects []string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	var at []int
	for i, o := range objects {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj%s endobj\n", i+1, o)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, o := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer<</Root 1 0 R/Size %d>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, xref)
	return b.Bytes()
}
