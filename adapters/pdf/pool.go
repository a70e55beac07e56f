package pdf

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/preview"
	"github.com/seed-62a36931/docket/internal/share"
)

// Options configures how documents are processed. Zero fields take the defaults.
type Options struct {
	// Command starts a worker process, which must call ServeWorker on its standard
	// input and output. Default: this executable with the arguments "worker pdf".
	Command []string
	Env     []string // environment of the workers, default empty

	Workers int // processes at once, default the number of cores, at most 4
	// WorkersEach is how many of them one owner (share.OwnerOf) has at once, default all.
	WorkersEach int
	CacheDir    string        // for compiled code; empty: each start compiles for some seconds
	Timeout     time.Duration // for one job, default 5 minutes
	// PageTimeout is the processor time for reading one page, default 4 seconds. It
	// halves with each page of a document that needs more.
	PageTimeout time.Duration
	MemoryMiB   int           // of the guest, default 512
	MaxPages    int           // default 5,000
	MaxGlyphs   int           // of a document, default 20,000,000
	MaxPixels   int           // of a page that RenderGray draws, default 100,000,000
	MaxDrawn    int           // of a page that Render draws, default MaxPixels; a larger one is drawn smaller
	JobsEach    int           // after so many jobs a worker is replaced, default 500
	Idle        time.Duration // a worker without a job for so long is ended, default 1 minute
	DemandWalls bool          // workers start behind all walls or not at all
	Lean        bool          // code is compiled with less memory, which takes longer
}

// withDefaults fills the zero fields.
func (o Options) withDefaults() (Options, error) {
	if len(o.Command) == 0 {
		self, err := os.Executable()
		if err != nil {
			return o, fmt.Errorf("pdf: own executable: %w", err)
		}
		o.Command = []string{self, "worker", "pdf"}
	}
	def := func(field *int, value int) {
		if *field <= 0 {
			*field = value
		}
	}
	def(&o.Workers, min(runtime.NumCPU(), 4))
	def(&o.MemoryMiB, 512)
	def(&o.MaxPages, 5000)
	def(&o.MaxGlyphs, 20_000_000)
	def(&o.MaxPixels, 100_000_000)
	def(&o.MaxDrawn, o.MaxPixels)
	def(&o.JobsEach, 500)
	if o.Timeout <= 0 {
		o.Timeout = 5 * time.Minute
	}
	if o.PageTimeout <= 0 {
		o.PageTimeout = 4 * time.Second
	}
	if o.Idle <= 0 {
		o.Idle = time.Minute
	}
	return o, nil
}

// A Pool processes PDFs in worker processes. Its methods may be called concurrently;
// they wait for a free worker.
type Pool struct {
	opts   Options
	turns  *share.Places
	slots  chan *child   // a free place: a worker, or nil where none runs yet
	starts chan struct{} // holds one while a worker starts
	closed chan struct{}
	once   sync.Once
}

// NewPool returns a pool. Workers are started when they are first needed.
func NewPool(o Options) (*Pool, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	p := &Pool{opts: o, turns: share.New(o.Workers, o.WorkersEach), slots: make(chan *child, o.Workers), closed: make(chan struct{}),
		starts: make(chan struct{}, 1)}
	for range o.Workers {
		p.slots <- nil
	}
	go p.retireWorkers()
	return p, nil
}

// retireWorkers ends workers that have had no job for a while: each keeps the memory of the
// largest document that it has read.
func (p *Pool) retireWorkers() {
	tick := time.NewTicker(p.opts.Idle / 2)
	defer tick.Stop()
	for {
		select {
		case <-p.closed:
			return
		case <-tick.C:
		}
		for range p.opts.Workers {
			select {
			case c := <-p.slots:
				if c != nil && time.Since(c.used) > p.opts.Idle {
					c.stopProcess()
					c = nil
				}
				p.slots <- c
			default:
			}
		}
	}
}

// Mark returns a copy of the PDF with a highlight annotation for each mark, and without
// what the cleaning removes. The copy has no active content: no scripts, no embedded files
// or media, and of actions only links within the file and to addresses of http and https.
// Equal calls return equal bytes. Encryption with an empty user password is removed.
func (p *Pool) Mark(ctx context.Context, pdf []byte, marks []Mark, meta Meta, c Cleaning) ([]byte, error) {
	for _, m := range marks {
		if _, err := parseColor(m.Color); err != nil {
			return nil, err
		}
	}
	return p.runForBytes(ctx, job{Do: "mark", MaxPages: p.opts.MaxPages, Marks: marks, Meta: meta, Cleaning: c}, pdf)
}

