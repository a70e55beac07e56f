package processes

import (
	"compress/gzip"
	"context"
	"encoding/gob"
	"fmt"
	"io"
	"slices"

	"github.com/seed-62a36931/docket/commands/blob"
	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/domain/es"
)

// recognised is the lasting result of the step OCR: what replaces pages of the
// document, so that laying it out anew recognises nothing again.
type recognised struct {
	Numbers []int         // of the pages, from 1
	Pages   []layout.Page // one for each number
	Styles  []layout.Style
	Tried   []int          // pages that were looked at; some were blank
	Ever    []int          // pages that were recognised in this version of the file, for counting each once
	Notes   map[int]string // of pages that were tried and not recognised, why
	Asked   bool           // people wanted recognition to replace the layers of scans
	// Additions are what pictures added to pages with text of their own, by page.
	Additions map[int]addition
}

// An addition holds what recognition of pictures adds to a page that has text of its own.
type addition struct {
	Writings []layout.Writing
	Glyphs   []layout.Glyph
}

// keepRecognised takes the recognised pages out of a document.
func keepRecognised(doc *layout.Document, done, before []int) (r recognised, fresh int) {
	r = recognised{Styles: doc.Styles, Ever: slices.Clone(before), Notes: map[int]string{}}
	r.Additions = map[int]addition{}
	for i := range doc.Pages {
		if p := &doc.Pages[i]; len(p.Writings) > 0 {
			r.Additions[i+1] = addition{Writings: p.Writings, Glyphs: p.Glyphs[len(p.Glyphs)-p.Added:]}
		}
	}
	for _, n := range done {
		if n < 1 || n > len(doc.Pages) {
			continue
		}
		if doc.Pages[n-1].Added == 0 {
			r.Numbers, r.Pages = append(r.Numbers, n), append(r.Pages, doc.Pages[n-1])
		}
		if !slices.Contains(before, n) && usesRecognition(&doc.Pages[n-1]) {
			r.Ever, fresh = append(r.Ever, n), fresh+1
		}
	}
	for i := range doc.Pages {
		if p := &doc.Pages[i]; p.Examined && p.Note != "" {
			r.Notes[i+1] = p.Note
		}
	}
	return r, fresh
}

// usesRecognition reports whether something that was recognised stands on a page.
func usesRecognition(p *layout.Page) bool {
	return slices.ContainsFunc(p.Glyphs, func(g layout.Glyph) bool { return g.Confidence > 0 })
}

// distrustLayers lets what is recognised replace the layers of scans, as people asked for recognition.
func distrustLayers(doc *layout.Document) {
	for i := range doc.Pages {
		doc.Pages[i].Distrusted = doc.Pages[i].Layered
	}
}

// putInto replaces pages of a document that was read anew.
func (r recognised) putInto(doc *layout.Document) {
	for _, n := range r.Tried {
		if n < 1 || n > len(doc.Pages) {
			continue
		}
		p := &doc.Pages[n-1]
		p.Examined = true
		if note := r.Notes[n]; note != "" {
			p.Note = note
		}
	}
	base := int32(len(doc.Styles)) //nolint:gosec // styles are counted in hundreds
	doc.Styles = append(doc.Styles, r.Styles...)
	for n, a := range r.Additions {
		if n >= 1 && n <= len(doc.Pages) {
			a.addTo(&doc.Pages[n-1], base)
		}
	}
	for i, n := range r.Numbers {
		if n < 1 || n > len(doc.Pages) {
			continue
		}
		p := r.Pages[i]
		p.Glyphs = slices.Clone(p.Glyphs)
		for j := range p.Glyphs {
			p.Glyphs[j].Style += base
		}
		doc.Pages[n-1] = p
	}
}

// addTo adds what was recognised to a page whose styles begin at base. Where the page has text now, as its
// settings may have changed, it counts alone.
func (a addition) addTo(p *layout.Page, base int32) {
	p.Writings = a.Writings
	own := len(p.Glyphs)
	for _, g := range a.Glyphs {
		if !p.HasTextAt(g.Loose, own) {
			g.Style += base
			p.Glyphs = append(p.Glyphs, g)
		}
	}
	p.Added = len(p.Glyphs) - own
}

// coversPages reports whether all pages are among those that were tried.
func (r recognised) coversPages(pages []int) bool {
	return !slices.ContainsFunc(pages, func(n int) bool { return !slices.Contains(r.Tried, n) })
}

// putRecognised stores pages as they are written, without a copy of the whole.
func putRecognised(ctx context.Context, blobs es.Blobs, subject es.Subject, r recognised) (es.BlobRef, error) {
	in, out := io.Pipe()
	go func() {
		z := gzip.NewWriter(out)
		err := gob.NewEncoder(z).Encode(r)
		if err == nil {
			err = z.Close()
		}
		out.CloseWithError(err)
	}()
	ref, _, err := blobs.Put(ctx, subject, in)
	in.CloseWithError(err)
	return ref, err
}

// getRecognised reads back what putRecognised stored.
func getRecognised(ctx context.Context, blobs es.Blobs, ref es.BlobRef) (r recognised, err error) {
	in, err := blobs.Open(ctx, ref)
	if err != nil {
		return recognised{}, blob.AsNotFound(err)
	}
	defer in.Close()
	z, err := gzip.NewReader(in)
	if err != nil {
		return recognised{}, fmt.Errorf("blob %s: %w", ref.ID, err)
	}
	if err := gob.NewDecoder(z).Decode(&r); err != nil {
		return recognised{}, fmt.Errorf("blob %s: %w", ref.ID, err)
	}
	return r, nil
}
