package ocr

import (
	"context"
	"errors"
	"math"
	"sync"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/internal/share"
)

// Recognise fills the glyphs of the pages of a PDF that lack usable text; doc is the
// document as read from it. due lists the pages, counted from 1, that need recognition,
// done those of them that have been recognised, both in order. A page whose own text turned out
// to be as good is neither. A page that fails or
// takes too much processor time is due and not done. When nothing is installed that could read the
// languages, which are Tesseract's codes, all due pages stay so, and the error is
// ErrNotInstalled if the document has no other text.
func (r *Recogniser) Recognise(ctx context.Context, pdf []byte, doc *layout.Document, languages []string) (due, done []int, err error) {
	if len(layout.UnreadablePages(doc)) == 0 {
		return nil, nil, nil
	}
	by, err := r.newReader(ctx, languages)
	if err != nil {
		return nil, nil, err
	}
	asked := map[int]bool{}
	for i := range doc.Pages {
		asked[i] = doc.Pages[i].Distrusted
	}
	r.sampleLayers(ctx, pdf, doc, by)
	tasks := tasksOf(doc)
	for _, t := range tasks {
		t.asked = asked[t.page]
	}
	if by != nil {
		r.limitPictures(doc, tasks)
	}
	r.runTasks(ctx, tasks, func(t *task) {
		if t.pictures != nil {
			r.recognisePictures(ctx, pdf, doc, t, by)
		} else {
			r.recognisePage(ctx, pdf, doc, t, by)
		}
	})
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	due, done = r.takeResults(doc, tasks, by != nil)
	if by == nil && len(due) > 0 && !hasText(doc, tasks) {
		return due, nil, ErrNotInstalled
	}
	return due, done, nil
}

// takeResults puts what was found into the pages, and returns which needed recognition, and which were recognised.
func (r *Recogniser) takeResults(doc *layout.Document, tasks []*task, installed bool) (due, done []int) {
	styles := map[layout.Style]int32{}
	repeatPictures(doc, tasks)
	for _, t := range tasks {
		if t.pictures != nil {
			used := t.addPictures(doc, styles)
			if !installed || used {
				due = append(due, t.page+1)
			}
			if used {
				done = append(done, t.page+1)
			}
			continue
		}
		if !t.due {
			doc.Pages[t.page].Examined = true
			continue
		}
		if t.found != nil && !t.fillPage(doc, styles) {
			doc.Pages[t.page].Examined = true
			continue
		}
		due = append(due, t.page+1)
		if t.found != nil {
			done = append(done, t.page+1)
		} else if t.fault != nil {
			doc.Pages[t.page].Examined, doc.Pages[t.page].Note = true, noteOfFault(t.fault)
			r.settings.Logger.Warn("a page was not recognised", "page", t.page+1, "cause", t.fault)
		}
	}
	return due, done
}

// Notes of pages, for people.
const (
	noteSlow    = "The text of the page was not recognised: that takes more processor time than a page may"
	noteNothing = "The page shows something in which no text was recognised"
)

// noteOfFault says why a page was not recognised.
func noteOfFault(err error) string {
	if errors.Is(err, errSlow) {
		return noteSlow
	}
	return layout.NoteNotRecognised
}

// hasText reports whether a document has usable text without any recognition.
func hasText(doc *layout.Document, tasks []*task) bool {
	for _, t := range tasks {
		if t.pictures != nil || (t.unread == layout.ImageUnread || doc.Pages[t.page].Layered) && glyphsValue(doc.Pages[t.page].Glyphs) > 0 {
			return true
		}
	}
	return len(tasks) < len(doc.Pages)
}

// runTasks runs the tasks, as many at once as processes may run. A document asks for the
// next process only when one of its own has ended, and waiting documents are served in
// turn, those of owners by what they have had (share.Places), so neither a large document delays a small one nor
// many of one owner that of another.
func (r *Recogniser) runTasks(ctx context.Context, tasks []*task, do func(*task)) {
	next := make(chan *task)
	var wg sync.WaitGroup
	for range min(r.settings.Workers, len(tasks)) {
		wg.Go(func() {
			for t := range next {
				release, err := r.slots.Take(ctx, share.OwnerOf(ctx))
				if err != nil {
					continue
				}
				do(t)
				release()
			}
		})
	}
	for _, t := range tasks {
		next <- t
	}
	close(next)
	wg.Wait()
}