// Render draws a page, counted from 1, as a PNG at dpi dots per inch, turned as a
// viewer shows it, smaller where it would have too many pixels, and in 16 greys when it has no
// colour. It returns ErrNoSuchPage when the document has no such page. A job whose ctx ends while
// it waits for a worker is dropped, and one that runs then is stopped.
func (p *Pool) Render(ctx context.Context, pdf []byte, page int, dpi float64) ([]byte, error) {
	return p.RenderArea(ctx, pdf, page, dpi, preview.Area{})
}

// RenderArea does what Render does, for an area of the page.
func (p *Pool) RenderArea(ctx context.Context, pdf []byte, page int, dpi float64, area preview.Area) ([]byte, error) {
	if err := checkDPI(dpi); err != nil {
		return nil, err
	}
	j := job{Do: "render", MaxPages: p.opts.MaxPages, MaxPixels: p.opts.MaxDrawn, Page: page, DPI: dpi, Area: area}
	return p.runForBytes(ctx, j, pdf)
}

// runForBytes runs a job that answers with one frame of bytes.
func (p *Pool) runForBytes(ctx context.Context, j job, pdf []byte) (out []byte, err error) {
	limited, cancel := context.WithTimeout(ctx, p.opts.Timeout)
	defer cancel()
	err = p.runJob(limited, ctx, j, pdf, 0, func(kind byte, data []byte) error {
		if kind != frameBytes || out != nil {
			return errFrame
		}
		out = data
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// runJob gives a job to a free worker. A worker that failed or was interrupted is
// replaced. The job ends with limited; ctx is the caller's, to tell whose limit was
// reached. pace is the processor time allowed between two frames, 0 for any.
func (p *Pool) runJob(limited, ctx context.Context, j job, pdf []byte, pace time.Duration, each func(byte, []byte) error) error {
	var c *child
	release, err := p.turns.Take(limited, share.OwnerOf(ctx))
	if err != nil {
		return p.resultOf(ctx, limited, false, nil, err)
	}
	defer release()
	select {
	case <-p.closed:
		return ErrClosed
	case <-limited.Done():
		return p.resultOf(ctx, limited, false, nil, limited.Err())
	case c = <-p.slots:
	}
	defer func() { p.slots <- c }()
	select {
	case <-p.closed:
		return ErrClosed
	default:
	}
	for {
		waited, answered := c != nil, false
		if c == nil {
			if c, err = p.startWorker(limited); err != nil {
				return err
			}
		}
		watch := c.startPacer(pace)
		reply, err := c.runJob(limited, j, pdf, func(kind byte, data []byte) error {
			answered = true
			watch.noteFrame()
			return each(kind, data)
		})
		slow := watch.stop()
		c.used = time.Now()
		if c.jobs++; err != nil || c.jobs >= p.opts.JobsEach {
			c.stopProcess()
			c = nil
		}
		err = p.resultOf(ctx, limited, slow, reply, err)
		if !waited || answered || !errors.Is(err, domain.ErrToolKilled) {
			return err // else it was killed while it had no job, or before it began with this one
		}
	}
}

// startWorker starts one worker after the other: the first one compiles PDFium, which takes more memory than most
// documents.
func (p *Pool) startWorker(ctx context.Context) (*child, error) {
	select {
	case p.starts <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-p.starts }()
	return startChild(ctx, p.opts)
}

// resultOf translates the end of a job into an error for the caller.
func (p *Pool) resultOf(ctx, limited context.Context, slow bool, reply, err error) error {
	switch {
	case err == nil:
		return reply
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() != nil:
		return ErrTooSlow
	case slow:
		return errSlowPage
	case errors.Is(err, errFrame), errors.Is(err, domain.ErrToolKilled):
		return err
	}
	return fmt.Errorf("%w: %w: %w", ErrUnreadable, errTrapped, err)
}

// Close ends the workers. It waits for running jobs.
func (p *Pool) Close() error {
	p.once.Do(func() {
		close(p.closed)
		for range p.opts.Workers {
			if c := <-p.slots; c != nil {
				c.stopProcess()
			}
		}
		for range p.opts.Workers {
			p.slots <- nil // callers that still wait find the pool closed
		}
	})
	return nil
}
