package layout

import (
	"unicode"

	"github.com/seed-62a36931/docket/document"
)

// doubtedShare is the share of a page's cells in doubt from which its tables may be read wrongly as a whole, so that
// somebody should look. Values that stand in single ones are told by themselves.
const doubtedShare = 0.1

// findWritings tells of the text in a page's pictures: what was recognised, and where nothing was.
func (p *Page) findWritings() (out []document.Finding) {
	for _, w := range p.Writings {
		at := turn(0).toPage(w.Box)
		switch {
		case w.Words > 0:
			out = append(out, document.Finding{Kind: document.FindingPictureTextRead, Box: &at, Count: w.Words})
		case !w.Tried || w.Letters >= manyLetters: // else a logo in letters of its own
			out = append(out, document.Finding{Kind: document.FindingPicturesNotRead, Box: &at, Count: 1, Values: w.Letters >= manyLetters})
		}
	}
	return out
}

// findPoorLayer tells of the layer of a scan whose words are misspelt, and which nothing has replaced.
func (p *Page) findPoorLayer() []document.Finding {
	if !p.Layered || !isMisspelt(p.Glyphs) && !isNonsense(p.Glyphs) {
		return nil
	}
	return []document.Finding{{Kind: document.FindingRecognitionDoubtful, Count: CountWords(p.Glyphs), Values: true}}
}

// findingsOf returns the findings of a document, those of its pages as read, and those of their layout.
func findingsOf(doc *Document, pages []*sheet, items []*item, tree *document.Tree) []document.Finding {
	all := append([]document.Finding(nil), doc.Findings...)
	for i, s := range pages {
		page := &doc.Pages[i]
		for _, found := range [][]document.Finding{page.Findings, unknownCharacters(page), page.findWritings(),
			page.findPoorLayer(), s.findings} {
			for _, f := range found {
				f.Page = s.number
				all = append(all, f)
			}
		}
	}
	for _, it := range items {
		if it.table != nil {
			all = append(all, it.table.onceOnly...)
		}
	}
	return document.BoundFindings(append(all, findDoubtedCells(tree)...))
}

// findDoubtedCells tells for each page how many cells of its tables are in doubt.
func findDoubtedCells(tree *document.Tree) (out []document.Finding) {
	cells, doubted := make([]int, len(tree.Pages)+1), make([]int, len(tree.Pages)+1)
	for _, n := range tree.Nodes {
		if n.Cell == nil || len(n.Boxes) == 0 || n.Boxes[0].Page >= len(cells) {
			continue
		}
		cells[n.Boxes[0].Page]++
		if n.Cell.Uncertain {
			doubted[n.Boxes[0].Page]++
		}
	}
	for page, n := range doubted {
		if n > 0 {
			values := float64(n) >= doubtedShare*float64(cells[page])
			out = append(out, document.Finding{Kind: document.FindingRowsInDoubt, Page: page, Count: n, Values: values})
		}
	}
	return out
}

// fewUnknown is the share of the glyphs of a page up to which those that are not known are symbols or bullets.
const fewUnknown = 0.02

// unknownCharacters tells of the glyphs of a page of which the file does not say which characters they are, or
// says what cannot be.
func unknownCharacters(p *Page) (out []document.Finding) {
	if p.Recognised || p.Unmapped == 0 {
		return nil
	}
	unknown := 0
	for i := range p.Glyphs {
		if r := p.Glyphs[i].Rune; unicode.Is(unicode.Co, r) || unicode.IsControl(r) && !isBlank(r) || r == unicode.ReplacementChar {
			unknown++
		}
	}
	unknown = min(unknown, p.Unmapped)
	many := float64(p.Unmapped) > fewUnknown*float64(len(p.Glyphs))
	if unknown > 0 {
		out = append(out, document.Finding{Kind: document.FindingUnknownCharacters, Count: unknown, Values: many})
	}
	if doubt := p.Unmapped - unknown; doubt > 0 {
		out = append(out, document.Finding{Kind: document.FindingCharactersInDoubt, Count: doubt, Values: many})
	}
	return out
}
