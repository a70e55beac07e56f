package console

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

//go:embed testdata/grid-units.js
var gridUnits string

// TestPartsOfTheGrid holds the parts of a grid that need no page against what they promise.
func TestPartsOfTheGrid(t *testing.T) {
	names := []string{"grid-tsv", "grid-changes", "grid-selection", "grid-window", "grid-draft", "suggest", "formats"}
	var imports, all strings.Builder
	for i, name := range names {
		fmt.Fprintf(&imports, "import * as m%d from \"./parts/%s.js\";\n", i, name)
		fmt.Fprintf(&all, "...m%d, ", i)
	}
	p := openBlank(t)
	for _, wrong := range evaluateModule[[]string](p, imports.String()+`export default (`+gridUnits+`)({`+all.String()+`});`) {
		t.Error(wrong)
	}
}

// editLargeGrid moves and types in a grid of 3,600 rows of 12 columns.
func (g *gates) editLargeGrid() {
	g.s.store(g.t, "a.pdf", writePDF(numberedSheets(1, 2)...))
	g.open(g.s.consolePath()+"/table", `document.querySelector("td[role=gridcell]")`)
	evaluate[bool](g.p, `(() => {
		const names = [...Array(12).keys()].map(String);
		const grid = document.createElement("dk-grid");
		const rows = [...Array(3600).keys()].map((n) => ({key: "row " + n, cells: Object.fromEntries(names.map((c) => [c, n + "." + c])), marks: {3: ["doubtful", "corrected"]}}));
		const source = {label: "Large", head: "Row", headWidth: 76, rowHeight: 30, columns: names.map((name) => ({name, display: "Column " + name})), rows, grows: true, types: () => true};
		grid.addEventListener("apply", ({detail: c}) => { grid.source = {...source, rows: source.rows = source.rows.map((r) => r.key === c.key ? {...r, cells: {...r.cells, [c.column]: c.after}} : r)}; });
		grid.source = source;
		const main = document.querySelector("main");
		main.replaceChildren(grid);
		grid.style.height = "600px";
		grid.select({row: 0, column: 0, anchor: null});
		return true; })()`)
	g.p.await(`document.activeElement?.matches("td.here")`)
	var took []float64
	for _, key := range []string{kb.ArrowDown, kb.ArrowRight, kb.PageDown, kb.ArrowUp, kb.End, kb.Home} {
		took = append(took, g.paint(key, 20)...)
	}
	for i := range 20 {
		took = append(took, g.paint(string(rune('a'+i%26)), 1)...)
		took = append(took, g.paint("x", 1)...)
		took = append(took, g.paint("\r", 1)...)
	}
	if n := evaluate[int](g.p, `document.querySelectorAll("dk-grid tbody tr[aria-rowindex]").length`); n > 60 {
		g.t.Errorf("%d rows are drawn, want at most 60", n)
	}
	g.most(19, "key to paint in a grid of 3,600 rows, p98 of 180", share(0.98, took), 60, "ms")
}

// TestRowsLeaveRoomForPages opens the rows of a component in windows of several sizes: the pages keep room, and the tools of the
// pages cover neither the head of the review nor the rows.
func TestRowsLeaveRoomForPages(t *testing.T) {
	s := openSite(t)
	p := s.openLines(t, s.upload(t, "march.pdf"), "ada")
	p.press("s")
	p.await(lineFocused)
	for _, w := range []struct{ width, height int64 }{{1280, 800}, {640, 400}, {390, 844}, {320, 800}, {320, 400}} {
		p.setWindow(w.width, w.height)
		p.shoot(fmt.Sprintf("%d-%d", w.width, w.height))
		head, rows, tools, pages := p.rectOf(".review-head"), p.rectOf("dk-line-items"), p.rectOf("dk-tools"), p.rectOf("dk-pages")
		if tools.overlaps(head) || tools.overlaps(rows) || rows.overlaps(head) || pages.overlaps(rows) {
			t.Errorf("%d x %d: head %v, pages %v, tools %v, rows %v, want none over another",
				w.width, w.height, head, pages, tools, rows)
		}
		if pages.Height < tools.Height+16 {
			t.Errorf("%d x %d: the pages have %.0f px, want at least %v", w.width, w.height, pages.Height, tools.Height+16)
		}
	}
}