// recognisePage draws a page, checks whether there is anything on it, and reads it.
func (r *Recogniser) recognisePage(ctx context.Context, pdf []byte, doc *layout.Document, t *task, by *reader) {
	ctx, cancel := context.WithTimeout(ctx, hangTime)
	defer cancel()
	page := &doc.Pages[t.page]
	w, h, px, err := r.pages.RenderGray(ctx, pdf, t.page+1, pageResolution(page))
	if err != nil {
		t.due, t.fault = true, err
		return
	}
	t.toPage = pageMatrix(page, w, h)
	rendered, corner := t.cutWindow(raster{w, h, px})
	if rendered.w == 0 {
		return
	}
	t.toPage = corner.followedBy(t.toPage)
	l := examinePicture(rendered)
	if t.due = !l.blank; !t.due || by == nil {
		return
	}
	limited := *by
	limited.program.budget, limited.work = &budget{left: r.settings.PageTime}, &work{}
	found, err := limited.readPicture(ctx, rendered, l)
	if err != nil {
		if t.fault = err; errors.Is(err, context.DeadlineExceeded) {
			t.fault = errors.New("the recognition of the page does not end")
		}
		return
	}
	t.found = &found
}

// pageResolution returns the dots per inch at which a page is drawn.
func pageResolution(p *layout.Page) float64 {
	inches := p.Width * p.Height / (72 * 72)
	dpi := renderDPI + 0.0
	if inches*dpi*dpi > renderPixels {
		dpi = math.Sqrt(renderPixels / inches)
	}
	return max(dpi, 10)
}

// cutWindow returns the part of the rendered page that is to be read, and its position.
func (t *task) cutWindow(r raster) (raster, matrix) {
	if t.unread != layout.ImageUnread {
		return r, identity
	}
	a := t.area
	b := box{float64(a.X0), float64(a.Y0), float64(a.X1), float64(a.Y1)}.mapBox(t.toPage.inverse())
	b = box{math.Floor(max(b.x0, 0)), math.Floor(max(b.y0, 0)), b.x1, b.y1}
	return r.cropTo(b), shiftMatrix(b.x0, b.y0)
}

// fillPage puts the results on the page, and reports whether they are used: text of the page that is as good
// stays.
func (t *task) fillPage(doc *layout.Document, styles map[layout.Style]int32) (used bool) {
	page := &doc.Pages[t.page]
	words := t.found.words
	p := placer{toPage: t.found.back.followedBy(t.toPage), styles: styles, doc: doc}
	if t.unread == layout.Doubtful {
		if !t.beatsText(page, p) {
			return false
		}
		if page.Layered {
			replaced := document.Finding{Kind: document.FindingTextLayerReplaced, Count: layout.CountWords(page.Glyphs)}
			page.Findings = append(page.Findings, replaced)
			page.Layered, page.Distrusted = false, false
		}
	}
	t.tellDoubt(page)
	if t.unread == layout.ImageUnread {
		words = p.dropKnownWords(words, page.Glyphs)
	} else {
		page.Glyphs = nil
	}
	page.Glyphs = append(page.Glyphs, p.placeGlyphs(typesetOf(words))...)
	page.Recognised = true
	if len(page.Glyphs) == 0 && page.Note == "" {
		page.Note = noteNothing
	}
	if t.found.note != "" {
		page.Note = t.found.note
	}
	if t.unread != layout.ImageUnread {
		_, page.Skew = p.textDirection()
	}
	return true
}

// dropKnownWords drops the words where the page has glyphs of its own.
func (p placer) dropKnownWords(words []word, glyphs []layout.Glyph) []word {
	var out []word
	for _, w := range words {
		b := p.uprightBox(w.box)
		free := true
		for i := range glyphs {
			g := glyphs[i].Loose.Union(glyphs[i].Tight)
			x, y := (g.X0+g.X1)/2, (g.Y0+g.Y1)/2
			free = free && !(x > b.X0 && x < b.X1 && y > b.Y0 && y < b.Y1)
		}
		if free {
			out = append(out, w)
		}
	}
	return out
}

// glyphsValue returns the value that a reading of these glyphs would have.
func glyphsValue(glyphs []layout.Glyph) float64 {
	var words []word
	var run []rune
	end := func() {
		if len(run) > 0 {
			words = append(words, word{text: string(run), conf: 100})
		}
		run = run[:0]
	}
	for i := range glyphs {
		if r := glyphs[i].Rune; r > ' ' && r != 0xA0 {
			run = append(run, r)
		} else {
			end()
		}
	}
	end()
	return judgeWords(words, nil).value
}
