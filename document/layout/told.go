package layout

import "github.com/seed-62a36931/docket/document"

// TableIn reads the single table that stands in boxes of a document's pages and may
// go on from box to box. The caller knows that there is exactly one. It returns a
// tree with one TABLE, or with none when the boxes hold no text.
func TableIn(doc *Document, places []document.PageBox) *document.Tree {
	var whole *item
	for _, p := range places {
		if p.Page < 1 || p.Page > len(doc.Pages) {
			continue
		}
		it := tableIn(doc, p)
		switch {
		case it == nil:
		case whole == nil:
			whole = it
		default:
			whole.continueWith(it)
		}
	}
	w := newTreeWriter(doc)
	root := &section{}
	if whole != nil {
		root.items = []*item{whole}
	}
	w.writeBody(root)
	return w.finishTree()
}

// tableIn reads the part of a table on one page.
func tableIn(doc *Document, place document.PageBox) *item {
	page := doc.Pages[place.Page-1]
	b := place.Box
	box := Box{float32(b.X), float32(b.Y), float32(b.X + b.Width), float32(b.Y + b.Height)}
	var best *view
	for _, v := range readSheet(&page, doc.Styles, &structure{}, place.Page).views {
		inside := v.viewWithin(v.turn.toUpright(box))
		if best == nil || inside.countLetters() > best.countLetters() {
			best = inside
		}
	}
	if best == nil || best.countLetters() == 0 {
		return nil
	}
	g := best.readTable(doc.Styles)
	return &item{kind: document.KindTable, page: place.Page, table: g, turn: best.turn}
}
