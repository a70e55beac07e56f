package pdf

import (
	"context"
	"errors"
	"time"

	"github.com/seed-62a36931/docket/domain/layout"
)

// maxRestarts is how many pages of a document may fail before the document does.
const maxRestarts = 3

// A reading is a document on its way from a worker.
type reading struct {
	doc      layout.Document
	base     base
	maxPages int
	outlined bool
	failed   int // pages that were given up
}

// Read returns what stands on the pages of a PDF, as the settings say. A page that
// takes too long or breaks the worker comes back empty, with a note; the others are
// read by another worker. The errors that concern the document are ErrPassword,
// ErrUnreadable, ErrNoPages, ErrTooManyPages and ErrTooSlow.
func (p *Pool) Read(ctx context.Context, pdf []byte, s layout.ReadSettings) (layout.Document, error) {
	limited, cancel := context.WithTimeout(ctx, p.opts.Timeout)
	defer cancel()
	r := reading{maxPages: p.opts.MaxPages}
	j := job{Do: "read", MaxPages: p.opts.MaxPages, MaxGlyphs: p.opts.MaxGlyphs, Settings: s}
	pace := p.opts.PageTimeout
	for {
		r.base = base{int32(len(r.doc.Styles)), int32(len(r.doc.Tags))}
		err := p.run(limited, ctx, j, pdf, pace, r.frame)
		if err == nil {
			return r.doc, nil
		}
		if !r.goesOn(err, &j) {
			return layout.Document{}, err
		}
		pace /= 2
	}
}

// frame adds what a frame holds to the document.
func (r *reading) frame(kind byte, data []byte) (err error) {
	switch {
	case r.outlined:
		return errFrame
	case kind == frameOutline:
		r.outlined = true
		r.doc.Outline, err = decodeOutline(data)
		return err
	case kind != framePage || len(r.doc.Pages) >= r.maxPages:
		return errFrame
	}
	page, err := decodePage(data, &r.doc, r.base)
	r.doc.Pages = append(r.doc.Pages, page)
	return err
}

// goesOn prepares the job that reads the pages behind the one that failed. It says
// no when the failure is the document's, when that page would be the first and the
// document does not even open, and when too many fail.
func (r *reading) goesOn(err error, j *job) bool {
	if !errors.Is(err, errTrapped) && !errors.Is(err, errSlowPage) {
		return false
	}
	next := len(r.doc.Pages)
	stuck := r.failed > 0 && next == j.From
	if r.failed++; stuck || r.failed > maxRestarts {
		return false
	}
	j.From, j.Skip = next, noteUnreadable
	if errors.Is(err, errSlowPage) {
		j.Skip = noteTooSlow
	}
	for i := range r.doc.Pages {
		j.MaxGlyphs -= len(r.doc.Pages[i].Glyphs)
	}
	return true
}

// A pacer kills a worker that spends too much processor time between two frames.
type pacer struct {
	child *child
	limit time.Duration
	since time.Duration // processor time at the last frame
	frame chan struct{}
	slow  bool
	done  chan struct{}
}

// pace begins to watch a worker; with a limit of 0 nothing is watched.
func (c *child) pace(limit time.Duration) *pacer {
	p := &pacer{child: c, limit: limit, frame: make(chan struct{}, 1), done: make(chan struct{})}
	p.since, _ = processorTime(c.cmd.Process.Pid)
	go p.watch()
	return p
}

// watch looks at the worker's processor time until the pacer is stopped.
func (p *pacer) watch() {
	defer close(p.done)
	tick := time.NewTicker(min(100*time.Millisecond, max(p.limit/8, time.Millisecond)))
	defer tick.Stop()
	for {
		select {
		case _, more := <-p.frame:
			if !more {
				return
			}
			p.since, _ = processorTime(p.child.cmd.Process.Pid)
		case <-tick.C:
			now, ok := processorTime(p.child.cmd.Process.Pid)
			if p.limit > 0 && ok && now-p.since > p.limit {
				p.slow = true
				_ = p.child.cmd.Process.Kill()
				<-p.frame
				return
			}
		}
	}
}

// advance says that a frame has come.
func (p *pacer) advance() {
	select {
	case p.frame <- struct{}{}:
	default:
	}
}

// stop ends the watch and says whether the worker was too slow.
func (p *pacer) stop() bool {
	close(p.frame)
	<-p.done
	return p.slow
}
