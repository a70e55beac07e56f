package pdf

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/domain/preview"
	"github.com/seed-62a36931/docket/internal/walls"
)

// ServeWorker runs a worker process: it takes jobs from in and answers on out until in
// ends. The process holds one PDFium; whatever a hostile document does to it stays in
// here.
func ServeWorker(in io.Reader, out io.Writer) error {
	walls.DieFirst()
	w := worker{in: bufio.NewReaderSize(in, 64<<10), out: bufio.NewWriterSize(out, 256<<10)}
	if err := w.loadPDFium(context.Background()); err != nil {
		return errors.Join(err, w.sendOutcome(outcomeBroken, err))
	}
	for {
		if err := w.serveJob(); errors.Is(err, io.EOF) {
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
	page    []byte    // buffer for an encoded page
	public  *fallback // does the jobs when machine does not fit the library

	recycleAbove uint32 // memory of a guest, in bytes, above which it does no other job
	lean         bool   // memory is given back after each job
}

// An openFile is a document that a job works on.
type openFile interface {
	pageCount() int
	newReader(*shared, layout.ReadSettings) pageSource
	readOutline() []layout.Bookmark // once the pages are read
	findInvoice(announce func(*document.EInvoice) error) (*document.EInvoice, []document.Finding, error)
	renderPNG(number int, dpi float64, maxPixels int, area preview.Area, encode pngEncoder) ([]byte, error)
	renderGray(number int, dpi float64, maxPixels int) ([]byte, error)
	markFile(marks []Mark, meta Meta, c Cleaning) ([]byte, error)
	close()
}

// A pageSource reads the pages of an open document, in their order.
type pageSource interface {
	readPage(index, maxGlyphs int) layout.Page
	skippedPage(index int, note string) layout.Page
	close()
}

// loadPDFium compiles PDFium as the settings say and tests it.
func (w *worker) loadPDFium(ctx context.Context) error {
	kind, data, err := readFrame(w.in)
	if err != nil {
		return err
	}
	var s settings
	if kind != frameSettings || json.Unmarshal(data, &s) != nil || s.MemoryMiB < 1 {
		return errFrame
	}
	if err := w.prepareMachine(ctx, s); err != nil {
		return err
	}
	// From here on little memory is live besides the current document, so garbage
	// collections are cheap; the memory of compiling is returned.
	w.recycleAbove = recycleAbove
	debug.SetGCPercent(400)
	if s.Lean { // half the memory, for a tenth more time
		w.lean, w.recycleAbove = true, recycleAbove/4
		debug.SetGCPercent(50)
	}
	debug.SetMemoryLimit(128 << 20)
	debug.FreeOSMemory()
	if err := confineProcess(s.MemoryMiB, s.Demand); err != nil {
		return err
	}
	if err := writeFrame(w.out, frameReady, nil); err != nil {
		return err
	}
	return w.out.Flush()
}

// prepareMachine compiles PDFium and tests it; when the test fails, the library's public
// interface takes over.
func (w *worker) prepareMachine(ctx context.Context, s settings) (err error) {
	if s.Lean { // a compiler for each processor, and garbage, would take half as much again
		debug.SetGCPercent(20)
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	}
	if w.machine, err = newMachine(ctx, s.CacheDir, s.MemoryMiB); err == nil {
		err = selfTest(ctx, w.machine)
	}
	if err == nil {
		return nil
	}
	fmt.Fprintln(os.Stderr, "the slow reader is used:", err)
	public, publicErr := newFallback(ctx, s)
	if publicErr != nil {
		return errors.Join(err, publicErr)
	}
	w.public = public
	return nil
}

// serveJob does one job; an error ends the worker.
func (w *worker) serveJob() error {
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
		return unexpectedEnd(err)
	}
	if kind != frameBytes {
		return errFrame
	}
	err = w.attemptJob(j, data)
	return w.sendOutcome(outcomeOf(err), err)
}

// sendOutcome sends the outcome of a job.
func (w *worker) sendOutcome(code outcome, cause error) error {
	msg := []byte{byte(code)}
	if cause != nil {
		msg = append(msg, cause.Error()...)
	}
	if err := writeFrame(w.out, frameEnd, msg); err != nil {
		return err
	}
	return w.out.Flush()
}

// attemptJob runs a job in an instance; a trap costs the instance, not the worker.
func (w *worker) attemptJob(j job, data []byte) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case trap:
			w.closeInstance()
			reason, _, _ := strings.Cut(p.err.Error(), "\n") // the guest's stack says nothing to anybody
			err = fmt.Errorf("%w: %s", errTrapped, reason)
		default:
			panic(p)
		}
	}()
	if w.public != nil {
		if err := w.public.openDocument(data, j.MaxPages); err != nil {
			return err
		}
		defer w.public.close()
		return w.doJob(w.public, j)
	}
	if j.Do == "mark" {
		w.closeInstance() // a fresh instance writes the same bytes for the same job
	}
	if w.reader == nil {
		if w.reader, err = w.machine.newInstance(context.Background()); err != nil {
			return err
		}
	}
	f, err := w.reader.openDocument(data, j.MaxPages)
	if err != nil {
		return err
	}
	err = w.doJob(f, j)
	f.close()
	if w.reader.mem.Size() > w.recycleAbove {
		w.closeInstance()
	}
	if w.lean {
		debug.FreeOSMemory() // the service works on what was read now, and needs it
	}
	return err
}

// closeInstance closes the instance.
func (w *worker) closeInstance() {
	if w.reader != nil {
		w.reader.close()
		w.reader = nil
	}
}

// doJob runs the job on an open document.
func (w *worker) doJob(f openFile, j job) error {
	switch j.Do {
	case "read":
		if err := w.sendPages(f, j); err != nil {
			return err
		}
		return w.sendInvoice(f)
	case "render":
		png, err := f.renderPNG(j.Page, j.DPI, j.MaxPixels, j.Area, encodeShown)
		if err != nil {
			return err
		}
		return writeFrame(w.out, frameBytes, png)
	case "gray":
		raster, err := f.renderGray(j.Page, j.DPI, j.MaxPixels)
		if err != nil {
			return err
		}
		return writeFrame(w.out, frameBytes, raster)
	case "mark":
		pdf, err := f.markFile(j.Marks, j.Meta, j.Cleaning)
		if err != nil {
			return err
		}
		return writeFrame(w.out, frameBytes, pdf)
	}
	return fmt.Errorf("pdf: unknown job %q", j.Do)
}

// sendPages sends the pages one by one, so that this process never holds more than one, and
// the bookmarks after them. Each page is sent at once: should the next page crash the
// process, this one is safe.
func (w *worker) sendPages(f openFile, j job) error {
	sh := newShared()
	source := f.newReader(sh, j.Settings)
	defer source.close()
	for i := j.From; i < f.pageCount(); i++ {
		var p layout.Page
		switch {
		case i == j.From && j.Skip != "":
			p = source.skippedPage(i, j.Skip)
		default:
			p = source.readPage(i, j.MaxGlyphs)
		}
		j.MaxGlyphs -= len(p.Glyphs)
		w.page = encodePage(w.page[:0], &p, sh.takeNews())
		if err := errors.Join(writeFrame(w.out, framePage, w.page), w.out.Flush()); err != nil {
			return err
		}
	}
	if list := f.readOutline(); len(list) > 0 {
		return writeFrame(w.out, frameOutline, encodeOutline(list))
	}
	return nil
}
