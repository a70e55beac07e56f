package queries_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/preview"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// pencil says what it was asked to draw.
type pencil struct{ strokes int }

func (p *pencil) Draw(_ context.Context, pdf []byte, d preview.Drawing) ([]byte, error) {
	p.strokes++
	return fmt.Appendf(nil, "%s of %q with %d marks, the first turned by %d", pdf, d.Title, len(d.Marks),
		append(d.Marks, preview.Mark{})[0].Angle), nil
}

func (p *pencil) RenderArea(_ context.Context, pdf []byte, page int, dpi float64, area preview.Area) ([]byte, error) {
	p.strokes++
	if !area.Whole() {
		return fmt.Appendf(nil, "%v of page %d of %s at %g", area, page, pdf, dpi), nil
	}
	return fmt.Appendf(nil, "page %d of %s at %g", page, pdf, dpi), nil
}

// giveBytes gives a file's blobs bytes: its original, and its tree when there is one.
func (c cast) giveBytes(id string, tree document.Tree) {
	c.Helper()
	s, _, err := es.Load(c.Context(), c.q.Log, file.Decider, file.StreamOf(ws, id))
	if err != nil {
		c.Fatal(err)
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if err := errors.Join(json.NewEncoder(z).Encode(tree), z.Close()); err != nil {
		c.Fatal(err)
	}
	for ref, content := range map[es.BlobRef][]byte{s.Original: []byte("%PDF"), s.Tree: b.Bytes()} {
		c.blobs.kept[ref.ID], c.blobs.owner[ref.ID] = content, file.SubjectOf(ws, c.private, id)
	}
}

func textOf(t *testing.T, c queries.Content, err error) string {
	t.Helper()
	if err != nil {
		return err.Error()
	}
	in, err := c.Open(t.Context())
	if err != nil {
		return err.Error()
	}
	defer in.Close()
	all, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

func contentsAreDrawnOnceAndForgotten(t *testing.T, open opener) {
	c, p := newCast(t, open(t)), &pencil{}
	c.changePorts(func(ports *queries.Ports) { ports.Drawer, ports.Drawings = p, queries.NewDrawingCache(1<<20) })
	content := func(who user.Principal, kind string) string {
		got, err := c.q.FileContent(t.Context(), queries.AskContent{AskFile: c.ask(who, c.private, c.inPrivate), Type: kind})
		return textOf(t, got, err)
	}
	page := func(number, dpi int) string {
		got, err := c.q.PageImage(t.Context(), queries.AskPage{AskFile: c.ask(c.mira, c.private, c.inPrivate), Page: number,
			DPI: dpi})
		return textOf(t, got, err)
	}
	same := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: got %q, want %q", what, got, want)
		}
	}
	c.giveBytes(c.inPrivate, document.Tree{})
	same("the original before the run", content(c.mira, queries.ContentOriginal), "%PDF")
	same("the PDF before the run", content(c.mira, queries.ContentPDF), "%PDF")
	same("the preview before the run", content(c.mira, queries.ContentPreview), "File is not processed")
	same("a page before the run", page(1, 100), "File is not processed")

	entity := document.Entity{State: document.StateApplied, Span: document.Span{Start: 0, End: 4},
		Boxes: []document.PageBox{{Page: 1, Box: document.Rect{Width: 9, Height: 9}}}}
	c.analyse(c.private, c.inPrivate, 2, document.Result{Entities: []document.Entity{entity}})
	c.giveBytes(c.inPrivate, document.Tree{Pages: []document.Page{{Number: 1, Width: 100, Height: 100}}, Text: "text",
		Lines: []document.Line{{Span: document.Span{End: 4}, Page: 1, Box: document.Rect{Width: 9, Height: 9}, Angle: 90}}})
	for range 2 {
		same("the preview", content(c.mira, queries.ContentPreview), `%PDF of "b.pdf" with 1 marks, the first turned by 90`)
		same("a page", page(2, 100), "page 2 of %PDF at 100")
		same("a page, finer", page(2, 200), "page 2 of %PDF at 200")
	}
	if p.strokes != 3 || c.q.Drawings.Len() != 3 {
		t.Errorf("%d drawings made, %d kept, want p.strokes = 3 and c.q.Drawings.Len() = 3", p.strokes, c.q.Drawings.Len())
	}
	crop := func(number int, x, y float64) string {
		got, err := c.q.PageImage(t.Context(), queries.AskPage{AskFile: c.ask(c.mira, c.private, c.inPrivate), Page: number,
			DPI:  100,
			Crop: &document.Rect{X: x, Y: y, Width: 25, Height: 50}})
		return textOf(t, got, err)
	}
	same("a part of a page", crop(1, 50, 0), "{0.5 0.5 0.75 1} of page 1 of %PDF at 100")
	same("another part of it", crop(1, 0, 50), "{0 0 0.25 0.5} of page 1 of %PDF at 100")
	same("a part beside the page", crop(1, 100, 0), "crop must be on the page")
	same("behind the last page", page(3, 100), "Page not found")
	decide(c.world, c.mira.ID, file.Decider, file.StreamOf(ws, c.inPrivate),
		file.OverrideComponent(file.Override{Name: "Total",
			Values: []file.Value{{Value: "18", Places: []file.Place{{Page: 2,
				Boxes: []document.Rect{{Width: 9, Height: 9}}}}}}}))
	same("the preview with a place that people found", content(c.mira, queries.ContentPreview),
		`%PDF of "b.pdf" with 2 marks, the first turned by 90`)
	same("for a stranger", content(c.paul, queries.ContentPreview), domain.ErrDossierNotFound.Error())
	same("for a manager who is no member", content(c.boss, queries.ContentOriginal), domain.ErrAccessDenied.Error())
	c.q.Drawings.Forget(file.SubjectOf(ws, c.private, c.inPrivate))
	if c.q.Drawings.Len() != 0 {
		t.Error("a drawing of a file is kept that was to be forgotten")
	}
	c.erase(file.SubjectOf(ws, c.private, c.inPrivate))
	same("a page of an erased file", page(1, 100), domain.ErrFileNotFound.Error())
}

func contentsOfOfficeFiles(t *testing.T, open opener) {
	c := newCast(t, open(t))
	c.changePorts(func(p *queries.Ports) { p.Drawer = &pencil{} })
	for name, mime := range map[string]string{"a.docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
		"a.XLSX": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
		"a.pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation"} {
		id := c.upload(c.mira, c.templateID, c.private, name, 3)
		got, err := c.q.FileContent(t.Context(), queries.AskContent{AskFile: c.ask(c.mira, c.private, id),
			Type: queries.ContentOriginal})
		if err != nil || got.MimeType != mime || got.Filename != name {
			t.Errorf("%s: %+v %v, want got.MimeType = %v, got.Filename = %v and no error", name, got, err, mime, name)
		}
		if _, err := c.q.FileContent(t.Context(), queries.AskContent{AskFile: c.ask(c.mira, c.private, id),
			Type: queries.ContentPDF}); err == nil || err.Error() != "File is not processed" {
			t.Errorf("%s as PDF: %v, want an error and err.Error() = File is not processed", name, err)
		}
	}
}
