package ocr

import (
	"context"
	"log/slog"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/internal/share"
	"github.com/seed-62a36931/docket/internal/walls"
)

// ErrNotInstalled means that no program for text recognition is installed.
var ErrNotInstalled = domain.Faultf(domain.Unprocessable, "OCR is not installed")

// A Renderer draws the pages of PDFs.
type Renderer interface {
	// RenderGray draws a page, counted from 1, at dpi dots per inch, turned as a
	// viewer shows it, as width times height shades: 0 is black, 255 white.
	RenderGray(ctx context.Context, pdf []byte, page int, dpi float64) (width, height int, pixels []byte, err error)
}

// Settings configures recognition. Zero fields take the defaults.
type Settings struct {
	Command  string        // of Tesseract, default "tesseract" on the search path
	DataDir  string        // of its language files, default its own
	Models   string        // folder of the second recogniser's models, default: it is not used
	Workers  int           // processes at once, default the number of cores
	PageTime time.Duration // processor time for all attempts at a page, default 2 minutes
	Logger   *slog.Logger  // default: nothing is logged

	MemoryMiB int          // of one process, default 1024
	Walls     walls.Policy // secrets that Tesseract may not read, and whether walls are demanded; the rest is made here
}

// Limits that are not configurable.
const (
	renderDPI    = 300
	renderPixels = 24_000_000 // larger pages are drawn at fewer dots per inch
	outputBytes  = 32 << 20   // of a process
	knownFor     = time.Minute
	hangTime     = time.Hour // by the clock, for a page whose processes use no processor time
)

// A Recogniser reads the text of pages that have none.
type Recogniser struct {
	settings Settings
	pages    Renderer
	program  program
	models   *models
	slots    *share.Places // one for each process that may run

	mu     sync.Mutex
	able   Capability
	asked  time.Time       // when able was found out
	warned map[string]bool // languages that the log has been told of
}

// New returns a Recogniser of the pages that the renderer draws.
func New(pages Renderer, s Settings) *Recogniser {
	if s.Command == "" {
		s.Command = "tesseract"
	}
	if s.Workers <= 0 {
		s.Workers = runtime.NumCPU()
	}
	if s.PageTime <= 0 {
		s.PageTime = 2 * time.Minute
	}
	if s.MemoryMiB <= 0 {
		s.MemoryMiB = 1024
	}
	if s.Logger == nil {
		s.Logger = slog.New(slog.DiscardHandler)
	}
	return &Recogniser{
		settings: s, pages: pages, slots: share.New(s.Workers, 0), warned: map[string]bool{},
		program: program{path: s.Command, data: s.DataDir, maxOutput: outputBytes, walls: s.Walls, memoryMiB: s.MemoryMiB},
		models:  &models{dir: s.Models, log: s.Logger},
	}
}

// Capability describes what is installed. The answer is cached for a minute, so an
// installation is noticed without a restart.
func (r *Recogniser) Capability(ctx context.Context) (Capability, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if time.Since(r.asked) < knownFor {
		return r.able, nil
	}
	able := Capability{}
	if _, err := exec.LookPath(r.program.path); err == nil {
		if able, err = r.program.inspectProgram(ctx); err != nil {
			return Capability{}, err
		}
	}
	problem := r.models.findProblem()
	if able.Lines = able.Installed && problem == nil; problem != nil && r.models.dir != "" && r.asked.IsZero() {
		r.settings.Logger.Warn("the second recogniser is not used", "cause", problem)
	}
	r.able, r.asked = able, time.Now()
	return able, nil
}

// usableLanguages returns the languages that are wanted and installed. Each missing one is
// logged once.
func (r *Recogniser) usableLanguages(wanted []string, able Capability) []string {
	if len(wanted) == 0 {
		wanted = []string{"eng"}
	}
	var out []string
	for _, l := range wanted {
		switch {
		case slices.Contains(able.Languages, l):
			if !slices.Contains(out, l) {
				out = append(out, l)
			}
		case able.Installed:
			r.warnMissing(l)
		}
	}
	return out
}

// warnMissing logs that a language is missing.
func (r *Recogniser) warnMissing(lang string) {
	r.mu.Lock()
	known := r.warned[lang]
	r.warned[lang] = true
	r.mu.Unlock()
	if !known {
		r.settings.Logger.Warn("a language for OCR is not installed and left out", "language", lang)
	}
}

// newReader returns a reader of pages in the wanted languages, or nil when nothing that
// could read them is installed.
func (r *Recogniser) newReader(ctx context.Context, wanted []string) (*reader, error) {
	able, err := r.Capability(ctx)
	if err != nil {
		return nil, err
	}
	langs := r.usableLanguages(wanted, able)
	if len(langs) == 0 {
		return nil, nil
	}
	out := &reader{program: r.program, langs: strings.Join(langs, "+"), upright: able.Upright}
	if able.Lines && readsLatin(langs) {
		out.lines = r.models
	}
	return out, nil
}

// A task is a page that may need recognition.
type task struct {
	page   int // index in the document
	unread layout.Unread
	area   layout.Box
	asked  bool // the layer of a scan is to be replaced
	due    bool // there is something to read
	found  *finding
	toPage matrix // from pixels of the rendered page
	fault  error
	// pictures holds what was read in each of the page's Writings, when the page has text of its own.
	pictures []pictureText
}

// tasksOf returns the pages of a document that have unread text, or none.
func tasksOf(doc *layout.Document) []*task {
	var out []*task
	for i := range doc.Pages {
		if unread, area := layout.UnreadOf(&doc.Pages[i]); unread != layout.NothingUnread {
			out = append(out, &task{page: i, unread: unread, area: area})
		} else if n := len(doc.Pages[i].Writings); n > 0 {
			out = append(out, &task{page: i, pictures: make([]pictureText, n)})
		}
	}
	return out
}
