package pdf

import (
	"context"
	"errors"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// maxFileFindings is how many findings of no page a worker may send.
const maxFileFindings = 10_000

// maxRestarts is how many pages of a document may fail before the document does.
const maxRestarts = 3

// A reading is a document that a worker is sending.
type reading struct {
	doc      layout.Document
	base     base
	maxPages int
	outlined bool // the bookmarks are there
	whole    bool // so is all but the e-invoice
	failed   int  // pages that were given up
}

// Read returns the content of the pages of a PDF, as the settings say. A page that
// takes too long or crashes the worker comes back empty, with a note; the others are
// read by another worker. An e-invoice that cannot be read comes back with a note, too. The
// errors that concern the document are ErrPassword, ErrUnreadable, ErrNoPages,
// ErrTooManyPages and ErrTooSlow.
func (p *Pool) Read(ctx context.Context, pdf []byte, s layout.ReadSettings) (layout.Document, error) {
	limited, cancel := context.WithTimeout(ctx, p.opts.Timeout)
	defer cancel()
	r := reading{maxPages: p.opts.MaxPages}
	j := job{Do: "read", MaxPages: p.opts.MaxPages, MaxGlyphs: p.opts.MaxGlyphs, Settings: s}
	pace, failure := p.opts.PageTimeout, error(nil)
	for {
		r.base = base{int32(len(r.doc.Styles)), int32(len(r.doc.Tags))}
		err := p.runJob(limited, ctx, j, pdf, pace, r.addFrame)
		if r.whole && (errors.Is(err, errTrapped) || errors.Is(err, ErrTooSlow)) {
			err = nil // what is behind the pages costs itself alone
			r.tellUnread()
		}
		switch {
		case err == nil && r.failed == len(r.doc.Pages):
			return layout.Document{}, failure
		case err == nil:
			r.doc.Findings = append(r.doc.Findings, compareKinds(&r.doc)...)
			return r.doc, nil
		case !r.resumeAfter(err, &j):
			return layout.Document{}, err
		}
		failure = err
		pace /= 2
	}
}

// addFrame adds the content of a frame to the document.
func (r *reading) addFrame(kind byte, data []byte) (err error) {
	switch {
	case kind == frameInvoice:
		r.whole = true
		r.doc.EInvoice, err = decodeInvoice(data)
		return err
	case kind == frameFindings:
		told, err := decodeFindings(data)
		r.doc.Findings = append(r.doc.Findings, told...)
		if len(r.doc.Findings) > maxFileFindings {
			return errFrame
		}
		return err
	case r.outlined || r.whole:
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

// tellUnread tells that the e-invoice was not read when the worker failed at it.
func (r *reading) tellUnread() {
	if e := r.doc.EInvoice; e != nil && e.Note != "" {
		r.doc.Findings = append(r.doc.Findings,
			document.Finding{Kind: document.FindingEInvoiceUnreadable, Place: e.File, Count: 1, Values: true})
	}
}

// resumeAfter prepares the job that reads the pages after the one that failed. It returns
// false when the failure is the document's, when that page would be the first and the
// document does not even open, and when too many pages failed.
func (r *reading) resumeAfter(err error, j *job) bool {
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
