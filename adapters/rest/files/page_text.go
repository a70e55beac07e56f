package files

import (
	"context"

	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/queries"
)

// GetFilePageText returns the words of a page, with their places.
func (h *contentHandlers) GetFilePageText(
	ctx context.Context, q api.GetFilePageTextRequestObject,
) (api.GetFilePageTextResponseObject, error) {
	found, err := h.queries.PageText(ctx, queries.AskPageText{
		Page: q.Page,
		AskFile: queries.AskFile{
			Caller:     exchange.Caller(ctx),
			TemplateID: q.DossierTemplateId,
			DossierID:  q.DossierId,
			FileID:     q.FileId,
		},
	})
	if err != nil {
		return nil, err
	}
	etag := `"` + found.ETag + `"`
	if q.Params.IfNoneMatch != nil && exchange.MatchesTag(*q.Params.IfNoneMatch, etag, true) {
		return api.GetFilePageText304Response{Headers: api.NotModifiedResponseHeaders{ETag: &etag}}, nil
	}
	text, err := found.Read(ctx)
	if err != nil {
		return nil, err
	}
	return api.GetFilePageText200JSONResponse{
		Headers: api.GetFilePageText200ResponseHeaders{ETag: &etag},
		Body:    pageTextOf(text),
	}, nil
}

// GetFileTree returns the layout of a file.
func (h *contentHandlers) GetFileTree(
	ctx context.Context, q api.GetFileTreeRequestObject,
) (api.GetFileTreeResponseObject, error) {
	found, err := h.queries.FileTree(ctx, queries.AskTree{
		Page: convert.ValueOr(q.Params.Page, 0),
		AskFile: queries.AskFile{
			Caller:     exchange.Caller(ctx),
			TemplateID: q.DossierTemplateId,
			DossierID:  q.DossierId,
			FileID:     q.FileId,
		},
	})
	if err != nil {
		return nil, err
	}
	etag := `"` + found.ETag + `"`
	if q.Params.IfNoneMatch != nil && exchange.MatchesTag(*q.Params.IfNoneMatch, etag, true) {
		return api.GetFileTree304Response{Headers: api.NotModifiedResponseHeaders{ETag: &etag}}, nil
	}
	tree, err := found.Read(ctx)
	if err != nil {
		return nil, err
	}
	body := api.FileTree{
		Nodes: convert.MapList(tree.Nodes, treeNodeOf),
		Pages: convert.MapList(tree.Pages, func(p document.OutlinePage) api.TreePage {
			return api.TreePage{
				Number:   int32(p.Number),
				Width:    p.Width,
				Height:   p.Height,
				Rotation: int32(p.Rotation),
				Note:     convert.OptionalText(p.Note),
			}
		}),
	}
	return api.GetFileTree200JSONResponse{Headers: api.GetFileTree200ResponseHeaders{ETag: &etag}, Body: body}, nil
}

func pageTextOf(t queries.PageText) api.PageText {
	p := t.Page
	return api.PageText{
		Page:     int32(p.Number),
		Width:    convert.RoundPoints(p.Width),
		Height:   convert.RoundPoints(p.Height),
		Rotation: int32(p.Rotation),
		Ocr:      t.Recognised,
		Lines: convert.MapList(t.Lines, func(l document.TextLine) api.TextLine {
			node := nullable.NewNullNullable[string]()
			if l.Node != "" {
				node = nullable.NewNullableWithValue(l.Node)
			}
			return api.TextLine{Node: node, Words: convert.MapList(l.Words, wordOf)}
		}),
	}
}

func wordOf(w document.Word) api.Word {
	b := w.Box
	out := api.Word{
		Text:   w.Text,
		X:      convert.RoundPoints(b.X),
		Y:      convert.RoundPoints(b.Y),
		Width:  convert.RoundPoints(b.Width),
		Height: convert.RoundPoints(b.Height),
	}
	if w.Confidence > 0 {
		sure := float64(w.Confidence)
		out.Confidence = &sure
	}
	return out
}

func treeNodeOf(n document.OutlineNode) api.TreeNode {
	out := api.TreeNode{
		Id:       n.ID,
		Type:     string(n.Type),
		Page:     int32(n.Page),
		Box:      treeNodeBoxOf(n.Box),
		Boxes:    treeBoxesOf(n.Boxes),
		Text:     n.Text,
		Level:    convert.OptionalCount(n.Level),
		Rows:     convert.OptionalCount(n.Rows),
		Cols:     convert.OptionalCount(n.Cols),
		Children: convert.MapList(n.Children, treeNodeOf),
	}
	if n.Role != "" {
		out.Role = &n.Role
	}
	if n.Image != nil {
		out.Image = &api.TreeImage{Type: n.Image.Type}
		if n.Image.Transparent {
			out.Image.Transparent = &n.Image.Transparent
		}
	}
	if len(n.Cells) > 0 {
		cells := convert.MapList(n.Cells, treeCellOf)
		out.Cells = &cells
	}
	return out
}

func treeCellOf(c document.OutlineCell) api.TreeCell {
	out := api.TreeCell{
		Id:      c.ID,
		Row:     int32(c.Row),
		Col:     int32(c.Col),
		RowSpan: int32(c.RowSpan),
		ColSpan: int32(c.ColSpan),
		Header:  c.Header,
		Page:    int32(c.Page),
		Box:     treeNodeBoxOf(c.Box),
		Boxes:   treeBoxesOf(c.Boxes),
		Text:    c.Text,
	}
	if c.Uncertain {
		out.Uncertain = &c.Uncertain
	}
	return out
}

// treeNodeBoxOf returns a box to the thousandth of a point, as docket layout prints it.
func treeNodeBoxOf(r *document.Rect) nullable.Nullable[api.TreeNodeBox] {
	if r == nil {
		return nullable.NewNullNullable[api.TreeNodeBox]()
	}
	return nullable.NewNullableWithValue(api.TreeNodeBox{X: r.X, Y: r.Y, Width: r.Width, Height: r.Height})
}

func treeBoxesOf(boxes []document.PageBox) *[]api.TreeBox {
	if len(boxes) == 0 {
		return nil
	}
	out := convert.MapList(boxes, func(b document.PageBox) api.TreeBox {
		return api.TreeBox{
			Page: int32(b.Page),
			Box:  api.EntityBox{X: b.Box.X, Y: b.Box.Y, Width: b.Box.Width, Height: b.Box.Height},
		}
	})
	return &out
}
