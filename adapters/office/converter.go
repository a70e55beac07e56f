package office

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/internal/share"
	"github.com/seed-62a36931/docket/internal/walls"
)

// Options configures how files are converted. Zero fields take the defaults.
type Options struct {
	Command   string        // of LibreOffice; default: soffice or libreoffice on PATH
	Dir       string        // for temporary folders, default that of the system
	Workers   int           // processes at once, default 1
	Batch     int           // files that one process converts at most, default 20
	Timeout   time.Duration // for one file, default 5 minutes
	FastTime  time.Duration // for one file in a process that others wait for, default 20 s
	MemoryMiB int           // of one process, default 2048
	MaxPDF    int64         // bytes of a PDF, default 512 MiB
	Limits    Limits        // of packages
	Walls     walls.Policy  // secrets that LibreOffice may not read, and whether walls are demanded; the rest is made here
}

func (o Options) withDefaults() Options {
	def := func(field *int, value int) {
		if *field <= 0 {
			*field = value
		}
	}
	def(&o.Workers, 1)
	def(&o.Batch, 20)
	def(&o.MemoryMiB, 2048)
	if o.Timeout <= 0 {
		o.Timeout = 5 * time.Minute
	}
	if o.FastTime <= 0 {
		o.FastTime = 20 * time.Second
	}
	o.FastTime = min(o.FastTime, o.Timeout)
	if o.MaxPDF <= 0 {
		o.MaxPDF = 512 << 20
	}
	return o
}

// Up to this a file shares a process with others. What is more, and what takes longer there than it seemed,
// is converted by itself, in a process that nobody else waits for.
const (
	smallBytes = 4 << 20
	smallText  = 1_000_000 // characters
)

// A lane is a queue of files, and how long each of them may take there.
type lane struct {
	queue *queue
	limit time.Duration
	batch int   // files that one process converts at most
	next  *lane // for files that take longer; nil when they fail
}

// A Converter makes PDFs of office files. It is safe for concurrent use: files that
// arrive while LibreOffice is running are converted together by its next run.
type Converter struct {
	opts    Options
	fast    *lane         // with Workers processes
	slow    *lane         // with one more
	cleaner chan struct{} // bounds how many packages are unpacked at once
	closed  chan struct{}
	once    sync.Once
	workers sync.WaitGroup

	mu      sync.Mutex
	found   string // the program whose version is known, with its time
	version string
}

// New returns a converter. LibreOffice need not be installed yet.
func New(o Options) *Converter {
	o = o.withDefaults()
	slow := &lane{queue: newQueue(), limit: o.Timeout, batch: 1}
	fast := &lane{queue: newQueue(), limit: o.FastTime, batch: o.Batch, next: slow}
	c := &Converter{opts: o, fast: fast, slow: slow, cleaner: make(chan struct{}, runtime.NumCPU()), closed: make(chan struct{})}
	for range o.Workers {
		c.workers.Go(func() { c.convertBatches(fast) })
	}
	c.workers.Go(func() { c.convertBatches(slow) })
	return c
}

// Close stops the converter after waiting for the running processes.
func (c *Converter) Close() error {
	c.once.Do(func() { close(c.closed) })
	c.workers.Wait()
	c.fast.queue.close()
	c.slow.queue.close()
	return nil
}

// Convert returns the PDF of a docx, xlsx or pptx, with or without macros, chosen by the extension of the name.
// Findings tell what of the file did not come into the PDF, or was changed. Errors about the file are those of
// this package.
func (c *Converter) Convert(ctx context.Context, name string, content []byte) ([]byte, []document.Finding, error) {
	if _, err := c.findProgram(); err != nil {
		return nil, nil, err
	}
	cleaned, err := c.cleanFile(ctx, name, content)
	if err != nil {
		return nil, nil, err
	}
	done := make(chan outcome, 1)
	r, on := request{name: extensionOf(name), content: cleaned.content, gone: ctx.Done(), done: done, owner: share.OwnerOf(ctx),
		characters: cleaned.characters}, c.fast
	if len(cleaned.content) > smallBytes || cleaned.characters > smallText {
		on = c.slow
	}
	on.queue.add(r)
	select {
	case out := <-done:
		return out.pdf, cleaned.findings, out.err
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
}

func (c *Converter) cleanFile(ctx context.Context, name string, content []byte) (cleanedPackage, error) {
	select {
	case c.cleaner <- struct{}{}:
		defer func() { <-c.cleaner }()
	case <-ctx.Done():
		return cleanedPackage{}, ctx.Err()
	}
	return weighPackage(name, content, c.opts.Limits)
}

// convertBatches converts batch after batch of a lane. It stays on one thread, because the processes die
// with the thread that started them.
func (c *Converter) convertBatches(l *lane) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for {
		select {
		case <-c.closed:
			return
		case <-l.queue.ready:
		}
		if batch := l.queue.take(l.batch); len(batch) > 0 {
			c.convertAll(l, batch)
		}
	}
}

// findProgram returns the path of LibreOffice: ErrNotInstalled when there is none.
func (c *Converter) findProgram() (string, error) {
	names := []string{"soffice", "libreoffice"}
	if c.opts.Command != "" {
		names = []string{c.opts.Command}
	}
	for _, n := range names {
		if path, err := exec.LookPath(n); err == nil {
			return path, nil
		}
	}
	return "", ErrNotInstalled
}

// Version returns the version of LibreOffice as it reports it, with that of our use of
// it; "" when it is not installed.
func (c *Converter) Version() string {
	path, err := c.findProgram()
	if err != nil {
		return ""
	}
	seen := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		if info, err := os.Stat(real); err == nil {
			seen = fmt.Sprint(real, info.ModTime(), info.Size())
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.found != seen {
		c.found, c.version = seen, versionOf(path)
	}
	return c.version
}

// usage counts changes in how files are cleaned and converted that change PDFs.
const usage = 5

func versionOf(program string) string {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "--version")
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	name := "LibreOffice"
	if err == nil || errors.Is(err, exec.ErrWaitDelay) {
		if f := strings.Fields(string(out)); len(f) > 1 {
			name = strings.Join(f[:2], " ")
		}
	}
	return fmt.Sprintf("%s/%d", name, usage)
}
