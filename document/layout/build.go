package layout

import (
	"sort"

	"github.com/seed-62a36931/docket/document"
)

// BuildTree finds the structure of a document and returns its tree.
func BuildTree(doc *Document) *document.Tree {
	seen := doc
	doc = straightenPages(seen)
	tags := structureOf(doc)
	pages := make([]*sheet, len(doc.Pages))
	for i := range doc.Pages {
		pages[i] = readSheet(&doc.Pages[i], doc.Styles, tags, i+1)
		pages[i].ofWorkbook = doc.Workbook
	}
	takeFurniture(pages)
	var items, all []*item
	var onPages [][]*item
	types := imageTypes(pages)
	for i, s := range pages {
		next := s.orderedItems(doc.Styles, types[i])
		all = append(all, next...)
		onPages = append(onPages, next)
	}
	markRoles(all)
	for i, next := range onPages {
		items = appendPage(items, joinColumns(next), opensPart(doc, i+1))
	}
	markHeadlines(items, doc.Outline)
	items = insertOblique(items, pages)
	w := newTreeWriter(doc)
	w.compounds = compoundsOf(pages)
	w.writeBody(sectionsOf(items))
	for _, s := range pages {
		w.writeFurniture(document.KindHeader, s.header)
		w.writeFurniture(document.KindFooter, s.footer)
	}
	tree := tiltBoxes(w.finishTree(), seen)
	tree.EInvoice = seen.EInvoice
	tree.Findings = findingsOf(seen, pages, items, tree)
	return tree
}

// A sheet is a page on its way from rows to items.
type sheet struct {
	number         int
	width, height  float32
	views          []*view
	images         []Picture
	scanned        bool               // the text comes from an image
	ofWorkbook     bool               // see Document.Workbook
	oblique        []*item            // texts at an angle
	findings       []document.Finding // of the layout; their Page is not set
	header, footer []*line
}

// A view holds the text of a page that is written in one direction.
type view struct {
	turn                 turn
	page                 int
	top, bottom          float32 // of the page, upright
	words                []*word
	rows                 [][]*line
	horizontal, vertical []Rule
	ruled                []*grid // see grids
	gridsFound           bool
	told                 bool // the tags tell paragraphs and their order, see Document.TrustTags
}

// readSheet makes lines of a page's glyphs, for each direction of writing; the
// direction with most words comes first.
func readSheet(p *Page, styles []Style, tags *structure, number int) *sheet {
	s := &sheet{number: number, width: float32(p.Width), height: float32(p.Height), images: p.Images, scanned: p.Recognised || p.Layered}
	words := map[turn][]*word{}
	written := turnsOf(p, styles)
	s.oblique = takeOblique(p, styles, tags, written, number)
	var turns []turn
	for _, t := range []turn{0, 90, 180, 270} {
		if w := withoutLeaders(wordsOf(p, styles, tags, written, t)); len(w) > 0 {
			words[t] = w
			turns = append(turns, t)
		}
	}
	sort.SliceStable(turns, func(i, j int) bool { return len(words[turns[i]]) > len(words[turns[j]]) })
	for _, t := range turns {
		v := &view{turn: t, page: number, words: words[t], told: tags.trusted}
		v.horizontal, v.vertical = uprightRules(p.Rules, t)
		v.rows = v.linesByRow(styles)
		all := t.toUpright(Box{0, 0, s.width, s.height})
		v.top, v.bottom = all.Y1, all.Y0
		s.views = append(s.views, v)
	}
	return s
}

// linesByRow returns the words of the view as lines, grouped by row.
func (v *view) linesByRow(styles []Style) [][]*line {
	found := rowsOf(v.words)
	markGaps(found, v.vertical)
	rows := linesOf(found, v.vertical, styles)
	for _, row := range rows {
		for _, l := range row {
			l.page, l.turn = v.page, v.turn
		}
	}
	return rows
}

// orderedItems returns the parts of the page in reading order.
func (s *sheet) orderedItems(styles []Style, types []string) []*item {
	var out []*item
	for _, v := range s.views {
		blocks := readingOrder(v.findBlocks(styles))
		if v.told {
			sortByTags(blocks)
		}
		for _, b := range blocks {
			out = append(out, itemsOf(b, v.turn, s.number)...)
		}
	}
	return s.withImages(out, types)
}

// findBlocks finds tables first; what is left falls into blocks of lines.
func (v *view) findBlocks(styles []Style) []*block {
	joinCurrencies(v.rows, false, styles)
	grids, rows := v.taggedTables(v.rows, styles)
	var told []*block
	if v.told {
		told, rows = taggedParagraphs(rows, func(m *tagMark) bool { return m.cell == 0 })
	}
	grids = append(grids, v.stripedTables(rows, styles)...)
	ruled, rows := v.ruledTables(rows, styles)
	grids = append(grids, ruled...)
	drawn := len(grids)
	grids = append(grids, v.alignedTables(rows, styles)...)
	grids = append(grids, alignedGrids(rows)...)
	grids = append(grids, v.wordTables(rows, styles)...)
	for _, g := range grids[drawn:] {
		g.doubtLinesBelow(rows)
	}
	if v.told {
		cells, others := taggedParagraphs(rows, func(*tagMark) bool { return true })
		told, rows = append(told, cells...), others
	}
	joinCurrencies(rows, true, styles)
	pairUp(rows, styles)
	out := append(told, blocksOf(rows, v.horizontal)...)
	for _, g := range grids {
		out = append(out, &block{box: g.box, table: g})
	}
	return out
}
