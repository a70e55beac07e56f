package component

import (
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
)

// resolveCells returns the text of a value, and the cells if it is a row: those given over those shown. A text
// is told apart into cells by its separators. When both are given and only the text is another than shown, the
// text counts, as for a value that is sent back as it was read with another text.
func (g GivenValue) resolveCells(shown Value, columns []string) (string, map[string]string, error) {
	texts := cellTexts(shown.Cells)
	if g.Cells != nil && !g.changesTextOnly(shown, texts) {
		return g.mergeCells(shown, columns)
	}
	text := g.Value.Value
	if text == shown.Value || len(columns) == 0 {
		if texts != nil && text != shown.Value {
			texts = nil
		}
		return text, texts, nil
	}
	if parts := splitRow(text, shown.Cells); parts != nil && shown.Cells != nil {
		for i, c := range shown.Cells {
			texts[c.Column] = parts[i]
		}
		return text, texts, nil
	}
	if parts := strings.Split(text, document.CellSeparator); len(parts) == len(columns) && len(columns) > 1 {
		texts = make(map[string]string, len(columns))
		for i, column := range columns {
			texts[column] = parts[i]
		}
		return text, texts, nil
	}
	return text, nil, nil
}

// changesTextOnly reports whether a request has another text, and the cells as shown.
func (g GivenValue) changesTextOnly(shown Value, texts map[string]string) bool {
	if g.Value.Value == "" || g.Value.Value == shown.Value {
		return false
	}
	return !slices.ContainsFunc(g.Cells, func(c GivenCell) bool { return texts[c.Column] != c.Value })
}

// mergeCells puts given cells over those of the row that is shown, and returns the row as a text, too.
func (g GivenValue) mergeCells(shown Value, columns []string) (string, map[string]string, error) {
	texts := cellTexts(shown.Cells)
	if texts == nil {
		texts = map[string]string{}
	}
	order, seen := orderCells(shown.Cells, columns), map[string]bool{}
	for _, c := range g.Cells {
		if seen[c.Column] {
			return "", nil, domain.Refuse(domain.GivenTwice, "cells name the column %s twice", c.Column).At("cells")
		}
		seen[c.Column] = true
		if len(columns) > 0 && !slices.Contains(columns, c.Column) {
			return "", nil, domain.Faultf(domain.Invalid, "column %s is not one of the rows: %s", c.Column, strings.Join(columns, ", ")).At("column")
		}
		order = appendNewColumn(order, c.Column)
		texts[c.Column] = c.Value
		if c.Value == "" {
			delete(texts, c.Column)
		}
	}
	if shown.Cells != nil && sameCells(texts, shown.Cells) {
		return shown.Value, texts, nil
	}
	var parts []string
	for _, column := range order {
		if text, ok := texts[column]; ok {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, document.CellSeparator), texts, nil
}
